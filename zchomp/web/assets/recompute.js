/**
 * The term that a certificate should have: computed from the slices before it, where the checker refuses a line.
 *
 * B(a) is the least b that nothing excludes (proofs/soundness.md, Theorem 1): not the same slice in an earlier column,
 * nor the corner of a smaller slice, nor a slice below, nor a smaller nim-value. This only names the wrong term, with
 * a bite that shows it: the verdict is the checker's alone.
 */

import { Certificate, Slice, sliceKey } from "./certificate.js";
import { cut } from "./oracle.js";

/** What excludes a position: a bite that leaves a position of the same nim-value, or its own, smaller, nim-value. */
/** @typedef {{left?: number[], lower?: number}} Witness */
/** @typedef {{a: number, expected: number, found: number, witness?: Witness}} Wrong -1 stands for no term */

/** No more terms than this are computed. */
const MOST = 20_000;

/**
 * The slices of a file up to a line, as the checker read them, and the one in that line.
 * @param {string} text
 * @param {number} last the header is line 1
 */
export function readUpTo(text, last) {
  const lines = text.split("\n", last);
  const { claim, mode } = JSON.parse(lines[0]);
  if (mode !== "full") throw new RangeError("it has no terms");
  const read = lines.slice(1).map((line, i) => new Slice(JSON.parse(line), i + 2));
  const slices = new Map(read.map((slice) => [sliceKey(slice.tail, slice.nim), slice]));
  return { certificate: new Certificate("", claim, slices, lines), slice: read[read.length - 1] };
}

/**
 * The first term of a slice that is not what the slices before it imply; null if none is found.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @returns {Wrong | null}
 */
export function firstWrong(certificate, slice) {
  const { tail, width, nim } = slice;
  const smaller = Array.from({ length: width }, (_, x) => certificate.slice(cut(tail, 0, x), nim));
  const end = smaller.findIndex((one, x) => x > 0 && one?.term(0) === 0);
  if (end > 0) return over({ left: [end, end, ...cut(tail, 0, end)] }, 0);
  const below = tail.flatMap((row, i) => {
    return Array.from({ length: row }, (_, length) => certificate.slice(cut(tail, i, length), nim));
  });
  const lower = Array.from({ length: nim }, (_, h) => certificate.slice(tail, h));
  /** @type {Map<number, number[]>} what excludes all positions with a given first row */
  const firsts = new Map();
  for (const [x, one] of smaller.entries()) {
    const b = one?.term(0) ?? -1;
    if (one && b >= 0) firsts.set(x + b, one.position(0, b));
  }
  const length = Math.min(MOST, Math.max(slice.head.length + 2 * slice.period.length + 2, slice.bound + 1));
  for (let a = 0; a < length; a++) {
    const excluded = exclusions(a);
    const witness = (/** @type {number} */ b) => excluded.get(b) ?? reached(firsts.get(width + a + b));
    let expected = width + a === 0 ? 1 : 0; // no squares at all are no position
    while (witness(expected)) expected += 1;
    const found = slice.term(a);
    if (found < 0) return { a, expected, found }; // no term is wrong, so no bite shows it
    if (expected !== found) {
      return { a, expected, found, witness: found > expected ? { left: slice.position(a, expected) } : witness(found) };
    }
    if (expected === 0) return over({ left: slice.position(a, 0) }, a + 1);
    firsts.set(width + a + expected, slice.position(a, expected));
  }
  return null;

  /**
   * That there is no term from a column on, if the slice has one.
   * @param {Witness} witness
   * @param {number} a
   * @returns {Wrong | null}
   */
  function over(witness, a) {
    const found = slice.term(a);
    return found >= 0 ? { a, expected: -1, found, witness } : null;
  }

  /**
   * What the slices below and the smaller nim-values exclude in a column.
   * @param {number} a
   * @returns {Map<number, Witness>}
   */
  function exclusions(a) {
    /** @type {Map<number, Witness>} */
    const found = new Map();
    for (const [h, one] of lower.entries()) {
      const b = one?.term(a) ?? -1;
      if (b >= 0) found.set(b, { lower: h });
    }
    for (const other of below) {
      const b = other?.term(width + a - other.width) ?? -1;
      if (other && b >= 0) found.set(b, { left: other.position(width + a - other.width, b) });
    }
    return found;
  }
}

/**
 * @param {number[] | undefined} left
 * @returns {Witness | undefined}
 */
const reached = (left) => left && { left };
