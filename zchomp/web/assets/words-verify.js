/** What the page says in Verify: of verdicts, and of terms that are wrong. */

import { rowsText } from "./position.js";
import { ROWS } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/**
 * What it means that a certificate is verified, in a sentence.
 * @param {string} verdict the line of the checker
 * @param {string} [same] the certificate of this page that has the same SHA-256
 */
export function meaning(verdict, same) {
  const found = /rows=(\d+) nim=(\d+) upto=(\d+)/.exec(verdict);
  if (!found) return "";
  const [rows, nim, upto] = found.slice(1).map(Number);
  const what = nim > 0 ? `every position of nim-value 0 to ${nim}` : "every loser";
  const third = rows > 2 ? ` whose third row has at most ${upto.toLocaleString("en-US")} squares` : "";
  const bars = `bars of at most ${ROWS[rows] ?? rows} rows${third}`;
  const known = same ? ` Its SHA-256 is that of ${same}, which comes with this page.` : "";
  return `It is proved: this file tells ${what} among ${bars}, however long the first two rows are.${known}`;
}

/** The verdict on a file whose check was cancelled, and what leads to the chart. */
export const STOPPED = "Cancelled: nothing is said about the file.";
export const DRAW = "Show it on the chart";

/**
 * What a file is used for.
 * @param {string} verdict empty if there is none yet
 */
export const usedWords = (verdict) =>
  `${verdict ? "From now on" : "It is not verified yet; meanwhile"} Play uses it for bars that it covers. `;

/**
 * What is wrong with a slice, in a sentence.
 * @param {Slice} slice
 * @param {{a: number, expected: number, found: number}} wrong
 */
export function wrongTerm(slice, { a, expected, found }) {
  const [says, right] = [found, expected].map((b) => (b < 0 ?
    "no loser" : `the loser ${rowsText(slice.position(a, b))}`));
  return `in column ${a} it has ${says}, and ${right} is right (B(${a}) = ${expected < 0 ? "none" : expected}).`;
}
