/** Losers: the list of a slice as the papers print it, to read and to copy as text, LaTeX or JSON. */

import { choicesOf, chosenOf, holderOf, nameFor, usualHolder } from "./choosing.js";
import { announce, byId, copy, element, messageOf, phrase, revise } from "./dom.js";
import { writeLink } from "./links.js";
import { EXPECTED, parseRows } from "./notation.js";
import { grouped, rowsText, trim } from "./position.js";
import { mapFigure } from "./slicemap.js";
import { symbolicLosers, symbolicRows, symbolicTerms, symbolicText } from "./symbols.js";
import { GROWING, LOADING_LIST, lacking, listCopied, noNim, noTail, notNamed, sourceWords } from "./words-chart.js";
import { sequenceText, sliceName, sliceSentence } from "./words-slices.js";
import { claimText } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./certificate.js").Slice} Slice */
/** @typedef {import("./symbols.js").SymbolicLoser} SymbolicLoser */

/**
 * The list in one of four notations: to be read, or to be copied as zchomp losers prints it.
 * @param {Slice} slice
 * @param {string} format
 * @param {string} times how a product is written in a text
 */
function listed(slice, format, times) {
  const losers = symbolicLosers(slice);
  if (format === "json") return JSON.stringify(record(slice, losers));
  if (format === "latex") return latex(losers);
  const written = format === "rows" ? symbolicRows : symbolicText;
  return losers.map((loser) => written(loser, times)).join(", ") || `none: ${sequenceText(slice)}`;
}

/**
 * Formulas, one for each loser; the last one says for which a they hold.
 * @param {SymbolicLoser[]} losers
 */
function latex(losers) {
  const terms = losers.map((loser) => symbolicTerms(loser));
  const forever = losers.some(({ step }) => step > 0) ? " \\quad (a \\ge 0)" : "";
  return terms.length > 0 ? `$[${terms.join("]$, $[")}]${forever}$` : "$\\emptyset$";
}

/**
 * As a line of zchomp losers --json has it.
 * @param {Slice} slice
 * @param {SymbolicLoser[]} losers
 */
function record(slice, losers) {
  const { tail, nim, kind, modulus, bound } = slice;
  return { tail, nim, kind, head: [...slice.head], period: [...slice.period], modulus, bound, positions: losers };
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
    /** @type {Certificate | null} the certificate that is shown */
    this.shown = null;
    /** the nim-value of the positions that are listed */
    this.wanted = 0;
    /** what Copy copies */
    this.copied = "";
    /** the number of the last request: what an earlier one waited for is not shown any more */
    this.request = 0;
    byId("losers-nim").addEventListener("change", () => {
      this.wanted = Number(byId("losers-nim", "select").value);
      this.show();
    });
    for (const id of ["losers-format", "losers-certificate"]) byId(id).addEventListener("change", () => this.show());
    this.fill();
    byId("losers-copy").addEventListener("click", async () => {
      const done = await copy(this.copied);
      announce("losers-status", listCopied(done));
    });
  }

  /** All certificates to choose from. */
  fill() {
    const choice = byId("losers-certificate", "select");
    const { library } = this.app;
    const choices = choicesOf(library);
    const before = choice.value;
    const options = choices.map((one) => {
      const words = one.id === one.name ? claimText(one) : `${claimText(one)} (yours: ${one.name})`;
      return element("option", { value: one.id }, words);
    });
    choice.replaceChildren(...options);
    choice.value = choices.some(({ id }) => id === before) ? before : (library.loaded[0]?.id ?? "");
  }

  /**
   * Go to a slice of a certificate, for its losers.
   * @param {Certificate} certificate
   * @param {Slice} slice
   */
  go(certificate, { tail }) {
    const { library, address } = this.app;
    this.fill();
    byId("losers-certificate", "select").value = certificate.id;
    this.wanted = 0;
    address.go(writeLink("losers", [tail.join(",") || 0], { certificate: nameFor(library, certificate, tail) }));
  }

  /**
   * Show what a link asks for; where it names no certificate, one that was given to the page stays.
   * @param {string} tail
   * @param {Record<string, string>} options
   */
  async open(tail, { nim = "0", certificate = "" }) {
    const choice = byId("losers-certificate", "select");
    if (tail !== "") byId("losers-tail", "input").value = tail;
    if (tail !== "" && (certificate || !choice.value.startsWith("yours: "))) choice.value = certificate;
    const isNim = /^[0-9]{1,3}$/.test(nim);
    this.wanted = isNim ? Number(nim) : 0;
    await this.show(certificate, isNim ? "" : noNim(nim));
  }

  /**
   * Show what the form asks for.
   * @param {string} named the certificate that a link names
   * @param {string} note what else is wrong with the link
   */
  async show(named = "", note = "") {
    const request = ++this.request;
    try {
      const tail = rowsOf(byId("losers-tail", "input").value);
      const nim = this.wanted;
      this.nims();
      const { library } = this.app;
      const usual = usualHolder(library, tail, nim)?.name ?? this.app.first;
      const id = byId("losers-certificate", "select").value || usual;
      if (!library.loaded.some((one) => one.slice(tail, nim))) announce("losers-status", LOADING_LIST);
      const certificate = await this.holding(await chosenOf(library, id), tail, nim);
      if (request !== this.request) return;
      byId("losers-certificate", "select").value = certificate.id;
      const slice = certificate.slice(tail, nim);
      if (!slice) return;
      const name = sliceName(slice);
      const format = byId("losers-format", "select").value;
      const list = listed(slice, format, "");
      this.copied = listed(slice, format, "*");
      byId("losers-list").replaceChildren(...(["text", "rows"].includes(format) ? phrase(list) : [list]));
      const isHere = choicesOf(library).some((one) => one.id === named);
      announce("losers-status", `${note}${notNamed(named, certificate.id, isHere)}${sliceSentence(slice)}`);
      const map = slice.kind === "empty" ? [] : [mapFigure(slice, { whole: true }, name)];
      byId("losers-map").replaceChildren(...map);
      this.link(slice, nim);
      this.shown = certificate;
      this.credit(certificate);
      this.app.vouchSoon(certificate);
      const options = { nim: nim || "", certificate: nameFor(library, certificate, tail, nim) };
      this.app.at(writeLink("losers", [slice.tail.join(",") || 0], options));
    } catch (problem) {
      if (request !== this.request) return;
      announce("losers-status", messageOf(problem));
      this.fill(); // a link that was refused may have left no choice
      byId("losers-list").textContent = this.copied = "";
      byId("losers-map").replaceChildren();
      byId("losers-links").replaceChildren();
      byId("losers-source").replaceChildren();
      this.shown = null;
    }
  }

  /**
   * Say whether a certificate is verified, if it is the one that is shown.
   * @param {Certificate} certificate
   */
  credit(certificate) {
    if (this.shown === certificate) revise(byId("losers-source"), sourceWords("Listed from", certificate));
  }

  /**
   * The certificate, or another one that has the slice, if it does not.
   * @param {Certificate} certificate
   * @param {number[]} tail
   * @param {number} nim
   */
  async holding(certificate, tail, nim) {
    if (certificate.slice(tail, nim)) return certificate;
    const other = await holderOf(this.app.library, tail, nim);
    if (other?.slice(tail, nim)) return other;
    throw new RangeError(lacking(tail, nim));
  }

  /**
   * Links from a slice: its smallest loser on the board, and its row of the chart.
   * @param {Slice} slice
   * @param {number} nim
   */
  link(slice, nim) {
    const links = [];
    const b = slice.term(0);
    if (nim === 0 && b >= 0 && slice.width + b > 0) {
      const rows = slice.position(0, b);
      const href = `#${writeLink("play", [rows.join(",")], { first: "computer", level: "perfect" })}`;
      links.push(element("a", { href }, ...phrase(`Play ${rowsText(rows)}`)));
    }
    if (nim === 0 && slice.tail.length < 2) {
      const href = `#${writeLink("chart", [slice.width])}`;
      links.push(element("a", { href }, `Row ${grouped(slice.width)} of the chart`));
    }
    byId("losers-links").replaceChildren(...links.flatMap((one, i) => (i > 0 ? [" · ", one] : [one])));
  }

  /** The nim-values to choose from. */
  nims() {
    const choice = byId("losers-nim", "select");
    const most = Math.max(...choicesOf(this.app.library).map(({ nim }) => nim));
    const values = Array.from({ length: most + 1 }, (_, nim) => nim);
    choice.replaceChildren(...values.map((nim) => element("option", { value: nim }, String(nim))));
    choice.value = String(this.wanted);
  }
}

/**
 * The rows from the third on that are meant, in either notation.
 * @param {string} text
 * @returns {number[]}
 */
function rowsOf(text) {
  try {
    const tail = parseRows(text);
    if (tail.some((length, i) => i > 0 && length > tail[i - 1])) throw new RangeError(GROWING);
    return trim(tail);
  } catch (problem) {
    const reason = messageOf(problem);
    throw new RangeError(noTail(text, reason === EXPECTED ? undefined : reason)); // whole bars are not expected here
  }
}
