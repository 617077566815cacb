/**
 * The chart of three-rowed Chomp, after Brouwer: f(q, r) is the p for which (p, q, r) is a loser.
 *
 * q goes to the right and r upwards; a cell is coloured by p - q, and grey where its row has no losers any more. The
 * canvas pans and zooms by mouse, touch and keys (charthand.js); chartpainter.js paints it.
 */

import { Form } from "./chartform.js";
import { Hand } from "./charthand.js";
import { Painter } from "./chartpainter.js";
import { offerPictures } from "./chartpictures.js";
import { having, height, usual, usualOf, wanted } from "./chartsource.js";
import { announce, byId, copy, letterSize, messageOf } from "./dom.js";
import { showLegend } from "./legend.js";
import { writeLink } from "./links.js";
import { readNumber } from "./position.js";
import { showSource, showStories, showStrip } from "./stories.js";
import { LOADING, cellText, noPlay, notNamed, pointedText, scaleText, tooFar, tooShort } from "./words-chart.js";
import { copiedText } from "./words-more.js";
import { dropped } from "./words-slices.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {{q: number, r: number}} Cell */
/** @typedef {import("./chartpainter.js").View} View */

const LARGEST = 64;

/** How large a cell is unless its reader or a link says otherwise, in pixels: it grows with the letters. */
const usualScale = () => 1.25 * letterSize();
const FARTHEST = 1e12;

/** How a link names the scale of a view, and its edges. */
const SCALE = /^[0-9]{1,3}(\.[0-9]{1,9})?$/;
const EDGE = /^-?[0-9]{1,13}(\.[0-9]{1,4})?$/;

export class Chart {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.canvas = byId("chart-canvas", "canvas");
    this.painter = new Painter(this.canvas);
    this.form = new Form((third, second) => this.go(third, second));
    /** @type {Certificate | null} */
    this.certificate = null;
    /** @type {import("./certificate.js").Slice[]} row r is the slice with third row r */
    this.rows = [];
    /** @type {View} */
    this.view = { q: -0.5, r: -0.5, scale: 20 };
    /** whether the chosen cell is in the middle, and stays there if the canvas grows or shrinks */
    this.centred = false;
    /** whether a view was ever chosen */
    this.placed = false;
    /** whether the canvas had a size when that was last heard of */
    this.seen = false;
    /** @type {Cell} the cell that is chosen */
    this.cell = { q: 5, r: 3 };
    /** @type {Cell | null} the cell under the mouse, which chooses nothing */
    this.pointed = null;
    /** the number of the last request: what an earlier one waited for is not shown any more */
    this.request = 0;
    this.listen();
  }

  /** Listen to the canvas, the buttons, and the size of the page. */
  listen() {
    new Hand(this);
    byId("chart-play").addEventListener("click", () => this.play());
    byId("chart-in").addEventListener("click", () => this.zoom(1.5));
    byId("chart-out").addEventListener("click", () => this.zoom(1 / 1.5));
    byId("chart-all").addEventListener("click", () => this.home(this.rows.length));
    offerPictures(this);
    byId("chart-copy").addEventListener("click", async () => {
      const link = this.app.linkTo(this.link);
      this.say(copiedText("The link", link, await copy(link)));
    });
    showStories();
    new ResizeObserver(() => this.resized()).observe(this.canvas.parentElement ?? this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** The number of a new request; as long as there is no chart, say that it is coming. */
  begin() {
    if (!this.certificate) this.say(LOADING);
    return ++this.request;
  }

  /**
   * Say why a request failed, if it is the last one.
   * @param {number} request
   * @param {unknown} problem
   */
  fail(request, problem) {
    if (request !== this.request) return;
    this.say(messageOf(problem));
    this.form.retry();
  }

  /** Show the chart where it is. */
  async open() {
    const request = this.begin();
    try {
      const certificate = this.certificate ?? (await usualOf(this.app.library));
      if (request !== this.request) return;
      if (!this.certificate) this.take(certificate);
      this.again();
      this.tell();
    } catch (problem) {
      this.fail(request, problem);
    }
  }

  /**
   * Go to a cell as it was typed; a row without a column is shown where its period begins, or where it ends.
   * @param {string} third
   * @param {string} second
   * @param {Record<string, string>} options
   */
  async go(third, second, options = {}) {
    const { zoom = "", certificate = "", left = "", bottom = "" } = options;
    const request = this.begin();
    try {
      const found = await wanted(this.app.library, certificate, this.certificate);
      if (request !== this.request) return;
      if (found !== this.certificate) this.take(found);
      const r = readNumber(third, "a third row");
      const other = this.rows[r] ? found : await having(this.app.library, r);
      if (request !== this.request) return;
      if (other !== found) this.take(other);
      const { head, kind } = this.rows[r];
      const usual = r + head.length - (kind === "finite" ? 1 : 0);
      const q = second.trim() === "" ? usual : readNumber(second, "a second row");
      if (q < r) throw new RangeError(tooShort(q, r));
      if (q > FARTHEST) throw new RangeError(tooFar(second, FARTHEST));
      this.cell = { q, r };
      const scale = SCALE.test(zoom) ? Number(zoom) : Math.max(this.view.scale, usualScale());
      if (EDGE.test(left) && EDGE.test(bottom)) this.look({ q: Number(left), r: Number(bottom), scale });
      else this.centre(scale);
      const isHere = this.app.library.entries.some(({ name }) => name === certificate);
      this.tell(notNamed(certificate, other.name, isHere));
    } catch (problem) {
      this.fail(request, problem);
    }
  }

  /**
   * Draw another certificate, if it has more rows than the present one.
   * @param {Certificate} certificate
   */
  offer(certificate) {
    if (this.certificate && height(certificate) > this.rows.length) this.take(certificate);
  }

  /**
   * Say anew whether what is drawn is verified, if a certificate is what is drawn.
   * @param {Certificate} certificate
   */
  credit(certificate) {
    if (this.certificate === certificate) showSource(certificate);
  }

  /**
   * A file is refused: draw another one, if it was drawn.
   * @param {Certificate} certificate
   */
  async forget(certificate) {
    if (this.certificate !== certificate) return;
    const other = await usualOf(this.app.library);
    if (this.certificate !== certificate) return;
    this.take(other);
    this.tell();
    this.say(dropped(certificate.name));
  }

  /**
   * Draw a certificate.
   * @param {Certificate} certificate
   */
  take(certificate) {
    if (!this.certificate) this.form.enable();
    this.certificate = certificate;
    const upto = height(certificate) - 1;
    this.rows = Array.from({ length: upto + 1 }, (_, r) => certificate.has(r > 0 ? [r] : []));
    this.painter.take(this.rows);
    this.point(null);
    showLegend(this.rows);
    this.form.list(this.rows.filter(({ period }) => period.length > 1));
    showSource(certificate);
    this.app.vouchSoon(certificate);
    delete byId("chart-strip").dataset.key; // the same row of another file may be another one
    if (this.cell.r > upto) this.choose({ q: Math.max(this.cell.q, upto), r: upto });
    this.draw();
  }

  /**
   * Look at a part of the chart, within its bounds; the address names it as it is seen.
   * @param {View} view
   * @param {boolean} centred whether the chosen cell is in its middle
   */
  look(view, centred = false) {
    const { wide, high } = this.painter.size();
    const scale = Number(this.bounded(view.scale).toPrecision(6));
    const within = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ most) =>
      Number(Math.min(most, Math.max(-2 - 0.5 * (room / scale), at)).toFixed(4));
    this.view = { q: within(view.q, wide, FARTHEST), r: within(view.r, high, this.rows.length + 2), scale };
    this.centred = centred;
    this.placed = true;
    this.app.at(this.link);
    this.draw();
  }

  /**
   * Look at the chosen cell, in the middle.
   * @param {number} scale
   */
  centre(scale) {
    const { wide, high } = this.painter.size();
    const { q, r } = this.cell;
    const bounded = this.bounded(scale);
    this.look({ scale, q: q - wide / bounded / 2, r: r - high / bounded / 2 }, true);
  }

  /** Look where one looked before; what was in the middle stays there, whatever the size of the canvas is now. */
  again() {
    if (!this.placed) this.home();
    else if (this.centred) this.centre(this.view.scale);
    else this.look(this.view);
  }

  /** The canvas has another size; where it had none before, whoever opened the chart says what is looked at. */
  resized() {
    const before = this.seen;
    this.seen = this.canvas.clientWidth > 0;
    if (this.certificate && before && this.seen) this.again();
    else this.draw();
  }

  /**
   * A view from the corner, of a number of rows.
   * @param {number} rows
   */
  home(rows = Math.min(this.rows.length, 40)) {
    this.look({ q: -0.5, r: -0.5, scale: this.painter.size().high / rows });
  }

  /**
   * A scale at which all rows fit, or more.
   * @param {number} scale pixels for each cell
   */
  bounded(scale) {
    const least = Math.min(0.2, this.painter.size().high / this.rows.length);
    return Math.min(LARGEST, Math.max(least, scale));
  }

  /**
   * Zoom about a point of the canvas, or about its middle.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(factor, x, y) {
    const { left, wide, high } = this.painter.size();
    const middle = { x: x ?? left + wide / 2, y: y ?? high / 2 };
    const at = this.place(middle.x, middle.y);
    const scale = this.bounded(this.view.scale * factor);
    if (this.centred && x === undefined) this.centre(scale);
    else this.look({ scale, q: at.q - (middle.x - left) / scale, r: at.r - (high - middle.y) / scale });
  }

  /**
   * Where a point of the canvas is on the chart; a cell has its middle at whole numbers.
   * @param {number} x
   * @param {number} y
   * @returns {Cell}
   */
  place(x, y) {
    const { left, high } = this.painter.size();
    const { view } = this;
    return { q: view.q + (x - left) / view.scale, r: view.r + (high - y) / view.scale };
  }

  /**
   * Whether there is a cell.
   * @param {Cell} cell
   */
  has({ q, r }) {
    return r >= 0 && r < this.rows.length && q >= r && q <= FARTHEST;
  }

  /**
   * Choose a cell, if there is one.
   * @param {Cell} cell
   */
  choose(cell) {
    if (!this.has(cell)) return;
    this.cell = cell;
    this.centred = false;
    this.tell();
    this.draw();
  }

  /**
   * Name the cell under the mouse beside the chosen one, which stays; null if there is none.
   * @param {Cell | null} cell
   */
  point(cell) {
    const pointed = cell && this.has(cell) ? cell : null;
    if (pointed?.q === this.pointed?.q && pointed?.r === this.pointed?.r) return;
    this.pointed = pointed;
    byId("chart-pointed").hidden = pointed === null;
    if (pointed) byId("chart-pointed").textContent = pointedText(pointed, this.loser(pointed));
    this.draw();
  }

  /** Let the chosen cell be seen. */
  follow() {
    const { wide, high } = this.painter.size();
    const { scale } = this.view;
    const q = Math.min(this.cell.q - 1, Math.max(this.view.q, this.cell.q + 1 - wide / scale));
    const r = Math.min(this.cell.r - 1, Math.max(this.view.r, this.cell.r + 1 - high / scale));
    this.look({ q, r, scale });
  }

  /**
   * The loser in a cell, or null.
   * @param {Cell} cell
   * @returns {number[] | null}
   */
  loser({ q, r }) {
    const b = this.rows[r]?.term(q - r) ?? -1;
    return b >= 0 && q + b > 0 ? [q + b, q, r].filter((length) => length > 0) : null;
  }

  /**
   * Name the chosen cell, and tell the story of its row.
   * @param {string} note what to say before
   */
  tell(note = "") {
    const { q, r } = this.cell;
    const slice = this.rows[r];
    const loser = this.loser(this.cell);
    this.say(`${note}${cellText(slice, this.cell, loser)}`);
    byId("chart-play", "button").disabled = loser === null;
    this.form.name(this.cell);
    showStrip(slice, q - r, this.rows);
    this.app.at(this.link);
  }

  /** The link to the chosen cell, as it is seen. */
  get link() {
    const { q, r, scale } = this.view;
    const { name = "", ships } = this.certificate ?? {};
    const certificate = ships && name !== usual(this.app.library.entries).name ? name : "";
    const [left, bottom] = this.centred ? ["", ""] : [q, r];
    const zoom = scale === usualScale() ? "" : scale;
    return writeLink("chart", [this.cell.r, this.cell.q], { left, bottom, zoom, certificate });
  }

  /** @param {string} text */
  say(text) {
    announce("chart-status", text);
  }

  /**
   * Go to the next row above that has a period of 2 or more, or below; after the last one comes the first.
   * @param {boolean} isBelow
   */
  next(isBelow) {
    const found = this.rows.filter(({ period }) => period.length > 1).map(({ width }) => width);
    if (isBelow) found.reverse();
    const row = found.find((r) => (isBelow ? r < this.cell.r : r > this.cell.r)) ?? found[0];
    if (row !== undefined) this.go(String(row), "");
  }

  /** Play the chosen position, if there is one. */
  play() {
    const loser = this.loser(this.cell);
    if (loser) this.app.playAt(loser);
    else this.say(noPlay(this.cell));
  }

  /** Draw in the next frame; data-drawn says whether the canvas shows what is looked at. */
  draw() {
    const { dataset } = this.canvas;
    if (dataset.drawn === "false") return;
    dataset.drawn = "false";
    requestAnimationFrame(() => {
      dataset.drawn = "true";
      if (this.certificate && this.canvas.clientWidth > 0) this.paint();
    });
  }

  /** Paint what is looked at. */
  paint() {
    byId("chart-scale").textContent = scaleText(this.painter.paint(this.view, this.cell, this.pointed));
  }
}
