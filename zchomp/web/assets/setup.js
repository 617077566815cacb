/**
 * The form that sets up a game: a rectangle by rows and columns, or any bar as text, who begins, and the level.
 *
 * Another bar begins a game at once. The level and who begins discard no game: what they change is up to `handlers`.
 */

import { byId, element } from "./dom.js";
import { LEVELS, USUAL } from "./player.js";
import { rowsText } from "./position.js";

/** @typedef {import("./game.js").Side} Side */
/** @typedef {import("./player.js").Level} Level */
/** @typedef {{first: Side, level: Level}} Terms who begins, and how well the computer plays */

/**
 * The most columns of a rectangle that can be chosen, for each number of rows.
 * @type {Record<string, number>}
 */
const MOST_COLUMNS = { 2: 30, 3: 30, 4: 20, 5: 10, 6: 10, 7: 10, 8: 10, 9: 10, 10: 10 };

export class Setup {
  /**
   * @param {{open: (bar: string | number[], terms: Terms) => Promise<boolean>, level: (level: Level) => void,
   *   first: (first: Side) => void}} handlers `open` starts a game, and gives false if that is not possible
   */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {{rows: number[], terms: Terms}} the game that is played */
    this.played = { rows: [8, 8, 8], terms: { first: "you", level: USUAL } };
    /** @type {{bar: string | number[]} | null} the bar that is loading */
    this.asked = null;
    byId("setup-rows").append(...numbers(Object.keys(MOST_COLUMNS)));
    byId("setup-level").append(...LEVELS.map((level) => element("option", { value: level }, level)));
    for (const id of ["setup-rows", "setup-columns"]) byId(id).addEventListener("change", () => this.choose());
    byId("setup-level").addEventListener("change", () => this.change(() => handlers.level(this.terms.level)));
    byId("setup-first").addEventListener("change", () => {
      if (this.asked) this.ask(this.asked.bar);
      else this.change(() => handlers.first(this.terms.first));
    });
    byId("new-game").addEventListener("click", () => this.ask(this.played.rows));
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(byId("setup-position", "input").value);
    });
  }

  /**
   * What the form says.
   * @returns {Terms}
   */
  get terms() {
    const level = LEVELS.find((one) => one === byId("setup-level", "select").value) ?? USUAL;
    return { first: byId("setup-first", "select").value === "computer" ? "computer" : "you", level };
  }

  /**
   * The level was chosen, or who begins.
   * @param {() => void} handle
   */
  change(handle) {
    this.played = { ...this.played, terms: this.terms };
    handle();
  }

  /**
   * Mark the bar that was typed as wrong, with the reason that is shown, or as right.
   * @param {boolean} wrong
   */
  mark(wrong) {
    const field = byId("setup-position");
    field.setAttribute("aria-describedby", wrong ? "setup-error setup-help" : "setup-help");
    if (wrong) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  /** A rectangle, by its rows and columns; if the bar was none, one of them is chosen, and the bar has the other. */
  choose() {
    const { rows: played } = this.played;
    const rows = Number(byId("setup-rows", "select").value) || rowsLike(played);
    const columns = Number(byId("setup-columns", "select").value) || played[0];
    this.ask(Array(rows).fill(Math.max(2, Math.min(columns, MOST_COLUMNS[rows]))));
  }

  /**
   * Start a game at once; if it cannot be, mark what was typed, or let the form show the present game again.
   * @param {string | number[]} bar
   */
  async ask(bar) {
    const asked = (this.asked = { bar });
    const opened = await this.handlers.open(bar, this.terms);
    if (this.asked !== asked) return; // another bar was wanted meanwhile, or this one with another beginner
    this.asked = null;
    if (typeof bar === "string") this.mark(!opened);
    else if (!opened) this.show(this.played.rows, this.played.terms);
  }

  /**
   * Show the present game in the form: rows and columns only of a rectangle that they can make.
   * @param {number[]} rows
   * @param {Terms} terms
   */
  show(rows, terms) {
    this.played = { rows, terms };
    this.mark(false);
    byId("setup-position", "input").value = rowsText(rows);
    byId("setup-first", "select").value = terms.first;
    byId("setup-level", "select").value = terms.level;
    const most = MOST_COLUMNS[rowsLike(rows)];
    const isRectangle = rows.length in MOST_COLUMNS && rows[0] <= most && rows[0] >= 2 && rows.at(-1) === rows[0];
    byId("setup-rows", "select").value = isRectangle ? String(rows.length) : "";
    byId("setup-columns").replaceChildren(...numbers(Array.from({ length: most - 1 }, (_, i) => String(i + 2))));
    byId("setup-columns", "select").value = isRectangle ? String(rows[0]) : "";
  }
}

/**
 * How many rows a rectangle has that is like a bar: three, if no rectangle has as many as the bar.
 * @param {number[]} rows
 */
const rowsLike = ({ length }) => (length in MOST_COLUMNS ? length : 3);

/**
 * Numbers to choose from, and that none is chosen.
 * @param {string[]} values
 */
function numbers(values) {
  const none = element("option", { value: "", hidden: "" }, "–");
  return [none, ...values.map((value) => element("option", { value }, value))];
}
