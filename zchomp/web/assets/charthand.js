/** The hand on the chart: mouse, touch, wheel and keys choose cells, move the view, and play what is chosen. */

/** @typedef {import("./chart.js").Cell} Cell */

export class Hand {
  /** @param {import("./chart.js").Chart} chart */
  constructor(chart) {
    this.chart = chart;
    this.canvas = chart.canvas;
    this.pointers = new Map();
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointercancel", (event) => this.released(event));
    canvas.addEventListener("pointerleave", () => chart.point(null));
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Where the pointer is on the canvas.
   * @param {MouseEvent} event
   */
  within(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /**
   * The cell below the pointer.
   * @param {PointerEvent} event
   * @returns {Cell}
   */
  cellAt(event) {
    const { x, y } = this.within(event);
    const { q, r } = this.chart.place(x, y);
    return { q: Math.round(q), r: Math.round(r) };
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
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
      this.chart.zoom(apart(now) / Math.max(1, apart(before)), other.x - box.left, other.y - box.top);
    } else {
      const { q, r, scale } = this.chart.view;
      this.chart.look({ q: q - dx / scale, r: r + dy / scale, scale });
    }
    this.pointers.set(event.pointerId, { ...now, moved: before.moved + Math.abs(dx) + Math.abs(dy) });
  }

  /**
   * A click or a tap chooses a cell, and one on the chosen cell plays it.
   * @param {PointerEvent} event
   */
  released(event) {
    const before = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (event.type === "pointercancel" || !before || before.moved > 6) return;
    const cell = this.cellAt(event);
    const again = cell.q === this.chart.cell.q && cell.r === this.chart.cell.r;
    if (again) this.chart.play();
    else this.chart.choose(cell);
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
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
    else if (event.key === "Enter") this.chart.play();
    else return;
    event.preventDefault();
  }
}
