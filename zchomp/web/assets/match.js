/**
 * A match: a game, what knows its outcome, the level of the computer, and the game before it. No drawing.
 *
 * `changed` is called after every change, `pause` says how many milliseconds the computer seems to think.
 */

import { Game } from "./game.js";
import { writeLink } from "./links.js";
import { solve } from "./oracle.js";
import { LEVELS, quick, reply } from "./player.js";
import { bite, parse } from "./position.js";
import { replied, unknown } from "./words.js";

/** @typedef {import("./game.js").Side} Side */
/** @typedef {import("./oracle.js").Knowledge} Knowledge */
/** @typedef {import("./player.js").Level} Level */
/** @typedef {import("./position.js").Move} Move */
/** @typedef {{first?: Side, level?: Level, bites?: string}} Terms what a game is to be like, beside its start */
/** @typedef {{date: string, tries: number, solved: boolean}} Puzzle */

export class Match {
  /**
   * @param {import("./library.js").Library} library
   * @param {() => void} changed
   * @param {() => number} pause
   */
  constructor(library, changed, pause) {
    this.library = library;
    this.changed = changed;
    this.pause = pause;
    this.game = new Game([8, 8, 8], "you");
    /** @type {Level} */
    this.level = "perfect";
    /** @type {Knowledge | null} */
    this.knowledge = null;
    /** @type {Puzzle | null} the puzzle that is to be solved, if it is one */
    this.puzzle = null;
    /** what was said last */
    this.said = "";
    /** @type {{game: Game, knowledge: Knowledge | null, level: Level} | null} a game that another one replaced */
    this.past = null;
    this.timer = this.opened = 0;
  }

  /**
   * Begin a game from a position as it was typed; false if another one was begun before this one could be.
   * @param {string} text
   * @param {Terms} terms
   * @throws {RangeError} if it cannot be
   */
  async open(text, terms = {}) {
    const { first = "you", level = "perfect", bites = "" } = terms;
    const number = ++this.opened;
    const game = new Game(parse(text), first === "computer" ? "computer" : "you");
    const knowledge = await this.library.covering(game.rows);
    if (!knowledge) throw new RangeError(unknown(game.rows));
    if (number !== this.opened) return false;
    game.replay(bites);
    if (this.game.canUndo) this.past = { game: this.game, knowledge: this.knowledge, level: this.level };
    this.level = LEVELS.includes(level) ? level : "perfect";
    this.begin(game, knowledge, "");
    return true;
  }

  /**
   * Go on with a game, new or not.
   * @param {Game} game
   * @param {Knowledge | null} knowledge
   * @param {string} said
   */
  begin(game, knowledge, said) {
    Object.assign(this, { game, knowledge, said, puzzle: null });
    this.settle();
  }

  /**
   * Begin a puzzle.
   * @param {string} date
   * @param {number[]} rows
   * @param {Knowledge} knowledge
   */
  pose(date, rows, knowledge) {
    this.opened += 1;
    Object.assign(this, { game: new Game(rows, "you"), knowledge, said: "", level: "perfect" });
    this.puzzle = { date, tries: 0, solved: false };
    this.settle();
  }

  /**
   * The same bar once more.
   * @param {Side} first
   */
  again(first) {
    this.begin(new Game(this.game.start, first), this.knowledge, "");
  }

  /** After any change: tell, and let the computer bite if it is its turn. */
  settle() {
    clearTimeout(this.timer);
    this.changed();
    if (!this.game.over && this.game.turn === "computer") this.timer = setTimeout(() => this.theirs(), this.pause());
  }

  /**
   * You bite; false if that is no bite.
   * @param {Move} move
   */
  yours(move) {
    if (this.game.over || this.game.turn !== "you" || !this.game.bite(move)) return false;
    this.said = "";
    this.settle();
    return true;
  }

  /** The computer bites. */
  theirs() {
    if (!this.knowledge) return;
    const before = this.game.rows;
    const { move, lost } = reply(this.knowledge, before, this.level);
    this.game.bite(move, lost);
    this.said = replied(before, move, this.game.rows, lost && this.level === "perfect");
    this.settle();
  }

  /** Take back your last bite; before the first one, the new game itself. */
  undo() {
    if (this.game.canUndo || !this.past) {
      this.back(() => this.game.undo(), "Your last bite is taken back.");
      return;
    }
    const { game, knowledge, level } = this.past;
    this.past = null;
    this.level = level;
    this.begin(game, knowledge, "The game before this one is back.");
  }

  /** Forward again. */
  redo() {
    this.back(() => this.game.redo(), "Played again.");
  }

  /**
   * Go to another turn.
   * @param {() => void} work
   * @param {string} said
   */
  back(work, said) {
    work();
    this.said = said;
    this.settle();
  }

  /** Whether there is something to take back. */
  get canUndo() {
    return this.game.canUndo || this.past !== null;
  }

  /** Who wins, and how. */
  get solution() {
    return this.knowledge && solve(this.knowledge, this.game.rows);
  }

  /**
   * What a bite of yours leads to: the loser that it leaves, or the answer that refutes it.
   * @param {Move} move
   * @returns {{after: number[], answer: Move | null, left: number[]} | null} null if it is no bite
   */
  refutation(move) {
    const { game, knowledge } = this;
    if (!knowledge) return null;
    const after = bite(game.rows, move);
    const moves = solve(knowledge, after)?.moves ?? [];
    if (moves.length === 0) return { after, answer: null, left: after };
    const answer = quick(moves);
    return { after, answer, left: bite(after, answer) };
  }

  /** The link to this game as it stands. */
  get link() {
    if (this.puzzle) return writeLink("puzzle", [this.puzzle.date]);
    const { first, start, bites } = this.game;
    const level = this.level === "perfect" ? "" : this.level;
    return writeLink("play", [start.join(",")], { first: first === "you" ? "" : first, level, bites });
  }
}
