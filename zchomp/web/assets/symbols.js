/** Symbolic losers, as the papers write them: one loser, or one for each number that a letter stands for. */

/** @typedef {import("./certificate.js").Slice} Slice */
/**
 * @typedef {{bottom: number[], start: number, step: number, b: number}} SymbolicLoser one loser, or one for each letter
 */

/**
 * The tail in brackets, which all positions of the slice begin with.
 * @param {Slice} slice
 */
function bottomOf(slice) {
  const { tail } = slice;
  return tail.length > 0 ? tail.map((length, i) => length - (tail[i + 1] ?? 0)).reverse() : [0];
}

/**
 * The losers of a slice, in the order of [Zei01]: by number of squares, then by a; the symbolic ones last.
 * @param {Slice} slice
 * @returns {SymbolicLoser[]}
 */
export function symbolicLosers(slice) {
  const bottom = bottomOf(slice);
  const alone = Array.from(slice.head, (b, a) => ({ bottom, start: a, step: 0, b }));
  alone.sort((x, y) => 2 * x.start + x.b - 2 * y.start - y.b || x.start - y.start);
  const n = slice.head.length;
  const step = slice.period.length;
  return alone.concat(Array.from(slice.period, (b, i) => ({ bottom, start: n + i, step, b })));
}

/**
 * A loser in brackets.
 * @param {SymbolicLoser} loser
 * @param {string} [times] how a product is written: 2a, or 2*a as zchomp losers prints it
 */
export const symbolicText = (loser, times = "") => `[${symbolicTerms(loser, times)}]`;

/**
 * What stands between the brackets.
 * @param {SymbolicLoser} loser
 * @param {string} [times]
 */
export const symbolicTerms = ({ bottom, start, step, b }, times = "") =>
  [...bottom, linear(start, step, times), b].join(", ");

/**
 * A loser by its rows, in parentheses.
 * @param {SymbolicLoser} loser
 * @param {string} [times]
 */
export function symbolicRows({ bottom, start, step, b }, times = "") {
  let width = 0;
  const tail = bottom.map((columns) => (width += columns)).reverse().filter((length) => length > 0);
  const upper = [width + start + b, width + start].map((length) => linear(length, step, times));
  return `(${[...upper.filter((length) => length !== "0"), ...tail].join(", ")})`;
}

/**
 * start + step times a, as short as possible.
 * @param {number} start
 * @param {number} step
 * @param {string} times
 */
function linear(start, step, times) {
  if (step === 0) return String(start);
  const multiple = step === 1 ? "a" : `${step}${times}a`;
  return start > 0 ? `${start} + ${multiple}` : multiple;
}

/**
 * The symbolic loser of the slice whose column is a.
 * @param {Slice} slice
 * @param {number} a
 */
export function symbolicAt(slice, a) {
  const n = slice.head.length;
  const bottom = bottomOf(slice);
  if (a < n) return { bottom, start: a, step: 0, b: slice.head[a] };
  const i = (a - n) % slice.period.length;
  return { bottom, start: n + i, step: slice.period.length, b: slice.period[i] };
}
