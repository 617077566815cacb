/**
 * The oracle: who wins a position, and every winning bite, looked up in a certificate.
 *
 * A bite wins if it leaves a loser. The losers in reach are found as in zchomp/bars/oracle.py: in the slice of the
 * position (bites of the first and second row), at the corners of smaller slices (bites of the first two rows into the
 * tail), and in the slices below (bites of the tail). No more is looked at, however long the first two rows are.
 */

import { bite, rowsText, transpose } from "./position.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./computed.js").Computed} Computed */
/** @typedef {Certificate | Computed} Knowledge what answers: a certificate, or what was computed about a small bar */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {{row: number, column: number, after: number[]}} Winning a winning bite, and the loser that it leaves */
/**
 * @typedef {object} Solution
 * @property {number[]} rows
 * @property {boolean} wins whether the player to move wins
 * @property {Winning[]} moves all winning bites, by row and column
 * @property {Slice | null} slice the slice of the position, or of the bar with rows and columns exchanged; null if the
 *   answer was computed
 * @property {number} a its column in the slice
 * @property {number} b its height above the second row
 * @property {boolean} turned
 */

/** Bars that are turned over have at most this number of columns: more rows than that no certificate has. */
export const TURNED = 50;

/**
 * Whether a certificate knows a position, perhaps with rows and columns exchanged.
 * @param {Certificate} certificate
 * @param {number[]} rows
 */
export function knows(certificate, rows) {
  return certificate.covers(rows) || (rows[0] <= TURNED && certificate.covers(transpose(rows)));
}

/**
 * Who wins, all winning bites, and the slice that proves it; null if that is not known.
 * @param {Knowledge} certificate
 * @param {number[]} rows
 * @returns {Solution | null}
 */
export function solve(certificate, rows) {
  if ("solve" in certificate) return certificate.solve(rows);
  if (certificate.covers(rows)) return solved(certificate, rows, false);
  if (!knows(certificate, rows)) return null;
  const solution = solved(certificate, transpose(rows), true);
  const moves = solution.moves.map(({ row, column, after }) => ({ row: column, column: row, after: transpose(after) }));
  return { ...solution, rows, moves: moves.sort(byRow) };
}

/**
 * @param {Winning} x
 * @param {Winning} y
 */
const byRow = (x, y) => x.row - y.row || x.column - y.column;

/**
 * The solution of a position that the certificate covers.
 * @param {Certificate} certificate
 * @param {number[]} rows
 * @param {boolean} turned
 * @returns {Solution}
 */
function solved(certificate, rows, turned) {
  const { slice, a, b } = locate(certificate, rows);
  const wins = slice.term(a) !== b;
  const moves = winningSquares(certificate, slice, a, b).map((move) => ({ ...move, after: bite(rows, move) }));
  return { rows, wins, moves: moves.sort(byRow), slice, a, b, turned };
}

/**
 * The slice of a position, and where it is there.
 * @param {Certificate} certificate
 * @param {number[]} rows
 */
function locate(certificate, rows) {
  const [first, second = 0, ...tail] = rows;
  const slice = certificate.has(tail);
  return { slice, a: second - slice.width, b: first - second };
}

/**
 * Who wins a position that is known.
 * @param {Knowledge} knowledge
 * @param {number[]} rows
 * @returns {Solution}
 */
export function known(knowledge, rows) {
  const found = solve(knowledge, rows);
  if (!found) throw new RangeError(`${knowledge.name} does not know ${rowsText(rows)}.`);
  return found;
}

/**
 * The squares whose bite leaves a loser.
 * @param {Certificate} certificate
 * @param {Slice} slice
 * @param {number} a
 * @param {number} b
 */
function winningSquares(certificate, slice, a, b) {
  const { width, tail } = slice;
  /** @type {import("./position.js").Move[]} */
  const found = [];
  // Nobody bites the poison: only a certificate that lies would have it so.
  const add = (/** @type {number} */ row, /** @type {number} */ column) =>
    row + column > 2 && found.push({ row, column });
  // Row 1: down to the loser of this column, or to the end of a finite slice.
  const here = slice.term(a);
  if (here >= 0 && here < b) add(1, width + a + here + 1);
  const end = slice.head.length - 1;
  if (slice.kind === "finite" && end < a) add(1, width + end + 1);
  // Row 2, within the slice: i + B(i) is the same first row, and B is bounded.
  const target = a + b;
  for (let i = Math.max(0, target - slice.largest); i < Math.min(a, target + 1); i++) {
    if (slice.term(i) === target - i) add(2, width + i + 1);
  }
  // Rows 1 and 2, into the tail: to (x, x, ...), or to a second row of x.
  for (let x = 0; x < width; x++) {
    const corner = certificate.has(cut(tail, 0, x)).term(0);
    if (corner === 0) add(1, x + 1);
    else if (corner === width + a + b - x) add(2, x + 1);
  }
  // A row of the tail.
  for (let i = 0; i < tail.length; i++) {
    for (let length = 0; length < tail[i]; length++) {
      const other = certificate.has(cut(tail, i, length));
      if (other.term(width + a - other.width) === b) add(3 + i, length + 1);
    }
  }
  return found;
}

/**
 * The tail with its rows from one on cut to a length.
 * @param {number[]} tail
 * @param {number} from
 * @param {number} length
 */
export function cut(tail, from, length) {
  const rows = tail.map((row, i) => (i < from ? row : Math.min(row, length)));
  while (rows.length > 0 && rows[rows.length - 1] === 0) rows.pop();
  return rows;
}
