/** Why: who wins a position, every winning bite, and the slice of the certificate that this rests on, with a map. */

import { element } from "./dom.js";
import { solve } from "./oracle.js";
import { fullText, rowsText } from "./position.js";
import { sliceMap } from "./slicemap.js";
import { sequenceText, sliceName, symbolicAt, symbolicText } from "./words.js";

const LONG = 600;

/**
 * @param {import("./certificate.js").Certificate} certificate @param {number[]} rows
 * @param {() => void} list what leads to the list of all losers of the slice
 * @returns {Node[]}
 */
export function whyPanel(certificate, rows, list) {
  const solution = solve(certificate, rows);
  if (!solution) return [element("p", {}, `${certificate.name} does not know ${rowsText(rows)}.`)];
  const { wins, moves, slice, turned } = solution;
  const { loser, a } = restsOn(certificate, solution);
  const smaller = slice.tail.length > 0 ? " and the smaller slices that it rests on" : "";
  const turnedWords = turned ? ", with rows and columns exchanged," : "";
  const shown = [
    element("h2", {}, `${fullText(rows)} is a ${wins ? "winner" : "loser"}`),
    element("p", {}, wins ? "The player to move wins, by any of these bites, and by no other:" : noMove(rows)),
  ];
  if (moves.length > 0) {
    const items = moves.map(({ row, column, after }) => element("li", {}, `row ${row}, column ${column}, to the loser ${fullText(after)}`));
    shown.push(element("ul", {}, ...items));
  }
  shown.push(element("p", {}, `Proved${turnedWords} by ${sliceName(slice)}${smaller}: ${sequenceText(slice)}`));
  if (loser.kind !== "empty" && a >= 0) {
    const symbol = symbolicText(symbolicAt(loser, a));
    const forever = a >= loser.head.length ? ", for a = 0, 1, 2, …" : "";
    shown.push(element("p", {}, `The loser that it rests on is ${symbol}${forever}, in line ${loser.line} of ${certificate.name}:`));
  } else {
    shown.push(element("p", {}, `Line ${loser.line} of ${certificate.name} says so:`));
  }
  shown.push(lineOf(certificate, loser), mapOf(solution, loser, a));
  const button = element("button", { type: "button" }, "All losers of this slice");
  button.addEventListener("click", list);
  return [...shown, element("p", {}, button)];
}

const noMove = (rows) =>
  rows.length === 1 && rows[0] === 1 ? "There is no bite left: the player to move takes the poison." : "The player to move loses: every bite leaves a winner.";

/** The loser that an answer rests on: the position itself, or what the first winning bite leaves, by its slice and column. */
function restsOn(certificate, { wins, moves, slice, a, turned }) {
  if (!wins || turned || moves.length === 0) return { loser: slice, a: wins || turned ? -1 : a };
  const own = moves.find(({ after }) => certificate.slice(after.slice(2)) === slice);
  const after = (own ?? moves[0]).after;
  const loser = certificate.slice(after.slice(2));
  return { loser, a: (after[1] ?? 0) - loser.width };
}

/** The line itself, cut if it is long. */
function lineOf(certificate, slice) {
  const line = certificate.lines[slice.line - 1];
  return element("pre", { class: "listing", tabindex: 0, "aria-label": "The line of the certificate" }, line.length > LONG ? `${line.slice(0, LONG)} …` : line);
}

function mapOf({ slice, a, b, wins, moves, turned }, loser, column) {
  const marked = column >= 0 && loser.term(column) >= 0 ? [{ a: column, b: loser.term(column) }] : [];
  if (loser === slice && wins && !turned) {
    for (const { after } of moves) {
      const [first, second = 0, ...tail] = after;
      const at = second - slice.width;
      if (String(tail) === String(slice.tail) && at !== column) marked.push({ a: at, b: first - second });
    }
  }
  const here = loser === slice ? { a, b } : undefined;
  const name = `Map of ${sliceName(loser)}: its losers are dots, a to the right and b upwards${marked.length > 0 ? "; the loser that matters has a ring" : ""}${here ? "; the position is a square" : ""}.`;
  return element("figure", {}, sliceMap(loser, { here, marked, name }), element("figcaption", {}, name));
}
