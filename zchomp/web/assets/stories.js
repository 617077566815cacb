/** Stories of the chart: chips that lead to rows that the papers speak of, and any row for itself with its story. */

import { byId, element, isStill, revise } from "./dom.js";
import { writeLink } from "./links.js";
import { mapFigure } from "./slicemap.js";
import { linked } from "./sources.js";
import { STORIES, sourceWords, storyOf } from "./words-chart.js";
import { allLosers, provedText, sliceName } from "./words-slices.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/** Chips that lead to the rows with a story. */
export function showStories() {
  const chips = STORIES.map(({ row, column, zoom, title }) => {
    const cell = column === undefined ? [row] : [row, column];
    return element("a", { href: `#${writeLink("chart", cell, { zoom: zoom ?? "" })}`, class: "chip" }, title);
  });
  byId("chart-stories").replaceChildren(...chips);
  byId("chart-stories").addEventListener("click", () => {
    byId("chart-status").scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
  });
}

/**
 * Mark the chips whose story is told at a cell.
 * @param {import("./chart.js").Cell} cell
 */
function markStories({ q, r }) {
  for (const [i, chip] of [...byId("chart-stories").children].entries()) {
    const { row, column = q } = STORIES[i];
    if (row === r && column === q) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  }
}

/**
 * Say what is drawn, and whether it is proved.
 * @param {import("./certificate.js").Certificate} certificate
 */
export function showSource(certificate) {
  revise(byId("chart-source"), sourceWords("Drawn from", certificate));
  byId("chart-proved").textContent = provedText(certificate);
}

/**
 * A row for itself, with its story and a marked column; drawn again only if it is another one.
 * @param {Slice} slice
 * @param {number} a
 * @param {Slice[]} rows all rows that are drawn
 */
export function showStrip(slice, a, rows) {
  markStories({ q: slice.width + a, r: slice.width });
  const strip = byId("chart-strip");
  const key = `${rows.length} ${slice.width} ${a}`;
  if (strip.dataset.key === key) return;
  strip.dataset.key = key;
  const marked = slice.term(a) >= 0 ? [{ a, b: slice.term(a) }] : [];
  const href = `#${writeLink("losers", [slice.width])}`;
  const list = element("a", { href, class: "whole" }, allLosers(slice));
  byId("chart-story").replaceChildren(...linked(storyOf(slice, a, rows)), " ", list);
  strip.replaceChildren(mapFigure(slice, { marked, named: "the chosen cell" }, sliceName(slice)));
}
