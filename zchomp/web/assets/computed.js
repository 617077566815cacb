/**
 * Small bars of any shape, solved by computing: every loser within a bar of at most 10 rows and 10 columns.
 *
 * A position is a loser if no bite leaves a loser. All positions within the bar are visited in lexicographic order, so
 * that whatever a bite leaves was visited before. This is ordinary JavaScript: exact, but neither proved nor certified.
 */

import { SMALL, bite, isMove } from "./position.js";

/** @typedef {import("./oracle.js").Solution} Solution */

/**
 * A number for a position: its rows as digits.
 * @param {number[]} rows
 */
export const code = (rows) => {
  let number = 0;
  for (let i = 0; i < SMALL; i++) number = number * (SMALL + 1) + (rows[i] ?? 0);
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
 * Visit all positions within a bar, so that whatever a bite leaves comes before; gives how many they are.
 * @param {number[]} bar
 * @param {(here: number, reaches: (is: (left: number) => boolean) => boolean) => void} judge is told the code of each
 *   position, and asks whether some bite leaves a position with a property
 */
function visitAll(bar, judge) {
  const weights = bar.map((_, i) => (SMALL + 1) ** (SMALL - 1 - i));
  const rows = bar.map(() => 0);
  let count = 0;
  let here = 0;
  const reaches = (/** @type {(left: number) => boolean} */ is) => {
    for (let i = 0; i < rows.length && rows[i] > 0; i++) {
      let left = here;
      for (let column = rows[i]; column >= 1; column--) {
        // Column by column, the rows from i on that reach it lose a square.
        for (let j = i; j < rows.length && rows[j] >= column; j++) left -= weights[j];
        if (is(left)) return true;
      }
    }
    return false;
  };
  const visit = (/** @type {number} */ i, /** @type {number} */ code) => {
    if (i === rows.length) {
      here = code;
      if (here === 0) return; // no squares at all are no position
      count += 1;
      judge(here, reaches);
      return;
    }
    const most = Math.min(bar[i], i > 0 ? rows[i - 1] : Infinity);
    for (let length = 0; length <= most; length++) {
      rows[i] = length;
      visit(i + 1, code + length * weights[i]);
    }
    rows[i] = 0;
  };
  visit(0, 0);
  return count;
}

/**
 * The codes of all losers within a bar, and how many positions it has.
 * @param {number[]} bar
 * @returns {{losers: number[], count: number}}
 */
export function losersWithin(bar) {
  /** @type {Set<number>} */
  const losers = new Set();
  const isLost = (/** @type {number} */ left) => losers.has(left);
  const count = visitAll(bar, (here, reaches) => reaches(isLost) || losers.add(here));
  return { losers: [...losers], count };
}

/**
 * The nim-value of every position within a bar, by its code: the least number that no bite leads to.
 * @param {number[]} bar
 * @returns {Map<number, number>}
 */
export function nimValuesWithin(bar) {
  /** @type {Map<number, number>} */
  const values = new Map();
  const seen = new Uint32Array(SMALL * SMALL + 1); // the last position that reaches each value, by its number
  let number = 0;
  const note = (/** @type {number} */ left) => {
    if (left > 0) seen[values.get(left) ?? 0] = number;
    return false;
  };
  visitAll(bar, (here, reaches) => {
    number += 1;
    reaches(note);
    values.set(here, seen.findIndex((last) => last !== number));
  });
  return values;
}

/**
 * What a worker computes about a bar.
 * @typedef {{losers: ReturnType<typeof losersWithin>, nimValues: ReturnType<typeof nimValuesWithin>}} Found
 */

/**
 * Compute in a worker.
 * @template {keyof Found} What
 * @param {What} what
 * @param {number[]} bar
 * @returns {Promise<Found[What]>}
 */
export async function inWorker(what, bar) {
  const worker = new Worker(new URL("./computed-worker.js", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => {
        reject(new Error(`the solver cannot be loaded${message ? `: ${message}` : ""}`));
      };
      worker.postMessage({ what, bar });
    });
  } finally {
    worker.terminate();
  }
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
    this.status = "";
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
    return new Computed(bar, await inWorker("losers", bar));
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
