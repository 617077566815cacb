/** Why: who wins a position, every winning bite, and the loser of the certificate that proves it, with a map. */

import { element, phrase } from "./dom.js";
import { solve } from "./oracle.js";
import { bracketsText, fullText, rowsText, transpose } from "./position.js";
import { mapFigure } from "./slicemap.js";
import { sequenceText, sliceName, symbolicAt, symbolicText } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./oracle.js").Solution} Solution */

/** More characters of a line of the certificate are not shown. */
const LONG = 600;

/**
 * The reason, as elements.
 * @param {Certificate} certificate @param {number[]} rows
 * @param {(slice: Slice) => void} list what leads to the list of all losers of a slice
 * @returns {Node[]}
 */
export function whyPanel(certificate, rows, list) {
  const solution = solve(certificate, rows);
  if (!solution) return [paragraph(`${certificate.name} does not know ${rowsText(rows)}.`)];
  const { wins, moves, slice } = solution;
  const { loser, a, after } = restsOn(certificate, solution);
  const words = [element("h2", {}, ...phrase(`${fullText(rows)} is a ${wins ? "winner" : "loser"}`))];
  words.push(paragraph(wins ? winning(moves.length) : losing(rows)));
  if (moves.length > 0) {
    const items = moves.map((move) => `row ${move.row}, column ${move.column}, to the loser ${fullText(move.after)}`);
    words.push(element("ul", {}, ...items.map((item) => element("li", {}, ...phrase(item)))));
  }
  words.push(paragraph(reason(solution, loser, a, after)));
  if (loser !== slice) words.push(paragraph(`The position itself is in ${sliceName(slice)}: ${sequenceText(slice)}`));
  words.push(paragraph(`Line ${loser.line} of ${certificate.name} is about ${sliceName(loser)}:`));
  words.push(lineOf(certificate, loser));
  const button = element("button", { type: "button" }, `All losers of ${sliceName(loser)}`);
  button.addEventListener("click", () => list(loser));
  words.push(element("p", {}, button));
  const map = loser.kind === "empty" ? [] : [mapOf(solution, loser, a)];
  return [element("div", { class: "reason" }, ...words), ...map];
}

/** @param {string} text */
const paragraph = (text) => element("p", {}, ...phrase(text));

/** @param {number} many how many bites win */
const winning = (many) =>
  `The player to move wins, by ${many === 1 ? "this bite and by no other" : "each of these bites and by no other"}:`;

/** @param {number[]} rows */
const losing = (rows) =>
  rows.length === 1 && rows[0] === 1
    ? "There is no bite left: the player to move takes the poison."
    : "The player to move loses: every bite leaves a winner.";

/**
 * The loser that an answer uses, by its slice and column: the position itself, or what a winning bite leaves; one
 * within the slice of the position, if there is any.
 * @param {Certificate} certificate @param {Solution} solution
 * @returns {{loser: Slice, a: number, after: number[]}} `after` as the certificate has it, turned over if need be
 */
function restsOn(certificate, { rows, moves, slice, turned }) {
  const known = (/** @type {number[]} */ position) => (turned ? transpose(position) : position);
  const left = moves.length > 0 ? moves.map(({ after }) => known(after)) : [known(rows)];
  const after = left.find((position) => certificate.slice(position.slice(2)) === slice) ?? left[0];
  const loser = certificate.slice(after.slice(2)) ?? slice;
  return { loser, a: (after[1] ?? 0) - loser.width, after };
}

/**
 * The loser that the answer uses, in words.
 * @param {Solution} solution @param {Slice} loser @param {number} a @param {number[]} after
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

/** The line itself, cut if it is long. @param {Certificate} certificate @param {Slice} slice */
function lineOf(certificate, slice) {
  const line = certificate.lines[slice.line - 1];
  const shown = line.length > LONG ? `${line.slice(0, LONG)} …` : line;
  return element("pre", { class: "listing", tabindex: 0, "aria-label": "The line of the certificate" }, shown);
}

/**
 * The map of a slice, with the loser that matters.
 * @param {Solution} solution @param {Slice} loser @param {number} column
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
