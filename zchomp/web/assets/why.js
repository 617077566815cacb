/** Why: who wins a position and every winning bite, in plain words; then the loser that proves it, with a map. */

import { element, phrase } from "./dom.js";
import { solve } from "./oracle.js";
import { quick } from "./player.js";
import { bite, isOver, transpose } from "./position.js";
import { mapFigure } from "./slicemap.js";
import {
  DEEPER, POINT, allLosers, beaten, leaves, mathematically, plainly, sliceName, unheard, whoWins,
} from "./words-later.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./oracle.js").Solution} Solution */

/** More characters of a line of the certificate are not shown. */
const LONG = 600;

/**
 * The reason, as elements: for everyone, and, with what else can be done, folded, for mathematicians.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {number[]} rows
 * @param {(slice: Slice) => void} list what leads to the list of all losers of a slice
 * @returns {{words: Node[], more: Node[]}}
 */
export function whyPanel(knowledge, rows, list) {
  const solution = solve(knowledge, rows);
  if (!solution) return { words: [paragraph(unheard(knowledge.name, rows))], more: [] };
  const { wins, moves } = solution;
  const words = [element("h2", {}, whoWins(wins))];
  words.push(...plainly(rows, solution).map(paragraph));
  if (moves.length > 0) {
    words.push(element("ul", {}, ...moves.map((move) => element("li", {}, ...phrase(leaves(move))))));
  }
  if (!wins && !isOver(rows)) words.push(paragraph(example(knowledge, rows)));
  const more = isOver(rows) ? [] : [element("p", { class: "note" }, POINT)];
  if ("slices" in knowledge) more.push(mathematics(knowledge, solution, list));
  return { words, more };
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
  return beaten(move, answer, bite(after, answer));
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
  const words = mathematically(certificate.name, solution, slice, loser, a, after).map(paragraph);
  words.push(lineOf(certificate, loser));
  const button = element("button", { type: "button" }, allLosers(loser));
  button.addEventListener("click", () => list(loser));
  words.push(element("p", {}, button));
  const map = loser.kind === "empty" ? [] : [mapOf(solution, loser, a)];
  const fold = element("details", { class: "deeper" }, element("summary", {}, DEEPER));
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
