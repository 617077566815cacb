/** The checker in a worker: a file goes in, how far it is comes out, and in the end the verdict. */

/** @typedef {{verdict: string, reason: string, slices: number, of: number}} Verdict */

/**
 * The verdict on a file whose check was cancelled.
 * @type {Verdict}
 */
export const CANCELLED = { verdict: "", reason: "cancelled", slices: 0, of: 0 };

/**
 * @param {string} reason
 * @returns {Verdict}
 */
export const failed = (reason) => ({ verdict: "s ERROR", reason, slices: 0, of: 0 });

/**
 * Run the checker on a file.
 * @param {Blob} file
 * @param {(state: Verdict) => void} tell
 * @returns {{verdict: Promise<Verdict>, cancel: () => void}}
 */
export function check(file, tell) {
  const worker = new Worker(new URL("./verify-worker.js", import.meta.url), { type: "module" });
  let cancel = () => {};
  const verdict = new Promise((resolve) => {
    const end = (/** @type {Verdict} */ state) => {
      worker.terminate();
      resolve(state);
    };
    cancel = () => end(CANCELLED);
    worker.onerror = ({ message }) => end(failed(`the checker cannot be loaded${message ? `: ${message}` : ""}`));
    worker.onmessage = ({ data }) => (data.done ? end(data) : tell(data));
  });
  worker.postMessage(file);
  return { verdict, cancel };
}
