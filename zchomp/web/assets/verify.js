/** Verify: a certificate that is dropped on the page, or one that ships, goes to the proved checker in a worker. */

import { Unusable } from "./certificate.js";
import { CANCELLED, check, failed } from "./checking.js";
import { usualHolder } from "./choosing.js";
import { announce, byId, element, messageOf, phrase } from "./dom.js";
import { grouped } from "./position.js";
import { refuse, use } from "./verdicts.js";
import { trustWords } from "./words-trust.js";
import {
  DRAW, headline, meaning, onlyFirst, refusal, refuted, unusedWords, usedWords, wrongCount, wrongDigest, wrongLine,
  wrongSlice,
} from "./words-verify.js";
import { claimText, counted } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./checking.js").Verdict} Verdict */

/**
 * A file that is checked: its bytes, once they are there, and the file as it is used, if anybody looked at it.
 * @typedef {{name: string, ships: boolean, file: Blob | null, read: Promise<Certificate> | null}} Run
 */

/** The view. */
export class Verify {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.cancel = () => {};
    /** @type {Run | null} the last one, which alone may write on the page */
    this.last = null;
    byId("run-cancel").addEventListener("click", () => this.cancel());
    /** lets the page use the file that is being checked, marked as not verified */
    this.look = async () => {};
    byId("run-look").addEventListener("click", () => this.look());
    byId("trust").replaceChildren(...trustWords());
    this.list();
  }

  /** The certificates that ship, each with a button. */
  list() {
    const items = this.app.library.entries.map((entry) => {
      const button = element("button", { type: "button", "data-name": entry.name }, "Verify");
      button.setAttribute("aria-label", `Verify ${entry.name}`);
      button.addEventListener("click", () => this.run(entry.name, this.app.library.file(entry.name), true));
      const size = `${grouped(Math.max(1, Math.round(entry.bytes / 1000)))} KB`;
      const link = element("a", { href: `certificates/${entry.name}`, download: entry.name }, entry.name);
      const claim = element("span", { class: "claim" }, `${claimText(entry)}; ${size}`);
      return element("li", {}, button, element("span", {}, link, " ", claim));
    });
    byId("shipped").replaceChildren(...items);
  }

  /**
   * Check a file, and say what comes of it.
   * @param {string} name
   * @param {Blob | Promise<Blob>} given
   * @param {boolean} ships
   * @param {number} many files that were given at once
   */
  async run(name, given, ships, many = 1) {
    this.cancel();
    /** @type {Run} */
    const run = { name, ships, file: null, read: null };
    this.last = run;
    const began = performance.now();
    this.begin(name);
    announce("run-others", many > 1 ? onlyFirst(many) : "");
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
      const file = (run.file = await given);
      if (over) return CANCELLED;
      byId("run-size").textContent = ` (${grouped(file.size)} bytes)`;
      this.look = async () => (await this.use(run, ""))?.click();
      byId("run-look").hidden = false;
      const running = check(file, (state) => this.progress(state, performance.now() - began));
      stop = running.cancel;
      return running.verdict;
    };
    const state = await Promise.race([cancelled, checked().catch((problem) => failed(problem.message))]);
    if (run !== this.last) return; // another run took its place
    this.cancel = () => {};
    await this.judged(run, state, performance.now() - began);
  }

  /**
   * Show that a file is being checked.
   * @param {string} name
   */
  begin(name) {
    byId("run").hidden = false;
    byId("run").scrollIntoView({ block: "nearest" });
    byId("run").dataset.state = "running";
    byId("run-doing").textContent = "Checking";
    byId("run-name").textContent = name;
    for (const id of ["run-size", "run-count"]) byId(id).textContent = "";
    for (const id of ["run-headline", "run-meaning", "run-reason", "run-verdict", "run-used"]) announce(id, "");
    byId("run-bar").hidden = false;
    byId("run-look").hidden = true;
    this.progress({ slices: 0, of: 1 }, 0);
  }

  /**
   * How far it is, and, after a while, how long it may still take: the work grows as the square of the slices.
   * @param {{slices: number, of: number}} state
   * @param {number} time milliseconds so far
   */
  progress({ slices, of }, time) {
    byId("run-progress", "progress").max = Math.max(1, of);
    byId("run-progress", "progress").value = slices;
    const left = slices > 0 ? (time / 1000) * ((of / slices) ** 2 - 1) : 0;
    const words = time > 3000 && slices > 0 ? `; about ${counted(Math.ceil(left), "second")} left` : "";
    if (of > 1) byId("run-count").textContent = `${grouped(slices)} of ${grouped(of)} slices${words}`;
  }

  /**
   * Show the verdict; after each wait another run may have taken the place of this one.
   * @param {Run} run
   * @param {Verdict} verdict
   * @param {number} time
   */
  async judged(run, verdict, time) {
    const { line, status, claim } = verdict;
    const known = !["cancelled", "failed"].includes(status);
    const held = byId("run-bar").contains(document.activeElement);
    byId("run-doing").textContent = known ? "Checked" : "Not checked:";
    byId("run-bar").hidden = true;
    byId("run-look").hidden = true;
    byId("run-headline").className = claim ? "status good" : known ? "status bad" : "status";
    announce("run-headline", headline(verdict));
    announce("run-verdict", line);
    if (held) byId("run-headline").focus({ preventScroll: true }); // the button that had the focus is gone
    announce("run-meaning", claim ? this.meaning(run, verdict) : refusal(verdict, run.file?.size ?? 0));
    const many = `${grouped(verdict.slices)} of ${grouped(verdict.of)} slices in ${(time / 1000).toFixed(1)} s.`;
    byId("run-count").textContent = claim ? many : "";
    if (claim) await this.use(run, status);
    else {
      const looked = await run.read?.catch(() => null);
      if (known && looked) await refuse(this.app, looked, status);
      const reason = line ? await this.reason(run.file, verdict) : "";
      if (run === this.last) this.explain(reason);
    }
    if (run !== this.last) return;
    byId("run").dataset.state = claim ? "verified" : line ? "refused" : "cancelled";
  }

  /**
   * Say what is the matter with a file; no position is broken at the end of a line.
   * @param {string | (Node | string)[]} reason
   */
  explain(reason) {
    announce("run-reason", reason);
  }

  /**
   * What it means that a file is verified.
   * @param {Run} run
   * @param {Verdict} verdict
   */
  meaning({ ships }, { claim, sha256 }) {
    const same = this.app.library.entries.find((entry) => entry.sha256 === sha256);
    return meaning(claim?.nim ?? 0, ships ? undefined : same?.name);
  }

  /**
   * Why a file is refused; where a term, or the digest of several, is wrong, with what is right.
   * @param {Blob | null} file
   * @param {Verdict} verdict
   * @returns {Promise<string | (Node | string)[]>}
   */
  async reason(file, { reason }) {
    const wrong = wrongSlice(reason);
    if (!wrong || !file) return reason;
    try {
      const { firstWrong, readUpTo } = await import("./recompute.js");
      const { certificate, slice, counted } = readUpTo(await file.text(), wrong.line);
      if (wrong.digests) return wrongDigest(slice, wrong.digests);
      if (counted > slice.head.length) return wrongCount(slice, counted);
      const first = firstWrong(certificate, slice);
      const isPlayed = (/** @type {number[]} */ rows) => usualHolder(this.app.library, rows.slice(2), 0) !== undefined;
      const why = first?.witness ? refuted(slice, first, isPlayed) : [];
      return [...phrase(wrongLine(slice, first)), ...why];
    } catch {
      return wrong.words; // what takes too long, or cannot be read again, has no right term to name
    }
  }

  /**
   * Let a certificate be the opponent, and give the button that draws it.
   * @param {Run} run
   * @param {import("./checking.js").Status | ""} status empty if there is no verdict yet
   */
  async use(run, status) {
    const { name, file, ships } = run;
    try {
      const { library } = this.app;
      const added = async () => library.add(name, (await file?.text()) ?? "", file?.size ?? 0);
      const certificate = await (run.read ??= ships ? library.load(name) : added());
      certificate.status ||= status;
      if (run !== this.last) return this.app.credit(certificate);
      use(this.app, certificate);
      const draw = element("button", { type: "button", id: "run-chart" }, DRAW);
      draw.addEventListener("click", () => this.app.using(async () => {
        (await this.app.part("chart")).take(certificate);
        this.app.address.go("chart");
      }));
      announce("run-used", [element("span", {}, usedWords(status !== "")), draw]);
      return draw;
    } catch (problem) {
      if (run !== this.last) return;
      if (problem instanceof Unusable) announce("run-used", unusedWords(problem.why));
      else this.explain(messageOf(problem));
    }
  }
}
