/** The library: the certificates that ship with the page, and those that were dropped on it; loaded when needed. */

import { readCertificate } from "./certificate.js";
import { knows } from "./oracle.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {{name: string, bytes: number, mode: string, rows: number, nim: number, upto: number}} Entry */

const FOLDER = "certificates/";

/** What there is, and what of it is loaded. */
export class Library {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Map<string, Promise<Certificate>>} */
    this.loading = new Map();
    /** @type {Certificate[]} the loaded ones; the one that was chosen last comes first */
    this.loaded = [];
  }

  /** Read the list of what ships: by rows, nim-values and size. */
  async open() {
    this.entries = await (await fetched(`${FOLDER}index.json`)).json();
    this.entries.sort((x, y) => x.rows - y.rows || x.nim - y.nim || x.bytes - y.bytes);
  }

  /** The bytes of a certificate that ships. @param {string} name @returns {Promise<Blob>} */
  async file(name) {
    return (await fetched(FOLDER + name)).blob();
  }

  /** Load one that ships, once. @param {string} name @returns {Promise<Certificate>} */
  load(name) {
    const before = this.loading.get(name);
    if (before) return before;
    const loading = this.file(name).then(async (file) => this.add(name, await file.text(), file.size));
    this.loading.set(name, loading);
    loading.catch(() => this.loading.delete(name));
    return loading;
  }

  /** Read a certificate and keep it. @param {string} name @param {string} text @param {number} bytes */
  add(name, text, bytes) {
    const certificate = readCertificate(name, text);
    certificate.bytes = bytes;
    this.loaded.push(certificate);
    return certificate;
  }

  /** Let a certificate be asked first. @param {Certificate} certificate */
  prefer(certificate) {
    this.loaded = [certificate, ...this.loaded.filter((other) => other !== certificate)];
  }

  /** A loaded certificate that knows a position. @param {number[]} rows @returns {Certificate | undefined} */
  ready(rows) {
    return this.loaded.find((certificate) => certificate.covers(rows)) ??
      this.loaded.find((certificate) => knows(certificate, rows));
  }

  /** A certificate that knows a position, loaded if need be; undefined if none does. @param {number[]} rows */
  async covering(rows) {
    const ready = this.ready(rows);
    if (ready) return ready;
    const covers = (/** @type {Entry} */ entry) => entry.rows >= rows.length && entry.upto >= (rows[2] ?? 0);
    const entry = this.entries.find(covers) ?? this.entries.find((one) => one.rows >= rows[0] && one.upto >= rows.length);
    return entry && this.load(entry.name);
  }
}

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is missing: ${response.status}`);
  return response;
}
