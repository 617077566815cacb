/** Why: who wins a position and every winning bite, in plain words; then the loser that proves it, with a map. */

import { announce, byId, element, phrase, revise } from "./dom.js";
import { known, solve } from "./oracle.js";
import { quick } from "./player.js";
import { bite, isMove, isOver, transpose } from "./position.js";
import { mapFigure } from "./slicemap.js";
import { allLosers, sliceName } from "./words-slices.js";
import {
  DEEPER, EXAMPLES, LEAD_BACK, POINT, beaten, isCopied, leaves, mathematically, missedWords, plainly, unheard, whoWins,
} from "./words-why.js";
import { squareName } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./oracle.js").Solution} Solution */
/** @typedef {import("./position.js").Move} Move */
/**
 * @typedef {object} Doing what the panel leads to
 * @property {(slice: Slice) => void} list the list of all losers of a slice
 * @property {((move: Move) => void) | null} bite a bite that is made; null if none is made any more
 * @property {(move: Move | null) => void} look a bite that is only shown, or none
 * @property {string} point how to ask about a bite, if that is possible
 */

/** The most bites of a loser that are shown, where no rule says how each is answered. */
const SHOWN = 3;

/** More characters of a line of the certificate are not shown. */
const LONG = 600;

/**
 * Show the reason. One that is shown already stays, so that it is read aloud only when it changes; and none is given
 * for a bar that the computer is about to bite.
 * @param {import("./play.js").Play} play
 */
export function showWhy(play) {
  const { knowledge, game, puzzle } = play.match;
  if (!knowledge) return;
  const isThinking = !puzzle && !game.over && game.turn === "computer";
  if (!isThinking) tellWhy(play, knowledge);
  for (const button of byId("why-words").querySelectorAll("button")) button.disabled = isThinking;
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./oracle.js").Knowledge} knowledge
 */
function tellWhy(play, knowledge) {
  const { game, puzzle } = play.match;
  const ended = game.over || puzzle?.solved === true;
  const { words, more } = whyPanel(knowledge, game.rows, {
    list: (slice) => "slices" in knowledge && play.app.losersOf(knowledge, slice),
    bite: ended ? null : (move) => {
      play.yours(move);
      play.focus();
    },
    look: (move) => play.pointing.point(move),
    point: ended ? "" : puzzle ? POINT : `${POINT} ${LEAD_BACK}`,
  });
  const passed = missed(play.match);
  const bitten = game.turns[game.at - 1]?.move ?? null;
  if (panel.ended !== ended) announce("why-words", ""); // the same words, with buttons or without
  announce("why-words", passed ? [paragraph(missedWords(passed, bitten)), ...words] : words);
  const isSame = panel.knowledge === knowledge && panel.rows === game.rows;
  if (isSame) revise(byId("why-more"), more);
  else byId("why-more").replaceChildren(...more);
  Object.assign(panel, { knowledge, rows: game.rows, ended });
}

/**
 * The winning bite that the computer passed up with its last bite.
 * @param {import("./match.js").Match} match
 * @returns {Move | null}
 */
function missed({ game, knowledge }) {
  if (game.over || game.last.by !== "computer" || !knowledge) return null;
  const { before, after } = game.replies[0];
  const { moves } = known(knowledge, before);
  return moves.length > 0 && known(knowledge, after).wins ? quick(moves) : null;
}

/**
 * The reason, as elements: for everyone, and, with what else can be done, folded, for mathematicians.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {number[]} rows
 * @param {Doing} doing
 * @returns {{words: Node[], more: Node[]}}
 */
export function whyPanel(knowledge, rows, doing) {
  const solution = solve(knowledge, rows);
  if (!solution) return { words: [paragraph(unheard(knowledge.name, rows))], more: [] };
  const { wins, moves } = solution;
  /** @type {HTMLElement[]} */
  const words = [element("h2", {}, whoWins(wins))];
  words.push(...plainly(rows, solution).map(paragraph));
  if (moves.length > 0) {
    words.push(element("ul", {}, ...moves.map((move) => offered(move, leaves(move), doing))));
  }
  if (!wins && !isOver(rows)) {
    const shown = examples(rows).slice(0, isCopied(rows) ? 1 : SHOWN);
    const items = shown.flatMap((move) => refuted(knowledge, rows, move, doing));
    words.push(paragraph(EXAMPLES), element("ul", {}, ...items));
  }
  /** @type {HTMLElement[]} */
  const more = doing.point === "" ? [] : [element("p", { class: "note" }, doing.point)];
  if ("slices" in knowledge) more.push(mathematics(knowledge, solution, doing.list));
  return { words, more };
}

/**
 * Bites to begin with: those of one square from the lowest row up, then those of a whole row or more.
 * @param {number[]} rows
 * @returns {Move[]}
 */
function examples(rows) {
  const ends = rows.map((length, i) => ({ row: i + 1, column: length }));
  const small = ends.filter(({ row, column }) => column > (rows[row] ?? 0)).reverse();
  const large = [{ row: rows.length, column: 1 }, { row: 2, column: 1 }, { row: 1, column: 2 }];
  const all = [...small, ...large].filter((move) => isMove(rows, move));
  return all.filter(({ row, column }, i) => i === all.findIndex((one) => one.row === row && one.column === column));
}

/**
 * A bite of a loser, and what beats it; nothing, if a certificate that lies has no answer.
 * @param {import("./oracle.js").Knowledge} knowledge
 * @param {number[]} rows
 * @param {Move} move
 * @param {Doing} doing
 */
function refuted(knowledge, rows, move, doing) {
  const after = bite(rows, move);
  const { moves } = known(knowledge, after);
  if (moves.length === 0) return [];
  const answer = quick(moves);
  return [offered(move, beaten(answer, bite(after, answer)), doing)];
}

/**
 * A bite as a button that makes it, or only its name, and words about it.
 * @param {Move} move
 * @param {string} words
 * @param {Doing} doing
 */
function offered(move, words, { bite: make, look }) {
  if (!make) return element("li", {}, ...phrase(`${squareName(move)}${words}`));
  const button = element("button", { type: "button", class: "chip" }, squareName(move));
  button.addEventListener("click", () => make(move));
  for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => look(move));
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => look(null));
  return element("li", {}, button, ...phrase(words));
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
  /** @type {HTMLElement[]} */
  const words = mathematically(certificate, solution, slice, loser, a, after).map(paragraph);
  words.push(lineOf(certificate, loser));
  const button = element("button", { type: "button" }, allLosers(loser));
  button.addEventListener("click", () => list(loser));
  words.push(element("p", {}, button));
  const map = loser.kind === "empty" ? [] : [mapOf(solution, loser, a)];
  const fold = element("details", { class: "deeper" }, element("summary", {}, DEEPER));
  fold.append(element("div", { class: "reason" }, ...words), ...map);
  fold.open = panel.open;
  fold.addEventListener("toggle", () => (panel.open = fold.open));
  return fold;
}

/**
 * What the panel tells of, and whether the mathematics is unfolded: it stays as the reader left it.
 * @type {{knowledge: import("./oracle.js").Knowledge | null, rows: number[], ended: boolean, open: boolean}}
 */
const panel = { knowledge: null, rows: [], ended: false, open: false };

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
  const upright = (/** @type {number[]} */ position) => (turned ? transpose(position) : position);
  const left = moves.length > 0 ? moves.map(({ after }) => upright(after)) : [upright(rows)];
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
  const named = { role: "region", "aria-label": "The line of the certificate" };
  return element("pre", { class: "listing", tabindex: 0, ...named }, shown);
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
