/** A game: the positions since its start, who bit, and where one is among them. No drawing, no waiting. */

import { bite, biteText, isMove, isOver } from "./position.js";

/** @typedef {"you" | "computer"} Side */
/** @typedef {import("./position.js").Move} Move */
/** @typedef {{rows: number[], by: Side | null, move: Move | null}} Turn */
/** @typedef {{before: number[], move: Move, after: number[]}} Reply a bite of the computer, and the rows around it */

/**
 * The other one of the two.
 * @param {Side} side
 * @returns {Side}
 */
export const otherSide = (side) => (side === "you" ? "computer" : "you");

/** One game; undone turns are kept until another bite is made. */
export class Game {
  /**
   * @param {number[]} rows
   * @param {Side} first
   * @param {number} seed in games with different ones, the computer may make other mistakes
   */
  constructor(rows, first, seed = 0) {
    this.first = first;
    this.seed = seed;
    /** @type {Turn[]} */
    this.turns = [{ rows, by: null, move: null }];
    this.at = 0;
    /** @type {Side | null} who gave up, if somebody did */
    this.ended = null;
  }

  /** The rows that are left. */
  get rows() {
    return this.turns[this.at].rows;
  }

  /** What was there at the start. */
  get start() {
    return this.turns[0].rows;
  }

  /** The turn that led here. */
  get last() {
    return this.turns[this.at];
  }

  /** Whether only the poison is left, or somebody gave up. */
  get over() {
    return this.ended !== null || isOver(this.rows);
  }

  /**
   * Who has lost, once it is over.
   * @returns {Side | null}
   */
  get loser() {
    return this.ended ?? (this.over ? this.turn : null);
  }

  /**
   * What the computer bit up to here, the latest bite first.
   * @returns {Reply[]}
   */
  get replies() {
    return this.turns.slice(0, this.at + 1).flatMap(({ by, move, rows }, i) => {
      return by === "computer" && move ? [{ before: this.turns[i - 1].rows, move, after: rows }] : [];
    }).reverse();
  }

  /**
   * Who is to bite; the one who has nothing but the poison has lost.
   * @returns {Side}
   */
  get turn() {
    return this.sideAfter(this.at);
  }

  /**
   * Who is to bite after a turn.
   * @param {number} at
   * @returns {Side}
   */
  sideAfter(at) {
    const by = this.turns[at].by;
    if (by === null) return this.first;
    return otherSide(by);
  }

  /**
   * Bite, if it is a move.
   * @param {Move} move
   */
  bite(move) {
    if (this.over || !isMove(this.rows, move)) return false;
    this.turns.length = this.at + 1;
    this.turns.push({ rows: bite(this.rows, move), by: this.turn, move });
    this.at += 1;
    return true;
  }

  /** The bites up to here, as a link has them: 2.5-3.1. */
  get bites() {
    return this.turns.slice(1, this.at + 1).flatMap(({ move }) => (move ? [biteText(move)] : [])).join("-");
  }

  /**
   * Make the bites that a link has; if one of them is none, no bite is made.
   * @param {string} text
   * @returns {string | null} the one that is none, if there is one
   */
  replay(text) {
    for (const word of text === "" ? [] : text.split("-")) {
      const found = /^([0-9]{1,2})\.([0-9]{1,15})$/.exec(word);
      if (found && this.bite({ row: Number(found[1]), column: Number(found[2]) })) continue;
      this.at = 0;
      this.turns.length = 1;
      return word;
    }
    return null;
  }

  /** Whether you have bitten, up to here, or the game was given up. */
  get canUndo() {
    return this.ended !== null || this.turns.slice(0, this.at).some((_, at) => this.sideAfter(at) === "you");
  }

  /** Whether turns were undone. */
  get canRedo() {
    return this.ended === null && this.at < this.turns.length - 1;
  }

  /** Back to before your last bite. */
  undo() {
    if (!this.canUndo) return;
    if (this.ended !== null) {
      this.ended = null;
      return;
    }
    do this.at -= 1;
    while (this.sideAfter(this.at) !== "you");
  }

  /**
   * Back to an earlier turn.
   * @param {number} at
   */
  back(at) {
    this.ended = null;
    this.at = at;
  }

  /** Forward to your next turn, or to the end of what was played. */
  redo() {
    if (!this.canRedo) return;
    do this.at += 1;
    while (this.canRedo && this.turn !== "you");
  }
}
