/** Verify: a certificate that is dropped on the page, or one that ships, goes to the proved checker in a worker. */

import { byId, element } from "./dom.js";
import { claimText } from "./words.js";

/** @typedef {{verdict: string, reason: string, slices: number, of: number}} Verdict */

/**
 * Run the checker on a file.
 * @param {Blob} file @param {(state: Verdict) => void} tell
 * @returns {{verdict: Promise<Verdict>, cancel: () => void}}
 */
export function check(file, tell) {
  const worker = new Worker(new URL("./verify-worker.js", import.meta.url), { type: "module" });
  let cancel = () => {};
  const verdict = new Promise((resolve) => {
    const end = (state) => {
      worker.terminate();
      resolve(state);
    };
    cancel = () => end({ verdict: "", reason: "cancelled", slices: 0, of: 0 });
    worker.onerror = (event) => end({ verdict: "s ERROR", reason: `the checker does not run here: ${event.message}`, slices: 0, of: 0 });
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
    const drop = byId("drop");
    for (const name of ["dragover", "dragenter"]) {
      document.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && drop.classList.remove("over"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
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
      const link = element("a", { href: `certificates/${entry.name}`, download: entry.name }, entry.name);
      return element("li", {}, button, " ", link, ` (${claimText(entry)}; ${size})`);
    });
    byId("shipped").replaceChildren(...items);
  }

  /** @param {FileList | undefined} files */
  take(files) {
    const file = files?.[0];
    if (!file) return;
    this.app.show("verify");
    this.run(file.name, file, false);
  }

  /** @param {string} name @param {Blob | Promise<Blob>} given @param {boolean} ships */
  async run(name, given, ships) {
    this.cancel();
    const number = ++this.number;
    const began = performance.now();
    byId("run").hidden = false;
    byId("run").scrollIntoView({ block: "nearest" });
    byId("run").dataset.state = "running";
    byId("run-name").replaceChildren("Checking ", element("code", {}, name));
    byId("run-verdict").textContent = byId("run-reason").textContent = byId("run-count").textContent = "";
    byId("run-cancel").hidden = false;
    this.progress({ slices: 0, of: 1 });
    const file = await given;
    if (number !== this.number) return; // another run took its place
    byId("run-name").append(` (${file.size.toLocaleString("en-US")} bytes)`);
    const running = check(file, (state) => this.progress(state));
    this.cancel = running.cancel;
    const state = await running.verdict;
    if (number !== this.number) return;
    this.cancel = () => {};
    byId("run-cancel").hidden = true;
    await this.judged(name, file, ships, state, performance.now() - began);
  }

  /** @param {{slices: number, of: number}} state */
  progress({ slices, of }) {
    byId("run-progress").max = Math.max(1, of);
    byId("run-progress").value = slices;
    if (of > 1) byId("run-count").textContent = `${slices} of ${of} slices`;
  }

  async judged(name, file, ships, state, time) {
    const good = state.verdict.startsWith("s VERIFIED");
    byId("run-verdict").className = good ? "verdict good" : "verdict bad";
    byId("run-verdict").textContent = state.verdict || "Cancelled: nothing is said about the file.";
    byId("run-reason").textContent = state.verdict ? state.reason : "";
    if (good) {
      this.progress({ slices: state.of, of: state.of });
      byId("run-count").textContent = `${state.slices} of ${state.of} slices in ${(time / 1000).toFixed(1)} s.`;
      await this.use(name, file, ships, state.verdict);
    }
    byId("run").dataset.state = good ? "verified" : state.verdict ? "refused" : "cancelled";
  }

  /** Let a certificate that was verified be the opponent and the chart. */
  async use(name, file, ships, verdict) {
    try {
      const certificate = ships ? await this.app.library.load(name) : this.app.library.add(name, await file.text(), file.size);
      certificate.verdict = verdict;
      this.app.use(certificate);
      byId("run-count").append(" Play and Chart use this certificate now.");
    } catch (problem) {
      byId("run-reason").textContent = problem.message; // a compact one has no terms to look up
    }
  }
}
