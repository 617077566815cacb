/**
 * Positions: rows of squares, not increasing, the poison being the first square of the first row.
 *
 * Two notations, as everywhere in zchomp: rows (9, 7, 4), and brackets [4, 3, 2], the numbers of columns of height 3, 2
 * and 1. Rows and columns of a move are counted from 1.
 */

/** @typedef {number[]} Rows  whole numbers above 0, not increasing, at least one of them */
/** @typedef {{row: number, column: number}} Move */

/** The most rows of a bar on this page. */
export const MAX_ROWS = 50;

/** The most rows and columns of a bar that is computed on this page, if no certificate knows it. */
export const SMALL = 10;

/**
 * Whether a bar is small enough to be computed on this page.
 * @param {Rows} rows
 */
export const isSmall = (rows) => rows.length <= SMALL && rows[0] <= SMALL;

/**
 * Without the empty rows at the end.
 * @param {number[]} rows
 * @returns {number[]}
 */
export function trim(rows) {
  const end = rows.indexOf(0);
  return end < 0 ? rows.slice() : rows.slice(0, end);
}

/**
 * A number in a sentence; within a position, which can be typed again, numbers have no commas.
 * @param {number} n
 */
export const grouped = (n) => n.toLocaleString("en-US");

/** @param {Rows} rows */
export const rowsText = (rows) => `(${rows.join(", ")})`;

/** @param {Rows} rows */
export function bracketsText(rows) {
  const all = rows.concat(Array(Math.max(0, 3 - rows.length)).fill(0));
  return `[${all.map((length, i) => length - (all[i + 1] ?? 0)).reverse().join(", ")}]`;
}

/**
 * Both notations.
 * @param {Rows} rows
 */
export const fullText = (rows) => `${rowsText(rows)} = ${bracketsText(rows)}`;

/**
 * @param {Rows} rows
 * @param {Move} move
 */
export const isMove = (rows, { row, column }) =>
  row >= 1 && row <= rows.length && column >= 1 && column <= rows[row - 1] && row + column > 2;

/**
 * What a bite leaves.
 * @param {Rows} rows
 * @param {Move} move
 * @returns {Rows}
 */
export function bite(rows, { row, column }) {
  return trim(rows.map((length, i) => (i < row - 1 ? length : Math.min(length, column - 1))));
}

/**
 * A bite as a link has it: 2.5.
 * @param {Move} move
 */
export const biteText = ({ row, column }) => `${row}.${column}`;

/** @param {Rows} rows */
export const squares = (rows) => rows.reduce((sum, length) => sum + length, 0);

/**
 * Only the poison is left.
 * @param {Rows} rows
 */
export const isOver = (rows) => rows.length === 1 && rows[0] === 1;

/**
 * Rows and columns exchanged; for bars of few columns.
 * @param {Rows} rows
 * @returns {Rows}
 */
export function transpose(rows) {
  return Array.from({ length: rows[0] }, (_, column) => rows.filter((length) => length > column).length);
}

/**
 * Text from outside, shortened.
 * @param {string} text
 */
export function quote(text) {
  const shown = text.trim();
  return `“${shown.length > 40 ? `${shown.slice(0, 37)}...` : shown}”`;
}

/**
 * A number as it was typed.
 * @param {string} text
 * @param {string} what
 * @returns {number}
 */
export function readNumber(text, what) {
  if (/^\s*[0-9]{1,15}\s*$/.test(text)) return Number(text);
  throw new RangeError(`${quote(text)} is not ${what}; expected a number of squares.`);
}
