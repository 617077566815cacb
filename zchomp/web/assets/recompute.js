/**
 * The term that a certificate should have: computed from the slices before it, where the checker refuses a line.
 *
 * B(a) is the least b that no loser excludes (proofs/soundness.md, Theorem 1): a loser of the same slice in an earlier
 * column, a loser at a corner, or a loser of a slice below in the same column. This only names the wrong term:
 * the verdict is the checker's alone.
 */

import { cut } from "./oracle.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */

/** No more terms than this are computed. */
const MOST = 20_000;

/**
 * The first term of a slice that is not what the slices before it imply; null if none is found.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @returns {{a: number, expected: number, found: number} | null} -1 stands for no term
 */
export function firstWrong(certificate, slice) {
  if (slice.nim > 0) return null;
  const { tail, width } = slice;
  const corners = Array.from({ length: width }, (_, x) => certificate.slice(cut(tail, 0, x))?.term(0) ?? -1);
  const below = tail.flatMap((row, i) => {
    return Array.from({ length: row }, (_, length) => certificate.slice(cut(tail, i, length)));
  });
  if (corners.includes(0)) return slice.term(0) >= 0 ? { a: 0, expected: -1, found: slice.term(0) } : null;
  /** @type {number[]} */
  const terms = [];
  const length = Math.min(MOST, slice.head.length + 2 * slice.period.length + 2);
  for (let a = 0; a < length; a++) {
    const expected = terms[a - 1] === 0 || terms[a - 1] === -1 ? -1 : least(a);
    if (expected !== slice.term(a)) return { a, expected, found: slice.term(a) };
    terms.push(expected);
  }
  return null;

  /** @param {number} a */
  function least(a) {
    const excluded = new Set(terms.map((b, i) => b + i - a));
    if (width + a === 0) excluded.add(0); // no squares at all are no position
    for (const [x, corner] of corners.entries()) if (corner > 0) excluded.add(corner + x - width - a);
    for (const other of below) if (other) excluded.add(other.term(width + a - other.width));
    let b = 0;
    while (excluded.has(b)) b += 1;
    return b;
  }
}
