/** The puzzle of a day on the board of Play: tries, the answer, the days before and after, and a text for a friend. */

import { announce, byId, copy, element } from "./dom.js";
import { Game } from "./game.js";
import { writeLink } from "./links.js";
import { isMove } from "./position.js";
import { FIRST, PROOF, dayAfter, hasBegun, minutesLeft, readDate, today } from "./puzzle.js";
import { Puzzle, streak } from "./solving.js";
import {
  DAYS, PASTE, TODAY, answered, chosenWords, dayTitle, factsText, missed, noPuzzle, posed, shared, solvedWords,
  streakText, waitText,
} from "./words-puzzle.js";
import { isVerified } from "./words.js";

/** @typedef {import("./position.js").Move} Move */

/** Milliseconds after which the time until midnight is told anew. */
const TICK = 20_000;

export class Puzzling {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Move | null} the wrong try that is marked on the bar, with its answer */
    this.refuted = null;
    play.button("share", () => this.share());
    play.button("play-on", () => this.playOn());
    play.button("confirm", () => play.chosen && play.yours(play.chosen));
    setInterval(() => this.drawFacts(), TICK);
  }

  /** The puzzle that is on the board, if there is one. */
  get puzzle() {
    return this.play.match.puzzle;
  }

  /**
   * Put the puzzle of a day on the board, as far as its reader came; one that is there stays. If there is none, say
   * so, and take the one of today.
   * @param {string} text the date; today, if there is none
   * @param {AbortSignal} signal aborted once it is not wanted any more
   */
  async pose(text, signal) {
    const { app, match } = this.play;
    if (signal.aborted) return;
    const named = text === "" ? today() : readDate(text);
    const isThere = named !== null && named >= FIRST && hasBegun(named);
    if (!isThere) announce("setup-error", noPuzzle(text, named, FIRST));
    const date = isThere ? named : today();
    if (date === this.puzzle?.date) return;
    const certificate = await app.library.load(PROOF);
    if (signal.aborted) return;
    const puzzle = new Puzzle(date, certificate);
    const game = new Game(puzzle.rows, "you");
    if (puzzle.solved) game.bite(puzzle.answer);
    this.refuted = null;
    match.pose(puzzle, game, certificate);
    app.vouch(certificate);
  }

  /**
   * A try.
   * @param {Move} move
   */
  guess(move) {
    const { match, game } = this.play;
    const { puzzle } = this;
    const found = isMove(game.rows, move) ? match.refutation(move) : null;
    if (!found || !puzzle) return;
    puzzle.guess(move);
    this.refuted = puzzle.solved ? null : move;
    if (puzzle.solved) game.bite(move);
    match.tell(puzzle.solved ? { kind: "bitten" } : { kind: "missed", move, found });
  }

  /**
   * Whether a bite was tried and does not win, and the one that does is still to be found.
   * @param {Move} move
   */
  wasTried(move) {
    return this.puzzle?.wasTried(move) === true;
  }

  /** Whether a square is chosen that is still to be bitten. */
  get confirming() {
    const { chosen } = this.play;
    return chosen !== null && this.puzzle?.solved === false && !this.wasTried(chosen);
  }

  /**
   * Ask whether the square that was tapped is to be bitten.
   * @param {Move} move
   */
  ask(move) {
    this.drawConfirm();
    if (this.confirming) this.play.say(chosenWords(move));
  }

  /** The button that bites the square that was tapped. */
  drawConfirm() {
    byId("confirm").hidden = !this.confirming;
  }

  /** Say anew whether the solution is proved, unless something else is said now. */
  credit() {
    if (this.puzzle && byId("status").textContent === this.play.gameWords) this.play.drawWords();
  }

  /** Tell the answer, which stays told. */
  giveUp() {
    this.puzzle?.giveUp();
    this.refuted = null;
    this.play.match.tell({ kind: "posed" });
  }

  /** Hand a text for a friend to another program, or copy it. */
  async share() {
    const { app, match } = this.play;
    if (!this.puzzle) return;
    const text = shared(this.puzzle, streak(this.puzzle.date), app.linkTo(match.link));
    if (!(await handOver(text))) announce("shared", (await copy(text)) ? PASTE : text);
  }

  /** Play the bar of a puzzle to its end: the right bite is made, and the computer answers. */
  playOn() {
    const { start, bites } = this.play.game;
    this.play.app.enter(writeLink("play", [start.join(",")], { level: "perfect", bites }));
  }

  /** What the view is called. */
  get title() {
    return this.puzzle ? dayTitle(this.puzzle.date) : "";
  }

  /** The words about the puzzle: what was said of a try, or what is to be done, or the answer. */
  words() {
    const { event, knowledge } = this.play.match;
    const { puzzle } = this;
    if (!puzzle) return "";
    if (puzzle.solved && !puzzle.shown) return solvedWords(puzzle, knowledge !== null && isVerified(knowledge));
    if (event.kind === "missed") return missed(puzzle, event.move, event.found);
    return puzzle.shown ? answered(puzzle.answer) : posed(puzzle);
  }

  /** The buttons of a puzzle, what there is to know about it, and links to the puzzles of other days. */
  draw() {
    const { puzzle } = this;
    this.drawConfirm();
    for (const id of ["days", "puzzle-facts"]) byId(id).hidden = puzzle === null;
    byId("share").hidden = !puzzle?.solved || puzzle.shown;
    if (byId("share").hidden) announce("shared", "");
    byId("play-on").hidden = !puzzle?.solved;
    this.drawFacts();
  }

  /** Number, weekday, days in a row and the time until the next puzzle; and the days to go to. */
  drawFacts() {
    const { puzzle } = this;
    if (!puzzle) return;
    const { date } = puzzle;
    const days = streak(puzzle.solved ? date : dayAfter(date, -1));
    const wait = date === today() ? waitText(minutesLeft()) : "";
    const row = element("strong", {}, streakText(days, puzzle));
    byId("puzzle-facts").replaceChildren(`${factsText(date)} `, row, ` ${wait}`);
    const [before, after] = [dayAfter(date, -1), dayAfter(date, 1)];
    const links = [[before, DAYS.before], [after, DAYS.after], [today(), TODAY]].filter(([day, words]) => {
      return day >= FIRST && day <= today() && (words !== TODAY || ![date, after].includes(day));
    });
    if (links.map(([day]) => day).join() === byId("days").dataset.days) return; // so that a link keeps the focus
    byId("days").dataset.days = links.map(([day]) => day).join();
    byId("days").replaceChildren(...links.map(([day, words]) => {
      return element("a", { href: `#${writeLink("puzzle", [day])}` }, words);
    }));
  }
}

/**
 * Hand a text to another program of the reader's choice; gives whether that was offered. Choosing none is an answer.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function handOver(text) {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share({ text });
    return true;
  } catch (problem) {
    return problem instanceof DOMException && problem.name === "AbortError";
  }
}
