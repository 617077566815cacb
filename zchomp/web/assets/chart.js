/**
 * The chart of three-rowed Chomp, after Brouwer: f(q, r) is the p for which (p, q, r) is a loser.
 *
 * q goes to the right and r upwards; a cell is coloured by p - q, and grey where its row has no losers any more. The
 * canvas pans and zooms by mouse, touch and keys; chartpainter.js paints it.
 */

import { LEFT, Painter } from "./chartpainter.js";
import { byId, element } from "./dom.js";
import { fullText, rowsText } from "./position.js";
import { claimText } from "./words.js";

const SMALLEST = 0.2;
const LARGEST = 64;
const FARTHEST = 1e12;
const USUAL = "chomp-3rows-1000.jsonl";

export class Chart {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.canvas = byId("chart-canvas");
    this.painter = new Painter(this.canvas);
    /** @type {import("./certificate.js").Certificate | null} */
    this.certificate = null;
    /** @type {import("./certificate.js").Slice[]} row r is the slice with third row r */
    this.rows = [];
    this.view = { q: -0.5, r: -0.5, scale: 20 };
    this.cell = { q: 5, r: 3 };
    this.pointers = new Map();
    this.asked = false;
    this.listen();
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.released(event));
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    byId("chart-in").addEventListener("click", () => this.zoom(1.5));
    byId("chart-out").addEventListener("click", () => this.zoom(1 / 1.5));
    byId("chart-all").addEventListener("click", () => this.home(this.rows.length));
    byId("chart-go").addEventListener("submit", (event) => {
      event.preventDefault();
      const row = number(byId("chart-row").value);
      const column = number(byId("chart-column").value);
      this.open(row, Number.isNaN(column) ? NaN : column);
    });
    byId("chart-periods").addEventListener("change", (event) => this.open(Number(event.target.value), NaN));
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Show the chart, at a cell if one is given; a row without a column is shown where its period begins, or ends. */
  async open(r, q) {
    const status = byId("chart-status");
    try {
      if (!this.certificate) this.take(await this.usual());
      if (Number.isInteger(r) && r > this.certificate.upto) {
        const other = await this.app.library.covering([r, r, r]);
        if (!other) throw new RangeError(`No certificate on this page has row ${r}; expected at most ${this.certificate.upto}.`);
        this.take(other);
      }
      if (Number.isInteger(r) && r >= 0) {
        const slice = this.rows[r];
        const column = Number.isInteger(q) ? Math.min(Math.max(q, r), FARTHEST) : r + slice.head.length - (slice.kind === "finite" ? 1 : 0);
        this.show(column, r);
      } else {
        this.draw();
        this.tell();
      }
    } catch (problem) {
      status.textContent = problem.message;
    }
  }

  /** The certificate that was chosen on the page, if it has more rows than the one that plays first; else the largest. */
  async usual() {
    const { entries, loaded } = this.app.library;
    const own = loaded.find(({ name }) => !entries.some((entry) => entry.name === name));
    return own ?? (entries.some(({ name }) => name === USUAL) ? this.app.library.load(USUAL) : loaded[0]);
  }

  /** Draw another certificate. @param {import("./certificate.js").Certificate} certificate */
  take(certificate) {
    const had = this.certificate !== null;
    this.certificate = certificate;
    const upto = certificate.rows > 2 ? certificate.upto : 0;
    this.rows = Array.from({ length: upto + 1 }, (_, r) => certificate.slice(r > 0 ? [r] : []));
    this.painter.take(this.rows);
    const repeating = this.rows.filter(({ period }) => period.length > 1);
    const options = repeating.map(({ width, period }) => element("option", { value: width }, `${width} (period ${period.length})`));
    const title = repeating.length > 0 ? `${repeating.length} rows` : "none in this certificate";
    byId("chart-periods").replaceChildren(element("option", { value: "" }, title), ...options);
    byId("chart-source").textContent = `Drawn from ${certificate.name} (${claimText(certificate)}).`;
    this.cell.r = Math.min(this.cell.r, upto);
    this.cell.q = Math.max(this.cell.q, this.cell.r);
    if (!had) this.home();
    this.draw();
  }

  /** Go to a cell. */
  show(q, r) {
    this.cell = { q, r };
    const { wide, high } = this.painter.size();
    const scale = Math.max(this.view.scale, 20);
    this.view = { scale, q: q - wide / scale / 2, r: r - high / scale / 2 };
    this.tell();
    this.draw();
  }

  /** A view from the corner, of so many rows. */
  home(rows = Math.min(this.rows.length, 40)) {
    const { high } = this.painter.size();
    this.view = { q: -0.5, r: -0.5, scale: Math.max(SMALLEST, Math.min(LARGEST, high / rows)) };
    this.draw();
  }

  /** Zoom about a point of the canvas, or about its middle. */
  zoom(factor, x = LEFT + this.painter.size().wide / 2, y = this.painter.size().high / 2) {
    const at = this.place(x, y);
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.view.scale * factor));
    this.view = { scale, q: at.q - (x - LEFT) / scale, r: at.r - (this.painter.size().high - y) / scale };
    this.draw();
  }

  /** Where a point of the canvas is on the chart; a cell has its middle at whole numbers. */
  place(x, y) {
    return { q: this.view.q + (x - LEFT) / this.view.scale, r: this.view.r + (this.painter.size().high - y) / this.view.scale };
  }

  /** @param {PointerEvent} event */
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const { q, r } = this.place(event.clientX - box.left, event.clientY - box.top);
    return { q: Math.round(q), r: Math.round(r) };
  }

  pressed(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.point(this.cellAt(event));
      return;
    }
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    const others = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length > 0) {
      const apart = (x, y) => Math.hypot(x - others[0].x, y - others[0].y);
      const box = this.canvas.getBoundingClientRect();
      this.zoom(apart(event.clientX, event.clientY) / Math.max(1, apart(before.x, before.y)), others[0].x - box.left, others[0].y - box.top);
    } else {
      this.view.q -= dx / this.view.scale;
      this.view.r += dy / this.view.scale;
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: before.moved + Math.abs(dx) + Math.abs(dy) });
    this.draw();
  }

  released(event) {
    const before = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (event.type === "pointercancel" || !before || before.moved > 6) return;
    const cell = this.cellAt(event);
    const again = cell.q === this.cell.q && cell.r === this.cell.r;
    this.point(cell);
    if (event.pointerType === "mouse" || again) this.play();
  }

  wheeled(event) {
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const many = event.shiftKey ? 10 : 1;
      this.point({ q: this.cell.q + many * step[0], r: this.cell.r + many * step[1] });
      this.follow();
    } else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "Home") this.home();
    else if (event.key === "Enter") this.play();
    else return;
    event.preventDefault();
  }

  /** Mark a cell, if there is one. */
  point({ q, r }) {
    if (r < 0 || r >= this.rows.length || q < r || q > FARTHEST) return;
    this.cell = { q, r };
    this.tell();
    this.draw();
  }

  /** Let the marked cell be seen. */
  follow() {
    const { wide, high } = this.painter.size();
    const { scale } = this.view;
    this.view.q = Math.min(this.cell.q - 1, Math.max(this.view.q, this.cell.q + 1 - wide / scale));
    this.view.r = Math.min(this.cell.r - 1, Math.max(this.view.r, this.cell.r + 1 - high / scale));
  }

  /** The loser in a cell, or null. */
  loser({ q, r }) {
    const b = this.rows[r]?.term(q - r) ?? -1;
    return b >= 0 && q + b > 0 ? [q + b, q, r].filter((length) => length > 0) : null;
  }

  /** Name the marked cell. */
  tell() {
    const { q, r } = this.cell;
    const slice = this.rows[r];
    const loser = this.loser(this.cell);
    const { period, head } = slice;
    const repeats = period.length > 1 ? ` Row ${r} has period ${period.length} from q = ${r + head.length} on.` : "";
    const constant = period.length === 1 ? ` From q = ${r + head.length} on, p − q is always ${period[0]} in row ${r}.` : "";
    const ended = slice.kind === "finite" ? ` Row ${r} ends at q = ${r + head.length - 1}.` : "";
    byId("chart-status").textContent = loser
      ? `${fullText(loser)} is a loser.${repeats}${constant}${ended}`
      : `No loser has second row ${q} and third row ${r}: the row ended with ${rowsText(slice.position(head.length - 1, 0))}.`;
    this.app.at(`chart/${r}/${q}`);
  }

  /** Play the marked position. */
  play() {
    const loser = this.loser(this.cell);
    if (loser) this.app.playAt(loser);
  }

  /** Draw in the next frame. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      if (this.certificate && this.canvas.clientWidth > 0) this.paint();
    });
  }

  paint() {
    const { wide, high } = this.painter.size();
    const { view } = this;
    view.q = Math.min(FARTHEST, Math.max(-2 - 0.5 * (wide / view.scale), view.q));
    view.r = Math.min(this.rows.length + 2, Math.max(-2 - 0.5 * (high / view.scale), view.r));
    byId("chart-scale").textContent = `p − q from 0 to ${this.painter.paint(view, this.cell)}`;
  }
}

/** @param {string} text */
const number = (text) => (/^\s*[0-9]{1,15}\s*$/.test(text) ? Number(text) : NaN);
