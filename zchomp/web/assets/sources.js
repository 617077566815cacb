/** Files of the project that the page names: their texts come with it, in the folder sources (files.py). */

import { element, phrase } from "./dom.js";

const SOURCE = /((?:docs|proofs)\/[A-Za-z0-9_/-]+\.(?:md|ml|v))/;

/**
 * Whether a text is the name of a file that comes with the page.
 * @param {string} text
 */
export const isSource = (text) => SOURCE.exec(text)?.[0] === text;

/**
 * A link to a file, by its name.
 * @param {string} name
 */
export function sourceLink(name) {
  const last = name.split("/").slice(-1);
  return element("a", { href: `sources/${last}.txt` }, element("code", {}, name));
}

/**
 * Words to put into an element, in which the names of files are links.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function linked(text) {
  return text.split(SOURCE).flatMap((part, i) => (i % 2 === 1 ? [sourceLink(part)] : phrase(part)));
}
