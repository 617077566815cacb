/**
 * The painter of the chart: cells, marks and axes of the visible part.
 *
 * Every frame looks up one term for each visible cell, or one for each pixel if cells are smaller than that.
 */

import { isBright, periodColour, viridis, word } from "./colours.js";
import { letterSize } from "./dom.js";
import { grouped } from "./position.js";
import { ticks } from "./ticks.js";

/** @typedef {{q: number, r: number, scale: number}} View the left and lower edge, and pixels for each cell */
/** @typedef {{paper?: string, ink: string, constant: string}} Look colours: of the paper, of lines, of ended rows */

/**
 * What marks and axes are painted with: a canvas, or what writes SVG (chartpictures.js).
 * @typedef {Pick<CanvasRenderingContext2D, "fillStyle" | "strokeStyle" | "lineWidth" | "font" | "textAlign" |
 *   "textBaseline" | "beginPath" | "moveTo" | "lineTo" | "setLineDash" | "stroke" | "strokeRect" | "fillRect" |
 *   "fillText" | "measureText">} Pen
 */

/** The room for the axes, in letters. */
const LEFT = 3.25;
const BELOW = 2.125;

/** Cells at least this number of letters wide have their number written in them. */
const NUMBERED = 1.875;

export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.cells = document.createElement("canvas");
    /** @type {import("./certificate.js").Slice[]} row r is the slice with third row r */
    this.rows = [];
    /** the largest term of the rows up to each */
    this.most = new Float64Array(0);
    /** @type {ImageData | null} one word for each cell */
    this.image = null;
    this.colours = viridis(0);
    /** the colour of rows that have ended */
    this.constant = 0;
    /** what the brightest colour stands for */
    this.brightest = 0;
    this.room = this.size();
    /** @type {View} */
    this.view = { q: 0, r: 0, scale: 1 };
    this.cell = { q: 0, r: 0 };
    /** @type {import("./chart.js").Cell | null} */
    this.pointed = null;
  }

  /**
   * The rows to paint from now on.
   * @param {import("./certificate.js").Slice[]} rows
   */
  take(rows) {
    this.rows = rows;
    let most = 1;
    this.most = Float64Array.from(rows, (slice) => (most = Math.max(most, slice.largest)));
  }

  /** The room for cells, and where it begins on the left, in pixels. */
  size() {
    const letter = letterSize();
    const left = LEFT * letter;
    const wide = Math.max(100, this.canvas.clientWidth - left);
    return { letter, left, wide, high: Math.max(100, this.canvas.clientHeight - BELOW * letter) };
  }

  /**
   * The colours of the page.
   * @returns {Look}
   */
  look() {
    const style = getComputedStyle(this.canvas);
    return { ink: style.color, constant: style.getPropertyValue("--constant") };
  }

  /**
   * Paint a view with the chosen cell and the one under the mouse; gives what the brightest colour stands for.
   * @param {View} view
   * @param {import("./chart.js").Cell} cell
   * @param {import("./chart.js").Cell | null} pointed
   * @param {Look} look
   */
  paint(view, cell, pointed, look = this.look()) {
    this.view = view;
    this.cell = cell;
    this.pointed = pointed;
    this.room = this.size();
    const { canvas, context } = this;
    const ratio = window.devicePixelRatio || 1;
    const { left, wide, high } = this.room;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width) canvas.width = width; // even the same size would wipe it
    if (canvas.height !== height) canvas.height = height;
    this.constant = word(look.constant);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    context.fillStyle = look.paper ?? "transparent";
    context.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    context.save();
    context.beginPath();
    context.rect(left, 0, wide, high);
    context.clip();
    const highest = Math.min(this.rows.length - 1, Math.max(0, Math.ceil(view.r + high / view.scale)));
    this.brightest = rounded(this.most[highest]); // so that colours seldom change while one moves
    this.paintCells();
    this.paintMarks(context, look.ink);
    context.restore();
    this.paintAxes(context, look.ink);
    return this.brightest;
  }

  /** One pixel of a small canvas for each cell, or one for each pixel where cells are smaller. */
  paintCells() {
    const { view, cells, brightest: most } = this;
    const { left, wide, high } = this.room;
    const step = Math.max(1, 1 / view.scale); // cells for each sample
    const q0 = Math.max(0, Math.round(view.q));
    const r0 = Math.max(0, Math.round(view.r));
    const columns = Math.ceil((view.q + wide / view.scale + 1 - q0) / step);
    const lines = Math.ceil((Math.min(this.rows.length, view.r + high / view.scale + 1) - r0) / step);
    if (columns <= 0 || lines <= 0) return;
    if (!this.image || this.image.width < columns || this.image.height < lines) {
      // It only grows: while one zooms, each frame has another number of cells.
      const [width, height] = [Math.max(cells.width, columns), Math.max(cells.height, lines)];
      cells.width = width;
      cells.height = height;
      this.image = new ImageData(width, height);
    }
    const { width } = this.image;
    const words = new Uint32Array(this.image.data.buffer);
    if (this.colours.length !== most + 1) this.colours = viridis(most);
    const { colours } = this;
    const columnAt = Float64Array.from({ length: columns }, (_, x) => Math.floor(q0 + x * step));
    for (let y = 0; y < lines; y++) {
      const r = Math.min(this.rows.length - 1, Math.floor(r0 + y * step));
      const { head, period } = this.rows[r];
      const n = head.length;
      const length = period.length;
      const line = (lines - 1 - y) * width;
      const begin = Math.min(columns, Math.max(0, Math.ceil((r - q0) / step)));
      const end = Math.min(columns, Math.max(begin, Math.ceil((r + n - q0) / step)));
      words.fill(0, line, line + begin);
      for (let x = begin; x < end; x++) words[line + x] = colours[head[columnAt[x] - r]];
      if (length < 2) words.fill(length > 0 ? colours[period[0]] : this.constant, line + end, line + columns);
      else {
        for (let x = end; x < columns; x++) words[line + x] = colours[period[(columnAt[x] - r - n) % length]];
      }
    }
    cells.getContext("2d")?.putImageData(this.image, 0, 0, 0, 0, columns, lines);
    const size = step * view.scale;
    const edge = left + (q0 - 0.5 - view.q) * view.scale;
    const bottom = high - (r0 - 0.5 - view.r) * view.scale;
    this.context.imageSmoothingEnabled = false;
    const [across, up] = [columns * size, lines * size];
    this.context.drawImage(cells, 0, 0, columns, lines, edge, bottom - up, across, up);
  }

  /**
   * The diagonal, the line q = √2 r, the ends of rows, where periods begin, numbers, and the two marked cells.
   * @param {Pen} pen
   * @param {string} ink
   */
  paintMarks(pen, ink) {
    const { view, brightest: most } = this;
    const { left, wide, high, letter } = this.room;
    const { scale } = view;
    const x = (/** @type {number} */ q) => left + (q - view.q) * scale;
    const y = (/** @type {number} */ r) => high - (r - view.r) * scale;
    const top = Math.min(this.rows.length - 1, Math.ceil(view.r + high / scale));
    const right = view.q + wide / scale + 1;
    const bottom = Math.max(0, Math.floor(view.r));
    const line = letter / 16; // on large screens lines are thicker, as letters are larger
    pen.strokeStyle = ink;
    pen.lineWidth = line;
    pen.beginPath();
    pen.moveTo(x(-0.5), y(-0.5));
    pen.lineTo(x(top + 0.5), y(top + 0.5));
    pen.stroke();
    pen.setLineDash([0.5 * letter, 0.3 * letter]);
    pen.beginPath();
    pen.moveTo(x(0), y(0));
    pen.lineTo(x(Math.SQRT2 * (top + 0.5)), y(top + 0.5));
    pen.stroke();
    pen.setLineDash([]);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let r = bottom; r <= top; r++) {
      const slice = this.rows[r];
      const end = r + slice.head.length - 1;
      if (slice.kind === "finite" && scale >= 5 && end >= view.q - 1 && end <= right) {
        pen.strokeStyle = "#fff";
        pen.lineWidth = Math.max(1, scale / 12);
        pen.strokeRect(x(end) - scale * 0.38, y(r) - scale * 0.38, scale * 0.76, scale * 0.76);
      }
      if (slice.period.length > 1) {
        const start = Math.max(Math.round(x(end + 0.5)), left);
        const edge = Math.round(y(r + 0.5)); // thin lines are seen best on whole pixels
        const thick = Math.max(1, Math.round(scale / 8));
        pen.fillStyle = periodColour(slice.period.length);
        if (start < left + wide) pen.fillRect(start, edge, left + wide - start, thick);
        pen.fillRect(left, edge, 6, Math.max(2, scale));
        const apart = slice.period.length * scale;
        for (let at = Math.max(end + 1, Math.floor(view.q)); apart >= 6 && at <= right; at++) {
          const isFirst = (at - end - 1) % slice.period.length === 0;
          if (isFirst) pen.fillRect(Math.round(x(at - 0.5)), edge, thick, scale);
        }
      }
      if (scale < NUMBERED * letter) continue;
      for (let q = Math.max(r, Math.floor(view.q)); q <= right; q++) {
        const b = slice.term(q - r);
        if (b < 0) break;
        const text = String(q + b);
        const room = q === end && slice.kind === "finite" ? 0.66 * scale : scale; // the last loser has a frame
        const height = Math.min(0.8 * letter, (room * 1.5) / Math.max(2, text.length));
        pen.font = `${height}px system-ui, sans-serif`;
        pen.fillStyle = isBright(b, most) ? "#1b1b1b" : "#fff";
        pen.fillText(text, x(q), y(r));
      }
    }
    const size = Math.max(8, scale);
    const frame = (/** @type {import("./chart.js").Cell} */ { q, r }) =>
      pen.strokeRect(x(q) - size / 2, y(r) - size / 2, size, size);
    pen.strokeStyle = ink;
    pen.lineWidth = 2 * line;
    if (this.pointed) frame(this.pointed);
    pen.strokeStyle = "#f2a33a";
    pen.lineWidth = 3 * line;
    frame(this.cell);
  }

  /**
   * The two axes, with their numbers and names; those of the chosen cell are bold.
   * @param {Pen} pen
   * @param {string} ink
   */
  paintAxes(pen, ink) {
    const { view } = this;
    const { left, wide, high, letter } = this.room;
    pen.fillStyle = pen.strokeStyle = ink;
    pen.lineWidth = 1;
    pen.font = `${0.75 * letter}px system-ui, sans-serif`;
    pen.beginPath();
    pen.moveTo(left + 0.5, 0);
    pen.lineTo(left + 0.5, high + 0.5);
    pen.lineTo(left + wide, high + 0.5);
    pen.stroke();
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const { q: chosenColumn, r: chosenRow } = this.cell;
    const y = (/** @type {number} */ r) => high - (r - view.r) * view.scale;
    const x = (/** @type {number} */ q) => left + (q - view.q) * view.scale;
    const isSeen = {
      row: y(chosenRow) > 1.4 * letter && y(chosenRow) < high,
      column: x(chosenColumn) > left && x(chosenColumn) < left + wide,
    };
    for (const r of ticks(view.r, high / view.scale, high / (2.5 * letter))) {
      if (isSeen.row && Math.abs(y(r) - y(chosenRow)) < letter) continue;
      if (r < this.rows.length && y(r) > 1.4 * letter) pen.fillText(grouped(r), left - 0.3 * letter, y(r));
    }
    pen.textAlign = "center";
    const room = letter * (1 + 0.5 * grouped(chosenColumn).length); // what two numbers side by side need
    for (const q of ticks(view.q, wide / view.scale, wide / (5.6 * letter))) {
      if (isSeen.column && Math.abs(x(q) - x(chosenColumn)) < room) continue;
      const fits = x(q) + pen.measureText(grouped(q)).width / 2 <= left + wide;
      if (fits) pen.fillText(grouped(q), x(q), high + 0.7 * letter);
    }
    pen.font = `bold ${0.75 * letter}px system-ui, sans-serif`;
    if (isSeen.column) pen.fillText(grouped(chosenColumn), x(chosenColumn), high + 0.7 * letter);
    pen.textAlign = "right";
    if (isSeen.row) pen.fillText(grouped(chosenRow), left - 0.3 * letter, y(chosenRow));
    pen.font = `${0.75 * letter}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.fillText("second row q →", left + wide / 2, high + 1.6 * letter);
    pen.textAlign = "left";
    pen.fillText("r ↑", 0.25 * letter, 0.65 * letter);
  }
}

/**
 * The next number with at most three binary digits before its zeros: at most a quarter above.
 * @param {number} n
 */
function rounded(n) {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(n)) - 2);
  return Math.ceil(n / step) * step;
}
