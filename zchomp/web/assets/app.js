/** The page: its parts, which of them is shown, and the certificates that they share. */

import { Address } from "./address.js";
import { check } from "./checking.js";
import { announce, byId, element, targetOf } from "./dom.js";
import { onFile } from "./filedrop.js";
import { Library } from "./library.js";
import { readLink, writeLink } from "./links.js";
import { recall } from "./memory.js";
import { Play } from "./play.js";
import { NO_ANSWER, UNLOADED, isUnloaded } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */

const VIEWS = ["play", "learn", "chart", "losers", "verify"];
const FIRST = "chomp-3rows-115.jsonl";

/** Certificates of at most this number of bytes are verified at once: a second or two. */
const QUICK = 1_000_000;

/** Milliseconds before what can wait is done: the rest of the page is loaded, and what is shown is verified. */
const CALM = 2000;

/**
 * The parts that the first view does without.
 * @typedef {object} Parts
 * @property {import("./learn.js").Learn} learn
 * @property {import("./chart.js").Chart} chart
 * @property {import("./losers.js").Losers} losers
 * @property {import("./verify.js").Verify} verify
 */

/** @type {{[Name in keyof Parts]: () => Promise<new (app: App) => Parts[Name]>}} what loads each of them */
const PARTS = {
  learn: async () => (await import("./learn.js")).Learn,
  chart: async () => (await import("./chart.js")).Chart,
  losers: async () => (await import("./losers.js")).Losers,
  verify: async () => (await import("./verify.js")).Verify,
};

/** What the parts of the page share. */
export class App {
  constructor() {
    this.library = new Library();
    this.address = new Address();
    this.first = FIRST;
    this.opening = [8, 8, 8];
    this.view = "";
    /** whether the bar gets the focus with the next view */
    this.entering = false;
    /** ends what was begun for an address as soon as there is another one */
    this.going = new AbortController();
    /** @type {Set<Promise<unknown>>} what this address still waits for */
    this.pending = new Set();
    /** @type {Set<Certificate>} */
    this.vouched = new Set();
    this.play = new Play(this);
    /** @type {Partial<Parts>} the other parts, which are loaded when they are first needed */
    this.parts = {};
    /** @type {Promise<unknown> | undefined} their style, once it was needed */
    this.styled = undefined;
    /** the link that is marked among those to all views */
    this.marked = "";
    window.addEventListener("hashchange", () => this.route());
    document.querySelector("nav")?.addEventListener("click", (event) => {
      if (!targetOf(event, "[aria-current]")) return;
      this.heading.focus({ preventScroll: true });
      if (byId("unloaded").textContent !== "") this.route(); // the address stays, and the part is tried again
    });
    onFile((file, many) => this.take(file, many));
    addEventListener("dragenter", () => this.style(), { once: true });
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault(); // the address stays: it names the view
      byId("main").focus();
    });
  }

  /** Load what the first view needs, and show what the address asks for. */
  async start() {
    await this.library.open();
    this.parts.verify?.list(); // a file that came first has opened it
    this.library.prefer(await this.library.load(FIRST));
    await this.play.open(this.opening, { level: recall("level") });
    byId("loading-long").textContent = NO_ANSWER;
    await this.route();
    document.documentElement.dataset.ready = "true";
  }

  /**
   * Have the certificate that plays verified, in the background, if it ships and that is quick.
   * @param {import("./oracle.js").Knowledge | null} certificate
   */
  async vouch(certificate) {
    if (!certificate || !("ships" in certificate) || !certificate.ships) return;
    if (certificate.bytes > QUICK || this.vouched.has(certificate)) return;
    this.vouched.add(certificate);
    certificate.checking = true;
    this.credit(certificate);
    await new Promise((resolve) => {
      if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: CALM }); // a busy page is never idle
      else setTimeout(resolve);
    });
    try {
      const { status, reason } = await check(await this.library.file(certificate.name), () => {}).verdict;
      if (status === "failed") throw new Error(reason);
      certificate.status ||= status;
    } catch {
      this.vouched.delete(certificate); // it is tried again with the next game, and not verified until then
    }
    certificate.checking = false;
    setTimeout(() => this.load(), CALM);
    this.credit(certificate);
  }

  /**
   * Have a certificate that is shown verified, after a moment in which the page has better things to do.
   * @param {Certificate} certificate
   */
  vouchSoon(certificate) {
    setTimeout(() => this.vouch(certificate), CALM);
  }

  /** Load the parts that the first view does without, so that the page needs no network any more. */
  async load() {
    const later = [
      import("./why.js"), import("./more.js"), import("./smallerbar.js"), import("./recompute.js"),
      import("./words-links.js"), import("./words-setup.js"), import("./puzzling.js"), import("./notation.js"),
    ];
    await Promise.allSettled([...Object.values(PARTS).map((load) => load()), ...later, this.style()]);
    document.documentElement.dataset.loaded = "true";
  }

  /**
   * Is aborted as soon as the reader goes elsewhere. Whoever waits for something that the address asks for takes it
   * before, and stops after, if it is.
   */
  get signal() {
    return this.going.signal;
  }

  /** Follow the address; data-routes and data-routed count those begun, and those that nothing waits for any more. */
  async route() {
    const { dataset } = document.documentElement;
    dataset.routes = String(Number(dataset.routes ?? 0) + 1);
    await this.follow().finally(() => (dataset.routed = String(Number(dataset.routed ?? 0) + 1)));
  }

  /** Show what the address asks for (links.js), unless it asks for something else before that is there. */
  async follow() {
    this.going.abort();
    this.going = new AbortController();
    this.pending = new Set();
    byId("loading").hidden = true;
    const { marked, entering, signal } = this;
    this.entering = false;
    announce("unloaded", "");
    const held = document.activeElement;
    const fragment = this.address.read();
    const { view, parts, options } = readLink(fragment);
    this.linkWholePage(fragment);
    const [first = "", second = ""] = parts;
    this.show(VIEWS.includes(view) ? view : "play");
    if (view === "puzzle") await this.play.puzzle(first, signal);
    else if (view === "play" && first !== "" && fragment !== this.play.match.link) {
      await this.play.open(first, options, signal);
    } else if (this.view === "play") this.play.back();
    if (signal.aborted) return;
    this.mark();
    if (this.view === "play") this.play.name();
    else await this.using(() => this.openPart(view, first, second, options));
    if (signal.aborted) return;
    if (entering) this.play.board.enter();
    else if (marked !== "") this.moveFocus(held, marked !== this.marked);
    if (this.view === "play" && !["", "puzzle"].includes(view)) await this.tellWrongLink(view, options);
  }

  /**
   * Do what needs another part of the page; gives whether that could be loaded, and says so if not.
   * @param {() => Promise<void>} work
   */
  async using(work) {
    const { signal } = this;
    announce("unloaded", "");
    try {
      await this.awaiting(work());
      return true;
    } catch (problem) {
      if (!isUnloaded(problem)) throw problem;
      if (!signal.aborted) announce("unloaded", UNLOADED);
      return false;
    }
  }

  /**
   * Wait for something that may have to be loaded; if that takes long, the page says so.
   * @template Found
   * @param {Promise<Found>} work
   */
  async awaiting(work) {
    const { pending } = this;
    const draw = () => (byId("loading").hidden = this.pending.size === 0);
    pending.add(work);
    draw();
    try {
      return await work;
    } finally {
      pending.delete(work);
      draw();
    }
  }

  /**
   * Show what the address asks for in one of the other parts.
   * @param {string} view
   * @param {string} first
   * @param {string} second
   * @param {Record<string, string>} options
   */
  async openPart(view, first, second, options) {
    const { signal } = this;
    const part = await this.part(/** @type {keyof Parts} */ (view));
    if (signal.aborted) return;
    const { learn, losers, chart } = this.parts;
    if (part === learn) learn.open(first);
    if (part === losers) await losers.open(first, options);
    if (part === chart) await (first || second ? chart.go(first, second, options) : chart.open());
  }

  /**
   * Say what is wrong with a link that leads to Play, unless that was said.
   * @param {string} view what it names
   * @param {Record<string, string>} options
   */
  async tellWrongLink(view, options) {
    if (view === "play" && Object.keys(options).length === 0) return;
    const { signal } = this;
    const { wrongLink } = await import("./words-links.js");
    if (!signal.aborted && byId("setup-error").textContent === "") announce("setup-error", wrongLink(view, options));
  }

  /** The heading of the view. */
  get heading() {
    return byId(`${this.view}-title`);
  }

  /**
   * Where a link led to another view, or is gone, go on at the heading; unless the focus went elsewhere meanwhile.
   * @param {Element | null} held what had the focus when the link was followed
   * @param {boolean} elsewhere whether the view is another one
   */
  moveFocus(held, elsewhere) {
    const focused = document.activeElement;
    const isLost = !(focused instanceof HTMLElement) || focused.offsetParent === null;
    if (isLost || (focused === held && elsewhere)) this.heading.focus({ preventScroll: true });
  }

  /** The style of the other parts and of Why, loaded once. */
  style() {
    this.styled ??= new Promise((done) => {
      const link = element("link", { rel: "stylesheet", href: "views.css" });
      link.onload = done;
      link.onerror = () => {
        link.remove();
        this.styled = undefined; // it is tried again with the next part
        done(undefined);
      };
      document.head.querySelector("[rel=stylesheet]")?.before(link);
    });
    return this.styled;
  }

  /**
   * A part of the page, loaded if need be.
   * @template {keyof Parts} Name
   * @param {Name} name
   * @returns {Promise<Parts[Name]>}
   */
  async part(name) {
    const [Part] = await Promise.all([PARTS[name](), this.style()]);
    delete byId(`view-${name}`).dataset.waiting;
    return (this.parts[name] ??= new Part(this));
  }

  /**
   * Show a part of the page.
   * @param {string} view
   */
  show(view) {
    if (this.view === view) return;
    if (this.view !== "") scrollTo(0, 0);
    this.view = view;
    for (const name of VIEWS) byId(`view-${name}`).hidden = name !== view;
    if (view !== "play" && !(view in this.parts)) byId(`view-${view}`).dataset.waiting = ""; // only its heading is seen
    byId("elsewhere").hidden = view === "play"; // which has a link of its own
    if (view === "play") this.play.draw();
    this.mark();
  }

  /** Name the view in the title, and mark it among the links to all views; a puzzle has a link of its own. */
  mark() {
    const name = (this.marked = this.view === "play" && this.play.match.puzzle ? "puzzle" : this.view);
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav a"))) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `zchomp: ${this.heading.textContent}`;
  }

  /**
   * Let the address name the view, without a new entry in the history.
   * @param {string} fragment
   */
  at(fragment) {
    const view = fragment.split(/[/?]/)[0];
    if (this.view !== (view === "puzzle" ? "play" : view)) return;
    this.address.write(fragment);
    this.linkWholePage(fragment);
  }

  /**
   * Within somebody else's page, let a link lead to the whole page.
   * @param {string} fragment
   */
  linkWholePage(fragment) {
    byId("whole-view", "a").href = this.linkTo(fragment);
  }

  /**
   * The address of a link, under the one that the owner of the site gave, if there is one.
   * @param {string} fragment
   */
  linkTo(fragment) {
    const given = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
    return `${given ?? location.origin + location.pathname}#${fragment}`;
  }

  /**
   * Go to a game, with the focus on its bar.
   * @param {string} fragment
   */
  enter(fragment) {
    this.entering = true;
    this.address.go(fragment);
  }

  /**
   * Play a loser: the computer begins, so that the reader has the better side, and plays as well as it can.
   * @param {number[]} rows
   */
  playAt(rows) {
    this.enter(writeLink("play", [rows.join(",")], { first: "computer", level: "perfect" }));
  }

  /**
   * List a slice.
   * @param {Certificate} certificate
   * @param {import("./certificate.js").Slice} slice
   */
  async losersOf(certificate, slice) {
    await this.using(async () => (await this.part("losers")).go(certificate, slice));
  }

  /**
   * Verify a file that was given.
   * @param {File} file
   * @param {number} many files that were given at once
   */
  async take(file, many) {
    this.show("verify");
    this.address.go("verify");
    await this.using(async () => {
      (this.parts.verify ?? (await this.part("verify"))).run(file.name, file, false, many);
    });
  }

  /**
   * Say anew, wherever a certificate is used, whether it is verified.
   * @param {Certificate} certificate
   */
  credit(certificate) {
    if (this.play.match.knowledge === certificate) this.play.credit();
    this.parts.chart?.credit(certificate);
    this.parts.losers?.credit(certificate);
  }
}

/** Keep the page for a visit without a network, if it was written for a web host. */
async function keep() {
  const script = document.querySelector('meta[name="zchomp-offline"]')?.getAttribute("content");
  if (script && "serviceWorker" in navigator) await (await import("./offline.js")).keepPage(script);
}

document.documentElement.dataset.embed = String(new URLSearchParams(location.search).has("embed"));
const app = new App();
app.start().catch((problem) => {
  byId("loading").className = "error";
  byId("loading").textContent = `The page cannot start: ${problem.message}`;
}).then(keep).catch(() => {}); // a page that is not kept is a page all the same
