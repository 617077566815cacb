/** What the page says behind More, and of copies. */

/** What is copied. */
export const COPIED = { link: "The link", bar: "The bar" };

/** What is said if a bar cannot be drawn as a picture. */
export const NO_PICTURE = "The bar has too many squares for a picture.";

/**
 * What the numbers on the squares are.
 * @param {number} value
 */
export const nimWords = (value) =>
  `The nim-value of this bar is ${value}: the least number that stands on no square. Each square has the nim-value ` +
  "of what its bite leaves. Computed on this page; not a proof.";

/**
 * Why there are no numbers on the squares.
 * @param {string} problem
 */
export const noNims = (problem) => `The nim-values cannot be computed: ${problem}.`;

/**
 * That something was copied, or what is to be copied by hand.
 * @param {string} what
 * @param {string} text
 * @param {boolean} done
 */
export const copiedText = (what, text, done) => (done ? `${what} is copied: ${text}` : `${what}: ${text}`);
