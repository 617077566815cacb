/**
 * Links: what the part of the address after # means: a view, its parts, and its options.
 *
 *     #play/8,8,8?first=computer&level=medium&bites=2.5-3.1  a game: its start, and every bite since; end=you: given up
 *     #play/8,8,8?bites=2.5-3.1&seed=2                        the same, where the computer makes other mistakes
 *     #puzzle/2026-11-17                                      the puzzle of a day; without a date, of today
 *     #learn/3                                                a step of the tour
 *     #chart/120/170?left=99.5&bottom=80&zoom=20              a cell of the chart: third row, second row; and the view
 *     #losers/4,2?nim=1                                       a slice: the rows from the third on
 *     #verify
 *
 * chart and losers may have certificate=chomp-3rows-115.jsonl, where not the usual one is shown.
 */

/** @typedef {{view: string, parts: string[], options: Record<string, string>}} Link */

/**
 * @param {string} fragment without its #
 * @returns {Link}
 */
export function readLink(fragment) {
  const [path, query = ""] = fragment.split("?");
  const [view, ...parts] = path.split("/");
  return { view, parts, options: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The fragment of a link; options that are empty are left out.
 * @param {string} view
 * @param {(string | number)[]} parts
 * @param {Record<string, string | number>} [options]
 */
export function writeLink(view, parts, options = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return [view, ...parts].join("/") + (query === "" ? "" : `?${query}`);
}
