/** The buttons beside the bar: what each of them does, and which of them are there. */

import { byId } from "./dom.js";
import { otherSide } from "./game.js";
import { keep } from "./memory.js";
import { isOver, isSmall } from "./position.js";
import { againTexts, endText } from "./words.js";

/** The buttons behind More whose work is in more.js. */
const EXTRAS = ["copy-link", "copy-text", "bar-svg", "nims", "sound"];

export class Tools {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** whether what is behind More is seen */
    this.opened = false;
    const { match, setup } = play;
    play.button("hint", () => play.hint(), async () => byId("winning"));
    play.button("explain", () => {
      play.explaining = !play.explaining;
      play.chosen = null;
    }, async () => {
      await play.explained;
      return play.reasons ? byId("why-words").firstElementChild : null;
    });
    play.button("undo", () => match.undo());
    play.button("redo", () => match.redo());
    play.button("more", () => (this.opened = !this.opened));
    for (const id of EXTRAS) play.button(id, () => this.extra(id));
    play.button("again", () => match.again(setup.terms.first));
    play.button("again-other", () => match.again(otherSide(setup.terms.first)));
    play.button("again-level", () => {
      keep("level", match.otherLevel ?? match.level);
      match.again(setup.terms.first, match.otherLevel);
    });
    play.button("revise", () => match.revise());
    play.button("give-up", () => (match.puzzle ? play.puzzling?.giveUp() : match.giveUp("you")));
    play.button("accept", () => match.giveUp("computer"));
    byId("accept").addEventListener("click", () => play.rejoice());
  }

  /**
   * Do what a button behind More says; how is loaded with the first one.
   * @param {string} id
   */
  async extra(id) {
    await this.play.app.using(async () => (await this.behind()).press(id));
  }

  /** What is behind More. */
  async behind() {
    const { More } = await import("./more.js");
    return (this.play.more ??= new More(this.play));
  }

  /** Show those that can be used now, and the form for a bite. */
  draw() {
    const { game, match, secret, typing, board } = this.play;
    const puzzling = match.puzzle !== null;
    byId("undo", "button").disabled = !match.canUndo;
    byId("redo", "button").disabled = !game.canRedo;
    const nothing = isOver(game.rows); // only the poison is left: there is nothing to ask
    byId("hint").hidden = puzzling || game.over;
    byId("undo").hidden = puzzling || !match.canUndo;
    byId("redo").hidden = puzzling || !game.canRedo;
    byId("new-game").hidden = puzzling || game.over;
    byId("explain").hidden = secret || nothing;
    byId("give-up").hidden = puzzling ? !secret : game.over || game.at === 0 || match.yields;
    byId("give-up", "button").disabled = game.turn !== "you";
    byId("give-up").textContent = endText(puzzling);
    byId("accept").hidden = puzzling || !match.yields;
    byId("hint").setAttribute("aria-pressed", String(this.play.hinting > 0));
    byId("explain").setAttribute("aria-pressed", String(this.play.explaining));
    byId("more").setAttribute("aria-expanded", String(this.opened));
    byId("more-panel").hidden = !this.opened;
    byId("nims").hidden = nothing || !isSmall(game.rows) || match.puzzle?.solved === false;
    typing.draw(board.folded, nothing || match.puzzle?.solved === true);
    this.drawAfter();
    this.play.puzzling?.draw();
  }

  /** What can be done after a game. */
  drawAfter() {
    const { game, match, setup } = this.play;
    const texts = againTexts(otherSide(setup.terms.first), game.loser);
    byId("after").hidden = !game.over || match.puzzle !== null || isOver(game.start);
    byId("again-other").textContent = texts.other;
    byId("again-level").textContent = texts.level;
    byId("again-level").hidden = match.otherLevel === undefined;
    byId("again-smaller").hidden = true;
    if (game.loser === "you" && !match.otherLevel) {
      import("./smallerbar.js").then(({ offer }) => offer(this.play), () => {}); // nobody misses the offer
    }
    byId("revise").hidden = match.slip === null;
  }
}
