/** The page: its four parts, which of them is shown, and the certificates that they share. */

import { Chart } from "./chart.js";
import { byId } from "./dom.js";
import { Library } from "./library.js";
import { Losers } from "./losers.js";
import { Play } from "./play.js";
import { Verify, check } from "./verify.js";

const VIEWS = ["play", "chart", "losers", "verify"];
const FIRST = "chomp-3rows-115.jsonl";
const OPENING = "(8, 8, 8)";

/** Certificates of so many bytes are verified unasked: one or two seconds. */
const QUICK = 100_000;

/** What the parts of the page share. */
export class App {
  constructor() {
    this.library = new Library();
    this.view = "";
    this.vouched = new Set();
    this.play = new Play(this);
    this.chart = new Chart(this);
    this.losers = new Losers(this);
    this.verify = new Verify(this);
    window.addEventListener("hashchange", () => this.route());
  }

  async start() {
    await this.library.open();
    this.library.prefer(await this.library.load(FIRST));
    this.verify.list();
    this.losers.fill();
    await this.play.open(OPENING);
    await this.route();
    document.documentElement.dataset.ready = "true";
  }

  /** Have the certificate that plays verified, in the background, if it ships and that is quick. */
  async vouch(certificate) {
    const ships = this.library.entries.some(({ name }) => name === certificate.name);
    if (!ships || certificate.bytes > QUICK || this.vouched.has(certificate)) return;
    this.vouched.add(certificate);
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
    const { verdict } = await check(await this.library.file(certificate.name), () => {}).verdict;
    certificate.verdict ||= verdict;
    if (this.play.certificate === certificate) this.play.drawOpponent();
  }

  /** Show what the address asks for: #play/9,7,4, #chart/120/170, #losers/4,2, #verify. */
  async route() {
    const [view, ...rest] = fragment().split("/");
    if (view === "main") return;
    this.show(VIEWS.includes(view) ? view : "play");
    if (view === "play" && rest[0] && rest[0] !== this.play.game.rows.join(",")) await this.play.open(rest[0]);
    if (view === "losers") {
      if (rest[0]) byId("losers-tail").value = rest[0];
      await this.losers.show();
    }
    if (view === "chart") await this.chart.open(Number(rest[0] ?? NaN), Number(rest[1] ?? NaN));
  }

  /** @param {string} view */
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
    if (this.view === fragment.split("/")[0]) history.replaceState(null, "", `#${fragment}`);
  }

  /** Play a position. @param {number[]} rows */
  playAt(rows) {
    location.hash = `play/${rows.join(",")}`;
  }

  /** List the slice of a position. @param {import("./certificate.js").Certificate} certificate @param {number[]} rows */
  async losersOf(certificate, rows) {
    const tail = certificate.covers(rows) ? rows.slice(2) : [];
    this.show("losers");
    await this.losers.open(certificate, tail);
  }

  /** Let a certificate be the opponent, and the chart. @param {import("./certificate.js").Certificate} certificate */
  use(certificate) {
    this.library.prefer(certificate);
    if (certificate.covers(this.play.game.start)) this.play.certificate = certificate;
    this.play.draw();
    this.chart.take(certificate);
    this.losers.fill();
  }
}

/** The part of the address after #, or nothing if it is not well formed. */
function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

const app = new App();
app.start().catch((problem) => {
  byId("setup-error").textContent = `The page cannot start: ${problem.message}`;
});
