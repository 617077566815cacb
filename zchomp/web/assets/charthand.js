/**
 * The hand on the chart: mouse, touch, wheel and keys choose cells, move the view, and play what is chosen.
 *
 * One finger that goes up or down, and the wheel alone, scroll the page, so that nobody is caught in the chart.
 */

import { byId } from "./dom.js";
import { ZOOMING } from "./words-chart.js";

/** @typedef {import("./chart.js").Cell} Cell */

/** How many pixels a finger goes sideways before it moves the chart: until then it may be about to scroll the page. */
const SLOP = 16;

/** Milliseconds in which a second tap is one on the same cell, though the words about it may have moved the canvas. */
const TWICE = 600;

export class Hand {
  /** @param {import("./chart.js").Chart} chart */
  constructor(chart) {
    this.chart = chart;
    this.canvas = chart.canvas;
    this.pointers = new Map();
    /** when a tap chose a cell, and where the canvas was then */
    this.chose = { time: -Infinity, box: chart.canvas.getBoundingClientRect() };
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointercancel", (event) => this.released(event));
    canvas.addEventListener("pointerleave", () => {
      chart.point(null);
      this.advise(false);
    });
    canvas.addEventListener("touchmove", (event) => this.touched(event), { passive: false });
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Where the pointer is on the canvas.
   * @param {MouseEvent} event
   * @param {DOMRect} box where the canvas is
   */
  within(event, box = this.canvas.getBoundingClientRect()) {
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /**
   * The cell below the pointer.
   * @param {PointerEvent} event
   * @param {DOMRect} [box] where the canvas is, or was
   * @returns {Cell}
   */
  cellAt(event, box) {
    const { x, y } = this.within(event, box);
    const { q, r } = this.chart.place(x, y);
    return { q: Math.round(q), r: Math.round(r) };
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0, aside: 0 });
  }

  /**
   * Point, drag, or pinch.
   * @param {PointerEvent} event
   */
  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.chart.point(this.cellAt(event));
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (/** @type {{x: number, y: number}} */ { x, y }) => Math.hypot(x - other.x, y - other.y);
      const box = this.canvas.getBoundingClientRect();
      this.move(dx / 2, dy / 2); // as far as the middle of the two fingers
      const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      this.chart.zoom(apart(now) / Math.max(1, apart(before)), middle.x, middle.y);
    } else if (event.pointerType !== "touch") this.move(dx, dy);
    else if (Math.abs(before.aside) > SLOP) this.move(dx, 0);
    const moved = before.moved + Math.abs(dx) + Math.abs(dy);
    this.pointers.set(event.pointerId, { ...now, moved, aside: before.aside + dx });
  }

  /**
   * Move the view.
   * @param {number} dx pixels to the right
   * @param {number} dy pixels downwards
   */
  move(dx, dy) {
    const { q, r, scale } = this.chart.view;
    this.chart.look({ q: q - dx / scale, r: r + dy / scale, scale });
  }

  /**
   * Two fingers belong to the chart: the page does not scroll with them.
   * @param {TouchEvent} event
   */
  touched(event) {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  }

  /**
   * A click or a tap chooses a cell, and one on the chosen cell plays it.
   * @param {PointerEvent} event
   */
  released(event) {
    const before = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (event.type === "pointercancel" || !before || before.moved > 6) return;
    const isSoon = event.timeStamp - this.chose.time < TWICE;
    const cell = this.cellAt(event, isSoon ? this.chose.box : undefined);
    const again = cell.q === this.chart.cell.q && cell.r === this.chart.cell.r;
    this.chose = { time: event.timeStamp, box: this.canvas.getBoundingClientRect() };
    if (again) this.chart.play();
    else this.chart.choose(cell);
  }

  /**
   * Say how the wheel zooms, or no more.
   * @param {boolean} isNeeded
   */
  advise(isNeeded) {
    const place = byId("chart-zooming");
    if (isNeeded) place.textContent = ZOOMING;
    place.hidden = !isNeeded;
  }

  /**
   * With Ctrl the wheel zooms, as two fingers on a touchpad do, which say that they hold it; alone it scrolls the page.
   * @param {WheelEvent} event
   */
  wheeled(event) {
    const isZoom = event.ctrlKey || event.metaKey;
    this.advise(!isZoom);
    if (!isZoom) return;
    event.preventDefault();
    const { x, y } = this.within(event);
    this.chart.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), x, y);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return; // the browser's: zoom, and back
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const many = event.shiftKey ? 10 : 1;
      this.chart.choose({ q: this.chart.cell.q + many * step[0], r: this.chart.cell.r + many * step[1] });
      this.chart.follow();
    } else if (event.key === "+" || event.key === "=") this.chart.zoom(1.5);
    else if (event.key === "-") this.chart.zoom(1 / 1.5);
    else if (event.key === "Home") this.chart.home();
    else if (event.key.toLowerCase() === "n") this.chart.next(event.shiftKey);
    else if (event.key === "Enter") this.chart.play();
    else return;
    event.preventDefault();
  }
}
