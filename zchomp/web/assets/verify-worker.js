/** The worker that verifies: hands the bytes of a file to the checker extracted from Coq, and tells how far it is. */

import "./checker.js";

/** @typedef {import("./checking.js").State} State */
/** @typedef {{push: (bytes: Uint8Array) => State, finish: () => State}} Checker as checker.js makes it */

/** Bytes at a time: small enough to tell progress. */
const PIECE = 4096;

/** Files from here on are not read: the checker counts bits in 31 bits. */
const TOO_LARGE = 2 ** 28;

/** How often progress is told, in milliseconds. */
const PACE = 100;

self.onmessage = async ({ data: file }) => {
  try {
    postMessage({ done: true, ...(await verified(file)) });
  } catch (problem) {
    postMessage({ done: true, verdict: "s ERROR", reason: `the file cannot be read: ${problem}`, slices: 0, of: 0 });
  }
};

/**
 * Verify a file, piece by piece.
 * @param {Blob} file
 * @returns {Promise<State>}
 */
async function verified(file) {
  if (file.size >= TOO_LARGE) {
    const reason = `a file of ${file.size} bytes; in a browser less than ${TOO_LARGE} are handled`;
    return { verdict: "s DECLINED", reason, slices: 0, of: 0 };
  }
  const { newChecker } = /** @type {typeof globalThis & {newChecker: () => Checker}} */ (globalThis);
  const checker = newChecker();
  const reader = file.stream().getReader();
  let told = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return checker.finish();
    for (let at = 0; at < value.length; at += PIECE) {
      const state = checker.push(value.slice(at, at + PIECE));
      if (state.verdict !== "") {
        reader.cancel();
        return state;
      }
      if (performance.now() - told > PACE) {
        told = performance.now();
        postMessage({ done: false, ...state });
      }
    }
  }
}
