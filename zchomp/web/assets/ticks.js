/** The numbers of an axis. */

/**
 * 1, 2, 5, 10, 20, … : the least with at most that number of steps.
 * @param {number} length
 * @param {number} many
 */
export function stepOf(length, many) {
  let step = 1;
  while (length / step > many) step *= String(step)[0] === "2" ? 2.5 : 2;
  return step;
}

/**
 * Whole numbers from 0 on within an interval, at most a given number of them.
 * @param {number} from
 * @param {number} length
 * @param {number} many
 */
export function ticks(from, length, many) {
  const step = stepOf(length, Math.max(2, many));
  const found = [];
  for (let n = Math.max(0, Math.ceil(from / step) * step); n < from + length; n += step) found.push(n);
  return found;
}
