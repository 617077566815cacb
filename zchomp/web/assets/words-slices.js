/** What the page says of slices, in Why, Chart and Losers, and of a file that has them and is refused. */

import { grouped, rowsText } from "./position.js";
import { symbolicLosers, symbolicText } from "./symbols.js";
import { isVerified } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/** @param {Slice} slice */
export function sliceName(slice) {
  const nim = slice.nim > 0 ? `, nim-value ${slice.nim}` : "";
  const rows = slice.tail.length < 2 ? `third row ${grouped(slice.width)}` :
    `rows ${rowsText(slice.tail)} from the third on`;
  return `the slice with ${rows}${nim}`;
}

/**
 * What a certificate says of a slice, in a sentence.
 * @param {Slice} slice
 */
export function sequenceText(slice) {
  const what = slice.nim > 0 ? "position" : "loser";
  if (slice.kind === "empty") {
    const x = slice.bound;
    const left = [x, x, ...slice.tail.map((length) => Math.min(length, x))];
    return `there are no ${what}s, because from every position with these rows a bite leads to ${rowsText(left)}.`;
  }
  if (slice.kind === "finite") {
    const n = slice.head.length;
    const last = slice.position(n - 1, 0);
    if (n === 1) return `there is one ${what}, ${rowsText(last)}.`;
    return `there are ${grouped(n)} ${what}s, and the one with the longest second row is ${rowsText(last)}.`;
  }
  const families = symbolicLosers(slice).slice(slice.head.length).map((loser) => symbolicText(loser));
  const shown = families.length > 4 ? [...families.slice(0, 3), "…", families[families.length - 1]] : families;
  const end = slice.head.length > 0 ? "in the end they are" : "they are";
  const each = `for every length of the second row there is exactly one ${what}`;
  return `${each}, and ${end} ${shown.join(", ")} for a = 0, 1, 2, …`;
}

/**
 * That a file is not used any more.
 * @param {string} name
 */
export const dropped = (name) => `The checker does not accept ${name}: it is not used any more.`;

/** @param {Slice} slice */
export const allLosers = (slice) => `All losers of ${sliceName(slice)}`;

/** @param {Slice} slice */
export const sliceSentence = (slice) => `The ${sliceName(slice).slice(4)}: ${sequenceText(slice)}`;

/**
 * Whether what is shown is proved.
 * @param {{status: string}} certificate
 */
export function provedText(certificate) {
  if (isVerified(certificate)) return "Every row is proved, however far it goes.";
  return certificate.status === "" ? "Not verified here yet." : "The checker does not accept it.";
}
