/** The form of the chart: the cell that is typed, rows with a period, and what can be pressed while it is loaded. */

import { byId, element } from "./dom.js";
import { periodTitle } from "./words-chart.js";

/** @typedef {HTMLButtonElement | HTMLInputElement | HTMLSelectElement} Control */

export class Form {
  /** @param {(third: string, second: string) => void} go to a cell; where a column is empty, to the one to look at */
  constructor(go) {
    this.row = byId("chart-row", "input");
    this.column = byId("chart-column", "input");
    this.periods = byId("chart-periods", "select");
    /** @type {import("./chart.js").Cell} the chosen cell */
    this.cell = { q: 0, r: 0 };
    /** whether the column was typed since the cell was chosen: that of another row is not meant */
    this.typed = false;
    this.column.addEventListener("input", () => (this.typed = true));
    byId("chart-go").addEventListener("submit", (event) => {
      event.preventDefault();
      const third = this.row.value.trim() || String(this.cell.r);
      const isSame = third === String(this.cell.r);
      go(third, this.typed || isSame ? this.column.value : "");
    });
    this.periods.addEventListener("change", () => {
      if (this.periods.value !== "") go(this.periods.value, "");
      this.periods.value = ""; // so that the same row can be chosen again
    });
  }

  /**
   * Name the chosen cell, ready to be changed.
   * @param {import("./chart.js").Cell} cell
   */
  name(cell) {
    this.cell = cell;
    this.typed = false;
    this.row.value = String(cell.r);
    this.column.value = String(cell.q);
  }

  /**
   * List the rows with a period of 2 or more.
   * @param {import("./certificate.js").Slice[]} rows
   */
  list(rows) {
    const options = rows.map(({ width, period }) => {
      return element("option", { value: width }, `${width} (period ${period.length})`);
    });
    this.periods.replaceChildren(element("option", { value: "" }, periodTitle(rows.length)), ...options);
  }

  /** The chart is there: let all be pressed. */
  enable() {
    const controls = /** @type {NodeListOf<Control>} */ (byId("view-chart").querySelectorAll(":disabled"));
    for (const one of controls) one.disabled = false;
    byId("chart-canvas").inert = false;
  }

  /** The chart cannot be loaded: let it be tried again. */
  retry() {
    for (const one of [this.row, this.column, byId("chart-submit", "button")]) one.disabled = false;
  }
}
