/** Losers: the list of a slice as the papers print it, to read and to copy as text, LaTeX or JSON. */

import { byId, copy, element, phrase } from "./dom.js";
import { quote, trim } from "./position.js";
import { mapFigure } from "./slicemap.js";
import { claimText, linear, sequenceText, sliceName, symbolicLosers, symbolicText } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./words.js").SymbolicLoser} SymbolicLoser */

/** The list in one of three notations. @param {Slice} slice @param {string} format */
export function listed(slice, format) {
  const losers = symbolicLosers(slice);
  if (format === "json") return JSON.stringify(record(slice, losers));
  if (format === "latex") return latex(losers);
  return losers.map((loser) => symbolicText(loser)).join(", ") || `none: ${sequenceText(slice)}`;
}

/** Formulas, one for each loser; the last one says for which a they hold. @param {SymbolicLoser[]} losers */
function latex(losers) {
  const terms = losers.map(({ bottom, start, step, b }) => [...bottom, linear(start, step, "a", ""), b].join(", "));
  const forever = losers.some(({ step }) => step > 0) ? " \\quad (a \\ge 0)" : "";
  return terms.length > 0 ? `$[${terms.join("]$, $[")}]${forever}$` : "$\\emptyset$";
}

/** As zchomp losers --json has it. @param {Slice} slice @param {SymbolicLoser[]} losers */
function record(slice, losers) {
  const { tail, nim, kind, modulus, bound } = slice;
  return { tail, nim, kind, head: [...slice.head], period: [...slice.period], modulus, bound, losers };
}

/** The view. */
export class Losers {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    byId("losers-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.show();
    });
    for (const id of ["losers-format", "losers-nim", "losers-certificate"]) {
      byId(id).addEventListener("change", () => this.show());
    }
    byId("losers-copy").addEventListener("click", async () => {
      const done = await copy(byId("losers-list").textContent);
      byId("losers-status").textContent = done ? "Copied." : "The browser does not allow it; mark the text instead.";
    });
  }

  /** All certificates to choose from. */
  fill() {
    const choice = byId("losers-certificate");
    const { library } = this.app;
    const choices = library.choices();
    const before = choice.value;
    const options = choices.map((one) => {
      const words = one.id === one.name ? claimText(one) : `${claimText(one)} (yours: ${one.name})`;
      return element("option", { value: one.id }, words);
    });
    choice.replaceChildren(...options);
    choice.value = choices.some(({ id }) => id === before) ? before : library.loaded[0]?.id;
  }

  /** Let a certificate be the one that is asked, for losers. @param {Certificate} certificate */
  choose(certificate) {
    this.fill();
    byId("losers-certificate").value = certificate.id;
    byId("losers-nim").value = "0";
  }

  /** Show what the form asks for. */
  async show() {
    const status = byId("losers-status");
    try {
      const tail = rowsOf(byId("losers-tail").value);
      const chosen = await this.app.library.chosen(byId("losers-certificate").value);
      const certificate = await this.holding(chosen, tail);
      byId("losers-certificate").value = certificate.id;
      this.nims(certificate);
      const slice = certificate.slice(tail, Number(byId("losers-nim").value || 0));
      const name = sliceName(slice);
      const format = byId("losers-format").value;
      const list = listed(slice, format);
      byId("losers-list").replaceChildren(...(format === "text" ? phrase(list) : [list]));
      status.replaceChildren(...phrase(`${capital(name)}: ${sequenceText(slice)}`));
      const map = slice.kind === "empty" ? [] : [mapFigure(slice, { whole: true }, name)];
      byId("losers-map").replaceChildren(...map);
      this.app.at(`losers/${slice.tail.join(",") || 0}`);
    } catch (problem) {
      status.textContent = problem.message;
      byId("losers-list").textContent = "";
      byId("losers-map").replaceChildren();
    }
  }

  /**
   * The certificate, or another one that has the slice, if it does not.
   * @param {Certificate} certificate @param {number[]} tail
   */
  async holding(certificate, tail) {
    if (certificate.slice(tail)) return certificate;
    const other = await this.app.library.having(tail);
    if (other?.slice(tail)) return other;
    const rows = tail.join(", ");
    throw new RangeError(`No certificate on this page has the rows ${rows}; expected fewer, or shorter ones.`);
  }

  /** The nim-values to choose from. @param {Certificate} certificate */
  nims(certificate) {
    const choice = byId("losers-nim");
    const before = Math.min(Number(choice.value || 0), certificate.nim);
    const values = Array.from({ length: certificate.nim + 1 }, (_, nim) => nim);
    choice.replaceChildren(...values.map((nim) => element("option", { value: nim }, String(nim))));
    choice.value = String(before);
  }
}

/** The rows from the third on that are meant. @param {string} text @returns {number[]} */
function rowsOf(text) {
  const numbers = /^[\s([]*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*)[\s)\]]*$/.exec(text);
  const tail = numbers ? numbers[1].split(",").map(Number) : [];
  if (!numbers || tail.some((length, i) => i > 0 && length > tail[i - 1])) {
    const expected = "expected numbers like 5, or like 4, 2, that do not increase";
    throw new RangeError(`${quote(text)} are not rows from the third on; ${expected}`);
  }
  return trim(tail);
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
