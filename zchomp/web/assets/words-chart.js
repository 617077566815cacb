/** What the page says in Chart and Losers: of cells, rows, their stories, and the file that is shown. */

import { element } from "./dom.js";
import { bracketsText, fullText, grouped, quote, rowsText } from "./position.js";
import { barWords, claimText, counted, credit } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/** What is said while the certificate with all rows is loaded. */
export const LOADING = "Loading the chart …";

/** What is said while the certificate of a list is loaded. */
export const LOADING_LIST = "Loading the list …";

/** What the marks of the chart are, by the classes of their keys. */
export const KEYS = {
  constant: "the row has ended: no more losers",
  diagonal: "diagonal q = r",
  root: "q = √2 r",
  last: "last loser of a row",
};

/** How rows of period 2 or more are marked, around the keys of the periods that there are. */
export const PERIODS = {
  before: "rows of period",
  after: ": a mark at the left edge, and a line from where the row repeats",
};

/**
 * What the colours stand for.
 * @param {number} most
 */
export const scaleText = (most) => `p − q from 0 to ${grouped(most)}`;

/** The longest period whose numbers are named. */
const SHORT = 4;

/** What is said when the wheel is turned on the chart, which scrolls the page. */
export const ZOOMING = "To zoom, hold Ctrl (or ⌘) while you turn the wheel, or use + and −.";

/**
 * Rows that are worth a visit, and lines, each at one of its cells and from far away.
 * @type {{row: number, title: string, words: string, column?: number, zoom?: number}[]}
 */
export const STORIES = [
  {
    row: 2,
    title: "Row 2: a family",
    words:
      "(4 + a, 2 + a, 2) is a loser for every a = 0, 1, 2, …: the first row after row 0 that goes on forever.",
  },
  {
    row: 8,
    title: "Row 8: it ends",
    words: "This row ends.",
  },
  {
    row: 120,
    title: "Row 120: period 2",
    words:
      "The first row in which the differences p − q do not become constant: 72 and 70 alternate forever.",
  },
  {
    row: 782,
    title: "Row 782: not period 25",
    words:
      "The paper “On three-rowed Chomp” by A. E. Brouwer, G. Horváth, I. Molnár-Sáska and C. Szabó (Integers 5, " +
      "2005, G7) says in section 8.2 that this row has period 25. It has period 1: from q = 1,106 on the difference " +
      "p − q is 459 forever. Line 784 of chomp-3rows-1000.jsonl proves it, and docs/errata.md has a command " +
      "that shows it.",
  },
  {
    row: 300,
    column: 300,
    zoom: 0.8,
    title: "The diagonal",
    words:
      "Every number from 1 on is either the first row p of a loser on the diagonal q = r, or the q at " +
      "which a row ends, and never both. This is proved for all rows, beyond those that are drawn: Theorem 2 in " +
      "proofs/openings.md, checked by Coq (complementary in proofs/ThreeRows/Chart.v).",
  },
  {
    row: 500,
    column: 707,
    zoom: 0.8,
    title: "q = √2 r",
    words:
      "Left of this line no rule is known, and right of it rows repeat or are over. Up to row 250,000 every row " +
      "begins to repeat, or ends, within 7 cells of the line (docs/results-three-rows.md). Whether this is so for " +
      "all rows is not known.",
  },
];

/**
 * What there is to say about a row, or about a line at one of its cells.
 * @param {Slice} slice
 * @param {number} a
 * @param {Slice[]} rows all rows that are drawn
 */
export function storyOf(slice, a, rows) {
  const here = slice.width + a;
  const told = STORIES.find(({ row, column = here }) => row === slice.width && column === here)?.words;
  const b = slice.term(a);
  const columns = b < 0 ? "" : ` As columns of height 3, 2 and 1, the cell is ${bracketsText(slice.position(a, b))}.`;
  return `${told ? `${told} ` : ""}${rowText(slice, rows)}${columns}`;
}

/**
 * How a row goes on: to its last loser; or forever, where the mean of a period is 1 + the number of finite rows below
 * (proofs/chart.md).
 * @param {Slice} slice
 * @param {Slice[]} rows
 */
function rowText(slice, rows) {
  const { head, kind, period, width } = slice;
  if (kind !== "periodic") {
    const last = rowsText(slice.position(head.length - 1, 0));
    return `Row ${grouped(width)} has ${counted(head.length, "loser")}, and the last one is ${last}: from every bar ` +
      "with a longer second row, a bite in the first row leads to it, and wins.";
  }
  const finite = rows.slice(0, width).filter((row) => row.kind === "finite").length;
  const below = finite === 0 ? "None of the rows below it ends" :
    finite === 1 ? "1 of the rows below it ends" : `${grouped(finite)} of the rows below it end`;
  const mean = period.length === 1 ? "the constant p − q" : "the mean of p − q in a period";
  return `${below}; ${mean} is always one more: ${grouped(finite + 1)}.`;
}

/**
 * The loser in a cell of the chart, or that there is none, and how its row goes on.
 * @param {Slice} slice the row
 * @param {{q: number, r: number}} cell
 * @param {number[] | null} loser
 */
export function cellText(slice, { q, r }, loser) {
  const { head, kind, period } = slice;
  if (!loser) {
    const last = rowsText(slice.position(head.length - 1, 0));
    return `No loser has second row ${grouped(q)} and third row ${grouped(r)}: the row ended with ${last}.`;
  }
  const from = r + head.length;
  const is = `${rowsText(loser)} is a loser: ${barWords(loser)}.`;
  if (kind === "finite") return `${is} Row ${grouped(r)} ends at q = ${grouped(from - 1)}.`;
  if (period.length > 1) {
    const numbers = period.length > SHORT ? "" : `: p − q is ${[...period, ...period].map(grouped).join(", ")}, …`;
    return `${is} Row ${grouped(r)} has period ${period.length} from q = ${grouped(from)} on${numbers || "."}`;
  }
  return `${is} From q = ${grouped(from)} on, p − q is always ${grouped(period[0])} in row ${grouped(r)}.`;
}

/**
 * The loser in the cell under the mouse, in a few words.
 * @param {{q: number, r: number}} cell
 * @param {number[] | null} loser
 */
export const pointedText = ({ q, r }, loser) =>
  loser ? fullText(loser) : `q = ${grouped(q)}, r = ${grouped(r)}: no loser`;

/**
 * That there is nothing to play in a cell.
 * @param {{q: number, r: number}} cell
 */
export const noPlay = ({ q, r }) =>
  `There is no loser to play at q = ${grouped(q)}, r = ${grouped(r)}: choose a coloured cell.`;

/**
 * That a picture does not have all cells.
 * @param {number} step
 */
export const thinned = (step) =>
  `The picture has one cell for each ${step} × ${step} cells, because all of them would make too large a file. ` +
  "Zoom in for all cells of a part.";

/**
 * Which file is shown, and whether it is verified.
 * @param {string} how
 * @param {import("./certificate.js").Certificate} certificate
 * @returns {(Node | string)[]}
 */
export function sourceWords(how, certificate) {
  const words = `${how} ${certificate.name} (${claimText(certificate)}). `;
  return [words, credit(certificate), ". ", element("a", { href: "#verify" }, "Verify"), "."];
}

/**
 * That a link names a certificate that is not shown; empty if it names none, or the one that is shown.
 * @param {string} named by the link
 * @param {string} shown
 * @param {boolean} isHere whether the page has the one that is named
 */
export function notNamed(named, shown, isHere) {
  if (named === "" || named === shown) return "";
  const why = isHere ? `${named} does not have this` : `This page has no certificate ${quote(named)}`;
  return `${why}: it is shown from ${shown}. `;
}

/**
 * That a link names no nim-value.
 * @param {string} given
 */
export const noNim = (given) => `${quote(given)} is not a nim-value: losers are shown, of nim-value 0. `;

/**
 * What is wrong with the cell of the form.
 * @param {number} q
 * @param {number} r
 */
export const tooShort = (q, r) =>
  `The second row is not shorter than the third: expected ${grouped(r)} or more, not ${grouped(q)}.`;

/**
 * @param {string} given
 * @param {number} most
 */
export const tooFar = (given, most) => `${quote(given)} is too far to the right; expected at most ${grouped(most)}.`;

/**
 * That no certificate has a row of the chart.
 * @param {number} r
 * @param {number} most
 */
export const noRow = (r, most) =>
  `No certificate on this page has row ${grouped(r)}; expected at most ${grouped(most)}.`;

/**
 * How many rows of a chart have a period above 1.
 * @param {number} many
 */
export const periodTitle = (many) => (many > 0 ? `choose one of ${many}` : "none in this certificate");

/**
 * That no certificate has a slice.
 * @param {number[]} tail
 * @param {number} nim
 */
export function lacking(tail, nim) {
  const rows = tail.join(", ") || "0";
  if (nim > 0) return `No certificate on this page has nim-value ${nim} for the rows ${rows}.`;
  return `No certificate on this page has the rows ${rows}; expected fewer, or shorter ones.`;
}

/** What is wrong with rows that get longer. */
export const GROWING = "rows must not increase";

/**
 * What is wrong with a third row and those below it, as they were typed.
 * @param {string} given
 * @param {string} [reason] if there is more to say than what is expected
 */
export const noTail = (given, reason = "expected numbers like 5, or like 4, 2") =>
  `${quote(given)} is not a third row, or a third row with rows below it; ${reason}.`;

/** @param {boolean} done */
export const listCopied = (done) => (done ? "Copied." : "The browser does not allow it; mark the text instead.");
