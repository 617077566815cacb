/** What the browser remembers for its reader, and sends nowhere. One that keeps nothing forgets it with the page. */

/** Before all names, because other pages may come from the same place. */
const PREFIX = "zchomp ";

/**
 * What was kept under a name; empty if nothing was.
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return ""; // the browser keeps nothing
  }
}

/**
 * Remember something under a name.
 * @param {string} name
 * @param {string} text
 */
export function keep(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // the browser keeps nothing
  }
}
