/**
 * The puzzle of a day: a bar of three or four rows with exactly one winning bite, from the date alone.
 *
 * The certificate proves that the bite wins, and that no other one does. All suitable bars, by their size, make seven
 * lists of equal length, one for each day of the week: Mondays are small, Sundays are large. Each list is shuffled, and
 * walked week by week, so that a bar comes back only after its whole list: more than a year later.
 *
 * A day is a text as links have it, 2026-11-17. Puzzles are numbered from the one of FIRST on.
 */

import { known } from "./oracle.js";
import { noise } from "./player.js";
import { biteText, squares } from "./position.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./oracle.js").Winning} Winning */
/** @typedef {import("./position.js").Move} Move */

/** The certificate that proves the puzzles. */
export const PROOF = "chomp-4rows-20.jsonl";

/** The most columns of a puzzle: all of them are seen on a phone. */
const COLUMNS = 11;

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
 * The bar of a day.
 * @param {string} date
 * @param {Certificate} certificate of four rows
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

/** A puzzle on the board, and how far its reader came with it; what is new is remembered at once. */
export class Puzzle {
  /**
   * @param {string} date
   * @param {Certificate} certificate
   */
  constructor(date, certificate) {
    this.date = date;
    this.rows = puzzleOf(date, certificate);
    /** the one bite that wins */
    this.answer = known(certificate, this.rows).moves[0];
    const kept = remembered(date);
    const { tries, solved, on, shown, wrong } = kept.bar === this.rows.join(",") ? kept : NOTHING;
    this.tries = tries;
    this.solved = solved;
    /** the day on which it was solved; empty if it was not, or if that day is not known */
    this.on = on;
    /** whether the answer was told */
    this.shown = shown;
    /** the wrong bites that were tried, each once, as a link has them */
    this.wrong = wrong.filter((word) => word !== biteText(this.answer));
  }

  /**
   * Whether a bite was tried and does not win, and the one that does is still to be found.
   * @param {Move} move
   */
  wasTried(move) {
    return !this.solved && this.wrong.includes(biteText(move));
  }

  /**
   * A try; the same wrong bite once more is no new one, and once the answer was told, none is.
   * @param {Move} move
   */
  guess(move) {
    const isNew = !this.wasTried(move);
    this.solved = biteText(move) === biteText(this.answer);
    if (this.solved) this.on = today();
    if (isNew && !this.solved) this.wrong.push(biteText(move));
    if (isNew && !this.shown) this.tries += 1;
    remember(this);
  }

  /** The answer is told, and stays told. */
  giveUp() {
    this.shown = true;
    remember(this);
  }

  /** Whether it is too late for it to count for a streak: its day was over before it was solved. */
  get isLate() {
    return !isInTime(this.date, this.solved ? this.on : today());
  }
}

/** Under this name and a date, a browser remembers how far its reader came; it is sent nowhere. */
const KEPT = "zchomp puzzle ";

/**
 * What is remembered of a puzzle: its bar, 9,7,4; the tries; whether it was solved, and on which day; whether it was
 * told; and the wrong bites.
 */
const MEMORY =
  /^([0-9]+(?:,[0-9]+)*) ([0-9]{1,4})( solved(?:=([0-9]{4}-[0-9]{2}-[0-9]{2}))?)?( shown)?((?: [0-9]+\.[0-9]+)*)$/;

/**
 * What is remembered of a puzzle that nobody tried.
 * @type {{bar: string, tries: number, solved: boolean, on: string, shown: boolean, wrong: string[]}}
 */
const NOTHING = { bar: "", tries: 0, solved: false, on: "", shown: false, wrong: [] };

/**
 * How far the reader came with the puzzle of a day.
 * @param {string} date
 */
function remembered(date) {
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT + date);
  } catch {
    // the browser keeps nothing
  }
  const found = MEMORY.exec(kept ?? "");
  if (!found) return NOTHING;
  const [, bar, tries, solved, on = "", shown, wrong] = found;
  const isThere = (/** @type {string | undefined} */ word) => word !== undefined;
  const words = wrong.split(" ").slice(1);
  return { bar, tries: Number(tries), solved: isThere(solved), on, shown: isThere(shown), wrong: words };
}

/** @param {Puzzle} puzzle */
function remember({ date, rows, tries, solved, on, shown, wrong }) {
  try {
    const words = [rows.join(","), String(tries), solved ? `solved=${on}` : "", shown ? "shown" : "", ...wrong];
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
 * Whether the puzzle of a day was in time on another day: on its own, or before, where that had begun only in the east.
 * @param {string} date
 * @param {string} on empty if it is not known: then it was not in time
 */
const isInTime = (date, on) => on !== "" && on <= date;

/**
 * How many days in a row, up to this one, were solved on the day itself, before the answer was told.
 * @param {string} date
 */
export function streak(date) {
  const isEarned = (/** @type {string} */ day) => {
    const { solved, on, shown } = remembered(day);
    return solved && isInTime(day, on) && !shown;
  };
  let days = 0;
  while (isEarned(dayAfter(date, -days))) days += 1;
  return days;
}
