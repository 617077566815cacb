/** A smaller bar, for whoever lost at the easiest level. */

import { byId } from "./dom.js";
import { squares } from "./position.js";

/** The most rows and columns of such a bar: certificates on this page know all of them. */
const MOST = { height: 5, width: 8 };

/**
 * Offer a smaller bar, if the game is still one that was lost at the easiest level.
 * @param {import("./play.js").Play} play
 */
export function offer(play) {
  const { game, match, setup } = play;
  const button = byId("again-smaller", "button");
  const bar = game.loser === "you" && !match.otherLevel ? smaller(game.start) : null;
  button.hidden = bar === null;
  if (!bar) return;
  button.textContent = `Try ${bar.height} × ${bar.width}`;
  button.onclick = async () => {
    await setup.ask(Array(bar.height).fill(bar.width));
    play.focus();
  };
}

/**
 * A rectangle of fewer squares: the longer side is halved until it has fewer.
 * @param {number[]} rows
 * @returns {{height: number, width: number} | null} null if none is left with two rows and two columns
 */
function smaller(rows) {
  let height = Math.min(rows.length, MOST.height);
  let width = Math.min(rows[0], MOST.width);
  do {
    if (height > width) height = Math.ceil(height / 2);
    else width = Math.ceil(width / 2);
    if (height < 2 || width < 2) return null;
  } while (height * width >= squares(rows));
  return { height, width };
}
