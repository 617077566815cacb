/**
 * The board: a bar of chocolate, one button for each square; a bar that is too wide scrolls, a large bar is folded.
 * For those who do not see it, it is a grid of rows and cells, with one stop of the Tab key.
 *
 * Folded, the columns that matter are there (the first ones, the ends of the rows, the winning ones of a hint), and the
 * others are gaps that say how many they are. No row ends inside a gap. Arrow keys lead from square to square.
 */

import { drawn, element, letterSize, targetOf } from "./dom.js";
import { barLabel, gapWords } from "./words.js";

/** @typedef {import("./position.js").Move} Move */
/** @typedef {{from: number, to: number}} Run columns of the bar: one square if from = to, otherwise a gap */
/**
 * @typedef {object} How how a bar is drawn
 * @property {number[]} start the bar that the game began with: its eaten squares stay visible
 * @property {Move[]} lit the winning squares to be lit
 * @property {number[]} before the rows before the last bite, or the rows themselves
 * @property {boolean} theirs whether the computer made the last bite: then it stays tinted until the next one
 * @property {boolean} biting whether the last bite is new: then it is seen to be eaten
 * @property {boolean} swallowed whether the computer has to take the poison
 * @property {boolean} still whether nothing can be bitten now
 */

const SMALLEST = 24;

/** Bars of at most this number of columns are not folded: they scroll, with squares of this size. */
const SCROLLED = { columns: 40, size: 32 };

const MARGIN = 36;
const BETWEEN = 2;

/** A gap is as wide as this number of squares, and hides more. */
const GAP = 2;

/** What stands beside a bar needs so much room, in letters; on a page that is not high less has to do. */
const BESIDE = { usual: 27, low: 15 };

/** Squares are not made smaller than this to have that room; smaller on a page that is not high: less is below it. */
const COMFORTABLE = { usual: 48, low: 26 };

/** A page of fewer letters is not high. */
const LOW = 30;

/** Whether the page is not high, as on a phone that lies on its side. */
const isLow = () => innerHeight < LOW * letterSize();

/**
 * The largest square: on large screens larger, and so that all rows fit, with what is said below them.
 * @param {number} rows
 * @param {boolean} beside whether that is said beside them
 */
function largest(rows, beside) {
  const usual = Math.min(320, Math.max(52, Math.floor(innerHeight / 7)));
  const share = !isLow() ? 0.62 : beside ? 0.5 : 0.33;
  return Math.max(SMALLEST + 8, Math.min(usual, Math.floor((share * innerHeight) / rows)));
}

/**
 * The columns that are drawn.
 * @param {number[]} rows
 * @param {number} room how many columns there is room for
 * @param {number[]} wanted
 * @returns {Run[]}
 */
export function columnsShown(rows, room, wanted = []) {
  const last = rows[0];
  if (last <= room) return Array.from({ length: last }, (_, i) => ({ from: i + 1, to: i + 1 }));
  const columns = new Set([1, 2, 3]);
  for (const column of [...rows.flatMap((length) => [length - 1, length, length + 1]), ...wanted]) {
    if (column >= 1 && column <= last) columns.add(column);
  }
  /** @type {Run[]} */
  const runs = [];
  for (const column of [...columns].sort((x, y) => x - y)) {
    const before = runs.length > 0 ? runs[runs.length - 1].to : 0;
    if (column > before + 1 + GAP) runs.push({ from: before + 1, to: column - 1 });
    else for (let between = before + 1; between < column; between++) runs.push({ from: between, to: between });
    runs.push({ from: column, to: column });
  }
  return runs;
}

/** Draws a bar, and tells which square is meant. */
export class Board {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} table what the bar lies on, with all that is beside it
   * @param {{bite: (row: number, column: number, touch: boolean) => void, look: (row: number, column: number) => void,
   *   gap: (row: number, run: Run) => void, label: (row: number, column: number) => string,
   *   number?: (row: number, column: number) => number | undefined,
   *   tried?: (row: number, column: number) => boolean}} handlers
   * @param {string} [preview] where `look` tells of a square, if it does: what describes each square
   */
  constructor(place, table, handlers, preview = "") {
    this.place = place;
    this.table = table;
    this.handlers = handlers;
    this.preview = preview;
    place.setAttribute("role", "grid");
    /** @type {Run[]} */
    this.runs = [];
    this.rows = [1];
    this.focused = { row: 1, run: 0 };
    /** where the pointer was last on the bar */
    this.pointer = { x: NaN, y: NaN };
    place.addEventListener("click", (event) => this.clicked(event));
    place.addEventListener("pointerover", (event) => !this.rests(event) && this.looked(event));
    place.addEventListener("pointermove", (event) => this.rests(event));
    place.addEventListener("focusin", (event) => this.looked(event));
    place.addEventListener("pointerleave", () => this.show(0, 0));
    place.addEventListener("focusout", () => this.show(0, 0));
    place.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** How many columns are drawn one by one. */
  get room() {
    const fitting = Math.floor((this.table.clientWidth - MARGIN) / (SMALLEST + BETWEEN));
    return Math.max(SCROLLED.columns, fitting);
  }

  /** Whether some columns are not drawn. */
  get folded() {
    return this.runs.some(({ from, to }) => to > from);
  }

  /**
   * Draw a bar.
   * @param {number[]} rows the rows that are left
   * @param {How} how
   */
  draw(rows, { start, lit, before, theirs, biting, swallowed, still }) {
    const hadFocus = this.hasFocus;
    const whole = start[0] <= this.room;
    const high = whole ? start.length : rows.length;
    const fresh = `ghost fresh${theirs ? " theirs" : ""}${biting ? " biting" : ""}`;
    this.rows = rows;
    this.runs = columnsShown(whole ? start : rows, this.room, lit.map(({ column }) => column));
    this.arrange(high);
    const made = document.createDocumentFragment();
    made.append(element("span", { class: "number row", "aria-hidden": "true" }));
    for (const [i, run] of this.runs.entries()) made.append(this.number(run, i));
    for (let row = 1; row <= high; row++) {
      const line = element("div", row <= rows.length ? { class: "line", role: "row" } : { class: "line" });
      line.append(element("span", { class: "number row", "aria-hidden": "true" }, String(row)));
      for (const [i, run] of this.runs.entries()) {
        const was = whole && run.from <= (start[row - 1] ?? 0);
        if (run.from <= (rows[row - 1] ?? 0)) line.append(this.square(row, run, i, lit, still));
        else if (!was) line.append(element("span", { class: "none" }));
        else line.append(element("span", { class: run.from <= (before[row - 1] ?? 0) ? fresh : "ghost" }));
      }
      made.append(line);
    }
    this.place.replaceChildren(made);
    this.place.querySelector(".poison")?.classList.toggle("swallowed", swallowed);
    this.place.setAttribute("aria-label", barLabel(rows));
    this.place.setAttribute("aria-colcount", String(rows[0]));
    this.show(0, 0);
    this.settle(hadFocus);
    this.reveal();
  }

  /** Scroll to the first lit square, if none is seen. */
  reveal() {
    const lit = [...this.place.querySelectorAll(".lit")].map((square) => square.getBoundingClientRect());
    const { left, right } = this.place.getBoundingClientRect();
    if (lit.length === 0 || lit.some((square) => square.left >= left && square.right <= right)) return;
    this.place.scrollLeft += (lit[0].left + lit[0].right - left - right) / 2;
  }

  /**
   * Choose the size of the squares, and whether there is room beside the bar.
   * @param {number} high how many rows
   */
  arrange(high) {
    const room = this.table.clientWidth - MARGIN;
    const units = this.runs.reduce((sum, { from, to }) => sum + (to > from ? GAP : 1), 0);
    const fitting = (/** @type {number} */ wide) => Math.floor(wide / units) - BETWEEN;
    const height = isLow() ? "low" : "usual";
    const narrow = fitting(room - BESIDE[height] * letterSize());
    const beside = !this.folded && narrow >= Math.min(COMFORTABLE[height], largest(high, true));
    const most = largest(high, beside);
    const wide = beside ? narrow : fitting(room);
    const size = Math.min(most, wide < SMALLEST && !this.folded ? SCROLLED.size : Math.max(SMALLEST, wide));
    this.table.classList.toggle("beside", beside);
    this.place.style.setProperty("--cell", `${size}px`);
    this.place.style.gridTemplateColumns = `auto repeat(${this.runs.length}, max-content)`;
  }

  /**
   * The number of a column, where there is room for it.
   * @param {Run} run
   * @param {number} i
   */
  number(run, i) {
    const isGap = run.to > run.from;
    const afterGap = i > 0 && this.runs[i - 1].to > this.runs[i - 1].from;
    const wanted = this.folded ? i === 0 || afterGap : this.runs.length <= 20 || run.from === 1 || run.from % 5 === 0;
    return element("span", { class: "number", "aria-hidden": "true" }, wanted && !isGap ? String(run.from) : "");
  }

  /**
   * A square, or a gap.
   * @param {number} row
   * @param {Run} run
   * @param {number} i the number of the run
   * @param {Move[]} lit
   * @param {boolean} still
   */
  square(row, run, i, lit, still) {
    const isGap = run.to > run.from;
    const poison = row === 1 && run.from === 1;
    const wins = lit.some((move) => move.row === row && move.column === run.from);
    const data = { "data-row": row, "data-run": i, "data-from": run.from };
    const cell = { role: "gridcell", "aria-colindex": run.from };
    const button = element("button", { type: "button", tabindex: -1, ...cell, ...data });
    button.className = isGap ? "gap" : poison ? "square poison" : wins ? "square lit" : "square";
    if (still) button.setAttribute("aria-disabled", "true");
    if (isGap) {
      const { shown, label } = gapWords(row, run);
      button.append(row === 1 ? shown : "…");
      button.setAttribute("aria-label", label);
    } else {
      button.dataset.column = String(run.from);
      button.setAttribute("aria-label", this.handlers.label(row, run.from));
      if (this.preview !== "") button.setAttribute("aria-describedby", this.preview);
      const number = this.handlers.number?.(row, run.from);
      if (number !== undefined) button.append(String(number));
      button.classList.toggle("tried", this.handlers.tried?.(row, run.from) === true);
      if (poison) button.append(cross());
    }
    return button;
  }

  /**
   * Where the focus may go: to one square, which arrow keys change; not to the poison, if there is another square.
   * @param {boolean} hadFocus
   */
  settle(hadFocus) {
    const row = Math.min(this.focused.row, this.rows.length);
    const run = this.runs.filter((one, i) => i <= this.focused.run && one.from <= this.rows[row - 1]).length - 1;
    this.focused = { row, run: Math.max(0, run) };
    if (row === 1 && run <= 0) this.focused = this.rows[0] > 1 ? { row, run: 1 } : { row: this.rows.length, run: 0 };
    const button = this.at(this.focused.row, this.focused.run);
    if (button) button.tabIndex = 0;
    if (hadFocus && button) button.focus({ preventScroll: true });
  }

  /**
   * The button of a square or gap.
   * @param {number} row
   * @param {number} run
   * @returns {HTMLButtonElement | null}
   */
  at(row, run) {
    return this.place.querySelector(`button[data-row="${row}"][data-run="${run}"]`);
  }

  /**
   * A square was pressed: bite it; a gap: ask which column.
   * @param {Event} event
   */
  clicked(event) {
    const button = targetOf(event, "button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const row = Number(button.dataset.row);
    const run = this.runs[Number(button.dataset.run)];
    this.focused = { row, run: Number(button.dataset.run) };
    if (run.to > run.from) this.handlers.gap(row, run);
    else this.handlers.bite(row, run.from, event instanceof PointerEvent && event.pointerType === "touch");
  }

  /**
   * A square is pointed at, or chosen by keys; where a tap leaves the focus means nothing.
   * @param {Event} event
   */
  looked(event) {
    const button = targetOf(event, "button");
    if (event.type === "focusin" && !button?.matches(":focus-visible")) return;
    if (button?.dataset.column) this.show(Number(button.dataset.row), Number(button.dataset.column));
    else this.show(0, 0);
  }

  /**
   * Whether a pointer did not move while the bar changed under it, and keys are in use: then they say what is meant.
   * @param {PointerEvent} event
   */
  rests({ clientX: x, clientY: y }) {
    const { pointer } = this;
    this.pointer = { x, y };
    return x === pointer.x && y === pointer.y && this.place.querySelector(":focus-visible") !== null;
  }

  /**
   * Show what a bite takes, and tell of it; none if the row is 0.
   * @param {number} row
   * @param {number} column
   */
  show(row, column) {
    this.mark(row, column);
    this.handlers.look(row, column);
  }

  /**
   * Mark what a bite takes; none if the row is 0.
   * @param {number} row
   * @param {number} column
   */
  mark(row, column) {
    for (const button of this.place.querySelectorAll("button")) {
      const { dataset } = button; // while the bar is drawn anew, a button may be of the bar before
      const taken = row > 0 && row + column > 2 && Number(dataset.row) >= row && Number(dataset.from) >= column;
      button.classList.toggle("taken", taken);
    }
  }

  /**
   * Mark what an answer would take of what the bite that is shown leaves; null: nothing.
   * @param {Move | null} move
   */
  answer(move) {
    for (const button of this.place.querySelectorAll("button")) {
      const { row, from } = button.dataset;
      const taken = move !== null && Number(row) >= move.row && Number(from) >= move.column;
      button.classList.toggle("answer", taken && !button.classList.contains("taken"));
    }
  }

  /** Let the poison dance, once, and be eaten if it is: the reader has just won. */
  rejoice() {
    this.place.querySelector(".poison")?.classList.add("joy");
  }

  /** Whether the focus is on the bar. */
  get hasFocus() {
    return this.place.contains(document.activeElement);
  }

  /** Give the focus to the end of the last row: there few squares are marked. */
  enter() {
    const before = this.at(this.focused.row, this.focused.run);
    if (before) before.tabIndex = -1;
    this.focused = { row: this.rows.length, run: this.runs.length };
    this.settle(true);
  }

  /** Give the focus to the bar. */
  focus() {
    this.at(this.focused.row, this.focused.run)?.focus({ preventScroll: true });
  }

  /**
   * Arrow keys, Home and End lead to another square; with Ctrl, Alt or Meta they are the browser's.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const ends = { Home: 0, End: Infinity }[event.key];
    if ((!step && ends === undefined) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const row = Math.min(this.rows.length, Math.max(1, this.focused.row + (step?.[0] ?? 0)));
    const most = this.runs.filter((run) => run.from <= this.rows[row - 1]).length - 1;
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

/** The cross on the poison. */
function cross() {
  const lines = drawn("path", { d: "M6 6l12 12m0-12l-12 12" });
  return drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, lines);
}
