/**
 * The puzzle of a day: a bar of three or four rows with exactly one winning bite, from the date alone.
 *
 * The certificate proves that the bite wins, and that no other one does. All suitable bars, by their size, make seven
 * lists of equal length, one for each day of the week: Mondays are small, Sundays are large. Each list is shuffled, and
 * walked week by week, so that a bar comes back only after its whole list: more than a year later.
 */

import { known } from "./oracle.js";
import { noise } from "./player.js";
import { squares } from "./position.js";

/** The certificate that proves the puzzles. */
export const PROOF = "chomp-4rows-20.jsonl";

/** The most columns of a puzzle: all of them are seen on a phone. */
const COLUMNS = 11;

/** Days of a week. */
const WEEK = 7;

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** Today, as a link has it. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/**
 * A date as a link has it, or null.
 * @param {string} text
 * @returns {string | null}
 */
export function readDate(text) {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!found) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/**
 * The bar of a day.
 * @param {string} date as 2026-11-17
 * @param {import("./certificate.js").Certificate} certificate of four rows
 * @returns {number[]}
 */
export function puzzleOf(date, certificate) {
  const days = Date.parse(`${date}T00:00:00Z`) / DAY + 3; // since a Monday
  const list = listsOf(certificate)[rest(days, WEEK)];
  return list[rest(Math.floor(days / WEEK), list.length)];
}

/**
 * The rest of a division, from 0 on; of dates before 1970 as well.
 * @param {number} n
 * @param {number} by
 */
const rest = (n, by) => ((n % by) + by) % by;

/** @type {WeakMap<import("./certificate.js").Certificate, number[][][]>} the lists that were made */
const made = new WeakMap();

/**
 * The puzzles of each day of the week, Monday first, in the order of the weeks; made once.
 * @param {import("./certificate.js").Certificate} certificate
 * @returns {number[][][]}
 */
export function listsOf(certificate) {
  const before = made.get(certificate);
  if (before) return before;
  const all = bars().filter((rows) => isPuzzle(known(certificate, rows)));
  all.sort((x, y) => squares(x) - squares(y) || noise(x) - noise(y));
  const length = Math.floor(all.length / WEEK);
  const lists = Array.from({ length: WEEK }, (_, day) => all.slice(day * length, (day + 1) * length));
  for (const list of lists) list.sort((x, y) => noise(x) - noise(y));
  made.set(certificate, lists);
  return lists;
}

/**
 * All bars of three and four rows that are seen whole on a phone.
 * @returns {number[][]}
 */
function bars() {
  const shorter = (/** @type {number} */ length) => Array.from({ length }, (_, i) => i + 1);
  const longer = (/** @type {number[]} */ rows) => shorter(rows[rows.length - 1]).map((length) => [...rows, length]);
  const three = shorter(COLUMNS).map((length) => [length]).flatMap(longer).flatMap(longer);
  return [...three, ...three.flatMap(longer)];
}

/**
 * Whether a bar has exactly one winning bite, and that is not found at a glance: it does not only shorten the first
 * row, and leaves more than a few squares.
 * @param {import("./oracle.js").Solution} solution
 */
const isPuzzle = ({ moves }) => moves.length === 1 && moves[0].row > 1 && squares(moves[0].after) > 3;

/** Under this name and a date, a browser remembers how far its reader came; it is sent nowhere. */
const KEPT = "zchomp puzzle ";

/**
 * How far the reader came with the puzzle of a day: the tries, whether it is solved, whether the answer was told, and
 * the wrong bites.
 * @param {string} date
 * @returns {{tries: number, solved: boolean, shown: boolean, wrong: string[]}}
 */
export function remembered(date) {
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT + date);
  } catch {
    // the browser keeps nothing
  }
  const found = /^([0-9]{1,4})( solved)?( shown)?((?: [0-9]+\.[0-9]+)*)$/.exec(kept ?? "");
  if (!found) return { tries: 0, solved: false, shown: false, wrong: [] };
  const [, tries, solved, shown, wrong] = found;
  const isThere = (/** @type {string | undefined} */ word) => word !== undefined;
  return { tries: Number(tries), solved: isThere(solved), shown: isThere(shown), wrong: wrong.split(" ").slice(1) };
}

/** @param {import("./match.js").Puzzle} puzzle */
export function remember({ date, tries, solved, shown, wrong }) {
  try {
    const words = [String(tries), solved ? "solved" : "", shown ? "shown" : "", ...wrong];
    localStorage.setItem(KEPT + date, words.filter((word) => word !== "").join(" "));
  } catch {
    // the browser keeps nothing
  }
}

/**
 * Another day.
 * @param {string} date
 * @param {number} days
 */
export function dayAfter(date, days) {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/**
 * How many days in a row, up to this one, were solved before the answer was told.
 * @param {string} date
 */
export function streak(date) {
  const isEarned = (/** @type {string} */ day) => {
    const { solved, shown } = remembered(day);
    return solved && !shown;
  };
  let days = 0;
  while (isEarned(dayAfter(date, -days))) days += 1;
  return days;
}
