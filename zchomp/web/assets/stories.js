/** Stories of the chart: rows that the papers speak of, and what there is to say about any row. */

import { byId, element, phrase } from "./dom.js";
import { writeLink } from "./links.js";
import { mapFigure } from "./slicemap.js";
import { sliceName } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/**
 * Rows that are worth a visit.
 * @type {{row: number, title: string, words: string}[]}
 */
const STORIES = [
  {
    row: 2,
    title: "Row 2: a family",
    words:
      "(4 + a, 2 + a, 2) is a loser for every a: the first family that goes on for ever with a " +
      "difference above 1.",
  },
  {
    row: 8,
    title: "Row 8: it ends",
    words:
      "The row has a last loser: after it, the same bite of the first row always wins.",
  },
  {
    row: 120,
    title: "Row 120: period 2",
    words:
      "The first row whose differences do not become constant: they alternate for ever.",
  },
  {
    row: 782,
    title: "Row 782: the paper says 25",
    words:
      "The paper that printed the chart says that this row has period 25. It has period 1: the " +
      "difference becomes 459 for ever.",
  },
];

/** Chips that lead to the rows with a story. */
export function showStories() {
  const chips = STORIES.map(({ row, title }) => element("a", { href: `#chart/${row}`, class: "chip" }, title));
  byId("chart-stories").replaceChildren(...chips);
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
  const list = element("a", { href: `#${writeLink("losers", [slice.width])}` }, `All losers of ${sliceName(slice)}`);
  byId("chart-story").replaceChildren(...phrase(storyOf(slice, rows)), " ", list);
  strip.replaceChildren(mapFigure(slice, { marked, named: "the marked cell" }, sliceName(slice)));
}

/**
 * What there is to say about a row.
 * @param {Slice} slice
 * @param {Slice[]} rows all rows that are drawn
 */
function storyOf(slice, rows) {
  const told = STORIES.find(({ row }) => row === slice.width)?.words;
  return `${told ? `${told} ` : ""}${periodText(slice, rows)}`;
}

/**
 * The mean of a period is 1 + the number of finite rows below (proofs/chart.md).
 * @param {Slice} slice
 * @param {Slice[]} rows
 */
function periodText(slice, rows) {
  const { kind, period, width } = slice;
  if (kind !== "periodic") return "";
  const finite = rows.slice(0, width).filter((row) => row.kind === "finite").length;
  const below = finite === 1 ? "1 row below ends" : `${finite} rows below end`;
  const mean = period.length === 1 ? "the constant" : "the mean of the period";
  return `${below}, and ${mean} is one more: ${finite + 1}.`;
}
