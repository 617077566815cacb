/** The form that sets up a game: a rectangle by rows and columns, or any bar as text, who begins, and the level. */

import { byId, element } from "./dom.js";
import { LEVELS, USUAL } from "./player.js";
import { rowsText } from "./position.js";

/** @typedef {{first: string, level: string}} Terms who begins, and how well the computer plays */

/**
 * How far the columns of a rectangle are dragged, for each number of rows.
 * @type {Record<string, number>}
 */
const MOST_COLUMNS = { 2: 30, 3: 30, 4: 20, 5: 10, 6: 10, 7: 10, 8: 10, 9: 10, 10: 10 };

export class Setup {
  /** @param {(text: string, terms: Terms) => Promise<boolean>} open starts a game; false if that is not possible */
  constructor(open) {
    this.open = open;
    /** @type {{rows: number[], terms: Terms}} the game that is played */
    this.played = { rows: [8, 8, 8], terms: { first: "you", level: USUAL } };
    const rows = byId("setup-rows");
    rows.append(element("option", { value: "", hidden: "" }, "–"));
    for (const n of Object.keys(MOST_COLUMNS)) rows.append(element("option", { value: n }, n));
    byId("setup-level").append(...LEVELS.map((level) => element("option", { value: level }, level)));
    rows.addEventListener("change", () => this.drag());
    byId("setup-columns").addEventListener("input", () => this.drag());
    for (const id of ["setup-first", "setup-level"]) {
      byId(id).addEventListener("change", () => this.ask(byId("setup-position", "input").value));
    }
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(byId("setup-position", "input").value, this.terms);
    });
  }

  /**
   * What the form says.
   * @returns {Terms}
   */
  get terms() {
    return { first: byId("setup-first", "select").value, level: byId("setup-level", "select").value };
  }

  /** A rectangle, by its rows and columns. */
  drag() {
    const rows = Number(byId("setup-rows", "select").value) || 3;
    const columns = byId("setup-columns", "input");
    columns.max = String(MOST_COLUMNS[rows]);
    byId("setup-columns-shown").textContent = columns.value;
    this.ask(rowsText(Array(rows).fill(Number(columns.value))));
  }

  /**
   * Start a game at once; if it cannot be, the form shows the present game again.
   * @param {string} text
   */
  async ask(text) {
    if (!(await this.open(text, this.terms))) this.show(this.played.rows, this.played.terms);
  }

  /**
   * Show the present game in the form: rows and columns only of a rectangle that they can make.
   * @param {number[]} rows
   * @param {Terms} terms
   */
  show(rows, terms) {
    this.played = { rows, terms };
    byId("setup-position", "input").value = rowsText(rows);
    byId("setup-first", "select").value = terms.first;
    byId("setup-level", "select").value = terms.level;
    const most = MOST_COLUMNS[rows.length] ?? 0;
    const isRectangle = rows[0] <= most && rows[0] >= 2 && rows[rows.length - 1] === rows[0];
    byId("setup-rows", "select").value = isRectangle ? String(rows.length) : "";
    if (isRectangle) {
      byId("setup-columns", "input").max = String(most);
      byId("setup-columns", "input").value = String(rows[0]);
    }
    byId("setup-columns-shown").textContent = isRectangle ? String(rows[0]) : "–";
  }
}
