/** What a verdict changes: a file is used from now on, or, if it is refused, no more. */

import { dropped } from "./words-slices.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */

/**
 * Let a certificate be the opponent where it knows the bar, and the chart if it has more rows.
 * @param {import("./app.js").App} app
 * @param {Certificate} certificate
 */
export function use(app, certificate) {
  const { library, parts, play } = app;
  library.prefer(certificate);
  if (certificate.covers(play.match.game.start)) play.match.knowledge = certificate;
  play.draw();
  app.credit(certificate);
  parts.chart?.offer(certificate);
  parts.losers?.fill();
}

/**
 * A file that was looked at is refused: nothing uses it any more. One that ships stays, and is said to be refused.
 * @param {import("./app.js").App} app
 * @param {Certificate} certificate
 * @param {import("./checking.js").Status} status
 */
export async function refuse(app, certificate, status) {
  certificate.status = status;
  app.credit(certificate);
  if (!certificate.ships) await forget(app, certificate);
}

/**
 * Play, Chart and Losers go on by other certificates; if none knows the bar of the game, the first bar is played.
 * @param {import("./app.js").App} app
 * @param {Certificate} refused
 */
async function forget({ library, parts, play, opening }, refused) {
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
