/** Why: who wins a position and every winning bite, in plain words; then the loser that proves it, with a map. */

import { element, phrase } from "./dom.js";
import { solve } from "./oracle.js";
import { quick } from "./player.js";
import { bite, bracketsText, fullText, isOver, rowsText, transpose } from "./position.js";
import { mapFigure } from "./slicemap.js";
import { sequenceText, sliceName, symbolicAt, symbolicText } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./oracle.js").Solution} Solution */

/** More characters of a line of the certificate are not shown. */
const LONG = 600;

/**
 * The reason, as elements: first for everyone, then, folded, for mathematicians.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {number[]} rows
 * @param {(slice: Slice) => void} list what leads to the list of all losers of a slice
 * @returns {Node[]}
 */
export function whyPanel(knowledge, rows, list) {
  const solution = solve(knowledge, rows);
  if (!solution) return [paragraph(`${knowledge.name} does not know ${rowsText(rows)}.`)];
  const { wins, moves } = solution;
  const words = [element("h2", {}, wins ? "Whoever bites now can win" : "Whoever bites now loses")];
  words.push(...plainly(rows, solution).map(paragraph));
  if (moves.length > 0) {
    const items = moves.map((move) => `row ${move.row}, column ${move.column}: it leaves ${rowsText(move.after)}`);
    words.push(element("ul", {}, ...items.map((item) => element("li", {}, ...phrase(item)))));
  }
  if (!wins && !isOver(rows)) words.push(paragraph(example(knowledge, rows)));
  if (!isOver(rows)) words.push(element("p", { class: "note" }, POINT));
  const everyone = element("div", { class: "reason" }, ...words);
  return "slices" in knowledge ? [everyone, mathematics(knowledge, solution, list)] : [everyone];
}

const POINT =
  "Point at any square (on a touch screen, tap it) to see what that bite leads to. A click makes the " +
  "bite, and Undo leads back.";

/**
 * Two arms of the same length that meet at the poison.
 * @param {number[]} rows
 */
const isHook = (rows) => rows.length > 1 && rows.length === rows[0] && rows[1] === 1;

/**
 * The upper of two rows has one square more.
 * @param {number[]} rows
 */
const isStep = (rows) => rows.length === 2 && rows[0] === rows[1] + 1;

/**
 * The reason in words that need no mathematics.
 * @param {number[]} rows
 * @param {Solution} solution
 * @returns {string[]}
 */
function plainly(rows, { wins, moves }) {
  if (isOver(rows)) return ["Only the poison is left, and somebody has to take it."];
  if (wins) {
    const only = moves.length === 1 ? "One bite wins, and no other" : `${moves.length} bites win, and no others`;
    return [`${leaving(rows, moves)}${only}:`];
  }
  if (isStep(rows)) {
    return [
      "The upper row has one square more than the lower one. Whatever is bitten now, the answer makes it so again, " +
      "until only the poison is left.",
    ];
  }
  if (isHook(rows)) {
    return [
      "Two arms of the same length meet at the poison. Whatever is bitten off one arm, the answer bites off the " +
      "other, until only the poison is left.",
    ];
  }
  return [
    "Every bite has an answer that leaves such a bar again, only smaller, until only the poison is left. There is no " +
    "simple rule: a list of all such bars tells the answer each time.",
  ];
}

/**
 * What a good bite does, where a child can see it.
 * @param {number[]} rows
 * @param {Solution["moves"]} moves
 */
function leaving(rows, moves) {
  if (rows.length === 1 || rows[0] === 1) return "Leave only the poison. ";
  if (moves.some(({ after }) => isHook(after))) return "Leave two arms of the same length: then copy every bite. ";
  if (moves.some(({ after }) => isStep(after))) return "Leave one square more in the upper row than in the lower one. ";
  return "Leave a bar from which every bite loses. ";
}

/**
 * One bite of a loser, and what beats it: the smallest bite that there is.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {number[]} rows
 */
function example(knowledge, rows) {
  const move = { row: rows.length, column: rows[rows.length - 1] };
  const after = bite(rows, move);
  const moves = solve(knowledge, after)?.moves ?? [];
  if (moves.length === 0) return "";
  const answer = quick(moves);
  return (
    `For example, row ${move.row}, column ${move.column} is answered by row ${answer.row}, column ${answer.column}, ` +
    `and ${rowsText(bite(after, answer))} is left.`
  );
}

/**
 * What the certificate says: the slice, the symbolic loser, the line, and a map.
 * @param {Certificate} certificate
 * @param {Solution} solution
 * @param {(slice: Slice) => void} list
 */
function mathematics(certificate, solution, list) {
  const { loser, a, after } = restsOn(certificate, solution);
  const slice = solution.slice ?? loser;
  const is = `${fullText(solution.rows)} is a ${solution.wins ? "winner" : "loser"}.`;
  const words = [paragraph(is), paragraph(reason(solution, loser, a, after))];
  if (loser !== slice) words.push(paragraph(`The position itself is in ${sliceName(slice)}: ${sequenceText(slice)}`));
  words.push(paragraph(`Line ${loser.line} of ${certificate.name} is about ${sliceName(loser)}:`));
  words.push(lineOf(certificate, loser));
  const button = element("button", { type: "button" }, `All losers of ${sliceName(loser)}`);
  button.addEventListener("click", () => list(loser));
  words.push(element("p", {}, button));
  const map = loser.kind === "empty" ? [] : [mapOf(solution, loser, a)];
  const fold = element("details", { class: "deeper" }, element("summary", {}, "For mathematicians"));
  fold.append(element("div", { class: "reason" }, ...words), ...map);
  fold.open = folded.open;
  fold.addEventListener("toggle", () => (folded.open = fold.open));
  return fold;
}

/** Whether the mathematics is unfolded: it stays as the reader left it. */
const folded = { open: false };

/** @param {string} text */
const paragraph = (text) => element("p", {}, ...phrase(text));

/**
 * The loser that an answer uses, by its slice and column: the position itself, or what a winning bite leaves; one
 * within the slice of the position, if there is any.
 * @param {Certificate} certificate
 * @param {Solution} solution
 * @returns {{loser: Slice, a: number, after: number[]}} `after` as the certificate has it, turned over if need be
 */
function restsOn(certificate, { rows, moves, slice, turned }) {
  const known = (/** @type {number[]} */ position) => (turned ? transpose(position) : position);
  const left = moves.length > 0 ? moves.map(({ after }) => known(after)) : [known(rows)];
  const after = left.find((position) => certificate.slice(position.slice(2)) === slice) ?? left[0];
  const loser = certificate.has(after.slice(2));
  return { loser, a: (after[1] ?? 0) - loser.width, after };
}

/**
 * The loser that the answer uses, in words.
 * @param {Solution} solution
 * @param {Slice} loser
 * @param {number} a
 * @param {number[]} after
 */
function reason({ wins, turned }, loser, a, after) {
  const symbol = symbolicAt(loser, a);
  const many = symbol.step > 0 ? (a - symbol.start) / symbol.step : 0;
  const which = symbol.step > 0 ? `${symbolicText(symbol)} with a = ${many}` : bracketsText(after);
  const left = wins ? `The win uses the loser ${rowsText(turned ? transpose(after) : after)}` : "";
  const exchanged = `With rows and columns exchanged it is ${rowsText(after)}, and this`;
  const begin = turned ? `${left && `${left}. `}${exchanged}` : left ? `${left}, which` : "It";
  const smaller = loser.tail.length > 0 ? " This is proved from that slice and the smaller ones." : "";
  return `${begin} is ${which}, in ${sliceName(loser)}: ${sequenceText(loser)}${smaller}`;
}

/**
 * The line itself, cut if it is long.
 * @param {Certificate} certificate
 * @param {Slice} slice
 */
function lineOf(certificate, slice) {
  const line = certificate.lines[slice.line - 1];
  const shown = line.length > LONG ? `${line.slice(0, LONG)} …` : line;
  return element("pre", { class: "listing", tabindex: 0, "aria-label": "The line of the certificate" }, shown);
}

/**
 * The map of a slice, with the loser that matters.
 * @param {Solution} solution
 * @param {Slice} loser
 * @param {number} column
 */
function mapOf({ slice, a, b, wins, moves, turned }, loser, column) {
  const marked = loser.term(column) >= 0 ? [{ a: column, b: loser.term(column) }] : [];
  if (loser === slice && wins) {
    for (const { after } of moves) {
      const [first, second = 0, ...tail] = turned ? transpose(after) : after;
      const at = second - slice.width;
      if (String(tail) === String(slice.tail) && at !== column) marked.push({ a: at, b: first - second });
    }
  }
  const here = loser === slice && wins ? { a, b } : undefined;
  return mapFigure(loser, { here, marked }, sliceName(loser));
}
