/**
 * The computer, at three levels. It plays the same every time, so that a link leads to the same game; but where it
 * makes a mistake, with another seed it may make another one.
 *
 *     perfect    a winning bite that leaves few squares, if there is one; lost, it keeps the game long and tricky
 *     medium     the first two wins of a game are passed up as at the easy level, and all other bites are perfect
 *     easy       a bite of few squares after which you can still win, if there is one
 *
 * Lost, the perfect player takes few squares from the end of a row, so that as few bites as possible win against what
 * it leaves, and as many squares as possible are left.
 */

import { isStill } from "./dom.js";
import { known } from "./oracle.js";
import { bite, squares } from "./position.js";

/** @typedef {import("./oracle.js").Knowledge} Knowledge */
/** @typedef {import("./position.js").Move} Move */
/** @typedef {"easy" | "medium" | "perfect"} Level */

/** @type {Level[]} */
export const LEVELS = ["easy", "medium", "perfect"];

/** The level of a game for which no link says otherwise. */
export const USUAL = LEVELS[0];

/** The most squares that it takes when it is lost. */
const FEW = 3;

/** The most bites of a row that the easy level thinks of. */
const LOOKED = 12;

/** A kind bite takes at most one in this number of squares, where there is such a bite: so a game lasts. */
const PART = 8;

/** The most wins that the medium level passes up in a game. */
const PASSED = 2;

/** How long the computer seems to think, in milliseconds: no time for a reader who wants no motion. */
export const thinking = () => (isStill() ? 0 : 450);

/**
 * What the computer bites, and whether it is lost.
 * @param {Knowledge} knowledge
 * @param {number[]} rows known, and with a move left
 * @param {Level} level
 * @param {number} passed how many wins the computer passed up in this game
 * @param {number} seed of the game
 * @returns {{move: Move, lost: boolean}}
 */
export function reply(knowledge, rows, level = "perfect", passed = 0, seed = 0) {
  const { moves } = known(knowledge, rows);
  const lost = moves.length === 0;
  const isKind = level === "easy" || (level === "medium" && !lost && passed < PASSED);
  if (isKind) return { move: kind(knowledge, rows, seed), lost };
  return { move: lost ? slow(knowledge, rows) : quick(moves), lost };
}

/**
 * The winning bite that leaves the fewest squares.
 * @param {import("./oracle.js").Winning[]} moves
 * @returns {Move}
 */
export function quick(moves) {
  const { row, column } = moves.reduce((x, y) => (squares(y.after) < squares(x.after) ? y : x));
  return { row, column };
}

/**
 * A bite of a lost position.
 * @param {Knowledge} knowledge
 * @param {number[]} rows
 * @returns {Move}
 */
function slow(knowledge, rows) {
  const tricky = slowBites(rows)
    .map((move) => ({ move, after: bite(rows, move) }))
    .map(({ move, after }) => ({ move, ways: known(knowledge, after).moves.length, left: squares(after) }))
    .sort((x, y) => x.ways - y.ways || y.left - x.left || x.move.row - y.move.row);
  return tricky[0].move;
}

/**
 * Bites of few squares from the end of each row that sticks out.
 * @param {number[]} rows
 */
function slowBites(rows) {
  const found = [];
  for (let i = 0; i < rows.length; i++) {
    const out = rows[i] - Math.max(rows[i + 1] ?? 0, i === 0 ? 1 : 0);
    for (let taken = 1; taken <= Math.min(out, FEW); taken++) found.push({ row: i + 1, column: rows[i] + 1 - taken });
  }
  return found;
}

/**
 * A bite that leaves a winner and many squares, if there is one: which one depends on the position and the seed alone.
 * @param {Knowledge} knowledge
 * @param {number[]} rows
 * @param {number} seed
 * @returns {Move}
 */
function kind(knowledge, rows, seed) {
  const all = rows.flatMap((length, i) => {
    const first = Math.max(i === 0 ? 2 : 1, length - LOOKED + 1);
    return Array.from({ length: Math.max(0, length - first + 1) }, (_, j) => ({ row: i + 1, column: first + j }));
  });
  const taken = (/** @type {Move} */ move) => squares(rows) - squares(bite(rows, move));
  const kindly = all.filter((move) => known(knowledge, bite(rows, move)).wins);
  const choice = kindly.length > 0 ? kindly : all;
  const most = Math.max(squares(rows) / PART, Math.min(...choice.map(taken)));
  const small = choice.filter((move) => taken(move) <= most);
  return small[noise(seed > 0 ? [...rows, seed] : rows) % small.length];
}

/**
 * A number that looks like chance, from a position, or from any numbers.
 * @param {number[]} numbers
 */
export function noise(numbers) {
  let state = 2166136261;
  for (const letter of numbers.join(",")) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  state = Math.imul(state ^ (state >>> 15), 2246822519) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}
