/**
 * The puzzle of a day: a bar of three to five rows with exactly one winning bite, from the date alone.
 *
 * The certificate proves that the bite wins, and that no other one does. All suitable bars, by their size, make seven
 * lists of equal length, one for each day of the week: Mondays are small, Sundays are large. Each list is shuffled, and
 * walked week by week, so that a bar comes back only after its whole list: more than a year later.
 *
 * A day is a text as links have it, 2026-11-17. Puzzles are numbered from the one of FIRST on.
 */

import { known } from "./oracle.js";
import { noise } from "./player.js";
import { squares } from "./position.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */

/** The certificate that proves the puzzles. */
export const PROOF = "chomp-5rows-8.jsonl";

/** The most rows and columns of a puzzle: all of them are seen on a phone. */
const ROWS = 5;
const COLUMNS = 11;

/** The least number of squares that the winning bite takes: who nibbles at corners does not find it. */
const TAKEN = 3;

/** Days of a week. */
const WEEK = 7;

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** The day of the first puzzle: a Monday. */
export const FIRST = "2024-01-01";

/** Somewhere on earth it is this number of hours later than in Greenwich: there a day begins first. */
const EARLIEST = 14;

/** Today, as the reader's clock has it; the day of the first puzzle, if that clock is wrong and was never set. */
export function today() {
  const now = new Date();
  const numbers = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const day = numbers.map((n) => String(n).padStart(2, "0")).join("-");
  return day < FIRST ? FIRST : day;
}

/**
 * Whether the day of a puzzle has begun, here or anywhere on earth: a friend to the east may have sent its link.
 * @param {string} date
 */
export function hasBegun(date) {
  const first = new Date(Date.now() + (EARLIEST / 24) * DAY).toISOString().slice(0, 10);
  return date <= first || date === today();
}

/** Minutes until the next day begins here, at midnight. */
export function minutesLeft() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.ceil((midnight.getTime() - now.getTime()) / 60_000);
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
 * How many days a date is after Monday, 29 December 1969.
 * @param {string} date
 */
const daysOf = (date) => Date.parse(`${date}T00:00:00Z`) / DAY + 3;

/**
 * The day of the week of a date: 0 is Monday.
 * @param {string} date
 */
export const weekdayOf = (date) => rest(daysOf(date), WEEK);

/**
 * The number of the puzzle of a day: 1 is the first.
 * @param {string} date
 */
export const numberOf = (date) => daysOf(date) - daysOf(FIRST) + 1;

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
 * The bar of a day.
 * @param {string} date
 * @param {Certificate} certificate of five rows
 * @returns {number[]}
 */
export function puzzleOf(date, certificate) {
  const list = listsOf(certificate)[weekdayOf(date)];
  return list[rest(Math.floor(daysOf(date) / WEEK), list.length)];
}

/**
 * The rest of a division, from 0 on; of dates before 1970 as well.
 * @param {number} n
 * @param {number} by
 */
const rest = (n, by) => ((n % by) + by) % by;

/** @type {WeakMap<Certificate, number[][][]>} the lists that were made */
const made = new WeakMap();

/**
 * The puzzles of each day of the week, Monday first, in the order of the weeks; made once.
 * @param {Certificate} certificate
 * @returns {number[][][]}
 */
export function listsOf(certificate) {
  const before = made.get(certificate);
  if (before) return before;
  const all = bars().filter((rows) => certificate.covers(rows) && isPuzzle(known(certificate, rows)));
  all.sort((x, y) => squares(x) - squares(y) || noise(x) - noise(y));
  const length = Math.floor(all.length / WEEK);
  const lists = Array.from({ length: WEEK }, (_, day) => all.slice(day * length, (day + 1) * length));
  for (const list of lists) list.sort((x, y) => noise(x) - noise(y));
  made.set(certificate, lists);
  return lists;
}

/**
 * All bars of three rows and more that are seen whole on a phone.
 * @returns {number[][]}
 */
function bars() {
  const shorter = (/** @type {number} */ length) => Array.from({ length }, (_, i) => i + 1);
  const longer = (/** @type {number[]} */ rows) => shorter(rows[rows.length - 1]).map((length) => [...rows, length]);
  const found = [shorter(COLUMNS).map((length) => [length])];
  while (found.length < ROWS) found.push(found[found.length - 1].flatMap(longer));
  return found.slice(2).flat();
}

/**
 * Whether a bar has exactly one winning bite, and that is not found at a glance: it does not only shorten the first
 * row, takes more than a corner, and leaves more than two rows, for which Learn has a rule.
 * @param {import("./oracle.js").Solution} solution
 */
function isPuzzle({ rows, moves }) {
  const [{ row, after } = { row: 0, after: [] }, ...others] = moves;
  return others.length === 0 && row > 1 && after.length > 2 && squares(rows) - squares(after) >= TAKEN;
}
