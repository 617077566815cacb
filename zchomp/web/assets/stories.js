/** Stories of the chart: rows that the papers speak of, and what there is to say about any row. */

import { byId, element, phrase } from "./dom.js";
import { writeLink } from "./links.js";
import { mapFigure } from "./slicemap.js";
import { sliceName } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/**
 * Rows that are worth a visit, and lines, each at one of its cells and from far away.
 * @type {{row: number, title: string, words: string, column?: number, zoom?: number}[]}
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
  {
    row: 300,
    column: 300,
    zoom: 0.8,
    title: "The diagonal",
    words:
      "Every number from 1 on is either the first row p of a loser on the diagonal q = r, or the q at " +
      "which a row ends, and never both: this is proved for all rows.",
  },
  {
    row: 500,
    column: 707,
    zoom: 0.8,
    title: "The line q = √2 r",
    words:
      "Left of this line rows look like chance, right of it they repeat or are over. Up to row 250,000 " +
      "every row settles within 7 cells of the line; that this goes on for ever is not proved.",
  },
];

/** Chips that lead to the rows with a story. */
export function showStories() {
  const chips = STORIES.map(({ row, column, zoom, title }) => {
    const cell = column === undefined ? [row] : [row, column];
    return element("a", { href: `#${writeLink("chart", cell, { zoom: zoom ?? "" })}`, class: "chip" }, title);
  });
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
  byId("chart-story").replaceChildren(...phrase(storyOf(slice, a, rows)), " ", list);
  strip.replaceChildren(mapFigure(slice, { marked, named: "the marked cell" }, sliceName(slice)));
}

/**
 * What there is to say about a row, or about a line at one of its cells.
 * @param {Slice} slice
 * @param {number} a
 * @param {Slice[]} rows all rows that are drawn
 */
function storyOf(slice, a, rows) {
  const here = slice.width + a;
  const told = STORIES.find(({ row, column = here }) => row === slice.width && column === here)?.words;
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
