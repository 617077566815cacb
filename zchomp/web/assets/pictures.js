/** Pictures to take away: the bar and the visible part of the chart as SVG. */

import { viridis } from "./colours.js";
import { byId } from "./dom.js";

/** Squares of a bar that is drawn, at most; cells of a chart, at most. */
const MOST_SQUARES = 2_000;
const MOST_CELLS = 40_000;

/**
 * Let the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * The buttons that save the chart.
 * @param {import("./chart.js").Chart} chart
 */
export function offerPictures(chart) {
  byId("chart-png").addEventListener("click", () => {
    chart.canvas.toBlob((blob) => blob && save(blob, `chomp-chart-${chart.cell.r}.png`));
  });
  byId("chart-svg").addEventListener("click", () => {
    const text = chartSvg(chart.rows, chart.view, chart.painter.size());
    save(new Blob([text], { type: "image/svg+xml" }), `chomp-chart-${chart.cell.r}.svg`);
  });
}

/**
 * A picture.
 * @param {number} width
 * @param {number} height
 * @param {string[]} content
 */
const picture = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n` +
  `${content.join("\n")}\n</svg>\n`;

/**
 * A bar, or null if it has too many squares.
 * @param {number[]} rows
 * @returns {string | null}
 */
export function barSvg(rows) {
  if (rows.reduce((sum, length) => sum + length, 0) > MOST_SQUARES) return null;
  const squares = rows.flatMap((length, i) => {
    return Array.from({ length }, (_, j) => {
      const fill = i + j === 0 ? "#7d4ea3" : "#8a5a36";
      return `<rect x="${j * 22 + 1}" y="${i * 22 + 1}" width="20" height="20" rx="3" fill="${fill}"/>`;
    });
  });
  return picture(rows[0] * 22, rows.length * 22, squares);
}

/**
 * The visible part of the chart: one square for each loser, coloured by p - q.
 * @param {import("./certificate.js").Slice[]} rows
 * @param {{q: number, r: number, scale: number}} view
 * @param {{wide: number, high: number}} size
 */
function chartSvg(rows, view, { wide, high }) {
  const step = Math.max(1, Math.ceil(Math.sqrt((wide * high) / view.scale ** 2 / MOST_CELLS)));
  const first = { q: Math.max(0, Math.ceil(view.q)), r: Math.max(0, Math.ceil(view.r)) };
  const top = Math.floor(view.r + high / view.scale);
  const last = { q: Math.floor(view.q + wide / view.scale), r: Math.min(rows.length - 1, top) };
  const most = Math.max(1, ...rows.slice(first.r, last.r + 1).map(({ largest }) => largest));
  const colours = viridis(most);
  const cells = [];
  for (let r = first.r; r <= last.r; r += step) {
    for (let q = Math.max(r, first.q); q <= last.q; q += step) {
      const b = rows[r].term(q - r);
      if (b < 0) break;
      const [x, y] = [(q - first.q) * 10, (last.r - r) * 10];
      cells.push(`<rect x="${x}" y="${y}" width="${10 * step}" height="${10 * step}" fill="${hex(colours[b])}"/>`);
    }
  }
  return picture((last.q - first.q + step) * 10, (last.r - first.r + step) * 10, cells);
}

/**
 * A colour of a canvas as text.
 * @param {number} word
 */
const hex = (word) => `#${[0, 8, 16].map((shift) => ((word >> shift) & 255).toString(16).padStart(2, "0")).join("")}`;
