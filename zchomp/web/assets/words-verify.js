/** What the page says in Verify: of verdicts, and of terms that are wrong. */

import { rowsText, trim } from "./position.js";
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

/**
 * What it means that a certificate is not verified, in a sentence.
 * @param {string} verdict the line of the checker
 * @param {string} reason
 * @param {number} bytes
 */
export function refusal(verdict, reason, bytes) {
  if (verdict.startsWith("s ERROR")) return "";
  if (bytes === 0) return "The file is empty.";
  const endsElse = /expected the end of the line, found '\\r/.test(reason);
  if (endsElse) return "The ends of its lines were changed, as some editors do.";
  if (/^line 1: /.test(reason)) return "This is not a certificate of zchomp: it does not begin like one.";
  if (verdict.startsWith("s DECLINED")) return "Nothing is said about this file: a browser cannot check it.";
  if (/the file ends where/.test(reason)) return "The file is not complete: it was cut off.";
  if (/: (prev|sha256|head sha256): expected/.test(reason)) return "The file was changed after it was written.";
  return "The file proves nothing.";
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
 * What is wrong with the line of a slice: the first wrong term, the right one, and why; or that no term is wrong.
 * @param {Slice} slice
 * @param {import("./recompute.js").Wrong | null} wrong
 */
export function wrongLine(slice, wrong) {
  const { line, nim, tail } = slice;
  const which = nim > 0 ? `bar of nim-value ${nim}` : "loser";
  if (!wrong) {
    const rows = tail.length > 1 ? `the rows ${tail.join(", ")} from the third on` : `third row ${slice.width}`;
    return `Line ${line} is wrong. Its terms, for ${rows}, are right; its kind, period, modulus or bound is not.`;
  }
  const { a, expected, found, witness } = wrong;
  const [says, right] = [found, expected].map((b) => (b < 0 ? "none" : rowsText(slice.position(a, b))));
  const rows = [slice.width + a, ...tail];
  const where = rows.length > 2 ? `rows ${rows.join(", ")} from the second on` :
    `second row ${rows[0]}${rows.length > 1 ? ` and third row ${rows[1]}` : ""}`;
  const claimed = found < 0 ? `no ${which}` : `the ${which} ${says}`;
  const truth = expected < 0 ? "there is none" : `it is ${right}`;
  const why = shown(says, which, witness);
  return `Line ${line} is wrong. With ${where} the file has ${claimed}; ${truth}. ${why}`.trim();
}

/**
 * Why a position is not what a file says.
 * @param {string} position
 * @param {string} which
 * @param {import("./recompute.js").Witness | undefined} witness
 */
function shown(position, which, witness) {
  if (witness?.left) return `From ${position} a bite leads to the ${which} ${rowsText(trim(witness.left))}.`;
  if (witness?.lower !== undefined) return `${position} has nim-value ${witness.lower}, as an earlier line says.`;
  return "";
}
