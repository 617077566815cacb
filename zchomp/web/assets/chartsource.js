/** Which certificate the chart is drawn from. */

import { choicesOf, chosenOf, holderOf } from "./choosing.js";
import { noRow } from "./words-chart.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./library.js").Library} Library */

/**
 * How many rows of the chart a certificate has.
 * @param {{rows: number, upto: number}} claim
 */
export const height = ({ rows, upto }) => (rows > 2 ? upto + 1 : 1);

/**
 * The certificate that is drawn unless another one is chosen: the one with the most rows.
 * @template {import("./library.js").Entry} T
 * @param {T[]} choices
 */
export const usual = (choices) =>
  choices.filter(({ nim }) => nim === 0).reduce((x, y) => (height(y) > height(x) ? y : x));

/**
 * The certificate with the most rows of the chart: one that was given to the page, or one that ships.
 * @param {Library} library
 * @returns {Promise<Certificate>}
 */
export const usualOf = async (library) => chosenOf(library, usual(choicesOf(library)).id);

/**
 * The certificate that a link names, or else the one that is drawn, or the usual one.
 * @param {Library} library
 * @param {string} name
 * @param {Certificate | null} drawn
 * @returns {Promise<Certificate>}
 */
export async function wanted(library, name, drawn) {
  if (library.entries.some((entry) => entry.name === name)) return library.load(name);
  return drawn ?? usualOf(library);
}

/**
 * A certificate that has a row.
 * @param {Library} library
 * @param {number} r
 * @returns {Promise<Certificate>}
 */
export async function having(library, r) {
  const found = await holderOf(library, [r]);
  if (found) return found;
  const most = Math.max(...choicesOf(library).filter(({ rows }) => rows > 2).map(({ upto }) => upto));
  throw new RangeError(noRow(r, most));
}
