/** What the page says in a puzzle. */

import { quote, rowsText } from "./position.js";
import { Square, squareText } from "./words.js";

/**
 * How many tries count.
 * @param {import("./match.js").Puzzle} puzzle
 */
const triesText = ({ tries, shown }) => (tries > 0 && !shown ? ` Tries so far: ${tries}.` : "");

/**
 * What is to be done.
 * @param {import("./match.js").Puzzle} puzzle
 */
export const posed = (puzzle) =>
  `Puzzle of ${puzzle.date}: exactly one bite wins. Find it.${triesText(puzzle)}`;

/**
 * Why a try was wrong.
 * @param {import("./match.js").Puzzle} puzzle
 * @param {import("./position.js").Move} move
 * @param {{answer: import("./position.js").Move | null, left: number[]}} found
 */
export const missed = (puzzle, move, { answer, left }) =>
  `${Square(move)} does not win: I would answer ${answer && squareText(answer)}, and you would face the loser ` +
  `${rowsText(left)}. Try another bite.${triesText(puzzle)}`;

/**
 * @param {import("./match.js").Puzzle} puzzle
 * @param {number} days how many days in a row were solved
 * @param {boolean} proved
 */
export const solvedWords = ({ tries }, days, proved) =>
  `Solved ${tries === 1 ? "at once" : `at try ${tries}`}! That is the only bite that wins` +
  `${proved ? ", and it is proved" : ""}.` +
  (days > 1 ? ` ${days} days in a row.` : "");

/**
 * The answer to a puzzle, told to one who gave up.
 * @param {import("./oracle.js").Winning} winning
 */
export const answered = (winning) =>
  `${Square(winning)} is the only bite that wins: it leaves the loser ${rowsText(winning.after)}.`;

/**
 * That a link names no day, and what to do.
 * @param {string} text
 * @param {string} today
 */
export const noDate = (text, today) =>
  `${/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? `There is no day ${text}` : `${quote(text)} is not a date`}. ` +
  `Choose Puzzle above for the one of today, or change the link to a date like ${today}.`;

/** The links to the puzzles around. */
export const DAYS = { before: "← The day before", after: "The day after →" };

/**
 * A text to send to a friend; it does not give the answer away.
 * @param {import("./match.js").Puzzle} puzzle
 * @param {string} address
 */
export const shared = ({ date, tries }, address) =>
  `Chomp puzzle of ${date}: one bite wins. I found it ${tries === 1 ? "at once" : `at try ${tries}`}. ${address}`;
