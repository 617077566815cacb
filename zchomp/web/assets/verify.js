/** Verify: a certificate that is dropped on the page, or one that ships, goes to the proved checker in a worker. */

import { byId, element } from "./dom.js";
import { claimText, meaning } from "./words.js";

/** @typedef {{verdict: string, reason: string, slices: number, of: number}} Verdict */

/** The verdict on a file whose check was cancelled. @type {Verdict} */
const CANCELLED = { verdict: "", reason: "cancelled", slices: 0, of: 0 };

/** From this number of bytes on, a check takes about a minute, and the page says so before. */
const LONG = 500_000;

/** @param {string} reason @returns {Verdict} */
const failed = (reason) => ({ verdict: "s ERROR", reason, slices: 0, of: 0 });

/**
 * Run the checker on a file.
 * @param {Blob} file @param {(state: Verdict) => void} tell
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

/** The view. */
export class Verify {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.cancel = () => {};
    this.number = 0;
    byId("file").addEventListener("change", ({ target }) => {
      this.take(target.files);
      target.value = ""; // so that the same file can be chosen again
    });
    byId("run-cancel").addEventListener("click", () => this.cancel());
    this.listen();
  }

  /** A file may be dropped anywhere on the page, and the page shows that. */
  listen() {
    const root = document.documentElement;
    for (const name of ["dragover", "dragenter"]) {
      document.addEventListener(name, (event) => {
        event.preventDefault();
        if (event.dataTransfer?.types.includes("Files")) root.classList.add("dropping");
      });
    }
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) root.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      root.classList.remove("dropping");
      this.take(event.dataTransfer?.files);
    });
  }

  /** The certificates that ship, each with a button. */
  list() {
    const items = this.app.library.entries.map((entry) => {
      const button = element("button", { type: "button", "data-name": entry.name }, "Verify");
      button.setAttribute("aria-label", `Verify ${entry.name}`);
      button.addEventListener("click", () => this.run(entry.name, this.app.library.file(entry.name), true));
      const size = `${Math.max(1, Math.round(entry.bytes / 1000)).toLocaleString("en-US")} KB`;
      const time = entry.bytes >= LONG ? ", about a minute" : "";
      const link = element("a", { href: `certificates/${entry.name}`, download: entry.name }, entry.name);
      const claim = element("span", { class: "claim" }, `${claimText(entry)}; ${size}${time}`);
      return element("li", {}, button, element("span", {}, link, " ", claim));
    });
    byId("shipped").replaceChildren(...items);
  }

  /** A file was given. @param {FileList | undefined} files */
  take(files) {
    const file = files?.[0];
    if (!file) return;
    this.app.toVerify();
    this.run(file.name, file, false);
  }

  /**
   * Check a file, and say what comes of it.
   * @param {string} name @param {Blob | Promise<Blob>} given @param {boolean} ships
   */
  async run(name, given, ships) {
    this.cancel();
    const number = ++this.number;
    const began = performance.now();
    this.begin(name);
    /** @type {Blob | null} */
    let file = null;
    let stop = () => {};
    let over = false;
    const cancelled = new Promise((resolve) => {
      this.cancel = () => {
        over = true;
        stop();
        resolve(CANCELLED);
      };
    });
    const checked = async () => {
      file = await given;
      if (over) return CANCELLED;
      byId("run-size").textContent = ` (${file.size.toLocaleString("en-US")} bytes)`;
      const running = check(file, (state) => this.progress(state));
      stop = running.cancel;
      return running.verdict;
    };
    const state = await Promise.race([cancelled, checked().catch((problem) => failed(problem.message))]);
    if (number !== this.number) return; // another run took its place
    this.cancel = () => {};
    await this.judged(name, file, ships, state, performance.now() - began);
  }

  /** Show that a file is being checked. @param {string} name */
  begin(name) {
    byId("run").hidden = false;
    byId("run").scrollIntoView({ block: "nearest" });
    byId("run").dataset.state = "running";
    byId("run-doing").textContent = "Checking";
    byId("run-name").textContent = name;
    for (const id of ["run-size", "run-verdict", "run-meaning", "run-reason", "run-count", "run-used"]) {
      byId(id).textContent = "";
    }
    byId("run-bar").hidden = false;
    this.progress({ slices: 0, of: 1 });
  }

  /** @param {{slices: number, of: number}} state */
  progress({ slices, of }) {
    byId("run-progress").max = Math.max(1, of);
    byId("run-progress").value = slices;
    if (of > 1) byId("run-count").textContent = `${slices} of ${of} slices`;
  }

  /**
   * Show the verdict.
   * @param {string} name @param {Blob | null} file @param {boolean} ships @param {Verdict} state @param {number} time
   */
  async judged(name, file, ships, state, time) {
    const good = state.verdict.startsWith("s VERIFIED");
    const known = state.verdict !== "" && !state.verdict.startsWith("s ERROR");
    byId("run-doing").textContent = known ? "Checked" : "Not checked:";
    byId("run-bar").hidden = true;
    byId("run-verdict").className = good ? "verdict good" : "verdict bad";
    byId("run-verdict").textContent = state.verdict || "Cancelled: nothing is said about the file.";
    byId("run-reason").textContent = state.verdict ? state.reason : "";
    if (good) {
      byId("run-meaning").textContent = meaning(state.verdict);
      byId("run-count").textContent = `${state.slices} of ${state.of} slices in ${(time / 1000).toFixed(1)} s.`;
      await this.use(name, file, ships, state.verdict);
    } else byId("run-count").textContent = "";
    byId("run").dataset.state = good ? "verified" : state.verdict ? "refused" : "cancelled";
  }

  /**
   * Let a certificate that was verified be the opponent and the chart.
   * @param {string} name @param {Blob} file @param {boolean} ships @param {string} verdict
   */
  async use(name, file, ships, verdict) {
    try {
      const { library } = this.app;
      const certificate = ships ? await library.load(name) : library.add(name, await file.text(), file.size);
      certificate.verdict = verdict;
      this.app.use(certificate);
      byId("run-used").textContent = "From now on Play uses it for bars that it covers, and Chart draws it.";
    } catch (problem) {
      byId("run-reason").textContent = problem.message; // a compact one has no terms to look up
    }
  }
}
