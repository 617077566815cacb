/** The page: its four parts, which of them is shown, and the certificates that they share. */

import { Address } from "./address.js";
import { Chart } from "./chart.js";
import { byId } from "./dom.js";
import { Library } from "./library.js";
import { Losers } from "./losers.js";
import { Play } from "./play.js";
import { Verify, check } from "./verify.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */

const VIEWS = ["play", "chart", "losers", "verify"];
const FIRST = "chomp-3rows-115.jsonl";
const OPENING = "(8, 8, 8)";

/** Certificates of at most this number of bytes are verified at once: one or two seconds. */
const QUICK = 100_000;

/** What the parts of the page share. */
export class App {
  constructor() {
    this.library = new Library();
    this.address = new Address();
    this.view = "";
    /** @type {Set<Certificate>} */
    this.vouched = new Set();
    this.play = new Play(this);
    this.chart = new Chart(this);
    this.losers = new Losers(this);
    this.verify = new Verify(this);
    window.addEventListener("hashchange", () => this.route());
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault(); // the address stays: it names the view
      byId("main").focus();
    });
  }

  /** Load what the first view needs, and show what the address asks for. */
  async start() {
    await this.library.open();
    this.library.prefer(await this.library.load(FIRST));
    this.verify.list();
    this.losers.fill();
    await this.play.open(OPENING);
    await this.route();
    document.documentElement.dataset.ready = "true";
  }

  /**
   * Have the certificate that plays verified, in the background, if it ships and that is quick.
   * @param {Certificate} certificate
   */
  async vouch(certificate) {
    if (!certificate.ships || certificate.bytes > QUICK || this.vouched.has(certificate)) return;
    this.vouched.add(certificate);
    certificate.checking = true;
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
    try {
      const { verdict, reason } = await check(await this.library.file(certificate.name), () => {}).verdict;
      if (verdict.startsWith("s ERROR")) throw new Error(reason);
      certificate.verdict ||= verdict;
    } catch {
      this.vouched.delete(certificate); // it is tried again with the next game, and not verified until then
    }
    certificate.checking = false;
    if (this.play.certificate === certificate) this.play.drawOpponent();
  }

  /** Show what the address asks for: #play/9,7,4, #chart/120/170, #losers/4,2, #verify. */
  async route() {
    const [view, ...rest] = this.address.read().split("/");
    this.show(VIEWS.includes(view) ? view : "play");
    if (this.view === "play") {
      if (view === "play" && rest[0] && rest[0] !== this.play.game.rows.join(",")) await this.play.open(rest[0]);
      else this.play.name();
    }
    if (view === "losers") {
      if (rest[0]) byId("losers-tail").value = rest[0];
      await this.losers.show();
    }
    if (view === "chart") await (rest[0] || rest[1] ? this.chart.go(rest[0] ?? "", rest[1] ?? "") : this.chart.open());
  }

  /** Show a part of the page. @param {string} view */
  show(view) {
    if (this.view === view) return;
    this.view = view;
    for (const name of VIEWS) byId(name).hidden = name !== view;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `zchomp: ${byId(`${view}-title`).textContent}`;
    if (view === "play") this.play.draw();
  }

  /** Let the address say where one is, without a new entry in the history. @param {string} fragment */
  at(fragment) {
    if (this.view === fragment.split("/")[0]) this.address.write(fragment);
  }

  /** Play a position. @param {number[]} rows */
  playAt(rows) {
    this.address.go(`play/${rows.join(",")}`);
  }

  /** List a slice. @param {Certificate} certificate @param {import("./certificate.js").Slice} slice */
  losersOf(certificate, slice) {
    this.losers.choose(certificate);
    this.address.go(`losers/${slice.tail.join(",") || 0}`);
  }

  /** Verify: what a file that was given leads to. */
  toVerify() {
    this.show("verify");
    this.address.go("verify");
  }

  /** Let a certificate be the opponent, and the chart. @param {Certificate} certificate */
  use(certificate) {
    this.library.prefer(certificate);
    if (certificate.covers(this.play.game.start)) this.play.certificate = certificate;
    this.play.draw();
    this.chart.take(certificate);
    this.losers.fill();
  }
}

const app = new App();
app.start().catch((problem) => {
  byId("setup-error").textContent = `The page cannot start: ${problem.message}`;
});
