/** The puzzle of a day on the board of Play: tries, the answer, the days before and after, and a text for a friend. */

import { byId, element, share } from "./dom.js";
import { writeLink } from "./links.js";
import { biteText, isMove } from "./position.js";
import { PROOF, dayAfter, puzzleOf, readDate, remember, remembered, streak, today } from "./puzzle.js";
import { DAYS, answered, missed, noDate, posed, shared, solvedWords } from "./words-puzzle.js";
import { COPIED, isVerified } from "./words.js";

/** @typedef {import("./position.js").Move} Move */

export class Puzzling {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    play.button("share", () => this.share());
    play.button("play-on", () => this.playOn());
    play.button("confirm", () => play.chosen && play.yours(play.chosen));
  }

  /** The puzzle that is on the board, if there is one. */
  get puzzle() {
    return this.play.match.puzzle;
  }

  /**
   * Put the puzzle of a day on the board, as far as its reader came; one that is there stays.
   * @param {string} text the date; today, if there is none
   * @throws {RangeError} if it is none
   */
  async pose(text) {
    const { app, match } = this.play;
    const date = text === "" ? today() : readDate(text);
    if (date === null) throw new RangeError(noDate(text, today()));
    if (date === this.puzzle?.date) return;
    const certificate = await app.library.load(PROOF);
    match.pose(date, puzzleOf(date, certificate), certificate);
    app.vouch(certificate);
    if (!this.puzzle) return;
    const { wrong, ...rest } = remembered(date);
    Object.assign(this.puzzle, rest, { wrong: wrong.filter((word) => word !== biteText(this.answer)) });
    if (this.puzzle.solved) this.bite(this.answer);
    else this.play.draw();
  }

  /** The one bite that wins. */
  get answer() {
    const winning = this.play.match.solution?.moves[0];
    if (!winning) throw new Error("a puzzle has a winning bite");
    return winning;
  }

  /**
   * A try; the same wrong bite once more is no new one, and once the answer was told, none is.
   * @param {Move} move
   */
  guess(move) {
    const { match, game } = this.play;
    const { puzzle } = this;
    const found = isMove(game.rows, move) ? match.refutation(move) : null;
    if (!found || !puzzle) return;
    const word = biteText(move);
    const isNew = !puzzle.wrong.includes(word);
    puzzle.solved = found.answer === null;
    if (isNew && !puzzle.solved) puzzle.wrong.push(word);
    if (isNew && !puzzle.shown) puzzle.tries += 1;
    remember(puzzle);
    if (!found.answer) return this.bite(move);
    match.said = missed(puzzle, move, found);
    this.play.chosen = move;
    this.play.gameWords = ""; // the same may have been said before, and something else since
    this.play.draw();
  }

  /**
   * Whether a bite was tried and does not win, and the one that does is still to be found.
   * @param {Move} move
   */
  wasTried(move) {
    return this.puzzle?.solved === false && this.puzzle.wrong.includes(biteText(move));
  }

  /** Whether a square is chosen that is still to be bitten. */
  get confirming() {
    const { chosen } = this.play;
    return chosen !== null && this.puzzle?.solved === false && !this.wasTried(chosen);
  }

  /** The button that bites the square that was tapped. */
  drawConfirm() {
    byId("confirm").hidden = !this.confirming;
  }

  /**
   * Make the bite that wins.
   * @param {Move} move
   */
  bite(move) {
    if (!this.puzzle) return;
    const { answer } = this;
    this.play.bitten();
    this.play.game.bite(move);
    this.play.match.said = this.puzzle.shown ? answered(answer) : this.praise(this.puzzle);
    this.play.draw();
  }

  /**
   * What is said of a puzzle that its reader solved.
   * @param {import("./match.js").Puzzle} puzzle
   */
  praise(puzzle) {
    const { knowledge } = this.play.match;
    return solvedWords(puzzle, streak(puzzle.date), knowledge !== null && isVerified(knowledge));
  }

  /** Say anew whether the solution is proved, unless something else is said now. */
  credit() {
    const { match } = this.play;
    if (!this.puzzle?.solved || this.puzzle.shown) return;
    const isSaid = byId("status").textContent === match.said;
    match.said = this.praise(this.puzzle);
    if (isSaid) this.play.say(match.said);
  }

  /** Tell the answer, which stays told. */
  giveUp() {
    this.play.match.said = "";
    if (!this.puzzle) return;
    this.puzzle.shown = true;
    remember(this.puzzle);
  }

  /** Hand a text for a friend to another program, or copy it. */
  async share() {
    const { app, match } = this.play;
    if (!this.puzzle) return;
    const text = shared(this.puzzle, app.linkTo(match.link));
    if (!(await share(text))) this.play.copied(text, COPIED.text);
  }

  /** Play the bar of a puzzle to its end: the right bite is made, and the computer answers. */
  playOn() {
    const { start, bites } = this.play.game;
    this.play.app.entering = true;
    this.play.app.address.go(writeLink("play", [start.join(",")], { level: "perfect", bites }));
  }

  /** The words about the puzzle. */
  words() {
    if (!this.puzzle || this.puzzle.solved) return this.play.match.said;
    return this.play.match.said || (this.puzzle.shown ? answered(this.answer) : posed(this.puzzle));
  }

  /** Links to the puzzles of the days around. */
  draw() {
    this.drawConfirm();
    byId("days").hidden = this.puzzle === null;
    byId("share").hidden = !this.puzzle?.solved || this.puzzle.shown;
    byId("play-on").hidden = !this.puzzle?.solved;
    if (!this.puzzle) return;
    const { date } = this.puzzle;
    const days = [[dayAfter(date, -1), DAYS.before], [dayAfter(date, 1), DAYS.after]];
    const links = days.filter(([day]) => day <= today()).map(([day, words]) => {
      return element("a", { href: `#${writeLink("puzzle", [day])}` }, words);
    });
    byId("days").replaceChildren(...links);
  }
}
