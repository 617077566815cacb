/** Stories of the chart: rows that the papers speak of, and what there is to say about any row. */

/** @typedef {import("./certificate.js").Slice} Slice */

/**
 * Rows that are worth a visit.
 * @type {{row: number, title: string, words: string}[]}
 */
export const STORIES = [
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

/**
 * What there is to say about a row.
 * @param {Slice} slice
 * @param {Slice[]} rows all rows that are drawn
 */
export function storyOf(slice, rows) {
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
