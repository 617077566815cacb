/** Learn: a tour of a minute: small bars to play, a proof to watch, and a family of bars that goes on forever. */

import { Board } from "./board.js";
import { Computed } from "./computed.js";
import { announce, byId, isStill, onResize, phrase } from "./dom.js";
import { Game } from "./game.js";
import { reply, thinking } from "./player.js";
import {
  BUTTONS, FAMILY_WORDS, LESSONS, STEPS, STOLEN, answeredText, begunAgain, familyAnswered, familyPosed, familyReason,
  noStep, squaresText, stepTitle,
} from "./words-learn.js";
import { POISONED, squareLabel } from "./words.js";

/** @typedef {import("./position.js").Move} Move */
/** @typedef {import("./words-learn.js").Lesson} Lesson */

/** How long a frame stays, in milliseconds: a time for each word, and at least some time. */
const READING = { word: 300, least: 3600 };

/** The least and the most squares in the top row of the bars of the family; a phone shows the usual ones whole. */
const FAMILY = { least: 4, usual: 11, most: 16 };

/**
 * A bar of the family (4 + a, 2 + a, 2).
 * @param {number} top how many squares its top row has
 * @returns {number[]}
 */
const familyBar = (top) => [top, top - 2, 2];

export class Learn {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.step = 0;
    /** whether a button led here: then the step is read aloud */
    this.moved = false;
    this.timer = 0;
    /** the frame of the stolen strategy that is shown, and whether the next one waits for its reader */
    this.frame = 0;
    this.isPaused = false;
    this.game = new Game([1], "you");
    /** @type {import("./oracle.js").Knowledge} */
    this.knowledge = Computed.of([1]);
    this.board = new Board(byId("learn-board"), byId("learn-table"), {
      bite: (row, column) => this.yours({ row, column }),
      look: (row) => this.look(row),
      gap: () => {},
      label: (row, column) => squareLabel({ row, column }),
    });
    byId("learn-next").addEventListener("click", () => this.next());
    byId("learn-back").addEventListener("click", () => this.back());
    byId("learn-again").addEventListener("click", () => this.again());
    const slider = byId("learn-family", "input");
    slider.min = String(FAMILY.least);
    slider.max = String(FAMILY.most);
    slider.addEventListener("input", () => this.family());
    onResize(byId("learn-table"), () => {
      if (this.isStolen) this.show(false);
      else this.draw(false);
    });
  }

  /** How many steps there are. */
  get steps() {
    return LESSONS.length + 2;
  }

  /** Whether the step is the one that is watched. */
  get isStolen() {
    return this.step === LESSONS.length;
  }

  /** Whether the step is the last one, about a family of bars. */
  get isFamily() {
    return this.step > LESSONS.length;
  }

  /** Whether frames are shown, and there are more of them. */
  get isTelling() {
    return this.isStolen && this.frame + 1 < STOLEN.length;
  }

  /** On to the next frame, or to the next step. */
  next() {
    if (this.isTelling) this.steal(this.frame + 1);
    else this.go(this.step + 1);
  }

  /** Back to the frame before, which then stays, or to the step before. */
  back() {
    if (!this.isStolen || this.frame === 0) return this.go(this.step - 1);
    this.isPaused = true;
    this.steal(this.frame - 1);
  }

  /** Begin the step again; while frames follow each other by themselves, pause, and go on after that. */
  again() {
    if (!this.isTelling || isStill()) {
      this.open(String(this.step + 1));
      if (!this.isStolen) this.say(begunAgain(this.game.rows));
      return;
    }
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.rest();
    else this.steal(this.frame + 1);
  }

  /** Nothing goes on by itself any more; the button says what it does then. */
  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
    byId("learn-again").textContent = this.isTelling && this.isPaused && !isStill() ? BUTTONS.on : BUTTONS.again;
  }

  /**
   * Go to another step.
   * @param {number} step
   */
  go(step) {
    this.moved = step < this.steps;
    if (this.moved) this.app.address.go(`learn/${step + 1}`);
    else this.app.enter("play");
  }

  /**
   * Show a step, counted from 1: the first one, if there is no such step.
   * @param {string} text
   */
  open(text) {
    const isStep = /^[1-9]$/.test(text) && Number(text) <= this.steps;
    this.step = isStep ? Number(text) - 1 : 0;
    this.frame = 0;
    this.isPaused = false;
    this.rest();
    const lesson = LESSONS[this.step];
    byId("view-learn").classList.toggle("watched", this.isStolen);
    byId("learn-back", "button").disabled = this.step === 0;
    byId("learn-next").textContent = this.isFamily ? BUTTONS.play : BUTTONS.next;
    for (const id of ["learn-slider", "learn-more"]) byId(id).hidden = !this.isFamily;
    this.mark("open");
    if (lesson) this.begin(lesson);
    else if (this.isStolen) this.steal(0);
    else this.family();
    if (text !== "" && !isStep) this.say(noStep(text, this.steps));
    if (this.moved) byId("learn-step").focus();
    this.moved = false;
  }

  /**
   * Begin a lesson.
   * @param {Lesson} lesson
   */
  begin(lesson) {
    this.game = new Game(lesson.bar, "you");
    this.knowledge = Computed.of(lesson.bar);
    this.tell(lesson.title, lesson.words);
    this.draw(false);
  }

  /**
   * Show a frame of the stolen strategy; the words of those before it stay. The next one comes by itself, unless its
   * reader wants no motion, or made a pause.
   * @param {number} frame
   */
  steal(frame) {
    const isOnward = frame > this.frame;
    this.frame = frame;
    this.rest();
    const { words } = STOLEN[frame];
    this.tell(STEPS.stolen, STOLEN.slice(0, frame).map(({ words }) => words).join(" "));
    this.say(words);
    this.show(isOnward);
    this.mark(this.isTelling ? "open" : "done");
    if (this.isTelling && !this.isPaused && !isStill()) {
      const time = Math.max(READING.least, READING.word * words.split(" ").length);
      this.timer = setTimeout(() => this.steal(frame + 1), time);
      byId("learn-again").textContent = BUTTONS.pause;
    }
  }

  /** Show a bar of the family, from which every bite is answered. */
  async family() {
    this.rest();
    const slider = byId("learn-family", "input");
    const rows = familyBar(Number(slider.value));
    byId("learn-top").textContent = slider.value;
    slider.setAttribute("aria-valuetext", squaresText(rows[0]));
    this.tell(STEPS.family, FAMILY_WORDS);
    byId("learn-reason").replaceChildren(...phrase(familyReason(rows)));
    this.say(familyPosed(rows));
    this.game = new Game(rows, "you");
    this.draw(false);
    this.mark("done");
    this.knowledge = await this.app.library.load(this.app.first);
  }

  /**
   * You bite.
   * @param {Move} move
   */
  yours(move) {
    if (this.isStolen || this.game.turn !== "you" || this.game.over) return;
    if (move.row + move.column === 2) {
      this.say(POISONED);
      return;
    }
    this.game.bite(move);
    this.draw(true);
    if (this.game.over) this.finish(true);
    else this.timer = setTimeout(() => this.theirs(), thinking());
  }

  /** The computer bites. */
  theirs() {
    this.timer = 0;
    const { move, lost } = reply(this.knowledge, this.game.rows);
    this.game.bite(move);
    this.draw(true);
    if (this.isFamily) this.say(familyAnswered(move, this.game));
    else if (!lost) this.finish(false);
    else this.say(answeredText(move));
  }

  /**
   * The lesson is won, or not any more.
   * @param {boolean} won
   */
  finish(won) {
    const { right, wrong, uncopied } = LESSONS[this.step];
    const [, copied] = this.game.replies; // the last one is the answer to a bite that should have copied this one
    this.mark(won ? "done" : "missed");
    this.say(won ? right : copied && uncopied ? uncopied(copied) : wrong);
    if (won) this.board.rejoice();
    byId(won ? "learn-next" : "learn-again").focus({ preventScroll: true });
  }

  /**
   * How far the step is; the button that leads on is highlighted.
   * @param {"open" | "done" | "missed"} state
   */
  mark(state) {
    byId("view-learn").dataset.state = state;
    byId("learn-again").classList.toggle("main", state === "missed");
    byId("learn-next").classList.toggle("main", state !== "missed");
  }

  /**
   * @param {string} title
   * @param {string} words
   */
  tell(title, words) {
    byId("learn-step").textContent = stepTitle(this.step, this.steps, title);
    byId("learn-words").replaceChildren(...phrase(words));
    this.say("");
  }

  /** @param {string} words */
  say(words) {
    announce("learn-status", words);
  }

  /**
   * Draw the game of a lesson.
   * @param {boolean} biting
   */
  draw(biting) {
    if (byId("learn-table").clientWidth === 0 || this.isStolen) return;
    const { game } = this;
    byId("view-learn").dataset.bites = String(game.at);
    const before = game.at > 0 ? game.turns[game.at - 1].rows : game.rows;
    const still = game.over || game.turn !== "you";
    const room = game.start[0] > FAMILY.usual ? FAMILY.most : FAMILY.usual; // so that squares keep their size
    const start = this.isFamily ? familyBar(room) : game.start;
    const theirs = game.last.by === "computer";
    const swallowed = game.loser === "computer";
    this.board.draw(game.rows, { start, lit: [], before, theirs, biting, swallowed, still });
  }

  /**
   * Draw the bar of a frame, which is only looked at.
   * @param {boolean} biting
   */
  show(biting) {
    if (byId("learn-table").clientWidth === 0) return;
    const { rows, theirs = false } = STOLEN[this.frame];
    const before = STOLEN[Math.max(0, this.frame - 1)].rows;
    const { rows: start } = STOLEN[0];
    this.board.draw(rows, { start, lit: [], before, theirs, biting, swallowed: false, still: true });
  }

  /**
   * While no square is pointed at, show the bite that a frame is about.
   * @param {number} row
   */
  look(row) {
    const bite = this.isStolen ? STOLEN[this.frame].bite : undefined;
    if (row === 0 && bite) this.board.show(bite.row, bite.column);
  }
}
