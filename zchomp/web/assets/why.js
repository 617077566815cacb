/** Why: who wins a position and every winning bite, in plain words; then the loser that proves it, with a map. */

import { element, phrase } from "./dom.js";
import { solve } from "./oracle.js";
import { bracketsText, fullText, isOver, rowsText, transpose } from "./position.js";
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
  const words = [element("h2", {}, ...phrase(`${fullText(rows)} is a ${wins ? "winner" : "loser"}`))];
  words.push(paragraph(plainly(rows, solution)));
  if (moves.length > 0) {
    const items = moves.map((move) => `row ${move.row}, column ${move.column}, to the loser ${fullText(move.after)}`);
    words.push(element("ul", {}, ...items.map((item) => element("li", {}, ...phrase(item)))));
  }
  if (!isOver(rows)) words.push(element("p", { class: "note" }, POINT));
  const everyone = element("div", { class: "reason" }, ...words);
  return "slices" in knowledge ? [everyone, mathematics(knowledge, solution, list)] : [everyone];
}

const POINT =
  "Point at any square (on a touch screen, tap it) to see what that bite leads to. A click makes the " +
  "bite, and Undo leads back.";

/**
 * The reason in words that need no mathematics.
 * @param {number[]} rows
 * @param {Solution} solution
 */
function plainly(rows, { wins, moves }) {
  if (isOver(rows)) return "There is no bite left: the player to move takes the poison.";
  const [first, second = 0] = rows;
  const isHook = rows.length > 1 && rows.length === first && second === 1;
  if (wins) {
    const bites = moves.length === 1 ? "this bite and by no other" : "each of these bites and by no other";
    if (rows.length === 1) return "Leave only the poison. The player to move wins, by this bite and by no other:";
    return `The player to move wins, by ${bites}. After it, whatever the other player bites has a good answer:`;
  }
  if (rows.length === 2) {
    return (
      "The upper row has one square more than the lower one. Whatever you bite, the other player can make " +
      "that so again, until you are left with the poison."
    );
  }
  if (isHook) {
    return (
      "Two arms of the same length meet at the poison. Whatever you bite off one arm, the other player " +
      "bites off the other, until you are left with the poison."
    );
  }
  return (
    "The player to move loses: every bite has an answer that leaves a loser again, and the bar gets " +
    "smaller each time."
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
  const words = [paragraph(reason(solution, loser, a, after))];
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
