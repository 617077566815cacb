/** What the page says in a puzzle. */

import { isOver, quote, rowsText } from "./position.js";
import { numberOf, weekdayOf } from "./puzzle.js";
import { ANSWERED, counted, squareName, squareText } from "./words.js";

/** @typedef {import("./solving.js").Puzzle} Puzzle */

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
  "December",
];

/** More wrong tries than this are counted, and not drawn one by one, in the text for a friend. */
const DRAWN = 12;

/**
 * A day in words: Tuesday, 17 November 2026.
 * @param {string} date
 */
function dayText(date) {
  const [year, month, day] = date.split("-").map(Number);
  return `${WEEKDAYS[weekdayOf(date)]}, ${day} ${MONTHS[month - 1]} ${year}`;
}

/**
 * What the view is called.
 * @param {string} date
 */
export const dayTitle = (date) => `Puzzle of ${dayText(date)}`;

/**
 * The number of a puzzle, and how large its bar is among those of a week.
 * @param {string} date
 */
export function factsText(date) {
  const day = weekdayOf(date);
  const size = ["the smallest bars of the week", "the largest bars of the week"][[0, 6].indexOf(day)];
  const level = `level ${day + 1} of 7`;
  const why = size ?? "bars grow from Monday to Sunday";
  return `Puzzle ${numberOf(date)}. ${WEEKDAYS[day]} is ${level}: ${why}.`;
}

/**
 * How many days in a row were solved.
 * @param {number} days
 * @param {Puzzle} puzzle
 */
export function streakText(days, { shown, isLate }) {
  if (shown) return "You saw the answer, so this puzzle does not count towards your streak.";
  if (isLate) return "From the archive: a puzzle counts for a streak only if you solve it on its own day.";
  return days > 0 ? `Your streak: ${counted(days, "day")}.` : "Solve it to begin a streak.";
}

/**
 * When the next puzzle comes.
 * @param {number} minutes
 */
export function waitText(minutes) {
  const hours = Math.floor(minutes / 60);
  const parts = [[hours, "hour"], [minutes % 60, "minute"]].flatMap(([n, word]) => {
    return n ? [counted(Number(n), String(word))] : [];
  });
  return `The next puzzle comes at midnight, in ${parts.join(" and ")}.`;
}

/**
 * How many tries count.
 * @param {Puzzle} puzzle
 */
const triesText = ({ tries, shown }) => (tries > 0 && !shown ? ` Tries so far: ${tries}.` : "");

/**
 * What is to be done.
 * @param {Puzzle} puzzle
 */
export const posed = (puzzle) => `Exactly one bite wins. Find it.${triesText(puzzle)}`;

/**
 * Why a try was wrong.
 * @param {Puzzle} puzzle
 * @param {import("./position.js").Move} move
 * @param {import("./match.js").Refutation} found
 */
export function missed(puzzle, move, { answer, left }) {
  const bar = isOver(left) ? "only the poison" : `${rowsText(left)}, from which every bite loses`;
  const why = answer ? `I would answer ${squareText(answer)}, and leave you ${bar}` : ANSWERED;
  return `${squareName(move)} does not win: ${why}. Try another bite.${triesText(puzzle)}`;
}

/**
 * At which try a puzzle was solved.
 * @param {number} tries
 */
const triedText = (tries) => (tries === 1 ? "on the first try" : `on try ${tries}`);

/**
 * @param {Puzzle} puzzle
 * @param {boolean} proved
 */
export const solvedWords = ({ tries }, proved) =>
  `Solved ${triedText(tries)}! That is the only bite that wins` +
  `${proved ? ", and it is proved" : ""}.`;

/**
 * The answer to a puzzle, told to one who gave up.
 * @param {import("./oracle.js").Winning} winning
 */
export const answered = (winning) =>
  `${squareName(winning)} is the only bite that wins: it leaves ${rowsText(winning.after)}, from which every bite ` +
  "loses.";

/** What is said once the text for a friend is copied. */
export const PASTE = "Copied. Paste it to a friend.";

/**
 * Why there is no puzzle of a day that a link names, and that there is another one.
 * @param {string} text
 * @param {string | null} date null if the text is none
 * @param {string} first the day of the first puzzle
 */
export function noPuzzle(text, date, first) {
  const instead = "Here is the puzzle of today.";
  const isDay = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text);
  const wrong = date === null ? (isDay ? `There is no day ${text}` : `${quote(text)} is not a date`) :
    date < first ? `There was no puzzle yet: the first one is of ${dayText(first)}` :
      `The puzzle of ${dayText(date)} comes only on that day`;
  return `${wrong}. ${instead}`;
}

/** The links to the puzzles around. */
export const DAYS = { before: "← The day before", after: "The day after →" };

/** The link to the puzzle of today. */
export const TODAY = "Puzzle of today";

/**
 * A text to send to a friend, with a picture of the tries; it does not give the answer away.
 * @param {Puzzle} puzzle
 * @param {number} days how many days in a row were solved
 * @param {string} address
 */
export function shared({ date, tries }, days, address) {
  const wrong = tries - 1;
  const tried = wrong > DRAWN ? `❌×${wrong} ` : "❌".repeat(wrong);
  const row = days > 1 ? `, ${days} days in a row` : "";
  return `🍫 Chomp puzzle ${numberOf(date)}, ${dayText(date)}\n` +
    `${tried}✅ ${triedText(tries)}${row}\n${address}`;
}

/**
 * What is said of a square that was tapped once, where a bite counts.
 * @param {import("./position.js").Move} move
 */
export const chosenWords = (move) => `${squareName(move)}? Tap it again to bite, or choose another square.`;
