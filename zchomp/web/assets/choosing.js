/** Which certificates of the library there are to choose from, and which of them has a slice. */

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./library.js").Entry} Entry */
/** @typedef {import("./library.js").Library} Library */

/**
 * What there is to choose from: what ships, and what was given.
 * @param {Library} library
 * @returns {(Entry & {id: string})[]}
 */
export function choicesOf({ entries, loaded }) {
  const shipped = entries.map((entry) => ({ ...entry, id: entry.name }));
  return [...shipped, ...loaded.filter(({ ships }) => !ships)];
}

/**
 * One of the choices, loaded if need be.
 * @param {Library} library
 * @param {string} id
 * @returns {Promise<Certificate>}
 */
export async function chosenOf(library, id) {
  return library.loaded.find((certificate) => certificate.id === id) ?? library.load(id);
}

/**
 * A certificate that has a slice, loaded if need be.
 * @param {Library} library
 * @param {number[]} tail
 * @param {number} nim
 * @returns {Promise<Certificate | undefined>} undefined if none does
 */
export async function holderOf(library, tail, nim = 0) {
  const ready = library.loaded.find((certificate) => certificate.slice(tail, nim));
  if (ready) return ready;
  const entry = usualHolder(library, tail, nim);
  return entry && library.load(entry.name);
}

/**
 * The first certificate that ships and has a slice.
 * @param {Library} library
 * @param {number[]} tail
 * @param {number} nim
 */
export function usualHolder({ entries }, tail, nim) {
  return entries.find((one) => {
    return one.rows >= tail.length + 2 && one.upto >= (tail[0] ?? 0) && one.nim >= nim;
  });
}

/**
 * How a link to a slice names a certificate: only one that ships, if another one is usual.
 * @param {Library} library
 * @param {Certificate} certificate
 * @param {number[]} tail
 * @param {number} nim
 */
export function nameFor(library, certificate, tail, nim = 0) {
  return certificate.ships && certificate.name !== usualHolder(library, tail, nim)?.name ? certificate.name : "";
}
