/** A small map of a slice: its losers as dots, a to the right and b upwards, with what matters marked. */

import { drawn } from "./dom.js";

const NARROWEST = 16;
const WIDEST = 46;
const LONGEST = 600;
const LEFT = 44;
const ABOVE = 26;
const BELOW = 40;
const HIGH = 230;
const ACROSS = 560;

/**
 * @param {import("./certificate.js").Slice} slice
 * @param {{here?: {a: number, b: number}, marked?: {a: number, b: number}[], name: string, whole?: boolean}} what
 * @returns {SVGSVGElement}
 */
export function sliceMap(slice, { here, marked = [], name, whole = false }) {
  const middle = marked[0]?.a ?? here?.a ?? 0;
  const length = slice.kind === "finite" ? slice.head.length + 3 : slice.head.length + 2 * slice.period.length + 6;
  const far = slice.kind === "finite" ? length : Infinity;
  const wide = Math.max(NARROWEST, Math.min(whole ? LONGEST : WIDEST, length));
  const from = Math.max(0, Math.min(Math.floor(middle - wide / 2), far - wide));
  const dots = [];
  for (let a = from; a < from + wide; a++) if (slice.term(a) >= 0) dots.push({ a, b: slice.term(a) });
  const inside = ({ a }) => a >= from && a < from + wide;
  const marks = marked.filter(inside);
  const most = Math.max(4, ...dots.map(({ b }) => b), ...marks.map(({ b }) => b));
  const shown = here && inside(here) ? [{ a: here.a, b: Math.min(here.b, most * 1.25 + 1), beyond: here.b > most * 1.25 + 1 }] : [];
  const top = Math.max(most, ...shown.map(({ b }) => b));
  const x = (a) => LEFT + ((a - from + 0.5) * ACROSS) / wide;
  const y = (b) => HIGH - BELOW - (b / top) * (HIGH - BELOW - ABOVE - 8);
  const width = LEFT + ACROSS + 8;
  const map = drawn("svg", { viewBox: `0 0 ${width} ${HIGH}`, class: "map", role: "img", "aria-label": name });
  map.append(drawn("path", { class: "axis", d: `M${LEFT} ${ABOVE}V${HIGH - BELOW + 6}H${width - 4}` }));
  for (const b of ticks(top)) map.append(label(LEFT - 6, y(b) + 4, "end", b));
  const step = [5, 10, 20, 50, 100].find((one) => wide / one <= 6) ?? 100;
  for (let a = Math.ceil(from / step) * step; a < from + wide; a += step) map.append(label(x(a), HIGH - BELOW + 20, "middle", a));
  map.append(label(width - 6, HIGH - 4, "end", "a: second row less the third"), label(4, 14, "start", "b: first row less the second"));
  const n = slice.head.length;
  for (const { a, b } of dots) map.append(drawn("circle", { class: a < n ? "head" : "period", cx: x(a), cy: y(b), r: Math.min(4.5, 300 / wide) }));
  for (const { a, b } of marks) map.append(drawn("circle", { class: "marked", cx: x(a), cy: y(b), r: 9 }));
  for (const { a, b, beyond } of shown) {
    map.append(drawn("rect", { class: "here", x: x(a) - 6, y: y(b) - 6, width: 12, height: 12 }));
    if (beyond) map.append(label(x(a) + 9, y(b) + 4, "start", `↑ b = ${here?.b}`));
  }
  return map;
}

function ticks(top) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => top / one <= 6) ?? Math.ceil(top / 5);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
}

function label(x, y, anchor, text) {
  return drawn("text", { x, y, "text-anchor": anchor }, String(text));
}
