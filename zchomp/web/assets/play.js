/** Play: the view of a match, with hints, reasons, refutations, undo and links. */

import { Board } from "./board.js";
import { announce, byId, element, messageOf, onResize, phrase, revise } from "./dom.js";
import { Match } from "./match.js";
import { keep, recall } from "./memory.js";
import { thinking } from "./player.js";
import { Pointing } from "./pointing.js";
import { isOver } from "./position.js";
import { Setup } from "./setup.js";
import { Tools } from "./tools.js";
import { Typing } from "./typing.js";
import {
  POISONED, TITLE, UNLOADED, WINNING, heardOf, hinted, hintedCount, isUnloaded, opponentWords,
  sentence, sourceWords, squareLabel, statusOf, turnText,
} from "./words.js";

/** @typedef {import("./position.js").Move} Move */
/** @typedef {import("./match.js").Terms} Terms */

/** The view; `app` has the library, and is told when the address of the page changes. */
export class Play {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.section = byId("view-play");
    this.explaining = false;
    /** @type {Promise<void>} until the reasons are there */
    this.explained = Promise.resolve();
    /** how much a hint tells: nothing, how many bites win, or which ones */
    this.hinting = 0;
    /** @type {import("./oracle.js").Winning[]} the winning bites that are lit */
    this.shown = [];
    /** @type {Move | null} the square that stays marked: it was tapped once */
    this.chosen = null;
    /** the words about the game that were shown last: what is said beside them stays until they change */
    this.gameWords = "";
    this.board = new Board(byId("board"), byId("table"), {
      bite: (row, column, touch) => this.picked({ row, column }, touch),
      look: (row, column) => this.pointing.look(row, column),
      gap: (row, run) => this.typing.ask(row, run),
      label: (row, column) => this.label(row, column),
      number: (row, column) => this.more?.nims.after({ row, column }),
      tried: (row, column) => this.puzzling?.wasTried({ row, column }) === true,
    }, "preview");
    this.pointing = new Pointing(this);
    this.typing = new Typing(this);
    this.setup = new Setup({
      open: (bar, terms) => this.open(bar, { ...terms, seed: String(this.game.seed + 1) }),
      level: (level) => this.chooseLevel(level),
      first: (first) => this.chooseFirst(first),
    });
    /** @type {import("./puzzling.js").Puzzling | null} what poses puzzles, once there was one */
    this.puzzling = null;
    /** @type {import("./more.js").More | null} what is behind More, once it was wanted */
    this.more = null;
    this.match = new Match(app.library, () => this.follow(), thinking);
    /** the turn that was drawn last, and its number: only new bites are shown as eaten */
    this.drawn = { start: this.match.game.turns[0], turn: this.match.game.last, at: -1 };
    /** how many games were begun, or gone back to */
    this.games = 0;
    this.tools = new Tools(this);
    if (recall("sound") === "on") this.tools.behind();
    onResize(byId("table"), () => {
      this.drawBoard();
      this.tools.draw();
    });
  }

  /** The game that is played. */
  get game() {
    return this.match.game;
  }

  /**
   * What a button does; one that is gone then leaves the focus to what comes after the game, or to the button before
   * it, or to the bar. Enter once more is then no bite.
   * @param {string} id
   * @param {() => void} work
   * @param {() => Promise<Element | null>} [opened] what it has opened, to come into view
   */
  button(id, work, opened) {
    const button = byId(id, "button");
    button.addEventListener("click", () => {
      const focused = document.activeElement === button;
      work();
      this.draw();
      opened?.().then((found) => found?.scrollIntoView({ block: "nearest" }));
      if (focused && (button.disabled || button.offsetParent === null)) this.focus(buttonBefore(button));
    });
  }

  /**
   * Give the focus to what comes next: once the game is over, to another game or a friend, and otherwise to the bar.
   * @param {HTMLElement} [other] rather than to the bar
   */
  focus(other) {
    const next = ["again", "share", "play-on"].map((id) => byId(id)).find(isSeen) ?? other;
    if (next) next.focus({ preventScroll: true });
    else this.board.focus();
  }

  /**
   * Start a game from a position, or from one as it was typed; gives whether that was possible.
   * @param {string | number[]} bar
   * @param {Terms} terms
   * @param {AbortSignal} [signal] aborted once the game is not wanted any more
   */
  async open(bar, terms = {}, signal) {
    return this.attempt(async () => {
      const opened = await this.match.open(bar, terms, signal);
      if (!opened) return;
      if (opened.wrong !== null) {
        const { unreadBites } = await import("./words-links.js");
        announce("setup-error", unreadBites(opened.wrong));
      }
      this.app.vouch(this.match.knowledge);
    }, signal);
  }

  /**
   * Play at another level from the next bite of the computer on.
   * @param {import("./player.js").Level} level
   */
  chooseLevel(level) {
    keep("level", level);
    this.match.level = level;
    this.draw();
    this.name();
    this.saySoon(({ levelWords }) => levelWords(level, this.game.over));
  }

  /**
   * Let a side begin: this game, as long as you have not bitten, and otherwise the next one.
   * @param {import("./game.js").Side} first
   */
  chooseFirst(first) {
    if (!this.game.canUndo) return this.match.again(first);
    this.draw();
    this.saySoon(({ firstWords }) => firstWords(first, this.game.over));
  }

  /**
   * Start the puzzle of a day, or go on with it.
   * @param {string} text the date; today, if there is none
   * @param {AbortSignal} signal aborted once it is not wanted any more
   */
  async puzzle(text, signal) {
    return this.attempt(async () => {
      const { Puzzling } = await import("./puzzling.js");
      this.puzzling ??= new Puzzling(this);
      await this.puzzling.pose(text, signal);
    }, signal);
  }

  /**
   * Do what may be refused, and show why it is, if it is still wanted.
   * @param {() => Promise<void>} work
   * @param {AbortSignal} [signal] aborted once it is not
   */
  async attempt(work, signal) {
    this.clearError();
    try {
      await this.app.awaiting(work());
      return true;
    } catch (problem) {
      if (signal?.aborted) return false;
      announce("setup-error", isUnloaded(problem) ? UNLOADED : sentence(messageOf(problem)));
      this.match.settle(); // the game goes on
      return false;
    }
  }

  /** Take away what was said of a bar or a link that was wrong. */
  clearError() {
    announce("setup-error", "");
  }

  /** Back to the game, from another view, a puzzle, or a link that was wrong. */
  back() {
    this.clearError();
    this.match.leave();
  }

  /** After a change of the match. */
  follow() {
    const { game, level } = this.match;
    this.chosen = null;
    this.gameWords = "";
    if (this.drawn.start !== game.turns[0] || this.drawn.at < 0) {
      this.games += 1;
      this.drawn = { start: game.turns[0], turn: game.last, at: game.at };
      this.setup.show(game.start, { first: game.first, level });
      announce("status", ""); // so that a new game is heard, though the same words were there
    }
    this.draw();
    this.name();
  }

  /** Let the address name the game, and, within somebody else's page, the link to the whole page. */
  name() {
    this.app.at(this.match.link);
    byId("whole-page", "a").href = this.app.linkTo(this.match.link);
  }

  /**
   * A square was picked. Where a slip of the thumb would count, and while reasons are shown, the first tap only tells.
   * @param {Move} move
   * @param {boolean} touch
   */
  picked(move, touch) {
    const again = this.chosen?.row === move.row && this.chosen?.column === move.column;
    const careful = this.reasons || this.match.puzzle?.solved === false;
    if (!touch || !careful || again || move.row + move.column === 2) return this.yours(move);
    this.chosen = move;
    this.board.show(move.row, move.column);
    this.puzzling?.ask(move);
  }

  /**
   * You bite.
   * @param {Move} move
   */
  yours(move) {
    if (this.game.over || this.game.turn !== "you") return;
    const { puzzle } = this.match;
    this.chosen = null;
    this.clearError();
    if (move.row === 1 && move.column === 1) this.say(POISONED);
    else if (puzzle && !puzzle.solved) this.puzzling?.guess(move);
    else this.match.yours(move);
    if (this.section.dataset.won === "true" && !puzzle?.shown) this.rejoice();
  }

  /** You have just won, or solved a puzzle. */
  rejoice() {
    this.board.rejoice();
    this.more?.rejoice();
  }

  /**
   * Say something in the status line.
   * @param {string} text
   */
  say(text) {
    announce("status", text);
  }

  /**
   * Say something of what was chosen, unless something happens before its words are there.
   * @param {(words: typeof import("./words-setup.js")) => string} choose
   */
  async saySoon(choose) {
    const [before, words] = [this.gameWords, await import("./words-setup.js")];
    if (before === this.gameWords) this.say(choose(words));
  }

  /**
   * What a square is called.
   * @param {number} row
   * @param {number} column
   */
  label(row, column) {
    const winning = this.shown.find((move) => move.row === row && move.column === column);
    const move = { row, column };
    return squareLabel(move, winning, this.more?.nims.after(move), this.puzzling?.wasTried(move));
  }

  /** A hint tells more, or, after all, nothing again. */
  hint() {
    const isAll = this.hinting === 2 || (this.hinting === 1 && this.match.solution?.wins === false);
    this.hinting = isAll ? 0 : this.hinting + 1;
  }

  /** Whether a hint is to be seen. */
  get hints() {
    return this.hinting > 0 && !this.game.over && this.game.turn === "you" && this.match.knowledge !== null;
  }

  /** Whether the answer is a secret: a puzzle gives no reasons before it is solved, or its answer is told. */
  get secret() {
    return this.match.puzzle?.isSecret === true;
  }

  /** Whether reasons are to be seen. */
  get reasons() {
    return this.explaining && !this.secret && !isOver(this.game.rows);
  }

  /** Draw all. */
  draw() {
    const { game } = this;
    const { dataset } = this.section;
    const wasOver = dataset.turn === "over";
    dataset.turn = game.over || this.match.puzzle?.solved ? "over" : game.turn;
    dataset.rows = game.rows.join(",");
    dataset.start = `${game.start.join(",")} ${game.first}`;
    dataset.games = String(this.games);
    dataset.begun = String(game.turns.length > 1);
    dataset.won = String(game.loser === "computer" || this.match.puzzle?.solved === true);
    dataset.puzzle = this.match.puzzle?.date ?? "";
    dataset.explaining = String(this.reasons);
    byId("play-title").textContent = this.puzzling?.title || TITLE;
    this.drawBoard();
    this.tools.draw();
    this.drawHint();
    this.drawTurns();
    this.drawWords();
    this.explained = this.drawWhy();
    this.drawOpponent();
    this.more?.draw();
    if (dataset.turn === "over" && !wasOver && this.board.hasFocus) this.focus();
  }

  /** The words about the game, if they are new: a button does not wipe what was said since. */
  drawWords() {
    const { game, puzzle, event, slip } = this.match;
    const words = puzzle && this.puzzling ? this.puzzling.words() : statusOf(game, event, slip);
    if (words !== this.gameWords) this.say(words);
    this.gameWords = words;
    announce("heard", heardOf(event));
  }

  /** Why, if the player wants to know. */
  async drawWhy() {
    byId("why").hidden = !this.reasons;
    if (!this.reasons) return announce("why-words", "");
    const isThere = await this.app.using(async () => {
      const [{ showWhy }] = await Promise.all([import("./why.js"), this.app.style()]);
      if (this.reasons) showWhy(this);
    });
    if (isThere) return;
    this.explaining = false; // so that the next press tries again
    this.draw();
  }

  /** Say anew whether what is said is verified. */
  credit() {
    this.puzzling?.credit();
    this.drawOpponent();
    this.drawWhy();
  }

  /** Who the opponent is. */
  drawOpponent() {
    const { knowledge, level } = this.match;
    if (!knowledge) return;
    byId("opponent-words").textContent = opponentWords(knowledge, level);
    revise(byId("opponent-source"), sourceWords(knowledge));
  }

  /** The bar. */
  drawBoard() {
    const { game, drawn } = this;
    if (byId("table").clientWidth === 0) return; // not shown: it is drawn when it is
    const { puzzle } = this.match;
    const lit = puzzle?.solved === false ? puzzle.shown : this.hints && this.hinting === 2;
    this.shown = (lit && this.match.solution?.moves) || [];
    const biting = game.last !== drawn.turn && game.at > drawn.at;
    this.drawn = { ...drawn, turn: game.last, at: game.at };
    if (biting) this.more?.bitten();
    const before = game.at > 0 ? game.turns[game.at - 1].rows : game.rows;
    const still = game.over || game.turn !== "you";
    const theirs = game.last.by === "computer";
    const swallowed = isOver(game.rows) && game.loser === "computer";
    this.board.draw(game.rows, { start: game.start, lit: this.shown, before, theirs, biting, swallowed, still });
  }

  /** How many bites win, or all of them as a list; Why has the same. */
  drawHint() {
    if (!this.hints || this.explaining || this.match.puzzle) return announce("winning", "");
    const moves = this.match.solution?.moves ?? [];
    if (this.hinting === 1 && moves.length > 0) return announce("winning", hintedCount(moves.length));
    const lines = hinted(this.game.rows, moves).map((item) => element("li", {}, ...phrase(item)));
    announce("winning", [element("ul", { class: "moves", "aria-label": WINNING }, ...lines)]);
  }

  /** The game so far. */
  drawTurns() {
    const turns = this.game.turns.slice(1, this.game.at + 1);
    byId("turns").replaceChildren(...turns.map((turn) => element("li", {}, ...phrase(turnText(turn)))));
    byId("history").hidden = turns.length === 0;
  }
}

/**
 * Whether an element is on the page, and not hidden.
 * @param {HTMLElement} one
 */
const isSeen = (one) => one.offsetParent !== null;

/**
 * The last button that is seen before another one of the same row, if there is one.
 * @param {HTMLElement} button
 */
function buttonBefore(button) {
  const row = [...(button.closest(".tools")?.querySelectorAll("button") ?? [])];
  const before = row.slice(0, row.findIndex((one) => one === button));
  return before.filter((one) => isSeen(one) && !one.disabled).at(-1);
}
