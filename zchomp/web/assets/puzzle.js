/**
 * The puzzle of a day: a bar of three rows with exactly one winning bite, from the date alone.
 *
 * The certificate proves that the bite wins, and that no other one does. Mondays are small, Sundays are large.
 */

import { known } from "./oracle.js";
import { noise } from "./player.js";
import { squares } from "./position.js";

/** Squares of the first day of the week, and how many more each later day has. */
const FIRST = 10;
const MORE = 7;

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
 * @param {import("./certificate.js").Certificate} certificate of three rows
 * @returns {number[]}
 */
export function puzzleOf(date, certificate) {
  const numbers = date.split("-").map(Number);
  const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7; // Monday is 0
  const size = FIRST + MORE * day;
  for (let i = 0; ; i++) {
    const chance = noise([...numbers, i]);
    const third = 1 + (chance % Math.floor(size / 3));
    const second = third + (Math.floor(chance / 64) % 10);
    const first = second + (Math.floor(chance / 4096) % 14);
    const rows = [first, second, third];
    const count = squares(rows);
    if (count < size || count >= size + MORE) continue;
    const { moves } = known(certificate, rows);
    // A bite that only shortens the first row, or leaves the poison alone, is found at a glance.
    if (moves.length === 1 && moves[0].row > 1 && squares(moves[0].after) > 3) return rows;
  }
}

/** Under this name and a date, a browser remembers how far its reader came; it is sent nowhere. */
const KEPT = "zchomp puzzle ";

/**
 * How far the reader came with the puzzle of a day: the tries, whether it is solved, and the wrong bites.
 * @param {string} date
 * @returns {{tries: number, solved: boolean, wrong: string[]}}
 */
export function remembered(date) {
  try {
    const found = /^([0-9]{1,4})( solved)?((?: [0-9]+\.[0-9]+)*)$/.exec(localStorage.getItem(KEPT + date) ?? "");
    const wrong = found?.[3].split(" ").filter((word) => word !== "") ?? [];
    return { tries: Number(found?.[1] ?? 0), solved: found?.[2] !== undefined, wrong };
  } catch {
    return { tries: 0, solved: false, wrong: [] }; // the browser keeps nothing
  }
}

/** @param {import("./match.js").Puzzle} puzzle */
export function remember({ date, tries, solved, wrong }) {
  try {
    localStorage.setItem(KEPT + date, [`${tries}${solved ? " solved" : ""}`, ...wrong].join(" "));
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
 * How many days in a row, up to this one, were solved.
 * @param {string} date
 */
export function streak(date) {
  let days = 0;
  while (remembered(dayAfter(date, -days)).solved) days += 1;
  return days;
}
