/** Colours, as in zchomp plot chart: viridis for p - q, and those of periods. */

const STOPS = [
  0x440154, 0x481467, 0x482576, 0x463480, 0x414487, 0x3b528b, 0x355f8d, 0x2f6c8e, 0x2a788e, 0x25848e, 0x21918c,
  0x1e9c89, 0x22a884, 0x2fb47c, 0x44bf70, 0x5ec962, 0x7ad151, 0x9bd93c, 0xbddf26, 0xdfe318, 0xfde725,
];

/** What is painted on white paper, whatever the colours of the screen are: as style.css has it by day. */
export const LIGHT = { paper: "#ffffff", ink: "#2a1c12", constant: "#d9d6d0" };

/** @type {Record<number, string>} */
const PERIODS = { 2: "#3b6ea8", 3: "#c8553d", 4: "#3f8f5b", 6: "#8a5aa8", 8: "#c2457f", 9: "#b8860b", 12: "#2a8c9a" };

/**
 * The colour of a row, by the length of its period.
 * @param {number} length
 */
export const periodColour = (length) => PERIODS[length] ?? "#7a4a2b";

/**
 * Colours of the numbers 0 to most, as 32-bit words of a canvas.
 * @param {number} most
 * @returns {Uint32Array}
 */
export function viridis(most) {
  return Uint32Array.from({ length: most + 1 }, (_, value) => {
    const place = (value / Math.max(1, most)) * (STOPS.length - 1);
    const i = Math.min(STOPS.length - 2, Math.floor(place));
    const mixed = (/** @type {number} */ shift) => {
      const [low, high] = [STOPS[i], STOPS[i + 1]].map((stop) => (stop >> shift) & 255);
      return Math.round(low + (high - low) * (place - i));
    };
    return packed(mixed(16), mixed(8), mixed(0));
  });
}

/**
 * Whether dark letters are read better on the colour of a value.
 * @param {number} value
 * @param {number} most
 */
export const isBright = (value, most) => value > 0.55 * most;

/**
 * A colour like #d9d6d0, as a 32-bit word of a canvas.
 * @param {string} colour
 */
export function word(colour) {
  const value = parseInt(colour.trim().slice(1), 16) || 0;
  return packed((value >> 16) & 255, (value >> 8) & 255, value & 255);
}

/**
 * A 32-bit word of a canvas as a colour like #d9d6d0.
 * @param {number} colour
 */
export const hex = (colour) =>
  `#${[0, 8, 16].map((shift) => ((colour >> shift) & 255).toString(16).padStart(2, "0")).join("")}`;

/**
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function packed(red, green, blue) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
