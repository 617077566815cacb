/** More: what is done less often than biting: links, texts, pictures, nim-values, and sound. */

import { byId, copy } from "./dom.js";
import { keep, recall } from "./memory.js";
import { Nims } from "./nims.js";
import { barSvg, save } from "./pictures.js";
import { rowsText } from "./position.js";
import { crunch, fanfare } from "./sound.js";
import { COPIED, NO_PICTURE, copiedText } from "./words-more.js";

export class More {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.nims = new Nims(play);
    this.sounding = recall("sound") === "on";
  }

  /**
   * A button was pressed.
   * @param {string} id
   */
  press(id) {
    const { app, game, match } = this.play;
    if (id === "copy-link") this.copied(app.linkTo(match.link), COPIED.link);
    if (id === "copy-text") this.copied(rowsText(game.rows), COPIED.bar);
    if (id === "bar-svg") this.picture();
    if (id === "nims") this.nims.toggle();
    if (id === "sound") this.sound(!this.sounding);
    this.play.draw();
  }

  /**
   * Copy a text, and say so.
   * @param {string} text
   * @param {string} what
   */
  async copied(text, what) {
    this.play.say(copiedText(what, text, await copy(text)));
  }

  /** Save a picture of the bar. */
  picture() {
    const { rows } = this.play.game;
    const text = barSvg(rows);
    if (text === null) this.play.say(NO_PICTURE);
    else save(new Blob([text], { type: "image/svg+xml" }), `chomp-${rows.join("-")}.svg`);
  }

  /**
   * Make sounds from now on, or no more; the browser remembers it.
   * @param {boolean} on
   */
  sound(on) {
    this.sounding = on;
    keep("sound", on ? "on" : "off");
  }

  /** A bite can be heard. */
  bitten() {
    if (this.sounding) crunch();
  }

  /** So can a win. */
  rejoice() {
    if (this.sounding) fanfare();
  }

  /** Show which of them are on, and the nim-values. */
  draw() {
    byId("sound").setAttribute("aria-pressed", String(this.sounding));
    this.nims.draw();
  }
}
