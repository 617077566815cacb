/**
 * Notation: positions as people type them, read as zchomp/notation.py reads them (tests/notation.json holds for both).
 *
 *     (9,7,4)   9,7,4   9 7 4      rows, top row first
 *     [4,3,2]                      columns of height 3, 2 and 1; these need their brackets
 *     5^3   5^3,2                  a row, and how often it is repeated
 *     3x5   3 by 5   3x5,2         a rectangle: how many rows, and their length
 */

import { MAX_ROWS, quote, trim } from "./position.js";

/** The most digits of a number: JavaScript adds numbers of 15 digits exactly. */
export const MAX_DIGITS = 15;

/** The most rows that are written out. */
const WRITTEN = 100_000;

const NUMBER = "[0-9]+(?:_[0-9]+)*";
const TIMES = "[xX×]|by";
const JOINED = new RegExp(`(?<=[0-9]) ?(\\^|${TIMES}) ?(?=[0-9])`, "g");
const ITEM = new RegExp(`^(-?${NUMBER})(?:(\\^|${TIMES})(${NUMBER}))?$`);

/** What is said of a text that is nothing else. */
export const EXPECTED = "expected rows like 5,4,3 or 3x5, or columns like [3,1,1]";
const SEPARATED = "rows are separated by commas or spaces, as in 9,7,4";

/**
 * Texts that are often typed, and why they are refused.
 * @type {[RegExp, string][]}
 */
const MISTAKES = [
  [/\*/, "'*' is not used here: write 3x7 or 7^3 for 3 rows of 7"],
  [
    new RegExp(`(?:${TIMES}) ?[0-9_]+ ?(?:${TIMES})`),
    "a bar has two sides, like 3x5, and a box is for the commands solve and play, and for zchomp.solid in Python",
  ],
  [/[0-9] ?[-–−] ?[0-9]/, SEPARATED],
  [/[0-9] ?[;:/|] ?[0-9]/, SEPARATED],
  [/[0-9]\.[0-9]/, "rows are whole numbers"],
  [/, ?,|^[([]? ?,/, "a number is missing before a comma"],
  [/^[([] ?[0-9][0-9, ]*[)\]]?$|^[0-9][0-9, ]*[)\]]$/, "the parentheses or brackets do not match"],
];

/**
 * Read a position as it was typed.
 * @param {string} text
 * @returns {number[]}
 */
export function parse(text) {
  const fail = (/** @type {string} */ why) => new RangeError(`${quote(text)} is not a position; ${why}`);
  /** @type {number[]} */
  let rows = [];
  try {
    rows = parseRows(text);
  } catch (problem) {
    throw fail(problem instanceof Error ? problem.message : String(problem));
  }
  if (rows.some((length, i) => i > 0 && length > rows[i - 1])) throw fail("rows must not increase from top to bottom");
  const trimmed = trim(rows);
  if (trimmed.length === 0) throw fail("a position has at least the poisoned square");
  if (trimmed.length > MAX_ROWS) throw fail(`this page takes at most ${MAX_ROWS} rows`);
  if (trimmed[0] >= 10 ** MAX_DIGITS) throw fail(`this page takes rows of at most ${MAX_DIGITS} digits`);
  return trimmed;
}

/**
 * The rows that a text means; those at the end may be 0.
 * @param {string} text
 * @returns {number[]}
 * @throws {RangeError} with the reason, which does not quote the text
 */
export function parseRows(text) {
  const stripped = text.split(/\s+/).filter((word) => word !== "").join(" ");
  const byColumns = stripped.startsWith("[");
  const items = itemsOf(stripped, byColumns);
  if (items.reduce((sum, { times }) => sum + times, 0) > WRITTEN) throw refused(`expected at most ${WRITTEN} rows`);
  if (items.some(({ number }) => number.replace(/^-?0*/, "").length > MAX_DIGITS)) {
    throw refused(`this page takes numbers of at most ${MAX_DIGITS} digits; the command line takes longer ones`);
  }
  const numbers = items.flatMap(({ number, times }) => Array(times).fill(Number(number)));
  const negative = numbers.some((n) => n < 0);
  if (negative) throw refused(`${byColumns ? "numbers of columns" : "rows"} must not be negative`);
  return byColumns ? rowsOfColumns(numbers) : numbers;
}

/**
 * The rows of a bar with these columns of height k, ..., 1.
 * @param {number[]} columns
 * @returns {number[]}
 */
function rowsOfColumns(columns) {
  let sum = 0;
  return columns.map((n) => (sum += n)).reverse();
}

/**
 * The numbers of a text, each with how often it is meant.
 * @param {string} text
 * @param {boolean} byColumns
 * @returns {{number: string, times: number}[]}
 */
function itemsOf(text, byColumns) {
  const paired = ["()", "[]"].includes(text.slice(0, 1) + text.slice(-1));
  const inside = paired ? text.slice(1, -1).trim() : text;
  const words = inside.replace(JOINED, "$1").split(/ ?, ?| /);
  if (words.length > 1 && words[words.length - 1] === "") words.pop();
  return words.map((word) => {
    const match = ITEM.exec(word);
    if (!match) throw refused(MISTAKES.find(([mistake]) => mistake.test(text))?.[1] ?? EXPECTED);
    const [, first, sign = "^", second = "1"] = match;
    if (byColumns && sign !== "^") {
      throw refused("brackets hold numbers of columns; a rectangle like 3x5 is written without them");
    }
    const written = sign === "^" ? [first, second] : [second, first];
    if (/^-?0[0-9_]/.test(written[0])) {
      const isPart = /^[0-9]{3}$/.test(written[0]);
      const expected = isPart ? "write 1000 for a thousand" : "write it without leading zeros";
      const shown = written[0].length > 20 ? `${written[0].slice(0, 17)}...` : written[0];
      throw refused(`'${shown}': ${expected}`);
    }
    const [number, times] = written.map((digits) => digits.replaceAll("_", ""));
    const often = times.replace(/^0+/, "");
    if (!/^[0-9]+$/.test(often)) throw refused("a row must be repeated at least once");
    return { number, times: often.length < 10 ? Number(often) : WRITTEN + 1 };
  });
}

/** @param {string} reason */
const refused = (reason) => new RangeError(reason);
