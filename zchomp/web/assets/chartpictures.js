/** Pictures of the visible part of the chart, on white paper, as PNG or as SVG. */

import { LIGHT, hex, word } from "./colours.js";
import { byId } from "./dom.js";
import { picture, save } from "./pictures.js";
import { thinned } from "./words-chart.js";

/** @typedef {import("./chartpainter.js").Painter} Painter */
/** @typedef {import("./chartpainter.js").Pen} Pen */

/** Rectangles in a picture, at most: about 6 MB. */
const MOST = 400_000;

/**
 * The buttons that save the chart.
 * @param {import("./chart.js").Chart} chart
 */
export function offerPictures(chart) {
  const { canvas, painter } = chart;
  byId("chart-png").addEventListener("click", () => {
    painter.paint(chart.view, chart.cell, null, LIGHT);
    canvas.toBlob((blob) => blob && save(blob, `chomp-chart-${chart.cell.r}.png`)); // it has what is painted now
    chart.paint();
  });
  byId("chart-svg").addEventListener("click", () => {
    painter.paint(chart.view, chart.cell, null, LIGHT);
    const { text, step } = chartSvg(painter);
    save(new Blob([text], { type: "image/svg+xml" }), `chomp-chart-${chart.cell.r}.svg`);
    if (step > 1) chart.say(thinned(step));
    chart.paint();
  });
}

/**
 * What was painted last, with all its cells; if they are too many, with one for each square of several.
 * @param {Painter} painter
 */
function chartSvg(painter) {
  const { left, wide, high } = painter.room;
  const { clientWidth, clientHeight } = painter.canvas;
  let step = 1;
  let cells = rectangles(painter, step);
  while (cells.count > MOST) cells = rectangles(painter, ++step);
  const [marks, axes] = [new SvgPen(painter.context), new SvgPen(painter.context)];
  painter.paintMarks(marks, LIGHT.ink);
  painter.paintAxes(axes, LIGHT.ink);
  const text = picture(clientWidth, clientHeight, [
    `<rect width="${clientWidth}" height="${clientHeight}" fill="${LIGHT.paper}"/>`,
    `<clipPath id="room"><rect x="${left}" width="${wide}" height="${high}"/></clipPath>`,
    '<g clip-path="url(#room)">',
    ...cells.parts,
    ...marks.parts,
    "</g>",
    ...axes.parts,
  ]);
  return { text, step };
}

/**
 * The visible cells: one path for each colour, in which equal neighbours in a row are one rectangle.
 * @param {Painter} painter
 * @param {number} step rows and columns that one cell stands for
 */
function rectangles({ rows, view, colours, room }, step) {
  const { q, r, scale } = view;
  const first = { q: Math.max(0, Math.round(q)), r: Math.max(0, Math.round(r)) };
  const end = Math.floor(q + room.wide / scale + 0.5) + 1;
  const top = Math.min(rows.length - 1, Math.floor(r + room.high / scale + 0.5));
  const ended = word(LIGHT.constant);
  /** @type {Map<number, string[]>} */
  const paths = new Map();
  let count = 0;
  for (let row = first.r; row <= top; row += step) {
    const { head, period } = rows[row];
    const settled = period.length < 2 ? row + head.length : Infinity; // from there on all cells are equal
    let from = Math.max(first.q, row);
    while (from < end) {
      const b = rows[row].term(from - row);
      const colour = b < 0 ? ended : colours[b];
      let to = from >= settled ? end : from + step;
      while (to < Math.min(end, settled) && colours[rows[row].term(to - row)] === colour) to += step;
      const path = `M${from - first.q} ${top - row}h${to - from}v-${step}h${from - to}`;
      const same = paths.get(colour);
      if (same) same.push(path);
      else paths.set(colour, [path]);
      count += 1;
      from = to;
    }
  }
  const corner = [room.left + (first.q - 0.5 - q) * scale, room.high - (top - 0.5 - r) * scale];
  const all = [...paths].map(([colour, found]) => `<path fill="${hex(colour)}" d="${found.join("")}"/>`);
  const place = `transform="translate(${corner.join(" ")}) scale(${scale})"`;
  return { count, parts: [`<g ${place} shape-rendering="crispEdges">`, ...all, "</g>"] };
}

/**
 * A length, to a hundredth of a pixel.
 * @param {number} n
 */
const short = (n) => Number(n.toFixed(2));

/** How a canvas and an SVG name where a text is held. */
const ANCHORS = { center: "middle", end: "end", left: "start", right: "end", start: "start" };

/**
 * A pen that writes SVG, for what paints marks and axes on a canvas.
 * @implements {Pen}
 */
class SvgPen {
  /** @param {CanvasRenderingContext2D} context that knows how wide texts are */
  constructor(context) {
    this.context = context;
    /** @type {string[]} */
    this.parts = [];
    this.fillStyle = this.strokeStyle = LIGHT.ink;
    this.lineWidth = 1;
    this.font = "";
    /** @type {CanvasTextAlign} */
    this.textAlign = "start";
    /** @type {CanvasTextBaseline} of which only the middle is used */
    this.textBaseline = "middle";
    /** what stroke draws */
    this.path = "";
    this.dash = "";
  }

  /** Begin another line. */
  beginPath() {
    this.path = "";
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    this.path += `M${short(x)} ${short(y)}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  lineTo(x, y) {
    this.path += `L${short(x)} ${short(y)}`;
  }

  /** @param {number[]} lengths */
  setLineDash(lengths) {
    this.dash = lengths.length > 0 ? ` stroke-dasharray="${lengths.join(" ")}"` : "";
  }

  /** Draw the line. */
  stroke() {
    this.parts.push(`<path d="${this.path}" fill="none" ${this.edge}/>`);
  }

  /** How a line looks. */
  get edge() {
    return `stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"${this.dash}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  strokeRect(x, y, width, height) {
    this.rectangle([x, y, width, height], `fill="none" ${this.edge}`);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  fillRect(x, y, width, height) {
    this.rectangle([x, y, width, height], `fill="${this.fillStyle}"`);
  }

  /**
   * A rectangle that looks in a given way.
   * @param {number[]} box
   * @param {string} look
   */
  rectangle(box, look) {
    const [x, y, width, height] = box.map(short);
    this.parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" ${look}/>`);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  fillText(text, x, y) {
    const [, bold = "", size] = /^(bold )?([0-9.]+)px/.exec(this.font) ?? [];
    const look = `font-size="${size}" text-anchor="${ANCHORS[this.textAlign]}" fill="${this.fillStyle}"` +
      (bold && ' font-weight="bold"');
    const base = short(y + 0.35 * Number(size)); // not all programs know another base line
    this.parts.push(`<text x="${short(x)}" y="${base}" font-family="system-ui, sans-serif" ${look}>${text}</text>`);
  }

  /** @param {string} text */
  measureText(text) {
    this.context.font = this.font;
    return this.context.measureText(text);
  }
}
