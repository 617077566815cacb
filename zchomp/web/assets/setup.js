/** The form that sets up a game: a rectangle by rows and columns, or any bar as text, and who begins. */

import { byId, element } from "./dom.js";
import { rowsText } from "./position.js";

/** @typedef {import("./game.js").Side} Side */

/** How far the columns of a rectangle are dragged, for each number of rows. */
const MOST_COLUMNS = { 2: 30, 3: 30, 4: 20, 5: 8, 6: 6 };

export class Setup {
  /** @param {(text: string, first: Side) => Promise<boolean>} open starts a game; false if that is not possible */
  constructor(open) {
    this.open = open;
    /** @type {{rows: number[], first: Side}} the game that is played */
    this.played = { rows: [8, 8, 8], first: "you" };
    const rows = byId("setup-rows");
    for (const n of Object.keys(MOST_COLUMNS)) rows.append(element("option", { value: n }, n));
    rows.value = "3";
    rows.addEventListener("change", () => this.drag());
    byId("setup-columns").addEventListener("input", () => this.drag());
    byId("setup-first").addEventListener("change", () => this.ask(byId("setup-position").value));
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(byId("setup-position").value, byId("setup-first").value);
    });
  }

  /** A rectangle, by its rows and columns. */
  drag() {
    const rows = Number(byId("setup-rows").value);
    const columns = byId("setup-columns");
    columns.max = String(MOST_COLUMNS[rows]);
    byId("setup-columns-shown").textContent = columns.value;
    this.ask(rowsText(Array(rows).fill(Number(columns.value))));
  }

  /** Start a game at once; if it cannot be, the form shows the present game again. @param {string} text */
  async ask(text) {
    if (!(await this.open(text, byId("setup-first").value))) this.show(this.played.rows, this.played.first);
  }

  /** Show the present game in the form. @param {number[]} rows @param {Side} first */
  show(rows, first) {
    this.played = { rows, first };
    byId("setup-position").value = rowsText(rows);
    byId("setup-first").value = first;
    const most = MOST_COLUMNS[rows.length];
    if (!most) return;
    byId("setup-rows").value = String(rows.length);
    byId("setup-columns").max = String(most);
    byId("setup-columns").value = String(Math.min(most, rows[0]));
    byId("setup-columns-shown").textContent = byId("setup-columns").value;
  }
}
