/** The legend of the chart: what its colours, lines and marks are. */

import { periodColour } from "./colours.js";
import { byId, drawn, element } from "./dom.js";
import { KEYS, PERIODS } from "./words-chart.js";

/**
 * Explain what is drawn; the colours of periods only if there are rows that have them.
 * @param {import("./certificate.js").Slice[]} rows
 */
export function showLegend(rows) {
  const [scale] = byId("chart-legend").children;
  const others = Object.entries(KEYS).map(([kind, words]) => {
    return element("li", {}, element("span", { class: `key ${kind}`, "aria-hidden": "true" }), ` ${words}`);
  });
  const lengths = [...new Set(rows.map(({ period }) => period.length))].filter((length) => length > 1);
  const periods = lengths.sort((x, y) => x - y).flatMap((length, i) => {
    return [i > 0 ? ", " : " ", element("span", { class: "whole" }, periodKey(length), ` ${length}`)];
  });
  const marked = element("li", { id: "chart-marked" }, PERIODS.before, ...periods, PERIODS.after);
  byId("chart-legend").replaceChildren(scale, ...others, ...(lengths.length > 0 ? [marked] : []));
}

/**
 * How a row with a period is marked: at the left edge, and along its cells from where they repeat.
 * @param {number} length of the period
 */
function periodKey(length) {
  const fill = periodColour(length);
  const edge = drawn("path", { d: "M1 0V14", stroke: "currentColor" });
  const mark = drawn("rect", { x: 1, y: 4, width: 6, height: 6, fill });
  const line = drawn("path", { d: "M12 5H26M13 4V11M19 4V11M25 4V11", stroke: fill, "stroke-width": 2 });
  return drawn("svg", { viewBox: "0 0 27 14", class: "period-key", "aria-hidden": "true" }, edge, mark, line);
}
