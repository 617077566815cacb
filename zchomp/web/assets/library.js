/** The library: the certificates that ship with the page, and those that were given to it; loaded when needed. */

import { readCertificate } from "./certificate.js";
import { TURNED, knows } from "./oracle.js";
import { isSmall, transpose } from "./position.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./computed.js").Computed} Computed */
/**
 * @typedef {{name: string, bytes: number, sha256?: string, rows: number, nim: number, upto: number}} Entry
 */

const FOLDER = "certificates/";

/** What there is, and what of it is loaded. */
export class Library {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Map<string, Promise<Blob>>} */
    this.files = new Map();
    /** @type {Map<string, Promise<Certificate>>} */
    this.loading = new Map();
    /** @type {Certificate[]} the loaded ones; the one that was chosen last comes first */
    this.loaded = [];
    /** @type {Map<string, Promise<Computed>>} what was computed about small bars */
    this.computed = new Map();
  }

  /** Read the list of what ships: by rows, nim-values and size. */
  async open() {
    this.entries = await (await fetched(`${FOLDER}index.json`)).json();
    this.entries.sort((x, y) => x.rows - y.rows || x.nim - y.nim || x.bytes - y.bytes);
  }

  /**
   * The bytes of a certificate that ships, fetched once.
   * @param {string} name
   * @returns {Promise<Blob>}
   */
  file(name) {
    return once(this.files, name, async () => (await fetched(FOLDER + name)).blob());
  }

  /**
   * Load one that ships, once.
   * @param {string} name
   * @returns {Promise<Certificate>}
   */
  load(name) {
    return once(this.loading, name, async () => {
      const file = await this.file(name);
      return this.add(name, await file.text(), file.size, true);
    });
  }

  /**
   * Read a certificate and keep it; one that was given takes the place of one of the same name that was given before.
   * @param {string} name
   * @param {string} text
   * @param {number} bytes
   * @param {boolean} ships
   */
  add(name, text, bytes, ships = false) {
    const certificate = readCertificate(name, text);
    certificate.bytes = bytes;
    certificate.ships = ships;
    certificate.id = ships ? name : `yours: ${name}`;
    this.loaded = [...this.loaded.filter(({ id }) => id !== certificate.id), certificate];
    return certificate;
  }

  /**
   * Let a certificate be asked first.
   * @param {Certificate} certificate
   */
  prefer(certificate) {
    this.loaded = [certificate, ...this.loaded.filter((other) => other !== certificate)];
  }

  /**
   * Forget a certificate that was given.
   * @param {Certificate} certificate
   */
  drop(certificate) {
    this.loaded = this.loaded.filter((other) => other !== certificate);
  }

  /**
   * A loaded certificate that knows a position.
   * @param {number[]} rows
   * @returns {Certificate | undefined}
   */
  ready(rows) {
    return this.loaded.find((certificate) => certificate.covers(rows)) ??
      this.loaded.find((certificate) => knows(certificate, rows));
  }

  /**
   * What knows a position: a certificate, perhaps with rows and columns exchanged, loaded if need be; or, for a small
   * bar that no certificate knows, a computed table.
   * @param {number[]} rows
   * @returns {Promise<import("./oracle.js").Knowledge | undefined>} undefined if nothing does
   */
  async covering(rows) {
    const ready = this.ready(rows);
    if (ready) return ready;
    const turned = rows[0] <= TURNED ? transpose(rows) : null;
    const entry = this.entries.find((one) => covers(one, rows)) ??
      this.entries.find((one) => turned !== null && covers(one, turned));
    if (entry) return this.load(entry.name);
    if (!isSmall(rows)) return undefined;
    const { Computed } = await import("./computed.js");
    return once(this.computed, rows.join(","), () => Computed.later(rows));
  }
}

/**
 * Whether a certificate that ships knows a position.
 * @param {Entry} entry
 * @param {number[]} rows
 */
const covers = (entry, rows) => entry.rows >= rows.length && entry.upto >= (rows[2] ?? 0);

/**
 * The value that is kept under a name, or begun now; a failure is not kept.
 * @template T
 * @param {Map<string, Promise<T>>} values
 * @param {string} name
 * @param {() => Promise<T>} begin
 * @returns {Promise<T>}
 */
function once(values, name, begin) {
  const before = values.get(name);
  if (before) return before;
  const begun = begin();
  values.set(name, begun);
  begun.catch(() => values.delete(name));
  return begun;
}

/**
 * A file of the page.
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function fetched(path) {
  const response = await fetch(path).catch(() => null);
  if (response === null) throw new Error(`${path} cannot be fetched: the server of this page does not answer.`);
  if (!response.ok) throw new Error(`${path} cannot be fetched: the server answers ${response.status}.`);
  return response;
}
