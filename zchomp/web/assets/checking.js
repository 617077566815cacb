/** The checker in a worker: a file goes in, how far it is comes out, and in the end the verdict. */

/** @typedef {"verified" | "refused" | "declined" | "failed" | "cancelled"} Status */
/** @typedef {{rows: number, nim: number, upto: number}} Claim */

/** @typedef {{verdict: string, reason: string, slices: number, of: number}} State what the worker says */

/**
 * The line of the checker, what it means, and why; claim and digest only of what is verified.
 * @typedef {{line: string, status: Status, claim: Claim | null, sha256: string, reason: string, slices: number,
 *   of: number}} Verdict
 */

const VERIFIED = /^s VERIFIED rows=(\d+) nim=(\d+) upto=(\d+) .*\bsha256=([0-9a-f]{64})/;

/**
 * The verdict in what the worker says; a line that is not understood verifies nothing.
 * @param {State} state
 * @returns {Verdict}
 */
export function readVerdict({ verdict: line, reason, slices, of }) {
  const rest = { line, reason, slices, of };
  const found = VERIFIED.exec(line);
  if (found) {
    const [rows, nim, upto] = found.slice(1, 4).map(Number);
    return { ...rest, status: "verified", claim: { rows, nim, upto }, sha256: found[4] };
  }
  const status = line === "s NOT VERIFIED" ? "refused" : line === "s DECLINED" ? "declined" : "failed";
  return { ...rest, status, claim: null, sha256: "" };
}

/**
 * @param {string} reason
 * @returns {Verdict}
 */
export const failed = (reason) => readVerdict({ verdict: "s ERROR", reason, slices: 0, of: 0 });

/**
 * The verdict on a file whose check was cancelled.
 * @type {Verdict}
 */
export const CANCELLED = { ...failed(""), line: "", status: "cancelled" };

/**
 * Run the checker on a file.
 * @param {Blob} file
 * @param {(state: State) => void} tell
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
    worker.onmessage = ({ data }) => (data.done ? end(readVerdict(data)) : tell(data));
  });
  worker.postMessage(file);
  return { verdict, cancel };
}
