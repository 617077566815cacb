/** The form for a bite that is typed: always there if the bar is folded, otherwise on demand. */

import { byId } from "./dom.js";
import { isMove } from "./position.js";
import { noBite } from "./words.js";

export class Typing {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.on = false;
    byId("bite").addEventListener("submit", (event) => {
      event.preventDefault();
      this.bite(byId("bite-row", "input").value, byId("bite-column", "input").value);
    });
    play.button("type-bite", () => (this.on = !this.on));
    byId("type-bite").addEventListener("click", () => this.on && byId("bite-row").focus());
  }

  /**
   * A bite that was typed.
   * @param {string} row
   * @param {string} column
   */
  bite(row, column) {
    const number = (/** @type {string} */ text) => (/^\s*[0-9]+\s*$/.test(text) ? Number(text) : NaN);
    const move = { row: number(row), column: number(column) };
    const { rows, over } = this.play.game;
    const isPoison = move.row === 1 && move.column === 1;
    if (over || !(isPoison || isMove(rows, move))) this.play.say(noBite(rows, move, over));
    else this.play.yours(move);
  }

  /**
   * Ask which column of a gap is meant.
   * @param {number} row
   * @param {import("./board.js").Run} run
   */
  ask(row, run) {
    byId("bite-row", "input").value = String(row);
    byId("bite-column", "input").value = "";
    byId("bite-column", "input").placeholder = `${run.from}–${run.to}`;
    byId("bite-column").focus();
  }

  /**
   * Show the form, or only the button that opens it.
   * @param {boolean} folded
   * @param {boolean} solved whether there is nothing to bite any more
   */
  draw(folded, solved) {
    byId("type-bite").hidden = folded || solved;
    byId("type-bite").setAttribute("aria-expanded", String(this.on));
    byId("bite").hidden = solved || (!folded && !this.on);
  }
}
