/**
 * The computer: a winning bite that leaves few squares, if there is one; lost, it keeps the game long and tricky.
 *
 * Lost, it takes few squares from the end of a row, so that as few bites as possible win against what it leaves, and as
 * many squares as possible are left. It plays the same every time.
 */

import { bite, squares } from "./position.js";
import { solve } from "./oracle.js";

/** The most squares that it takes when it is lost. */
const FEW = 3;

/**
 * What the computer bites, and whether it is lost.
 * @param {import("./certificate.js").Certificate} certificate @param {number[]} rows known, and with a move left
 * @returns {{move: {row: number, column: number}, lost: boolean}}
 */
export function reply(certificate, rows) {
  const { moves } = solve(certificate, rows);
  if (moves.length > 0) {
    const best = moves.reduce((x, y) => (squares(y.after) < squares(x.after) ? y : x));
    return { move: { row: best.row, column: best.column }, lost: false };
  }
  const tricky = slowBites(rows)
    .map((move) => ({ move, after: bite(rows, move) }))
    .map(({ move, after }) => ({ move, ways: solve(certificate, after).moves.length, left: squares(after) }))
    .sort((x, y) => x.ways - y.ways || y.left - x.left || x.move.row - y.move.row);
  return { move: tricky[0].move, lost: true };
}

/** Bites of few squares from the end of each row that sticks out. @param {number[]} rows */
function slowBites(rows) {
  const found = [];
  for (let i = 0; i < rows.length; i++) {
    const out = rows[i] - Math.max(rows[i + 1] ?? 0, i === 0 ? 1 : 0);
    for (let taken = 1; taken <= Math.min(out, FEW); taken++) found.push({ row: i + 1, column: rows[i] + 1 - taken });
  }
  return found;
}
