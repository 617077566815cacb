/** A file that was looked at is refused: nothing uses it any more. */

import { dropped } from "./words-slices.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */

/**
 * Play, Chart and Losers go on by other certificates.
 * @param {import("./app.js").App} app
 * @param {Certificate} refused
 * @param {number[]} opening the bar that is played if no other certificate knows that of the game
 */
export async function forget({ library, parts, play }, refused, opening) {
  library.drop(refused);
  const played = play.match.knowledge === refused;
  if (!(await replace(play.match, refused))) await play.open(opening);
  if (played) {
    play.draw();
    play.say(dropped(refused.name));
  }
  await parts.chart?.forget(refused);
  parts.losers?.fill();
  await parts.losers?.show();
}

/**
 * Let a match, and the games before it, go on by another certificate. False if no other one knows the bar of its game.
 * @param {import("./match.js").Match} match
 * @param {Certificate} refused
 */
async function replace(match, refused) {
  const { replaced, beforePuzzle } = match;
  const other = async (/** @type {import("./match.js").Aside} */ { game, knowledge }) => {
    return knowledge === refused ? ((await match.library.covering(game.start)) ?? null) : knowledge;
  };
  const [now, then, before] = await Promise.all([match, replaced ?? match, beforePuzzle].map(other));
  match.knowledge = now;
  if (replaced) match.replaced = then && { ...replaced, knowledge: then };
  if (before) match.beforePuzzle = { ...beforePuzzle, knowledge: before };
  else if (beforePuzzle.knowledge === refused) {
    match.beforePuzzle = { ...beforePuzzle, game: match.game, knowledge: now };
  }
  return now !== null;
}
