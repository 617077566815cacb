/** Losers: the list of a slice as the papers print it, to read and to copy as text, LaTeX or JSON. */

import { byId, copy, element } from "./dom.js";
import { quote, trim } from "./position.js";
import { sliceMap } from "./slicemap.js";
import { claimText, linear, sequenceText, sliceName, symbolicLosers, symbolicText } from "./words.js";

/** @typedef {import("./certificate.js").Slice} Slice */

/** The list in one of three notations. @param {Slice} slice @param {string} format */
export function listed(slice, format) {
  const losers = symbolicLosers(slice);
  if (format === "json") return JSON.stringify(record(slice, losers));
  if (format === "latex") {
    const terms = losers.map(({ bottom, start, step, b }) => `[${[...bottom, linear(start, step, "a", ""), b].join(", ")}]`);
    const forever = slice.kind === "periodic" ? " \\quad (a \\ge 0)" : "";
    return terms.length > 0 ? `$${terms.join("$, $")}$${forever && `$${forever}$`}` : "$\\emptyset$";
  }
  return losers.map((loser) => symbolicText(loser)).join(", ") || `none: ${sequenceText(slice)}`;
}

/** As zchomp losers --json has it. */
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
    for (const id of ["losers-format", "losers-nim"]) byId(id).addEventListener("change", () => this.show());
    byId("losers-certificate").addEventListener("change", () => this.show());
    byId("losers-copy").addEventListener("click", async () => {
      const done = await copy(byId("losers-list").textContent);
      byId("losers-status").textContent = done ? "Copied." : "The browser does not allow copying; mark the text instead.";
    });
  }

  /** All certificates to choose from. */
  fill() {
    const choice = byId("losers-certificate");
    const before = choice.value;
    const own = this.app.library.loaded.map(({ name, rows, nim, upto }) => ({ name, rows, nim, upto }));
    const entries = [...this.app.library.entries, ...own.filter(({ name }) => !this.app.library.entries.some((one) => one.name === name))];
    choice.replaceChildren(...entries.map((entry) => element("option", { value: entry.name }, claimText(entry))));
    choice.value = entries.some(({ name }) => name === before) ? before : this.app.library.loaded[0]?.name;
  }

  /** Show a slice. @param {import("./certificate.js").Certificate} certificate @param {number[]} tail */
  open(certificate, tail) {
    this.fill();
    byId("losers-certificate").value = certificate.name;
    byId("losers-tail").value = tail.join(", ") || "0";
    return this.show();
  }

  async show() {
    const status = byId("losers-status");
    try {
      const name = byId("losers-certificate").value;
      const tail = rowsOf(byId("losers-tail").value);
      const own = this.app.library.loaded.find((one) => one.name === name);
      const chosen = own ?? (await this.app.library.load(name));
      const certificate = await this.holding(chosen, tail);
      byId("losers-certificate").value = certificate.name;
      this.nims(certificate);
      const slice = certificate.slice(tail, Number(byId("losers-nim").value || 0));
      byId("losers-list").textContent = listed(slice, byId("losers-format").value);
      status.textContent = `${capital(sliceName(slice))}: ${sequenceText(slice)}`;
      const map = slice.kind === "empty" ? [] : [sliceMap(slice, { whole: true, name: `Map of ${sliceName(slice)}: a to the right, b upwards.` })];
      byId("losers-map").replaceChildren(...map);
      this.app.at(`losers/${slice.tail.join(",") || 0}`);
    } catch (problem) {
      status.textContent = problem.message;
      byId("losers-list").textContent = "";
      byId("losers-map").replaceChildren();
    }
  }

  /** The certificate, or another one that has the slice, if it does not. */
  async holding(certificate, tail) {
    if (certificate.slice(tail)) return certificate;
    const other = await this.app.library.covering([tail[0], tail[0], ...tail]);
    if (!other?.slice(tail)) throw new RangeError(`No certificate on this page has the rows ${tail.join(", ")}; expected fewer, or shorter ones.`);
    return other;
  }

  nims(certificate) {
    const choice = byId("losers-nim");
    const before = Math.min(Number(choice.value || 0), certificate.nim);
    choice.replaceChildren(...Array.from({ length: certificate.nim + 1 }, (_, nim) => element("option", { value: nim }, String(nim))));
    choice.value = String(before);
  }
}

/** The rows from the third on that are meant. */
function rowsOf(text) {
  const numbers = /^[\s([]*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*)[\s)\]]*$/.exec(text);
  const tail = numbers ? numbers[1].split(",").map(Number) : [];
  if (!numbers || tail.some((length, i) => i > 0 && length > tail[i - 1])) {
    throw new RangeError(`${quote(text)} are not rows from the third on; expected numbers like 5, or like 4, 2, that do not increase`);
  }
  return trim(tail);
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
