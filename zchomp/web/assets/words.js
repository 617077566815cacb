/**
 * What the page says of games, of the opponent and of certificates.
 *
 * The words of a part that is loaded later are in a file of their own, like words-why.js.
 */

import { element } from "./dom.js";
import { bite, grouped, isOver, rowsText, squares } from "./position.js";

/** @typedef {import("./match.js").Event} Event */

/** What the board is called, without a puzzle. */
export const TITLE = "Play Chomp";

/** What the list of winning bites is called. */
export const WINNING = "Winning bites";

/** What the poison is, while it is pointed at. */
export const POISON = "The poison: whoever takes it loses.";

/**
 * What the button says that ends a game, or a puzzle.
 * @param {boolean} puzzling
 */
export const endText = (puzzling) => (puzzling ? "Show the answer" : "Give up");

/**
 * What the buttons say that begin the same bar once more: with the other side first, and at another level.
 * @param {import("./game.js").Side} other
 * @param {import("./game.js").Side | null} loser
 */
export const againTexts = (other, loser) => ({
  other: `Again, ${other === "you" ? "you" : "the computer"} first`,
  level: `Again, ${loser === "you" ? "easier" : "harder"}`,
});

/** What is said of a bar without chocolate. */
const POISON_ONLY = "This bar is only the poison. Choose a larger one.";

/** What is said to a click on the poison. */
export const POISONED = "That is the poison: whoever takes it loses. Pick another square.";

/** What is said before your first bite, if a game was left in the middle. */
const LEFT = " Undo brings back the game that you left.";

/**
 * What is said of the last event of a match. Of Undo and Redo it differs from bar to bar: what is said twice is read
 * aloud once.
 * @param {Event} event
 */
function eventText(event) {
  if (event.kind === "begun") {
    return `New game: ${barWords(event.rows)}. Whoever eats the poison loses.${event.left ? LEFT : ""}`;
  }
  if (event.kind === "replied") return `${replied(event)}${event.left ? LEFT : ""}`;
  if (event.kind === "gaveUp") return gaveUp(event);
  if (event.kind === "undone") return `Your last bite is taken back, and the bar is ${rowsText(event.rows)}.`;
  if (event.kind === "redone") return `Played again, and the bar is ${rowsText(event.rows)}.`;
  if (event.kind === "resumed") return "The game goes on.";
  if (event.kind === "restored") return "The game before this one is back.";
  return event.kind === "revised" ? "Here you can still win." : "";
}

/**
 * What those hear who do not see the bar, and are told only how much was eaten.
 * @param {Event} event
 */
export function heardOf(event) {
  if (event.kind !== "replied" || event.level !== "easy") return "";
  return `I bit ${squareText(event.reply.move)}, and left ${rowsText(event.reply.after)}.`;
}

/**
 * A bar in words.
 * @param {number[]} rows
 */
export function barWords(rows) {
  const last = rows[rows.length - 1];
  if (last === rows[0]) return `${counted(rows.length, "row")} of ${counted(last, "square")}`;
  const shown = rows.slice(0, -1).map(grouped);
  return `rows of ${shown.join(", ")} and ${counted(last, "square")}`;
}

/**
 * What a certificate claims, in a few words.
 * @param {{rows: number, nim: number, upto: number}} claim
 */
export function claimText({ rows, nim, upto }) {
  const third = rows > 2 ? `, third row at most ${grouped(upto)}` : "";
  return `${ROWS[rows] ?? rows} rows${third}${nim > 0 ? `, nim-values 0 to ${nim}` : ""}`;
}

/** Numbers of rows, in words. */
export const ROWS = ["no", "one", "two", "three", "four", "five", "six"];

/**
 * One thing, or several of them.
 * @param {number} n
 * @param {string} word
 */
export const counted = (n, word) => `${grouped(n)} ${word}${n === 1 ? "" : "s"}`;

/** @param {import("./position.js").Move} move */
export const squareText = ({ row, column }) => `row ${row}, column ${column}`;

/** @param {import("./position.js").Move} move */
export const squareName = ({ row, column }) => `Row ${row}, column ${column}`;

/**
 * What the bar is called, for those who do not see it.
 * @param {number[]} rows
 */
export const barLabel = (rows) => `The bar ${rowsText(rows)}`;

/**
 * What stands on a gap of a row that is folded, and what it is called.
 * @param {number} row
 * @param {import("./board.js").Run} run
 */
export function gapWords(row, { from, to }) {
  const many = grouped(to - from + 1);
  return { shown: `… ${many} …`, label: `Row ${row}, ${many} more columns, ${from} to ${to}: type the column` };
}

/**
 * What a square is called.
 * @param {import("./position.js").Move} move
 * @param {import("./oracle.js").Winning} [winning] if its bite wins, and that is shown
 * @param {number} [nim] of what its bite leaves, if that is shown
 * @param {boolean} [tried] whether its bite was tried, and does not win
 */
export function squareLabel(move, winning, nim, tried = false) {
  if (move.row + move.column === 2) return "Row 1, column 1: the poison";
  const wins = winning ? `: wins, leaves ${rowsText(winning.after)}` : "";
  const leaves = nim === undefined ? "" : `, leaves nim-value ${nim}`;
  return `${squareName(move)}${wins}${leaves}${tried ? ", tried" : ""}`;
}

/**
 * What is wrong with a bite that was typed.
 * @param {number[]} rows
 * @param {import("./position.js").Move} move
 * @param {boolean} over
 */
export function noBite(rows, move, over) {
  if (over) return "The game is over: take it back, or start a new one.";
  if (Number.isNaN(move.row + move.column)) return "Type the row and the column of a square, from 1 on.";
  return `There is no square in ${squareText(move)} of ${rowsText(rows)}.`;
}

/**
 * Why there is no game.
 * @param {number[]} rows
 */
export const unknown = (rows) =>
  `No certificate on this page knows ${rowsText(rows)}. Try fewer rows, or a shorter third row. ` +
  `On the command line: zchomp solve '${rowsText(rows)}'.`;

/**
 * A reason, as a sentence.
 * @param {string} reason
 */
export const sentence = (reason) => (reason.endsWith(".") ? reason : `${reason}.`);

/** What is said of something that takes long to load. */
export const NO_ANSWER = "The server has not answered yet.";

/** What is said of a part of the page that does not come. */
export const UNLOADED = "This part cannot be loaded: the server does not answer. Try again.";

/**
 * Whether a part of the page could not be loaded; each browser says so in its own words, with "module" among them.
 * @param {unknown} problem
 */
export const isUnloaded = (problem) => problem instanceof TypeError && problem.message.includes("module");

/**
 * What the computer says after its bite: at the easy level, without numbers of rows and columns.
 * @param {Extract<Event, {kind: "replied"}>} event
 */
function replied({ reply: { before, move, after }, level, lost, yields }) {
  if (level === "easy") return `I ate ${counted(squares(before) - squares(after), "square")}.`;
  const did = `I bit ${squareText(move)}, and left ${rowsText(after)}.`;
  const offer = yields ? " You know how to win. Shall I give up?" : "";
  return lost ? `I’m losing: from ${rowsText(before)} every bite loses. ${did}${offer}` : did;
}

/**
 * A loser, with what that means.
 * @param {number[]} rows
 */
const lostBar = (rows) => `${rowsText(rows)}, where every bite loses`;

/**
 * What is said when somebody gives up: whether there was a way to win.
 * @param {Extract<Event, {kind: "gaveUp"}>} event
 */
function gaveUp({ side, rows, moves, slip }) {
  if (side === "computer") return "I give up. You win!";
  const rightly = `You gave up, and rightly: every bite from ${rowsText(rows)} loses. I win.`;
  if (moves.length === 0) return `${rightly}${slip ? slipText(slip) : ""}`;
  return `You gave up. But ${squareText(moves[0])} would have won: it leaves ${lostBar(moves[0].after)}.`;
}

/**
 * Where a game was lost.
 * @param {import("./match.js").Slip | null} slip
 */
function slipText(slip) {
  if (!slip) return " You never had a bite that wins.";
  const { rows, move, winning } = slip;
  return ` Your mistake was ${squareText(move)} of ${rowsText(rows)}: ${squareText(winning)} would have won.`;
}

/**
 * The words about a game.
 * @param {import("./game.js").Game} game
 * @param {Event} event
 * @param {import("./match.js").Slip | null} slip
 */
export function statusOf(game, event, slip) {
  const said = eventText(event);
  if (!game.over) return `${said} ${game.turn === "you" ? "Your turn." : "I am thinking."}`.trim();
  if (game.ended) return said;
  if (isOver(game.start)) return POISON_ONLY;
  if (game.turn === "computer") return "Only the poison is left, and I have to take it. You win!";
  return `${said} Only the poison is left for you. I win.${slipText(slip)}`.trim();
}

/**
 * What a bite would do.
 * @param {number[]} rows
 * @param {import("./position.js").Move} move
 */
export function preview(rows, move) {
  const after = bite(rows, move);
  const taken = counted(squares(rows) - squares(after), "square");
  return `${squareName(move)} takes ${taken} and leaves ${rowsText(after)}.`;
}

/** What is said of a bite whose answer is the secret of a puzzle. */
export const ANSWERED = "I have an answer to it";

/**
 * What a bite leads to.
 * @param {import("./position.js").Move} move
 * @param {import("./match.js").Refutation} found
 * @param {boolean} sure whether the computer gives that answer
 */
export function foreseen(move, { wins, after, answer, left }, sure) {
  if (wins) return `${squareName(move)} wins: it leaves ${lostBar(after)}.`;
  if (!answer) return `${squareName(move)} loses: ${ANSWERED}.`;
  if (sure) return `${squareName(move)} loses: I answer ${squareText(answer)}, and leave ${lostBar(left)}.`;
  return `${squareName(move)} gives me a winning answer: ${squareText(answer)}, which leaves ${lostBar(left)}.`;
}

/**
 * How many bites win.
 * @param {number} n
 */
export const hintedCount = (n) =>
  n === 1 ? "One bite wins. Press Hint again to see it." : `${n} bites win. Press Hint again to see them.`;

/**
 * The winning bites, or that there are none.
 * @param {number[]} rows
 * @param {import("./oracle.js").Winning[]} moves
 */
export function hinted(rows, moves) {
  if (moves.length === 0) return [`There is no winning bite: every bite from ${rowsText(rows)} loses.`];
  return moves.map((move) => `${squareName(move)} wins: it leaves ${rowsText(move.after)}.`);
}

/**
 * A turn of the game.
 * @param {import("./game.js").Turn} turn
 */
export const turnText = ({ by, move, rows }) =>
  `${by === "you" ? "You" : "The computer"}: ${move && squareText(move)}, leaving ${rowsText(rows)}`;

/**
 * How the computer plays, where it could play better.
 * @type {Record<import("./player.js").Level, string>}
 */
const PLAYS = {
  easy: " On easy, I let you win if you find the way.",
  medium: " On medium, I make at most two mistakes in a game.",
  perfect: "",
};

/**
 * Who the opponent is, in a sentence, and how it plays.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {import("./player.js").Level} level
 */
export function opponentWords(knowledge, level) {
  const unproved = knowledge.checking ? ", which is being checked in your browser" : ", which is not proved here";
  const list = isVerified(knowledge) ? ", and the list is proved" : unproved;
  const knows = "count" in knowledge ? "I worked out every bar that can come up in this game." :
    `I look up my bites in a list of losing bars${list}.`;
  return `${knows}${PLAYS[level]}`;
}

/**
 * Where its bites come from, and whether that was verified here.
 * @param {import("./oracle.js").Knowledge} knowledge
 */
export function sourceWords(knowledge) {
  if ("count" in knowledge) {
    const many = grouped(knowledge.count);
    return [`I know all ${many} positions within this bar: they were computed on this page; not a proof.`];
  }
  const verified = isVerified(knowledge);
  return [
    `I look up my bites in a ${verified ? "proof" : "file"}, `, element("code", {}, knowledge.name),
    `: it ${verified ? "lists" : "claims to list"} every position that loses (${claimText(knowledge)}). `,
    credit(knowledge), verified ? ", by a checker that is itself proved. " : ". ",
    element("a", { href: "#verify" }, "Verify it yourself"), ".",
  ];
}

/**
 * Whether the checker accepted a file on this page: only then it is a proof.
 * @param {{status: string}} certificate
 */
export const isVerified = ({ status }) => status === "verified";

/**
 * Whether a file is verified, is not yet, or is refused; without a full stop.
 * @param {{status: string, checking: boolean}} certificate
 * @returns {Node | string}
 */
export function credit(certificate) {
  if (isVerified(certificate)) return element("span", { class: "good" }, "It was verified on this page");
  if (certificate.status !== "") return element("span", { class: "bad" }, "The checker does not accept it");
  return `It is ${certificate.checking ? "being verified on this page" : "not verified on this page yet"}`;
}
