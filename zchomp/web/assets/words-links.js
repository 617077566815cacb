/** What the page says of a link that is damaged, or names something that it does not have. */

import { LEVELS } from "./player.js";
import { quote } from "./position.js";

/**
 * What is wrong with a link that leads to Play; empty if nothing is.
 * @param {string} view what it names
 * @param {Record<string, string>} options
 */
export function wrongLink(view, { level, first }) {
  if (view !== "play") return `There is no page ${quote(view)}. Here is Play instead.`;
  if (level !== undefined && !LEVELS.some((one) => one === level)) {
    return `There is no level ${quote(level)}; the levels are ${LEVELS.join(", ")}.`;
  }
  if (first === undefined || ["you", "computer"].includes(first)) return "";
  return `${quote(first)} cannot begin; either you do, or the computer.`;
}

/**
 * That the bites of a link are damaged.
 * @param {string} word the first one that is none
 */
export const unreadBites = (word) =>
  `This link is damaged (${word === "" ? "a bite is missing" : `${quote(word)} is not a bite`}), so the game starts ` +
  "from the full bar.";
