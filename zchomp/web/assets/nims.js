/**
 * Nim-values on the board: on each square that of what its bite leaves, for small bars, computed in a worker.
 *
 * The nim-value of a position is the least number that no bite leads to. So 0 marks the winning bites, and the value of
 * the bar itself is the least number that stands on no square.
 */

import { code, inWorker } from "./computed.js";
import { announce, byId, messageOf } from "./dom.js";
import { bite, isMove, isSmall } from "./position.js";
import { nimWords, noNims } from "./words-more.js";

export class Nims {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.on = false;
    /** @type {Map<number, number>} the nim-values of the positions within the bar that was computed last, by code */
    this.values = new Map();
  }

  /** Whether they can be shown: no puzzle is given away, and the bar is small. */
  get possible() {
    return isSmall(this.play.game.rows) && this.play.match.puzzle?.solved !== false;
  }

  /** Show them from now on, or no more. */
  toggle() {
    this.on = !this.on;
  }

  /**
   * The nim-value of a position, if it is known and to be shown.
   * @param {number[]} rows
   */
  value(rows) {
    return this.on && this.possible ? this.values.get(code(rows)) : undefined;
  }

  /**
   * The nim-value of what a bite leaves, if it is known and to be shown.
   * @param {import("./position.js").Move} move
   */
  after(move) {
    const { rows } = this.play.game;
    return isMove(rows, move) ? this.value(bite(rows, move)) : undefined;
  }

  /** Say what the nim-value of the bar is; compute it, if it is not known yet, and draw again. */
  async draw() {
    const { rows } = this.play.game;
    const value = this.value(rows);
    byId("nim").hidden = value === undefined;
    announce("nim", value === undefined ? "" : nimWords(value));
    byId("nims").setAttribute("aria-pressed", String(this.on));
    if (value !== undefined || !this.on || !this.possible) return;
    try {
      const values = await inWorker("nimValues", rows);
      if (!values.has(code(this.play.game.rows))) return;
      this.values = values;
      this.play.draw();
    } catch (problem) {
      this.on = false;
      this.play.draw();
      byId("nim").hidden = false;
      announce("nim", noNims(messageOf(problem)));
    }
  }
}
