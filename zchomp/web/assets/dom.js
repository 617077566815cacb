/** The few things that all parts of the page do with the document. Text becomes text nodes, and nothing else. */

/** @typedef {HTMLElementTagNameMap} Tags what an element with a tag is */

/**
 * An element of the page; where more is wanted of it than of any other, with its tag.
 * @template {keyof Tags | ""} [Tag=""]
 * @param {string} id
 * @param {Tag} [tag]
 * @returns {Tag extends keyof Tags ? Tags[Tag] : HTMLElement}
 */
export function byId(id, tag) {
  const found = document.getElementById(id);
  if (!found || (tag && found.localName !== tag)) throw new Error(`the page has no ${tag ?? "element"} ${id}`);
  return /** @type {any} */ (found);
}

/**
 * What went wrong, in words.
 * @param {unknown} problem
 */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/**
 * The element of an event, or what contains it, that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const targetOf = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * An element with attributes and children; strings become text nodes.
 * @template {keyof Tags} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {Tags[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A position in either notation, if it is short enough for a line of a phone. */
const POSITION = /([([][0-9][0-9a-z+*, ]{0,28}[)\]])/;

/**
 * Words to put into an element: in them no position of usual length is broken at the end of a line.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function phrase(text) {
  return text.split(POSITION).map((part, i) => (i % 2 === 1 ? element("span", { class: "whole" }, part) : part));
}

/**
 * Write into a place that is read aloud whenever it is written: only if it says something else then.
 * @param {string} id
 * @param {string | (Node | string)[]} words
 */
export function announce(id, words) {
  const place = byId(id);
  const parts = typeof words === "string" ? phrase(words) : words;
  const text = parts.map((part) => (part instanceof Node ? part.textContent : part)).join("");
  if (place.textContent !== text) place.replaceChildren(...parts);
}

/**
 * Write into a place, and let all elements stay that are the same but for their words, so that they keep the focus.
 * They also keep their listeners: what a button does may not change.
 * @param {Element} place
 * @param {(Node | string)[]} parts
 */
export function revise(place, parts) {
  const made = document.createElement("div");
  made.append(...parts);
  const [before, after] = [[...place.childNodes], [...made.childNodes]];
  if (before.length !== after.length) return place.replaceChildren(...after);
  for (const [i, old] of before.entries()) {
    const isSame = old.isEqualNode(after[i]);
    const isAlike = old instanceof Element && old.cloneNode().isEqualNode(after[i].cloneNode());
    if (!isSame && isAlike) revise(old, [...after[i].childNodes]);
    else if (!isSame) old.replaceWith(after[i]);
  }
}

/**
 * Copy a text; say whether it worked.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the reader wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The size of the page's letters, in pixels. */
export const letterSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * Do something whenever a place gets another width, or the page another height; data-size says for which it was done.
 * @param {HTMLElement} place
 * @param {() => void} work
 */
export function onResize(place, work) {
  new ResizeObserver(() => {
    const size = `${place.clientWidth} ${innerHeight}`;
    if (place.dataset.size === size) return;
    place.dataset.size = size;
    work();
  }).observe(place);
}
