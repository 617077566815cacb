/**
 * The address of the page: the part after # names the view.
 *
 * Browsers refuse to change it often: Chromium stops following, others throw. So it is changed at most a few times a
 * second, and the last name is the one that stays.
 */

import { targetOf } from "./dom.js";

/** Milliseconds between two changes. */
const PACE = 250;

export class Address {
  constructor() {
    /** @type {string | null} the address that is not written yet */
    this.wanted = null;
    /** what the address was when it was last read or written: a reader who changed it since is not overruled */
    this.known = location.hash;
    this.timer = 0;
    document.addEventListener("click", (event) => targetOf(event, 'a[href^="#"]') && this.settle(), true);
  }

  /**
   * The part after #, as it stands if it is not well formed; what was still to be written is over.
   * @returns {string}
   */
  read() {
    this.wanted = null;
    this.known = location.hash;
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  }

  /**
   * Change it, soon, without a new entry in the history.
   * @param {string} fragment
   */
  write(fragment) {
    this.wanted = fragment;
    if (this.timer === 0) this.change();
  }

  /**
   * Go elsewhere, with a new entry in the history; the way back leads to the present view.
   * @param {string} fragment
   */
  go(fragment) {
    this.settle();
    location.hash = fragment;
  }

  /** Write the address at once, if it is not written yet. */
  settle() {
    if (this.wanted === null) return;
    clearTimeout(this.timer);
    this.change();
  }

  /** Write the address, and wait before the next change. */
  change() {
    this.timer = 0;
    const fragment = this.wanted;
    this.wanted = null;
    if (fragment === null || location.hash !== this.known) return;
    try {
      if (location.hash !== `#${fragment}`) history.replaceState(null, "", `#${fragment}`);
    } catch {
      // The browser had enough of it for now; the next change is soon enough.
    }
    this.known = location.hash;
    this.timer = setTimeout(() => this.change(), PACE);
  }
}
