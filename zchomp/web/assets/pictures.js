/** Pictures to take away: files that the browser saves, and the bar as SVG. */

/** Squares of a bar that is drawn, at most. */
const MOST_SQUARES = 2_000;

/** Milliseconds after which a file is saved: until then the browser may still read it. */
const SAVED = 60_000;

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
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
}

/**
 * A picture.
 * @param {number} width
 * @param {number} height
 * @param {string[]} content
 */
export const picture = (width, height, content) =>
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
