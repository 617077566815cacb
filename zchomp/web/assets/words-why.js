/** What the page says in Why: who wins and why, first in plain words, then for mathematicians. */

import { bracketsText, fullText, isOver, rowsText, transpose } from "./position.js";
import { symbolicAt, symbolicText } from "./symbols.js";
import { provedText, sequenceText, sliceName } from "./words-slices.js";
import { isVerified, squareText } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./oracle.js").Solution} Solution */
/** @typedef {import("./position.js").Move} Move */

/** The fold for those who want the proof. */
export const DEEPER = "For mathematicians";

/** How to ask about a bite. */
export const POINT = "Point at any square (on a touch screen, tap it) to see what that bite leads to.";

/** What a click does then. */
export const LEAD_BACK = "Click, or tap again, to make the bite. Undo takes it back.";

/** @param {boolean} wins */
export const whoWins = (wins) => (wins ? "Whoever bites now can win" : "Whoever bites now loses");

/**
 * That a bar is not known.
 * @param {string} name
 * @param {number[]} rows
 */
export const unheard = (name, rows) => `${name} does not know ${rowsText(rows)}.`;

/**
 * What a winning bite does, after its name, with a rule if the bar that it leaves has one that a child can see.
 * @param {import("./oracle.js").Winning} move
 */
export function leaves({ after }) {
  const kind = kindOf(after);
  return ` leaves ${rowsText(after)}${kind && `: ${kind}`}.`;
}

/**
 * What the computer says of a win that it passed up.
 * @param {Move} move
 * @param {Move | null} bitten what was bitten before
 */
export const missedWords = (move, bitten) =>
  `I just missed a win: ${squareText(move)}${bitten ? ` in answer to your ${squareText(bitten)}` : ""}.`;

/** What comes before the bites of a loser that are shown. */
export const EXAMPLES = "For example:";

/**
 * What beats a bite of a loser, after the name of that bite.
 * @param {Move} answer
 * @param {number[]} left
 */
export const beaten = (answer, left) => ` is beaten by ${squareText(answer)}, which leaves ${rowsText(left)}.`;

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
 * The left of two columns has one square more.
 * @param {number[]} rows
 */
const isUprightStep = (rows) => rows[0] === 2 && isStep(transpose(rows));

/**
 * Two squares in the third row, and two more in the first row than in the second: (2 + q, q, 2).
 * @param {number[]} rows
 */
const isFamily = (rows) => rows.length === 3 && rows[2] === 2 && rows[0] === rows[1] + 2;

/**
 * Whether the answer to every bite of a loser makes a bar of the same kind again.
 * @param {number[]} rows
 */
export const isCopied = (rows) => isStep(rows) || isUprightStep(rows) || isHook(rows);

/**
 * The reason in words that need no mathematics.
 * @param {number[]} rows
 * @param {Solution} solution
 * @returns {string[]}
 */
export function plainly(rows, { wins, moves }) {
  if (isOver(rows)) return ["Only the poison is left, and somebody has to take it."];
  if (wins) {
    const only = moves.length === 1 ? "One bite wins, and no other" : `${moves.length} bites win, and no others`;
    return [`Leave a bar from which every bite loses. ${only}:`];
  }
  return [
    ruleOf(rows) ?? "Every bite has an answer that leaves such a bar again, only smaller, until only the poison is " +
    "left. There is no simple rule: a list of all such bars tells the answer each time.",
  ];
}

/**
 * Why a bar is a loser, if there is a rule for it.
 * @param {number[]} rows
 * @returns {string | null}
 */
function ruleOf(rows) {
  if (isStep(rows) || isUprightStep(rows)) {
    const which = isStep(rows) ? "upper row has one square more than the lower one" :
      "left column has one square more than the right one";
    return `The ${which}. Whatever is bitten now, the answer makes it so again, until only the poison is left.`;
  }
  if (isFamily(rows)) {
    return "The bottom row has two squares, and the top row has two more than the middle row. Whoever bites such a " +
      "bar loses, however long it is: the answer leaves such a bar again, or a smaller one that loses.";
  }
  return isHook(rows) ? "Two arms of the same length meet at the poison. Whatever is bitten off one arm, the answer " +
    "bites off the other, until only the poison is left." : null;
}

/**
 * What kind of loser a bar is, where a child can see it; empty if there is no rule.
 * @param {number[]} rows
 */
function kindOf(rows) {
  if (isOver(rows)) return "only the poison";
  if (isHook(rows)) return "two arms of the same length, so that you can copy every bite";
  if (isStep(rows)) return "one square more in the upper row than in the lower one";
  if (isUprightStep(rows)) return "one square more in the left column than in the right one";
  return isFamily(rows) ? "two squares in the bottom row, and two more in the top row than in the middle one" : "";
}

/**
 * What the certificate says about a position: the slice that it is in, and the loser that decides.
 * @param {import("./certificate.js").Certificate} certificate
 * @param {Solution} solution
 * @param {Slice} slice of the position
 * @param {Slice} loser the slice of the loser that decides
 * @param {number} a its column
 * @param {number[]} after that loser
 * @returns {string[]}
 */
export function mathematically(certificate, solution, slice, loser, a, after) {
  const words = [`${fullText(solution.rows)} is a ${solution.wins ? "winner" : "loser"}.`];
  words.push(`${used(solution, loser, a, after)}${proof(certificate, loser)}`);
  if (loser !== slice) words.push(`The position itself is in ${sliceName(slice)}: ${sequenceText(slice)}`);
  return [...words, `Line ${loser.line} of ${certificate.name} is about ${sliceName(loser)}:`];
}

/**
 * Whether what a certificate says of a slice is proved: only if it is verified.
 * @param {{status: string}} certificate
 * @param {Slice} slice
 */
function proof(certificate, slice) {
  if (!isVerified(certificate)) return ` So the certificate says. ${provedText(certificate)}`;
  return slice.tail.length > 0 ? " This is proved from that slice and the smaller ones." : " This is proved.";
}

/**
 * The loser that the answer uses, in words.
 * @param {Solution} solution
 * @param {Slice} loser
 * @param {number} a
 * @param {number[]} after
 */
function used({ wins, turned }, loser, a, after) {
  const symbol = symbolicAt(loser, a);
  const many = symbol.step > 0 ? (a - symbol.start) / symbol.step : 0;
  const which = symbol.step > 0 ? `${symbolicText(symbol)} with a = ${many}` : bracketsText(after);
  const left = wins ? `The win uses the loser ${rowsText(turned ? transpose(after) : after)}` : "";
  const exchanged = `With rows and columns exchanged it is ${rowsText(after)}, and this`;
  const begin = turned ? `${left && `${left}. `}${exchanged}` : left ? `${left}, which` : "It";
  return `${begin} is ${which}, in ${sliceName(loser)}: ${sequenceText(loser)}`;
}
