/** What the page says of what is chosen for a game: the level, and who begins. */

/**
 * What is said of another level.
 * @param {import("./player.js").Level} level
 * @param {boolean} over
 */
export const levelWords = (level, over) =>
  `I’ll play ${{ easy: "on easy", medium: "on medium", perfect: "perfectly" }[level]} ` +
  `${over ? "in the next game" : "from my next bite"}.`;

/**
 * What is said if another side is to begin than began this game.
 * @param {import("./game.js").Side} first
 * @param {boolean} over
 */
export const firstWords = (first, over) =>
  `${first === "you" ? "You begin" : "I begin"} the next game.${over ? "" : " This one goes on."}`;
