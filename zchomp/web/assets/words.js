/** Words: of the game, and of slices, symbolic losers and sequences, as the papers and the command line write them. */

import { element } from "./dom.js";
import { bite, fullText, rowsText, squares } from "./position.js";

/** @typedef {import("./certificate.js").Slice} Slice */
/**
 * @typedef {{bottom: number[], start: number, step: number, b: number}} SymbolicLoser one loser, or one for each letter
 */

/**
 * The tail in brackets, which all positions of the slice begin with.
 * @param {Slice} slice
 */
export function bottomOf(slice) {
  const { tail } = slice;
  return tail.length > 0 ? tail.map((length, i) => length - (tail[i + 1] ?? 0)).reverse() : [0];
}

/**
 * The losers of a slice, in the order of [Zei01]: by number of squares, then by a; the symbolic ones last.
 * @param {Slice} slice
 * @returns {SymbolicLoser[]}
 */
export function symbolicLosers(slice) {
  const bottom = bottomOf(slice);
  const alone = Array.from(slice.head, (b, a) => ({ bottom, start: a, step: 0, b }));
  alone.sort((x, y) => 2 * x.start + x.b - 2 * y.start - y.b || x.start - y.start);
  const n = slice.head.length;
  const step = slice.period.length;
  return alone.concat(Array.from(slice.period, (b, i) => ({ bottom, start: n + i, step, b })));
}

/**
 * A loser in brackets.
 * @param {SymbolicLoser} loser
 * @param {string} [letter]
 */
export const symbolicText = (loser, letter = "a") =>
  `[${[...loser.bottom, linear(loser.start, loser.step, letter, "*"), loser.b].join(", ")}]`;

/**
 * start + step times a letter, as short as possible.
 * @param {number} start
 * @param {number} step
 * @param {string} letter
 * @param {string} times
 */
export function linear(start, step, letter, times) {
  if (step === 0) return String(start);
  const multiple = step === 1 ? letter : `${step}${times}${letter}`;
  return start > 0 ? `${start} + ${multiple}` : multiple;
}

/**
 * The symbolic loser of the slice whose column is a.
 * @param {Slice} slice
 * @param {number} a
 */
export function symbolicAt(slice, a) {
  const n = slice.head.length;
  const bottom = bottomOf(slice);
  if (a < n) return { bottom, start: a, step: 0, b: slice.head[a] };
  const i = (a - n) % slice.period.length;
  return { bottom, start: n + i, step: slice.period.length, b: slice.period[i] };
}

/** @param {Slice} slice */
export function sliceName(slice) {
  const nim = slice.nim > 0 ? `, nim-value ${slice.nim}` : "";
  const name = slice.tail.length < 2 ? `c = ${slice.width}` : `with tail (${slice.tail.join(", ")})`;
  return `the slice ${name}${nim}`;
}

/**
 * The proved statement about a slice, in a sentence.
 * @param {Slice} slice
 */
export function sequenceText(slice) {
  const what = slice.nim > 0 ? "position" : "loser";
  if (slice.kind === "empty") {
    const x = slice.bound;
    const left = [x, x, ...slice.tail.map((length) => Math.min(length, x))];
    return `there are no ${what}s, because from every position with these rows a bite leads to (${left.join(", ")}).`;
  }
  if (slice.kind === "finite") {
    const n = slice.head.length;
    const last = slice.position(n - 1, 0);
    if (n === 1) return `there is one ${what}, (${last.join(", ")}).`;
    return `there are ${n} ${what}s, and the one with the longest second row is (${last.join(", ")}).`;
  }
  const families = symbolicLosers(slice).slice(slice.head.length).map((loser) => symbolicText(loser));
  const shown = families.length > 4 ? [...families.slice(0, 3), "…", families[families.length - 1]] : families;
  const end = slice.head.length > 0 ? "in the end they are" : "they are";
  const each = `for every length of the second row there is exactly one ${what}`;
  return `${each}, and ${end} ${shown.join(", ")} for a = 0, 1, 2, …`;
}

/**
 * What a certificate claims, in a few words.
 * @param {{rows: number, nim: number, upto: number}} claim
 */
export function claimText({ rows, nim, upto }) {
  const third = rows > 2 ? `, third row at most ${upto.toLocaleString("en-US")}` : "";
  return `${ROWS[rows] ?? rows} rows${third}${nim > 0 ? `, nim-values 0 to ${nim}` : ""}`;
}

/**
 * What it means that a certificate is verified, in a sentence.
 * @param {string} verdict the line of the checker
 */
export function meaning(verdict) {
  const found = /rows=(\d+) nim=(\d+) upto=(\d+)/.exec(verdict);
  if (!found) return "";
  const [rows, nim, upto] = found.slice(1).map(Number);
  const what = nim > 0 ? `every position of nim-value 0 to ${nim}` : "every loser";
  const third = rows > 2 ? ` whose third row has at most ${upto.toLocaleString("en-US")} squares` : "";
  const bars = `bars of at most ${ROWS[rows] ?? rows} rows${third}`;
  return `It is proved: this file tells ${what} among ${bars}, however long the first two rows are.`;
}

const ROWS = ["no", "one", "two", "three", "four", "five", "six"];

/**
 * One thing, or several of them.
 * @param {number} n
 * @param {string} word
 */
export const counted = (n, word) => `${n.toLocaleString("en-US")} ${word}${n === 1 ? "" : "s"}`;

/** @param {import("./position.js").Move} move */
const squareText = ({ row, column }) => `row ${row}, column ${column}`;

/** @param {import("./position.js").Move} move */
const Square = ({ row, column }) => `Row ${row}, column ${column}`;

/**
 * Why there is no game.
 * @param {number[]} rows
 */
export const unknown = (rows) =>
  `No certificate on this page knows ${rowsText(rows)}; expected fewer rows, or a shorter third row. ` +
  `On the command line: zchomp solve '${rowsText(rows)}'.`;

/**
 * What the computer says after its bite.
 * @param {number[]} before
 * @param {import("./position.js").Move} move
 * @param {number[]} after
 * @param {boolean} lost
 * @param {boolean} yields whether it is ready to give up
 */
export function replied(before, move, after, lost, yields) {
  const did = `I bit ${squareText(move)}, and left ${rowsText(after)}.`;
  const offer = yields ? " You know the way: I would give up now." : "";
  return lost ? `${rowsText(before)} is a loser, so I am lost if you go on well. ${did}${offer}` : did;
}

/**
 * What is said when somebody gives up: whether there was a way to win.
 * @param {import("./game.js").Side} side
 * @param {number[]} rows
 * @param {import("./oracle.js").Winning[]} moves
 */
export function gaveUp(side, rows, moves) {
  if (side === "computer") return "I give up. You win!";
  if (moves.length === 0) return `You gave up, and rightly: ${rowsText(rows)} is a loser. I win.`;
  return `You gave up. But ${squareText(moves[0])} would have won: it leaves the loser ${rowsText(moves[0].after)}.`;
}

/**
 * The words about a game.
 * @param {import("./game.js").Game} game
 * @param {string} said
 */
export function statusOf(game, said) {
  if (!game.over) return `${said} ${game.turn === "you" ? "Your bite." : "I am thinking."}`.trim();
  if (game.ended) return said;
  if (game.turn === "computer") return "Only the poison is left, and I have to take it. You win!";
  return `${said} Only the poison is left for you. I win.`.trim();
}

/**
 * What a bite would do.
 * @param {number[]} rows
 * @param {import("./position.js").Move} move
 */
export function preview(rows, move) {
  const after = bite(rows, move);
  const taken = counted(squares(rows) - squares(after), "square");
  return `${Square(move)} takes ${taken} and leaves ${fullText(after)}.`;
}

/**
 * What a bite leads to.
 * @param {import("./position.js").Move} move
 * @param {{after: number[], answer: import("./position.js").Move | null, left: number[]}} found
 */
export function foreseen(move, { after, answer, left }) {
  if (!answer) return `${Square(move)} wins: it leaves the loser ${rowsText(after)}.`;
  return `${Square(move)} loses: I answer ${answer && squareText(answer)}, and you face the loser ${rowsText(left)}.`;
}

/**
 * The winning bites, or that there are none.
 * @param {number[]} rows
 * @param {import("./oracle.js").Winning[]} moves
 */
export function hinted(rows, moves) {
  if (moves.length === 0) return [`None: ${rowsText(rows)} is a loser, every bite leaves a winner.`];
  return moves.map((move) => `${Square(move)} leaves the loser ${rowsText(move.after)}.`);
}

/**
 * A turn of the game.
 * @param {import("./game.js").Turn} turn
 */
export const turnText = ({ by, move, rows }) =>
  `${by === "you" ? "You" : "The computer"}: ${move && squareText(move)}, leaving ${rowsText(rows)}`;

/**
 * What is to be done.
 * @param {import("./match.js").Puzzle} puzzle
 */
export const posed = ({ date, tries }) =>
  `Puzzle of ${date}: exactly one bite wins. Find it.${tries > 0 ? ` Tries so far: ${tries}.` : ""}`;

/**
 * Why a try was wrong.
 * @param {import("./position.js").Move} move
 * @param {{answer: import("./position.js").Move | null, left: number[]}} found
 */
export const missed = (move, { answer, left }) =>
  `${Square(move)} does not win: I would answer ${answer && squareText(answer)}, and you would face the loser ` +
  `${rowsText(left)}. Try another bite.`;

/**
 * @param {import("./match.js").Puzzle} puzzle
 * @param {number} days how many days in a row were solved
 */
export const solvedWords = ({ tries }, days) =>
  `Solved ${tries === 1 ? "at once" : `at try ${tries}`}! That is the only bite that wins, and it is proved.` +
  (days > 1 ? ` ${days} days in a row.` : "");

/**
 * The answer to a puzzle, told to one who gave up.
 * @param {import("./oracle.js").Winning} winning
 */
export const answered = (winning) =>
  `${Square(winning)} is the only bite that wins: it leaves the loser ${rowsText(winning.after)}.`;

/**
 * Who the opponent is, and whether it was verified here.
 * @param {import("./oracle.js").Knowledge} knowledge
 */
export function opponentWords(knowledge) {
  if ("count" in knowledge) {
    const many = knowledge.count.toLocaleString("en-US");
    return [`I know all ${many} positions within this bar: they were computed on this page; not a proof.`];
  }
  const { name, verdict, checking } = knowledge;
  const words = [
    "I look up my bites in a proof, ", element("code", {}, name),
    `: it lists every position that loses (${claimText(knowledge)}). `];
  if (verdict.startsWith("s VERIFIED")) {
    words.push(element("span", { class: "good" }, "It was verified on this page"));
    words.push(", by a checker that is itself proved. ");
  } else if (verdict !== "") words.push(element("span", { class: "bad" }, "The checker does not accept it. "));
  else words.push(checking ? "It is being verified on this page … " : "It is not verified on this page yet. ");
  words.push(element("a", { href: "#verify" }, "Verify"), ".");
  return words;
}

/**
 * What is wrong with a slice, in a sentence.
 * @param {Slice} slice
 * @param {{a: number, expected: number, found: number}} wrong
 */
export function wrongTerm(slice, { a, expected, found }) {
  const [says, right] = [found, expected].map((b) => (b < 0 ?
    "no loser" : `the loser ${rowsText(slice.position(a, b))}`));
  return `in column ${a} it has ${says}, and ${right} is right (B(${a}) = ${expected < 0 ? "none" : expected}).`;
}
