/** Stories of the chart: chips that lead to rows that the papers speak of, and any row for itself with its story. */

import { byId, element, phrase } from "./dom.js";
import { writeLink } from "./links.js";
import { mapFigure } from "./slicemap.js";
import { STORIES, allLosers, provedText, sliceName, storyOf } from "./words-later.js";
import { claimText, credit } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/** Chips that lead to the rows with a story. */
export function showStories() {
  const chips = STORIES.map(({ row, column, zoom, title }) => {
    const cell = column === undefined ? [row] : [row, column];
    return element("a", { href: `#${writeLink("chart", cell, { zoom: zoom ?? "" })}`, class: "chip" }, title);
  });
  byId("chart-stories").replaceChildren(...chips);
}

/**
 * Say what is drawn, and whether it is proved.
 * @param {import("./certificate.js").Certificate} certificate
 */
export function showSource(certificate) {
  const words = `Drawn from ${certificate.name} (${claimText(certificate)}). `;
  const link = element("a", { href: "#verify" }, "Verify");
  byId("chart-source").replaceChildren(words, credit(certificate), ". ", link, ".");
  byId("chart-proved").textContent = provedText(certificate);
}

/**
 * A row for itself, with its story and a marked column; drawn again only if it is another one.
 * @param {Slice} slice
 * @param {number} a
 * @param {Slice[]} rows all rows that are drawn
 */
export function showStrip(slice, a, rows) {
  const strip = byId("chart-strip");
  const key = `${rows.length} ${slice.width} ${a}`;
  if (strip.dataset.key === key) return;
  strip.dataset.key = key;
  const marked = slice.term(a) >= 0 ? [{ a, b: slice.term(a) }] : [];
  const href = `#${writeLink("losers", [slice.width])}`;
  const list = element("a", { href, class: "whole" }, allLosers(slice));
  byId("chart-story").replaceChildren(...phrase(storyOf(slice, a, rows)), " ", list);
  strip.replaceChildren(mapFigure(slice, { marked, named: "the chosen cell" }, sliceName(slice)));
}
