/** Pointing: what is said and marked of the square that is pointed at, or that was tapped or tried. */

import { byId, phrase } from "./dom.js";
import { isMove } from "./position.js";
import { POISON, foreseen, preview } from "./words.js";

/** @typedef {import("./position.js").Move} Move */

export class Pointing {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /**
   * Say what a bite would take, and, while reasons are shown or if it was tried, what refutes it.
   * @param {number} row 0 if no square is pointed at
   * @param {number} column
   */
  look(row, column) {
    const { board, game, match, puzzling, reasons } = this.play;
    const place = byId("preview");
    const move = { row, column };
    board.answer(null);
    place.dataset.square = row === 0 ? "" : `${row}.${column}`;
    if (row === 0 || game.over) {
      place.textContent = "";
      if (row === 0) this.rest();
    } else if (row + column === 2) place.textContent = POISON;
    else if (!isMove(game.rows, move)) return;
    else if ((reasons || puzzling?.wasTried(move)) && game.turn === "you") {
      const found = match.refutation(move);
      if (found?.answer) board.answer(found.answer);
      const isTold = this.isTold(move);
      if (found) place.replaceChildren(...(isTold ? [] : phrase(foreseen(move, found, match.level === "perfect"))));
    } else place.replaceChildren(...phrase(preview(game.rows, move)));
  }

  /**
   * Whether the status line tells of a bite, the last try in a puzzle, what refutes it.
   * @param {Move} move
   */
  isTold(move) {
    const { gameWords, puzzling } = this.play;
    const { row, column } = puzzling?.refuted ?? { row: 0, column: 0 };
    return move.row === row && move.column === column && byId("status").textContent === gameWords;
  }

  /** While no square is pointed at, the chosen one stays marked; the words about a try are in the status line. */
  rest() {
    const { board, chosen, puzzling } = this.play;
    const move = chosen ?? puzzling?.refuted;
    if (!move) return;
    if (puzzling?.wasTried(move)) this.point(move);
    else if (chosen) board.show(move.row, move.column);
  }

  /**
   * Mark a bite and its answer, or none, without a word: words would move what is pointed at, and are there already.
   * @param {Move | null} move
   */
  point(move) {
    const { board, match } = this.play;
    if (!move) return board.show(0, 0);
    board.mark(move.row, move.column);
    board.answer(match.refutation(move)?.answer ?? null);
  }
}
