/** The puzzle of a day on the board of Play: tries, the answer, the days before and after, and a text for a friend. */

import { byId, element } from "./dom.js";
import { writeLink } from "./links.js";
import { biteText, isMove } from "./position.js";
import { dayAfter, puzzleOf, readDate, remember, remembered, streak, today } from "./puzzle.js";
import { COPIED, DAYS, answered, isVerified, missed, posed, shared, solvedWords } from "./words.js";

/** @typedef {import("./position.js").Move} Move */

export class Puzzling {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
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
    if (date === null) throw new RangeError(`The link has no date; expected one like ${today()}.`);
    if (date === this.puzzle?.date) return;
    const certificate = await app.library.load(app.first);
    match.pose(date, puzzleOf(date, certificate), certificate);
    if (!this.puzzle) return;
    Object.assign(this.puzzle, remembered(date));
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
    puzzle.solved = found.answer === null;
    if (!puzzle.shown && !puzzle.wrong.includes(word)) {
      puzzle.tries += 1;
      if (!puzzle.solved) puzzle.wrong.push(word);
      remember(puzzle);
    }
    if (!found.answer) this.bite(move);
    else {
      this.play.say(missed(move, found));
      this.play.board.show(move.row, move.column);
      this.play.board.answer(found.answer);
    }
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
    const { date, shown } = this.puzzle;
    const { knowledge } = this.play.match;
    const proved = knowledge !== null && isVerified(knowledge);
    this.play.match.said = shown ? answered(answer) : solvedWords(this.puzzle, streak(date), proved);
    this.play.draw();
  }

  /** Tell the answer. */
  giveUp() {
    if (this.puzzle) this.puzzle.shown = true;
  }

  /** Copy a text for a friend. */
  share() {
    const { app, match } = this.play;
    if (this.puzzle) this.play.copied(shared(this.puzzle, app.linkTo(match.link)), COPIED.text);
  }

  /** The words about the puzzle. */
  words() {
    if (!this.puzzle || this.puzzle.solved) return this.play.match.said;
    return this.puzzle.shown ? answered(this.answer) : posed(this.puzzle);
  }

  /** Links to the puzzles of the days around. */
  draw() {
    byId("days").hidden = this.puzzle === null;
    byId("share").hidden = !this.puzzle?.solved || this.puzzle.shown;
    if (!this.puzzle) return;
    const { date } = this.puzzle;
    const days = [[dayAfter(date, -1), DAYS.before], [dayAfter(date, 1), DAYS.after]];
    const links = days.filter(([day]) => day <= today()).map(([day, words]) => {
      return element("a", { href: `#${writeLink("puzzle", [day])}` }, words);
    });
    byId("days").replaceChildren(...links);
  }
}
