/**
 * The board: a bar of chocolate, one button for each square; a large bar is folded.
 *
 * Folded, the columns that matter are there (the first ones, the ends of the rows, the winning ones of a hint), and the
 * others are gaps that say how many they are. No row ends inside a gap. Arrow keys lead from square to square.
 */

import { drawn, element } from "./dom.js";

/** @typedef {{from: number, to: number}} Run columns of the bar: one square if from = to, otherwise a gap */

const SMALLEST = 24;
const LARGEST = 52;
const MARGIN = 36;
const BETWEEN = 2;

/**
 * The columns that are drawn.
 * @param {number[]} rows @param {number} room how many columns there is room for @param {number[]} wanted
 * @returns {Run[]}
 */
export function columnsShown(rows, room, wanted = []) {
  const last = rows[0];
  if (last <= room) return Array.from({ length: last }, (_, i) => ({ from: i + 1, to: i + 1 }));
  const kept = new Set([1, 2, 3]);
  for (const column of [...rows.flatMap((length) => [length - 1, length, length + 1]), ...wanted]) {
    if (column >= 1 && column <= last) kept.add(column);
  }
  const runs = [];
  for (const column of [...kept].sort((x, y) => x - y)) {
    const before = runs.length > 0 ? runs[runs.length - 1].to : 0;
    if (column > before + 1) runs.push({ from: before + 1, to: column - 1 });
    runs.push({ from: column, to: column });
  }
  return runs;
}

/** Draws a bar, and tells which square is meant. */
export class Board {
  /**
   * @param {HTMLElement} place
   * @param {{bite: (row: number, column: number) => void, look: (row: number, column: number) => void,
   *   gap: (row: number, run: Run) => void, label: (row: number, column: number) => string}} told
   */
  constructor(place, told) {
    this.place = place;
    this.told = told;
    /** @type {Run[]} */
    this.runs = [];
    this.rows = [1];
    this.focused = { row: 1, run: 0 };
    place.addEventListener("click", (event) => this.clicked(event));
    place.addEventListener("pointerover", (event) => this.looked(event));
    place.addEventListener("focusin", (event) => this.looked(event));
    place.addEventListener("pointerleave", () => this.show(0, 0));
    place.addEventListener("focusout", () => this.show(0, 0));
    place.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** How many columns there is room for. */
  get room() {
    return Math.max(6, Math.floor((this.place.clientWidth - MARGIN) / (SMALLEST + BETWEEN)));
  }

  /**
   * @param {number[]} rows what is there
   * @param {{start: number[], lit: {row: number, column: number}[], bitten: {row: number, column: number} | null, still: boolean}} how
   */
  draw(rows, { start, lit, bitten, still }) {
    const hadFocus = this.place.contains(document.activeElement);
    const whole = start[0] <= this.room;
    this.rows = rows;
    this.runs = columnsShown(whole ? start : rows, this.room, lit.map(({ column }) => column));
    const size = Math.min(LARGEST, Math.max(SMALLEST, Math.floor((this.place.clientWidth - MARGIN) / this.runs.length) - BETWEEN));
    this.place.style.setProperty("--cell", `${size}px`);
    this.place.style.gridTemplateColumns = `auto repeat(${this.runs.length}, max-content)`;
    const made = document.createDocumentFragment();
    made.append(element("span", { class: "number corner", "aria-hidden": "true" }));
    for (const [i, run] of this.runs.entries()) made.append(this.number(run, i));
    for (let row = 1; row <= (whole ? start.length : rows.length); row++) {
      made.append(element("span", { class: "number", "aria-hidden": "true" }, String(row)));
      for (const [i, run] of this.runs.entries()) {
        const there = row <= rows.length && run.from <= rows[row - 1];
        const was = whole && run.from <= (start[row - 1] ?? 0);
        if (there) made.append(this.square(row, run, i, lit, still));
        else made.append(element("span", { class: was ? ghost(row, run, bitten) : "none" }));
      }
    }
    this.place.replaceChildren(made);
    this.settle(hadFocus);
  }

  /** The number of a column, where there is room for it. */
  number(run, i) {
    const isGap = run.to > run.from;
    const folded = this.runs.some(({ from, to }) => to > from);
    const afterGap = i > 0 && this.runs[i - 1].to > this.runs[i - 1].from;
    const shown = !isGap && (folded ? i === 0 || afterGap : this.runs.length <= 20 || run.from === 1 || run.from % 5 === 0);
    return element("span", { class: "number", "aria-hidden": "true" }, shown ? String(run.from) : "");
  }

  square(row, run, i, lit, still) {
    const isGap = run.to > run.from;
    const poison = row === 1 && run.from === 1;
    const wins = lit.some((move) => move.row === row && move.column === run.from);
    const button = element("button", { type: "button", tabindex: -1, "data-row": row, "data-run": i, "data-from": run.from });
    button.className = isGap ? "gap" : poison ? "square poison" : wins ? "square lit" : "square";
    if (still) button.setAttribute("aria-disabled", "true");
    if (isGap) {
      const many = (run.to - run.from + 1).toLocaleString("en-US");
      button.append(row === 1 ? `… ${many} …` : "…");
      button.setAttribute("aria-label", `Row ${row}, ${many} more columns, ${run.from} to ${run.to}: type the column`);
    } else {
      button.dataset.column = String(run.from);
      button.setAttribute("aria-label", this.told.label(row, run.from));
      button.setAttribute("aria-describedby", "preview");
      if (poison) button.append(cross());
    }
    return button;
  }

  /** Where the focus may go: to one square, which arrow keys change. */
  settle(hadFocus) {
    const row = Math.min(this.focused.row, this.rows.length);
    const run = this.runs.findLastIndex((one, i) => i <= this.focused.run && one.from <= this.rows[row - 1]);
    this.focused = { row, run: Math.max(0, run) };
    const button = this.at(this.focused.row, this.focused.run);
    if (button) button.tabIndex = 0;
    if (hadFocus && button) button.focus({ preventScroll: true });
  }

  /** @returns {HTMLButtonElement | null} */
  at(row, run) {
    return this.place.querySelector(`button[data-row="${row}"][data-run="${run}"]`);
  }

  clicked(event) {
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const row = Number(button.dataset.row);
    const run = this.runs[Number(button.dataset.run)];
    this.focused = { row, run: Number(button.dataset.run) };
    if (run.to > run.from) this.told.gap(row, run);
    else this.told.bite(row, run.from);
  }

  looked(event) {
    const button = event.target.closest("button");
    if (button?.dataset.column) this.show(Number(button.dataset.row), Number(button.dataset.column));
    else this.show(0, 0);
  }

  /** Show what a bite takes; none if the row is 0. */
  show(row, column) {
    for (const button of this.place.querySelectorAll("button")) {
      const { dataset } = button; // while the bar is drawn anew, a button may be of the bar before
      const taken = row > 0 && row + column > 2 && Number(dataset.row) >= row && Number(dataset.from) >= column;
      button.classList.toggle("taken", taken);
    }
    this.told.look(row, column);
  }

  pressed(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const ends = { Home: 0, End: Infinity }[event.key];
    if (!step && ends === undefined) return;
    event.preventDefault();
    const row = Math.min(this.rows.length, Math.max(1, this.focused.row + (step?.[0] ?? 0)));
    const most = this.runs.findLastIndex((run) => run.from <= this.rows[row - 1]);
    const run = Math.min(most, Math.max(0, ends ?? this.focused.run + (step?.[1] ?? 0)));
    const before = this.at(this.focused.row, this.focused.run);
    if (before) before.tabIndex = -1;
    this.focused = { row, run };
    const button = this.at(row, run);
    if (button) {
      button.tabIndex = 0;
      button.focus();
    }
  }
}

/** A square that is eaten; `fresh` if the last bite took it. */
function ghost(row, run, bitten) {
  return bitten && row >= bitten.row && run.from >= bitten.column ? "ghost fresh" : "ghost";
}

function cross() {
  const lines = drawn("path", { d: "M6 6l12 12m0-12l-12 12" });
  return drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, lines);
}
