/**
 * The term that a certificate should have: computed from the slices before it, where the checker refuses a line.
 *
 * B(a) is the least b that nothing excludes (proofs/soundness.md, Theorem 1): not the same slice in an earlier column,
 * nor the corner of a smaller slice, nor a slice below, nor a smaller nim-value. This only names the wrong term, with
 * a bite that shows it: the verdict is the checker's alone.
 */

import { Certificate, Slice, sliceKey } from "./certificate.js";
import { cut } from "./oracle.js";
import { trim } from "./position.js";

/** What excludes a position: a bite that leaves a position of the same nim-value, or its own, smaller, nim-value. */
/** @typedef {{left?: number[], lower?: number}} Witness */
/** @typedef {{a: number, expected: number, found: number, witness?: Witness}} Wrong -1 stands for no term */

/** What the slices before one imply of a column: the term, -1 for none, and why another one is wrong. */
/** @typedef {{a: number, expected: number, witness: (b: number) => Witness | undefined}} Implied */

/** The most terms of a slice, and the most excluded values of all its terms together, that are computed: seconds. */
const MOST = 20_000;
const WORK = 2e7;

/**
 * The slices of a file up to a line, as the checker read them, and the one in that line. A compact file has no terms
 * before the period: they are computed, as many as it says, or as there are.
 * @param {string} text
 * @param {number} last the header is line 1
 */
export function readUpTo(text, last) {
  const lines = text.split("\n", last);
  const { claim, mode } = JSON.parse(lines[0]);
  const certificate = new Certificate("", claim, new Map(), lines);
  const records = lines.slice(1).map((line) => JSON.parse(line));
  let work = 0;
  for (const [i, record] of records.entries()) {
    const slice = new Slice(mode === "full" ? record : { ...record, head: [] }, i + 2);
    if (mode !== "full") {
      work += record.head.terms * (slice.nim + slice.tail.reduce((sum, row) => sum + row, 1));
      if (work > WORK) throw new RangeError("this takes too long");
      slice.head = Float64Array.from(rightTerms(certificate, slice, record.head.terms));
    }
    certificate.slices.set(sliceKey(slice.tail, slice.nim), slice);
  }
  const { head, tail, nim } = records[records.length - 1];
  const slice = certificate.slice(trim(tail), nim);
  if (!slice) throw new RangeError("there is no slice in that line");
  return { certificate, slice, counted: mode === "full" ? slice.head.length : head.terms };
}

/**
 * The first terms of a slice: as many as are wanted, or as there are.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @param {number} wanted
 */
function rightTerms(certificate, slice, wanted) {
  const terms = [];
  for (const { expected } of implied(certificate, slice)) {
    if (expected < 0 || terms.length >= Math.min(wanted, MOST)) break;
    terms.push(expected);
  }
  return terms;
}

/**
 * The first term of a slice that is not what the slices before it imply; null if none is found.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @returns {Wrong | null}
 */
export function firstWrong(certificate, slice) {
  const length = Math.min(MOST, Math.max(slice.head.length + 2 * slice.period.length + 2, slice.bound + 1));
  for (const { a, expected, witness } of implied(certificate, slice)) {
    if (a >= length && expected >= 0) break;
    const found = slice.term(a);
    if (found < 0 && expected >= 0) return { a, expected, found }; // no term is wrong, so no bite shows it
    const isAbove = expected >= 0 && found > expected;
    const why = isAbove ? { left: slice.position(a, expected) } : witness(found);
    if (expected !== found) return { a, expected, found, witness: why };
  }
  return null;
}

/**
 * What the slices before one imply, column by column; the last one is the first without a term, if there is one.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @returns {Generator<Implied, void>}
 */
function* implied(certificate, slice) {
  const { tail, width, nim } = slice;
  const smaller = Array.from({ length: width }, (_, x) => certificate.slice(cut(tail, 0, x), nim));
  const end = smaller.findIndex((one, x) => x > 0 && one?.term(0) === 0);
  if (end > 0) {
    yield { a: 0, expected: -1, witness: () => ({ left: [end, end, ...cut(tail, 0, end)] }) };
    return;
  }
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
  for (let a = 0; ; a++) {
    const excluded = exclusions(width + a, below, lower, a);
    let expected = width + a === 0 ? 1 : 0; // no squares at all are no position
    while (excluded.has(expected) || firsts.has(width + a + expected)) expected += 1;
    const witness = (/** @type {number} */ b) => {
      const other = excluded.get(b);
      if (other) return other.nim < nim ? { lower: other.nim } : { left: other.position(width + a - other.width, b) };
      const left = firsts.get(width + a + b);
      return left && { left };
    };
    yield { a, expected, witness };
    const position = slice.position(a, expected);
    if (expected === 0) {
      yield { a: a + 1, expected: -1, witness: () => ({ left: position }) };
      return;
    }
    firsts.set(width + a + expected, position);
  }
}

/**
 * What the slices below and those of smaller nim-values exclude, each with the slice that does.
 * @param {number} second the second row
 * @param {(Slice | undefined)[]} below
 * @param {(Slice | undefined)[]} lower
 * @param {number} a the column in those of smaller nim-values
 * @returns {Map<number, Slice>}
 */
function exclusions(second, below, lower, a) {
  /** @type {Map<number, Slice>} */
  const found = new Map();
  for (const one of lower) {
    const b = one?.term(a) ?? -1;
    if (one && b >= 0) found.set(b, one);
  }
  for (const other of below) {
    const b = other?.term(second - other.width) ?? -1;
    if (other && b >= 0) found.set(b, other);
  }
  return found;
}
