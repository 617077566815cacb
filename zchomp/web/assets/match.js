/**
 * A match: a game, what knows its outcome, the level of the computer, and the game before it. No drawing, no words:
 * what happened last is an event, which Play words.
 *
 * `changed` is called after every change, `pause` says how many milliseconds the computer seems to think.
 */

import { Game } from "./game.js";
import { writeLink } from "./links.js";
import { solve } from "./oracle.js";
import { LEVELS, USUAL, quick, reply } from "./player.js";
import { bite, isMove } from "./position.js";
import { unknown } from "./words.js";

/** @typedef {import("./game.js").Side} Side */
/** @typedef {import("./oracle.js").Knowledge} Knowledge */
/** @typedef {import("./player.js").Level} Level */
/** @typedef {import("./position.js").Move} Move */
/**
 * @typedef {{first?: string, level?: string, bites?: string, end?: string, seed?: string}} Terms of a game, as a link
 *   has them
 */
/** @typedef {import("./oracle.js").Winning} Winning */
/** @typedef {import("./solving.js").Puzzle} Puzzle */
/** @typedef {{at: number, rows: number[], move: Move, winning: Winning}} Slip a bite, and one that would have won */
/** @typedef {{game: Game, knowledge: Knowledge | null, level: Level}} Aside a game that was left */
/** @typedef {import("./game.js").Reply} Reply */
/**
 * What a bite leads to. The answer is null if it wins, or if only the solution of a puzzle answers it.
 * @typedef {{wins: boolean, after: number[], answer: Move | null, left: number[]}} Refutation
 */
/**
 * What happened last. `left`: before your first bite, that a game was left in the middle. `lost`: that the computer
 * knew to be lost. `yields`: that it is ready to give up.
 * @typedef {{kind: "bitten" | "posed" | "resumed" | "restored" | "revised"}
 *   | {kind: "undone" | "redone", rows: number[]}
 *   | {kind: "begun", rows: number[], left: boolean}
 *   | {kind: "replied", reply: Reply, level: Level, lost: boolean, yields: boolean, left: boolean}
 *   | {kind: "gaveUp", side: Side, rows: number[], moves: Winning[], slip: Slip | null}
 *   | {kind: "missed", move: Move, found: Refutation}} Event
 */

/** After this number of bites that it knew to be lost, the computer is ready to give up. */
const PATIENCE = 3;

/** How a link names the seed of a game. */
const SEED = /^[0-9]{1,6}$/;

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
    this.level = USUAL;
    /** @type {Knowledge | null} */
    this.knowledge = null;
    /** @type {Puzzle | null} the puzzle that is to be solved, if it is one */
    this.puzzle = null;
    /** @type {Event} what happened last */
    this.event = { kind: "begun", rows: this.game.rows, left: false };
    /** @type {Aside | null} a game that another one replaced */
    this.replaced = null;
    /** @type {Aside} the game before a puzzle */
    this.beforePuzzle = { game: this.game, knowledge: null, level: USUAL };
    this.timer = this.opened = 0;
  }

  /**
   * Begin a game from a position, or from one as it was typed.
   * @param {string | number[]} bar
   * @param {Terms} terms
   * @param {AbortSignal} [signal] aborted once the game is not wanted any more
   * @returns {Promise<{wrong: string | null} | null>} the first bite of the link that is none, if there is one; null
   *   if another game was begun before this one could be, or it is not wanted any more
   * @throws {RangeError} if it cannot be
   */
  async open(bar, terms = {}, signal) {
    const { first = "you", level = USUAL, bites = "", end = "", seed = "" } = terms;
    const number = ++this.opened;
    const { level: before } = this;
    const rows = typeof bar === "string" ? (await import("./notation.js")).parse(bar) : bar;
    const game = new Game(rows, first === "computer" ? "computer" : "you", SEED.test(seed) ? Number(seed) : 0);
    const knowledge = await this.library.covering(game.rows);
    if (!knowledge) throw new RangeError(unknown(game.rows));
    if (number !== this.opened || signal?.aborted) return null;
    const wrong = game.replay(bites);
    if (wrong === null && (end === "you" || end === "computer")) game.ended = end;
    this.setAside(this.puzzle ? this.beforePuzzle : this);
    if (this.level === before) this.level = LEVELS.find((one) => one === level) ?? USUAL; // none was chosen meanwhile
    this.begin(game, knowledge);
    return { wrong };
  }

  /**
   * Put a game aside, for Undo to bring it back, if there is anything to bring back.
   * @param {Aside} left
   */
  setAside({ game, knowledge, level }) {
    if (game.canUndo) this.replaced = { game, knowledge, level };
  }

  /**
   * Go on with a game, new or not.
   * @param {Game} game
   * @param {Knowledge | null} knowledge
   * @param {Event} [event] if something else happened than its last turn
   */
  begin(game, knowledge, event) {
    this.game = game;
    this.knowledge = knowledge;
    this.puzzle = null;
    this.tell(event ?? this.latest);
  }

  /**
   * Begin a puzzle, or show one that is solved: nobody but you bites there.
   * @param {Puzzle} puzzle
   * @param {Game} game
   * @param {Knowledge} knowledge
   */
  pose(puzzle, game, knowledge) {
    this.opened += 1;
    if (!this.puzzle) this.beforePuzzle = { game: this.game, knowledge: this.knowledge, level: this.level };
    this.game = game;
    this.knowledge = knowledge;
    this.puzzle = puzzle;
    this.level = "perfect";
    this.tell({ kind: "posed" });
  }

  /** Back from a puzzle to the game before it. */
  leave() {
    if (!this.puzzle) return;
    const { game, knowledge, level } = this.beforePuzzle;
    this.level = level;
    this.begin(game, knowledge);
  }

  /**
   * The same bar once more.
   * @param {Side} first
   * @param {Level} level
   */
  again(first, level = this.level) {
    this.setAside(this);
    this.level = level;
    this.begin(new Game(this.game.start, first, this.game.seed + 1), this.knowledge);
  }

  /** After any change: tell, and let the computer bite if it is its turn. */
  settle() {
    clearTimeout(this.timer);
    this.changed();
    if (this.puzzle || this.game.over || this.game.turn === "you") return;
    this.timer = setTimeout(() => this.theirs(), this.pause());
  }

  /**
   * You bite; false if that is no bite.
   * @param {Move} move
   */
  yours(move) {
    if (this.game.over || this.game.turn !== "you" || !isMove(this.game.rows, move)) return false;
    this.game.bite(move);
    this.tell(this.latest);
    return true;
  }

  /** The computer bites. */
  theirs() {
    if (!this.knowledge) return;
    this.game.bite(reply(this.knowledge, this.game.rows, this.level, this.passed, this.game.seed).move);
    this.tell(this.latest);
  }

  /** How often in this game the computer could win, and left you a way to win. */
  get passed() {
    return this.game.replies.filter(({ before, after }) => !this.isLost(before) && !this.isLost(after)).length;
  }

  /**
   * Whether the player to move loses.
   * @param {number[]} rows
   */
  isLost(rows) {
    return this.knowledge !== null && solve(this.knowledge, rows)?.wins === false;
  }

  /**
   * The last turn as an event; or that there was none, or that somebody gave up.
   * @returns {Event}
   */
  get latest() {
    const { ended, canUndo, rows, last, replies } = this.game;
    if (ended) return { kind: "gaveUp", side: ended, rows, moves: this.solution?.moves ?? [], slip: this.slip };
    const left = !canUndo && this.replaced?.game.over === false;
    if (last.by === null) return { kind: "begun", rows, left };
    if (last.by === "you") return { kind: "bitten" };
    const [reply] = replies;
    const lost = this.level === "perfect" && this.isLost(reply.before);
    return { kind: "replied", reply, level: this.level, lost, yields: this.yields, left };
  }

  /**
   * In a game that you lost, your last bite that gave a win away.
   * @returns {Slip | null} null if there was none
   */
  get slip() {
    const { turns, at, loser } = this.game;
    if (loser !== "you" || this.solution?.wins) return null;
    for (let i = at; i > 0; i--) {
      const { by, move } = turns[i];
      const { rows } = turns[i - 1];
      const winning = by === "you" && this.knowledge ? solve(this.knowledge, rows)?.moves[0] : undefined;
      if (move && winning) return { at: i - 1, rows, move, winning };
    }
    return null;
  }

  /** Whether the computer is ready to give up: it is lost, and you have shown that you know the way. */
  get yields() {
    const { over, turn, replies } = this.game;
    const latest = replies.slice(0, PATIENCE);
    if (over || turn !== "you" || this.level !== "perfect" || latest.length < PATIENCE) return false;
    return latest.every(({ before }) => this.isLost(before));
  }

  /**
   * Somebody gives up, and the game is over; what could have been is said.
   * @param {Side} side
   */
  giveUp(side) {
    if (this.game.over || this.game.turn !== "you") return;
    this.game.ended = side;
    this.tell(this.latest);
  }

  /**
   * The level above or below, if there is one: the next one after a win, the one before after a loss.
   * @returns {Level | undefined}
   */
  get otherLevel() {
    const { loser } = this.game;
    return loser === null ? undefined : LEVELS[LEVELS.indexOf(this.level) + (loser === "you" ? -1 : 1)];
  }

  /** Take back your last bite; before the first one, the new game itself. */
  undo() {
    if (this.game.canUndo || !this.replaced) {
      const { ended } = this.game;
      this.game.undo();
      this.tell(ended ? { kind: "resumed" } : { kind: "undone", rows: this.game.rows });
      return;
    }
    const { game, knowledge, level } = this.replaced;
    this.replaced = null;
    this.level = level;
    this.begin(game, knowledge, { kind: "restored" });
  }

  /** Back to before your last bite that gave a win away. */
  revise() {
    if (!this.slip) return;
    this.game.back(this.slip.at);
    this.tell({ kind: "revised" });
  }

  /** Forward again. */
  redo() {
    this.game.redo();
    this.tell({ kind: "redone", rows: this.game.rows });
  }

  /**
   * Remember what happened, and go on.
   * @param {Event} event
   */
  tell(event) {
    this.event = event;
    this.settle();
  }

  /** Whether there is something to take back. */
  get canUndo() {
    return this.game.canUndo || this.replaced !== null;
  }

  /** Who wins, and how. */
  get solution() {
    return this.knowledge && solve(this.knowledge, this.game.rows);
  }

  /**
   * What a bite of yours leads to: the loser that it leaves, or the answer that refutes it. The solution of a
   * puzzle, which answers every bite within what it takes, is not given while it is a secret.
   * @param {Move} move
   * @returns {Refutation | null} null if it is no bite
   */
  refutation(move) {
    const { game, knowledge, puzzle } = this;
    if (!knowledge) return null;
    const after = bite(game.rows, move);
    const moves = solve(knowledge, after)?.moves ?? [];
    const secret = puzzle?.isSecret ? String(puzzle.answer.after) : "";
    const told = moves.filter((one) => String(one.after) !== secret);
    if (told.length === 0) return { wins: moves.length === 0, after, answer: null, left: after };
    const answer = quick(told);
    return { wins: false, after, answer, left: bite(after, answer) };
  }

  /** The link to this game as it stands. */
  get link() {
    if (this.puzzle) return writeLink("puzzle", [this.puzzle.date]);
    const { first, start, bites, replies } = this.game;
    const level = this.level === USUAL ? "" : this.level;
    const end = this.game.ended ?? "";
    const seed = this.level === "perfect" || replies.length === 0 ? "" : this.game.seed || "";
    return writeLink("play", [start.join(",")], { first: first === "you" ? "" : first, level, bites, end, seed });
  }
}
