/**
 * The chart of three-rowed Chomp, after Brouwer: f(q, r) is the p for which (p, q, r) is a loser.
 *
 * q goes to the right and r upwards; a cell is coloured by p - q, and grey where its row has no losers any more. The
 * canvas pans and zooms. Every frame looks up one term for each visible cell, or for each pixel if cells are smaller.
 */

import { CONSTANT, isBright, periodColour, viridis } from "./colours.js";
import { byId, element } from "./dom.js";
import { fullText, rowsText } from "./position.js";
import { claimText } from "./words.js";

const LEFT = 52;
const BELOW = 34;
const SMALLEST = 0.2;
const LARGEST = 64;
const NUMBERED = 30;
const FARTHEST = 1e12;
const USUAL = "chomp-3rows-1000.jsonl";

export class Chart {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.canvas = byId("chart-canvas");
    this.context = this.canvas.getContext("2d");
    this.cells = document.createElement("canvas");
    /** @type {import("./certificate.js").Certificate | null} */
    this.certificate = null;
    /** @type {import("./certificate.js").Slice[]} row r is the slice with third row r */
    this.rows = [];
    /** the largest term of the rows up to each */
    this.most = new Float64Array(0);
    this.view = { q: -0.5, r: -0.5, scale: 20 };
    this.cell = { q: 5, r: 3 };
    this.pointers = new Map();
    this.asked = false;
    this.frames = 0;
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
    byId("chart-home").addEventListener("click", () => this.home());
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
    let most = 1;
    this.most = Float64Array.from(this.rows, (slice) => (most = Math.max(most, slice.largest)));
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
    const { wide, high } = this.size();
    const scale = Math.max(this.view.scale, 20);
    this.view = { scale, q: q - wide / scale / 2, r: r - high / scale / 2 };
    this.tell();
    this.draw();
  }

  /** A view from the corner that is worth seeing. */
  home() {
    const { wide, high } = this.size();
    const rows = Math.min(this.rows.length, 40);
    this.view = { q: -0.5, r: -0.5, scale: Math.max(4, Math.min(LARGEST, Math.min(wide, high) / rows)) };
    this.draw();
  }

  size() {
    return { wide: Math.max(100, this.canvas.clientWidth - LEFT), high: Math.max(100, this.canvas.clientHeight - BELOW) };
  }

  /** Zoom about a point of the canvas, or about its middle. */
  zoom(factor, x = LEFT + this.size().wide / 2, y = this.size().high / 2) {
    const at = this.place(x, y);
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.view.scale * factor));
    this.view = { scale, q: at.q - (x - LEFT) / scale, r: at.r - (this.size().high - y) / scale };
    this.draw();
  }

  /** Where a point of the canvas is on the chart; a cell has its middle at whole numbers. */
  place(x, y) {
    return { q: this.view.q + (x - LEFT) / this.view.scale, r: this.view.r + (this.size().high - y) / this.view.scale };
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
    const { wide, high } = this.size();
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
    const { canvas, context, view } = this;
    const ratio = window.devicePixelRatio || 1;
    const { wide, high } = this.size();
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    view.q = Math.min(FARTHEST, Math.max(-2 - 0.5 * (wide / view.scale), view.q));
    view.r = Math.min(this.rows.length + 2, Math.max(-2 - 0.5 * (high / view.scale), view.r));
    const style = getComputedStyle(canvas);
    const ink = style.color;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, wide, high);
    context.clip();
    const highest = Math.min(this.rows.length - 1, Math.max(0, Math.ceil(view.r + high / view.scale)));
    const most = this.most[highest];
    this.paintCells(wide, high, most);
    this.paintMarks(wide, high, most, ink);
    context.restore();
    this.paintAxes(wide, high, ink);
    byId("chart-scale").textContent = `p − q from 0 to ${most}`;
    this.frames += 1;
  }

  /** One pixel of a small canvas for each cell, or one for each pixel where cells are smaller. */
  paintCells(wide, high, most) {
    const { view, cells } = this;
    const step = Math.max(1, 1 / view.scale); // cells for each sample
    const q0 = Math.max(0, Math.round(view.q));
    const r0 = Math.max(0, Math.round(view.r));
    const columns = Math.ceil((view.q + wide / view.scale + 1 - q0) / step);
    const lines = Math.ceil((Math.min(this.rows.length, view.r + high / view.scale + 1) - r0) / step);
    if (columns <= 0 || lines <= 0) return;
    if (cells.width !== columns || cells.height !== lines) Object.assign(cells, { width: columns, height: lines });
    const inner = cells.getContext("2d");
    const image = inner.createImageData(columns, lines);
    const words = new Uint32Array(image.data.buffer);
    const colours = viridis(most);
    for (let y = 0; y < lines; y++) {
      const r = Math.min(this.rows.length - 1, Math.floor(r0 + y * step));
      const { head, period } = this.rows[r];
      const n = head.length;
      const length = period.length;
      const line = (lines - 1 - y) * columns;
      for (let x = Math.max(0, Math.ceil((r - q0) / step)); x < columns; x++) {
        const a = Math.floor(q0 + x * step) - r;
        words[line + x] = a < n ? colours[head[a]] : length > 0 ? colours[period[length > 1 ? (a - n) % length : 0]] : CONSTANT;
      }
    }
    inner.putImageData(image, 0, 0);
    const size = step * view.scale;
    const left = LEFT + (q0 - 0.5 - view.q) * view.scale;
    const bottom = high - (r0 - 0.5 - view.r) * view.scale;
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(cells, left, bottom - lines * size, columns * size, lines * size);
  }

  /** The diagonal, the ends of rows, where periods begin, numbers, and the marked cell. */
  paintMarks(wide, high, most, ink) {
    const { context, view } = this;
    const { scale } = view;
    const x = (q) => LEFT + (q - view.q) * scale;
    const y = (r) => high - (r - view.r) * scale;
    const top = Math.min(this.rows.length - 1, Math.ceil(view.r + high / scale));
    const right = view.q + wide / scale + 1;
    const bottom = Math.max(0, Math.floor(view.r));
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x(-0.5), y(-0.5));
    context.lineTo(x(top + 0.5), y(top + 0.5));
    context.stroke();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let r = bottom; r <= top; r++) {
      const slice = this.rows[r];
      const end = r + slice.head.length - 1;
      if (slice.kind === "finite" && scale >= 5 && end >= view.q - 1 && end <= right) {
        context.strokeStyle = "#fff";
        context.lineWidth = Math.max(1, scale / 12);
        context.strokeRect(x(end) - scale * 0.38, y(r) - scale * 0.38, scale * 0.76, scale * 0.76);
      }
      if (slice.period.length > 1) {
        const start = Math.max(x(end + 0.5), LEFT);
        context.fillStyle = periodColour(slice.period.length);
        if (start < LEFT + wide) context.fillRect(start, y(r + 0.5), LEFT + wide - start, Math.max(1, scale / 8));
        context.fillRect(LEFT, y(r + 0.5), 6, Math.max(2, scale));
      }
      if (scale < NUMBERED) continue;
      for (let q = Math.max(r, Math.floor(view.q)); q <= right; q++) {
        const b = slice.term(q - r);
        if (b < 0) break;
        const text = String(q + b);
        context.font = `${q === end && slice.kind === "finite" ? "bold " : ""}${Math.min(13, (scale * 1.5) / Math.max(2, text.length))}px system-ui, sans-serif`;
        context.fillStyle = isBright(b, most) ? "#1b1b1b" : "#fff";
        context.fillText(text, x(q), y(r));
      }
    }
    context.strokeStyle = "#f2a33a";
    context.lineWidth = 3;
    const size = Math.max(8, scale);
    context.strokeRect(x(this.cell.q) - size / 2, y(this.cell.r) - size / 2, size, size);
  }

  paintAxes(wide, high, ink) {
    const { context, view } = this;
    context.fillStyle = context.strokeStyle = ink;
    context.lineWidth = 1;
    context.font = "12px system-ui, sans-serif";
    context.beginPath();
    context.moveTo(LEFT + 0.5, 0);
    context.lineTo(LEFT + 0.5, high + 0.5);
    context.lineTo(LEFT + wide, high + 0.5);
    context.stroke();
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const r of ticks(view.r, high / view.scale, high / 40)) {
      if (r < this.rows.length) context.fillText(String(r), LEFT - 5, high - (r - view.r) * view.scale);
    }
    context.textAlign = "center";
    for (const q of ticks(view.q, wide / view.scale, wide / 90)) {
      context.fillText(String(q), LEFT + (q - view.q) * view.scale, high + 11);
    }
    context.fillText("second row q →", LEFT + wide / 2, high + 26);
    context.textAlign = "left";
    context.fillText("r ↑", 4, 10);
  }
}

/** Whole numbers from 0 on within an interval, not more than so many. */
function ticks(from, length, many) {
  let step = 1;
  while (length / step > Math.max(2, many)) step *= String(step)[0] === "2" ? 2.5 : 2;
  const found = [];
  for (let n = Math.max(0, Math.ceil(from / step) * step); n < from + length; n += step) found.push(n);
  return found;
}

/** @param {string} text */
const number = (text) => (/^\s*[0-9]{1,15}\s*$/.test(text) ? Number(text) : NaN);
