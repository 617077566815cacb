/**
 * A small map of a slice: its losers as dots, a to the right and b upwards, with what matters marked.
 *
 * These letters are not on the map: in the formulas beside it, a counts the losers of a family.
 */

import { drawn, element } from "./dom.js";
import { grouped } from "./position.js";
import { stepOf } from "./ticks.js";

/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {{a: number, b: number}} Point */

const NARROWEST = 7;
const WIDEST = 46;
const LONGEST = 600;
const LEFT = 60;
const ABOVE = 32;
const BELOW = 60;
const HIGH = 260;
const ACROSS = 560;
const WIDTH = LEFT + ACROSS + 8;

/**
 * The map itself; a position that is far to the right of all losers has only an arrow.
 * @param {Slice} slice
 * @param {{here?: Point, marked?: Point[], whole?: boolean}} what
 * @returns {SVGSVGElement}
 */
function sliceMap(slice, { here, marked = [], whole = false }) {
  const { from, wide } = columns(slice, marked[0]?.a ?? here?.a ?? 0, whole ? LONGEST : WIDEST);
  const dots = [];
  for (let a = from; a < from + wide; a++) if (slice.term(a) >= 0) dots.push({ a, b: slice.term(a) });
  const isInside = (/** @type {Point} */ { a }) => a >= from && a < from + wide;
  const marks = marked.filter(isInside);
  const most = Math.max(4, ...dots.map(({ b }) => b), ...marks.map(({ b }) => b));
  const highest = most * 1.25 + 1;
  const top = here && isInside(here) ? Math.max(most, Math.min(here.b, highest)) : most;
  const x = (/** @type {number} */ a) => LEFT + ((a - from + 0.5) * ACROSS) / wide;
  const y = (/** @type {number} */ b) => HIGH - BELOW - (b / top) * (HIGH - BELOW - ABOVE - 8);
  const map = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HIGH}`, class: "map", role: "img" });
  map.append(...axes(from, wide, top, x, y));
  for (const { a, b } of dots) {
    const kind = a < slice.head.length ? "head" : "period";
    map.append(drawn("circle", { class: kind, cx: x(a), cy: y(b), r: Math.min(4.5, 300 / wide) }));
  }
  for (const { a, b } of marks) map.append(drawn("circle", { class: "marked", cx: x(a), cy: y(b), r: 9 }));
  if (here && isInside(here)) {
    const middle = { x: x(here.a), y: y(Math.min(here.b, highest)) };
    map.append(drawn("rect", { class: "here", x: middle.x - 6, y: middle.y - 6, width: 12, height: 12 }));
    const side = middle.x > WIDTH - 150 ? { at: middle.x - 11, anchor: "end" } : { at: middle.x + 11, anchor: "start" };
    if (here.b > highest) map.append(label(side.at, middle.y + 4, side.anchor, `↑ at ${grouped(here.b)}`));
  } else if (here) {
    const text = label(WIDTH - 6, ABOVE + 22, "end", `the position is at ${grouped(here.a)} →`);
    text.setAttribute("class", "away");
    map.append(text);
  }
  return map;
}

/**
 * A map with words under it that say what its marks are.
 * @param {Slice} slice
 * @param {{here?: Point, marked?: Point[], whole?: boolean, named?: string}} marks
 * @param {string} name
 */
export function mapFigure(slice, marks, name) {
  const map = sliceMap(slice, marks);
  const what = slice.nim > 0 ? "position" : "loser";
  const kinds = [
    ["head", slice.kind === "finite" ? `a ${what}` : `a ${what} before they repeat`],
    ["period", `${what}s that repeat forever`],
    ["marked", marks.named ?? "the loser that the answer uses"],
    ["here", "the position"],
  ].filter(([kind]) => map.querySelector(`.${kind}`) !== null);
  const words = kinds.map(([kind, text], i) => {
    const comma = i < kinds.length - 1 ? ", " : ""; // heard, too: the words are the name of the figure
    return element("span", { class: "whole" }, key(kind), ` ${text}${comma}`);
  });
  map.setAttribute("aria-label", `Map of ${name}: ${kinds.map(([, text]) => text).join(", ")}.`);
  return element("figure", {}, map, element("figcaption", {}, ...words));
}

/**
 * The key of a mark.
 * @param {string} kind
 */
function key(kind) {
  const mark = kind === "here"
    ? drawn("rect", { class: kind, x: 2, y: 2, width: 10, height: 10 })
    : drawn("circle", { class: kind, cx: 7, cy: 7, r: kind === "marked" ? 5 : 4.5 });
  return drawn("svg", { viewBox: "0 0 14 14", class: "map-key", "aria-hidden": "true" }, mark);
}

/**
 * Which columns are on the map.
 * @param {Slice} slice
 * @param {number} middle
 * @param {number} most
 */
function columns(slice, middle, most) {
  const finite = slice.kind === "finite";
  const length = finite ? slice.head.length + 1 : slice.head.length + 2 * slice.period.length + 6;
  const wide = Math.max(NARROWEST, Math.min(most, length));
  const far = finite ? Math.max(0, length - wide) : Infinity;
  return { from: Math.max(0, Math.min(Math.floor(middle - wide / 2), far)), wide };
}

/**
 * The two axes, with their numbers and names.
 * @param {number} from
 * @param {number} wide
 * @param {number} top
 * @param {(a: number) => number} x
 * @param {(b: number) => number} y
 */
function axes(from, wide, top, x, y) {
  /** @type {SVGElement[]} */
  const made = [drawn("path", { class: "axis", d: `M${LEFT} ${ABOVE}V${HIGH - BELOW + 12}H${WIDTH - 4}` })];
  const up = stepOf(top, 6);
  for (let b = 0; b <= top; b += up) made.push(label(LEFT - 6, y(b) + 4, "end", grouped(b)));
  const room = grouped(Math.ceil(from + wide)).length * 12 + 24; // what a number needs, on a phone too
  const across = stepOf(wide, Math.min(8, ACROSS / room));
  for (let a = Math.ceil(from / across) * across; a < from + wide; a += across) {
    made.push(label(x(a), HIGH - BELOW + 30, "middle", grouped(a)));
  }
  made.push(label(WIDTH - 6, HIGH - 6, "end", "second row minus third row"));
  made.push(label(4, 20, "start", "first row minus second row"));
  return made;
}

/**
 * A text on the map.
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 * @param {string} text
 */
function label(x, y, anchor, text) {
  return drawn("text", { x, y, "text-anchor": anchor }, text);
}
