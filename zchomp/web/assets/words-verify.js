/** What the page says in Verify: of verdicts, and of terms that are wrong. */

import { element, phrase } from "./dom.js";
import { writeLink } from "./links.js";
import { grouped, rowsText, trim } from "./position.js";
import { ROWS, counted, squareText } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./checking.js").Verdict} Verdict */

/**
 * The verdict in plain words.
 * @param {Verdict} verdict
 */
export function headline({ status, claim }) {
  if (status === "cancelled") return "Cancelled: nothing is said about the file.";
  if (status === "refused") return "Not verified.";
  if (!claim) return "Not checked.";
  const { rows, nim, upto } = claim;
  const what = nim > 0 ? `all bars of nim-value 0 to ${nim}` : "all losers";
  const third = rows > 2 ? `, with at most ${counted(upto, "square")} in the third row` : "";
  return `Verified: ${what} of up to ${ROWS[rows] ?? rows} rows${third}, are right, and none is missing.`;
}

/**
 * What it means that a certificate is verified.
 * @param {number} nim the largest nim-value of its claim
 * @param {string} [same] the certificate of this page that has the same SHA-256
 */
export function meaning(nim, same) {
  const defined = nim === 0 ? "A loser is a bar from which every bite loses." :
    "Nim-value 0 means that every bite loses; the others are for sums of games.";
  const known = same ? ` Its SHA-256 is that of ${same}, which comes with this page.` : "";
  return `${defined} The first two rows may have any length, so this is a proof for infinitely many bars.${known}`;
}

/**
 * What it means that a certificate is not verified, in a sentence.
 * @param {Verdict} verdict
 * @param {number} bytes
 */
export function refusal({ status, reason }, bytes) {
  if (status === "cancelled" || status === "failed") return "";
  if (bytes === 0) return "The file is empty.";
  const endsElse = /expected the end of the line, found '\\r/.test(reason);
  if (endsElse) return "The ends of its lines were changed, as some editors do.";
  if (/^line 1: /.test(reason)) return "This is not a certificate of zchomp: it does not begin like one.";
  if (status === "declined") return "Nothing is said about this file: a browser cannot check it.";
  if (/the file ends where/.test(reason)) return "The file is not complete: it was cut off.";
  if (/: (prev|sha256): expected/.test(reason)) return "The file was changed after it was written.";
  return WRONG.test(reason) ? "One line is wrong, so nothing follows from the file." : "The file proves nothing.";
}

/**
 * That only one file is checked.
 * @param {number} many files that were given
 */
export const onlyFirst = (many) =>
  ` Only the first of the ${grouped(many)} files is checked: give the others one by one.`;

/** What leads to the chart. */
export const DRAW = "Show it on the chart";

/**
 * What a file is used for.
 * @param {boolean} isVerified
 */
export const usedWords = (isVerified) =>
  `${isVerified ? "From now on" : "It is not verified yet; meanwhile"} Play uses it for bars that it covers. `;

/**
 * That a file is used for nothing else, and why.
 * @param {string} reason
 */
export const unusedWords = (reason) => `Play and the chart cannot show it: ${reason}.`;

/** The checker's words on the line of a slice: that it is wrong, or that the digest of its head is. */
const WRONG = new RegExp(
  "^line (\\d+), slice tail=\\[([\\d, ]*)\\] nim=(\\d+): " +
  "(?:the checker does not accept it|head sha256: expected '(\\w+)', found '(\\w+)')",
);

/**
 * Which line is wrong, with words about it that need no right term; null if the reason is another one.
 * @param {string} reason of the checker
 * @returns {{line: number, words: string, digests: {right: string, found: string} | null} | null}
 */
export function wrongSlice(reason) {
  const found = WRONG.exec(reason);
  if (!found) return null;
  const tail = trim(found[2].split(",").map(Number));
  const bars = Number(found[3]) > 0 ? `the bars of nim-value ${found[3]}` : "the losers";
  const line = Number(found[1]);
  const words = `Line ${grouped(line)} is wrong: what it says of ${bars} with ${tailText(tail)} does not follow from ` +
    "the lines before it. On the command line, zchomp verify names what is right.";
  return { line, words, digests: found[4] ? { right: found[4], found: found[5] } : null };
}

/**
 * The rows of a slice.
 * @param {number[]} tail
 */
const tailText = (tail) =>
  tail.length > 1 ? `the rows ${tail.join(", ")} from the third on` : `third row ${grouped(tail[0] ?? 0)}`;

/**
 * What a slice has before its period, and how many are meant.
 * @param {Slice} slice
 * @param {number} n
 */
function heads({ nim, period, tail }, n) {
  const which = nim > 0 ? `bar${n === 1 ? "" : "s"} of nim-value ${nim}` : `loser${n === 1 ? "" : "s"}`;
  return `${grouped(n)} ${which} with ${tailText(tail)}${period.length > 0 ? " before the period" : ""}`;
}

/**
 * The first positions of a slice, and that there are more.
 * @param {Slice} slice
 */
function firstOf(slice) {
  const shown = [...slice.head.slice(0, 4)].map((b, a) => rowsText(slice.position(a, b)));
  return `${shown.join(", ")}${slice.head.length > 4 ? ", …" : ""}`;
}

/**
 * That a compact line counts more terms than there are.
 * @param {Slice} slice with its right terms
 * @param {number} counted
 */
export function wrongCount(slice, counted) {
  const { length } = slice.head;
  const right = length > 0 ? `there are only ${grouped(length)}: ${firstOf(slice)}` : "there are none";
  return `Line ${grouped(slice.line)} is wrong. It counts ${heads(slice, counted)}; ${right}.`;
}

/**
 * That a compact line has a wrong digest, with the right one and what it is of.
 * @param {Slice} slice with its right terms
 * @param {{right: string, found: string}} digests
 */
export function wrongDigest(slice, { right, found }) {
  const { length } = slice.head;
  const shown = length > 0 ? `, ${firstOf(slice)},` : "";
  return `Line ${grouped(slice.line)} is wrong. A compact file gives only a SHA-256 of its terms. For the ` +
    `${heads(slice, length)}${shown} it is ${right}; the file has ${found}.`;
}

/**
 * What is wrong with the line of a slice: the first wrong term, and the right one; or that no term is wrong.
 * @param {Slice} slice
 * @param {import("./recompute.js").Wrong | null} wrong
 */
export function wrongLine(slice, wrong) {
  const { line, nim, tail } = slice;
  const which = nim > 0 ? `bar of nim-value ${nim}` : "loser";
  if (!wrong) {
    return `Line ${grouped(line)} is wrong. Its terms, for ${tailText(tail)}, are right; ` +
      "its kind, period, modulus or bound is not.";
  }
  const { a, expected, found } = wrong;
  const [says, right] = [found, expected].map((b) => (b < 0 ? "none" : rowsText(slice.position(a, b))));
  const rows = [slice.width + a, ...tail];
  const where = rows.length > 2 ? `rows ${rows.join(", ")} from the second on` :
    `second row ${grouped(rows[0])}${rows.length > 1 ? ` and third row ${grouped(rows[1])}` : ""}`;
  const claimed = found < 0 ? `no ${which}` : `the ${which} ${says}`;
  const truth = expected < 0 ? "there is none" : `it is ${right}`;
  return `Line ${grouped(line)} is wrong. With ${where} the file has ${claimed}; ${truth}.`;
}

/**
 * Why a position is not what a file says, with the bite that shows it; a link leads to the bar, if it can be played.
 * @param {Slice} slice
 * @param {import("./recompute.js").Wrong} wrong
 * @param {(rows: number[]) => boolean} isPlayed
 * @returns {(Node | string)[]}
 */
export function refuted(slice, { a, found, witness }, isPlayed) {
  const rows = slice.position(a, found);
  if (witness?.lower !== undefined) {
    return phrase(` ${rowsText(rows)} has nim-value ${witness.lower}, as an earlier line says.`);
  }
  if (!witness?.left) return [];
  const left = trim(witness.left);
  const bar = { class: "whole", href: `#${writeLink("play", [rows.join(",")])}` };
  const name = slice.nim === 0 && isPlayed(rows) ? [element("a", bar, rowsText(rows))] : phrase(rowsText(rows));
  const which = slice.nim > 0 ? `bar of nim-value ${slice.nim}` : "loser";
  const leads = ` the bite at ${squareText(biteTo(rows, left))} leads to the ${which} ${rowsText(left)}.`;
  return [" From ", ...name, ...phrase(leads)];
}

/**
 * The bite that leads from a bar to what it leaves.
 * @param {number[]} rows
 * @param {number[]} left
 * @returns {import("./position.js").Move}
 */
function biteTo(rows, left) {
  const row = rows.findIndex((length, i) => (left[i] ?? 0) < length);
  return { row: row + 1, column: (left[row] ?? 0) + 1 };
}
