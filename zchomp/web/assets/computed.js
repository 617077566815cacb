/**
 * Small bars of any shape, solved by computing: every loser within a bar of at most 10 rows and 10 columns.
 *
 * A position is a loser if no bite leaves a loser. All positions within the bar are visited in lexicographic order, so
 * that whatever a bite leaves was visited before. This is ordinary JavaScript: exact, but neither proved nor certified.
 */

import { bite, isMove } from "./position.js";

/** @typedef {import("./oracle.js").Solution} Solution */

/** The most rows and columns. */
export const MOST = 10;

/**
 * Whether a bar is small enough.
 * @param {number[]} rows
 */
export const isSmall = (rows) => rows.length <= MOST && rows[0] <= MOST;

/**
 * A number for a position: its rows as digits.
 * @param {number[]} rows
 */
const code = (rows) => {
  let number = 0;
  for (let i = 0; i < MOST; i++) number = number * (MOST + 1) + (rows[i] ?? 0);
  return number;
};

/**
 * Every bite of a position.
 * @param {number[]} rows
 * @returns {import("./position.js").Move[]}
 */
export function bites(rows) {
  return rows.flatMap((length, i) => {
    return Array.from({ length }, (_, j) => ({ row: i + 1, column: j + 1 })).filter((move) => isMove(rows, move));
  });
}

/**
 * The codes of all losers within a bar, and how many positions it has.
 * @param {number[]} bar
 * @returns {{losers: number[], count: number}}
 */
export function losersWithin(bar) {
  const weights = bar.map((_, i) => (MOST + 1) ** (MOST - 1 - i));
  const losers = new Set();
  const rows = bar.map(() => 0);
  let count = 0;
  const isLoser = (/** @type {number} */ here) => {
    if (rows[0] === 0) return false;
    for (let i = 0; i < rows.length && rows[i] > 0; i++) {
      let left = here;
      for (let column = rows[i]; column >= 1; column--) {
        // Column by column, the rows from i on that reach it lose a square.
        for (let j = i; j < rows.length && rows[j] >= column; j++) left -= weights[j];
        if (losers.has(left)) return false;
      }
    }
    return true;
  };
  const visit = (/** @type {number} */ i, /** @type {number} */ here) => {
    if (i === rows.length) {
      count += 1;
      if (isLoser(here)) losers.add(here);
      return;
    }
    const most = Math.min(bar[i], i > 0 ? rows[i - 1] : Infinity);
    for (let length = 0; length <= most; length++) {
      rows[i] = length;
      visit(i + 1, here + length * weights[i]);
    }
    rows[i] = 0;
  };
  visit(0, 0);
  return { losers: [...losers], count: count - 1 };
}

/** What was computed about a bar; it answers as a certificate does. */
export class Computed {
  /**
   * @param {number[]} bar
   * @param {{losers: number[], count: number}} found
   */
  constructor(bar, found) {
    this.bar = bar;
    this.losers = new Set(found.losers);
    this.count = found.count;
    this.name = "";
    this.verdict = "";
    this.checking = false;
  }

  /**
   * Compute at once; for bars of few squares.
   * @param {number[]} bar
   */
  static of(bar) {
    return new Computed(bar, losersWithin(bar));
  }

  /**
   * Compute in a worker.
   * @param {number[]} bar
   * @returns {Promise<Computed>}
   */
  static async later(bar) {
    const worker = new Worker(new URL("./computed-worker.js", import.meta.url), { type: "module" });
    try {
      const found = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(`the solver cannot be loaded: ${message}`));
        worker.postMessage(bar);
      });
      return new Computed(bar, found);
    } finally {
      worker.terminate();
    }
  }

  /**
   * Whether a position is within the bar.
   * @param {number[]} rows
   */
  covers(rows) {
    return rows.every((length, i) => length <= (this.bar[i] ?? 0));
  }

  /**
   * Who wins, and every winning bite.
   * @param {number[]} rows
   * @returns {Solution}
   */
  solve(rows) {
    const moves = bites(rows)
      .map((move) => ({ ...move, after: bite(rows, move) }))
      .filter(({ after }) => this.losers.has(code(after)));
    return { rows, wins: moves.length > 0, moves, slice: null, a: 0, b: 0, turned: false };
  }
}
