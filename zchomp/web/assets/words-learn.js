/** What the page says in Learn. */

import { quote, rowsText } from "./position.js";
import { counted, squareText } from "./words.js";

/** @typedef {import("./position.js").Move} Move */
/**
 * @typedef {object} Lesson a bar to be won
 * @property {string} title
 * @property {string} words
 * @property {number[]} bar
 * @property {string} right what is said when it is won
 * @property {string} wrong what is said after a bite that does not win
 * @property {(reply: import("./game.js").Reply) => string} [uncopied] instead, if it should have copied a reply
 */

/** @type {Lesson[]} the first steps of the tour */
export const LESSONS = [
  {
    title: "The rule",
    words:
      "Pick a square: you eat it, with everything to the right of it and below it. Whoever must take the " +
      "poison loses. Leave me nothing but the poison.",
    bar: [5],
    right: "Right: only the poison is left for me.",
    wrong: "Now I leave you the poison. Bite the square beside the poison instead.",
  },
  {
    title: "Two rows",
    words:
      "Keep the upper row one square longer than the lower one. Whatever I do, you can make it so again. " +
      "Bite the last square of the lower row, and go on like that.",
    bar: [5, 5],
    right: "Well done. It works for two rows of any length.",
    wrong: "I made the upper row one square longer, so now it works for me. Try again.",
  },
  {
    title: "The square",
    words:
      "Bite the square below and to the right of the poison. Two arms of the same length are left. Whatever" +
      " I bite off one arm, bite off the other.",
    bar: [4, 4, 4, 4],
    right: "Well done. It works for a square of any size.",
    wrong: "Now the arms are mine. Try again: first the square below and to the right of the poison.",
    uncopied: ({ before, after }) => {
      const top = before[0] - after[0];
      const [mine, yours] = top > 0 ? ["top", "left"] : ["left", "top"];
      const taken = top > 0 ? top : before.length - after.length;
      return `You did not copy my bite: I took ${counted(taken, "square")} off the ${mine} arm, so take ${taken} off ` +
        `the ${yours} arm.`;
    },
  },
];

/**
 * Strategy stealing, frame by frame: a bar, whether the computer made it, the words about it, and a bite that they are
 * about.
 * @type {{rows: number[], theirs?: boolean, bite?: Move, words: string}[]}
 */
export const STOLEN = [
  {
    rows: [5, 5, 5],
    words: "Whoever begins on a full bar of more than one square can win. Here is why, without any calculation.",
  },
  { rows: [5, 5, 4], words: "You eat only the last square. Perhaps that wins." },
  { rows: [5, 5, 3], theirs: true, words: "If not, I have an answer that wins, for instance this one." },
  {
    rows: [5, 5, 5],
    bite: { row: 3, column: 4 },
    words:
      "But whatever I answer: on the full bar that bite would have eaten the last square, too. You could have made " +
      "it at once, and left the same bar.",
  },
  {
    rows: [5, 5, 3],
    words: "So the first player can always win. The proof does not say how; zchomp works that out.",
  },
];

/** What is said of the family (4 + a, 2 + a, 2). */
export const FAMILY_WORDS =
  "The bottom row has two squares, and the top row two more than the middle row. Whoever has to bite such a bar " +
  "loses, however long it is. Choose a length and try to win.";

/**
 * A link names a step that the tour does not have.
 * @param {string} text
 * @param {number} steps
 */
export const noStep = (text, steps) => `There is no step ${quote(text)} of ${steps}; this is the first one.`;

/**
 * How many squares there are.
 * @param {number} n
 */
export const squaresText = (n) => counted(n, "square");

/**
 * The bar that is to be bitten, in words.
 * @param {number[]} rows
 */
export const familyPosed = (rows) => `The rows have ${rows[0]}, ${rows[1]} and ${rows[2]} squares. Your turn.`;

/**
 * What is behind the family, for mathematicians.
 * @param {number[]} rows the bar of the family that is shown
 */
export const familyReason = (rows) =>
  `The bar is written ${rowsText(rows)}, row by row. A bar from which every bite loses is called a loser. ` +
  `(4 + a, 2 + a, 2) is a loser for every a = 0, 1, 2, …; here a is ${rows[0] - 4}. Why for every a? The list of all ` +
  "losers with two squares in the third row begins to repeat, and what comes next depends only on a part of the list " +
  "that repeats, too. So it repeats forever. Such an argument can be written into a file, a certificate, and anyone " +
  "can check it: see Verify.";

/**
 * What is said after an answer in the family.
 * @param {Move} move
 * @param {import("./game.js").Game} game
 */
export function familyAnswered(move, game) {
  const left = `I bit ${squareText(move)}`;
  return game.over ? `${left}: the poison is yours. Move the slider to try another length.` :
    `${left}, and again every bite of yours loses. Bite on, or move the slider.`;
}

/**
 * What is said when a step begins again.
 * @param {number[]} rows
 */
export const begunAgain = (rows) =>
  `Again from the start: ${counted(rows.length, "row")}, ${squaresText(rows[0])} in the top row. Your turn.`;

/**
 * What is said after an answer in a lesson.
 * @param {Move} move
 */
export const answeredText = (move) => `I bit ${squareText(move)}. Your turn.`;

/** What the steps after the lessons are called. */
export const STEPS = { stolen: "The stolen strategy", family: "Forever" };

/** What the buttons of the tour say. */
export const BUTTONS = { again: "Again", pause: "Pause", on: "Go on", next: "Next", play: "Play" };

/**
 * What a step is called.
 * @param {number} step counted from 0
 * @param {number} steps how many there are
 * @param {string} title
 */
export const stepTitle = (step, steps, title) => `${step + 1} of ${steps}: ${title}`;
