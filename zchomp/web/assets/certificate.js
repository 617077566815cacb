/**
 * Certificates, as the page uses them: every slice of the claim with its sequence B(a): head first, period forever.
 *
 * Reading one checks its form: that it is a full certificate with one line for each slice of its claim. Whether it is
 * true is the checker's business (verify.js). A term that does not exist is -1.
 */

import { MAX_ROWS, quote, trim } from "./position.js";

/**
 * What a line of a certificate says of a slice.
 * @typedef {{tail: number[], nim: number, kind: string, head: number[], period: number[], modulus: number,
 *   bound: number}} SliceRecord
 */

/** A slice: the positions with these rows from the third on and this nim-value; 0: the losers. */
export class Slice {
  /**
   * @param {SliceRecord} record
   * @param {number} line its line in the file, the header being line 1
   */
  constructor(record, line) {
    this.tail = trim(record.tail);
    this.width = this.tail[0] ?? 0;
    this.nim = record.nim;
    this.kind = record.kind;
    this.head = Float64Array.from(record.head);
    this.period = Float64Array.from(record.period);
    this.modulus = record.modulus;
    this.bound = record.bound;
    this.line = line;
    this.largest = Math.max(0, maximum(this.head), maximum(this.period));
  }

  /**
   * B(a), or -1.
   * @param {number} a
   */
  term(a) {
    const n = this.head.length;
    if (a < n) return a >= 0 ? this.head[a] : -1;
    return this.period.length > 0 ? this.period[(a - n) % this.period.length] : -1;
  }

  /**
   * The position with second row width + a, and b more squares in the first.
   * @param {number} a
   * @param {number} b
   */
  position(a, b) {
    const second = this.width + a;
    return trim([second + b, second, ...this.tail]);
  }
}

/** @param {Float64Array} terms */
const maximum = (terms) => terms.reduce((most, term) => (term > most ? term : most), 0);

/** A certificate that was read: its claim, and its slices. */
export class Certificate {
  /**
   * @param {string} name
   * @param {{rows: number, nim: number, upto: number}} claim
   * @param {Map<string, Slice>} slices
   * @param {string[]} lines
   */
  constructor(name, claim, slices, lines) {
    this.name = name;
    this.slices = slices;
    this.lines = lines;
    this.rows = claim.rows;
    this.nim = claim.nim;
    this.upto = claim.upto;
    this.bytes = 0;
    /** @type {import("./checking.js").Status | ""} what the checker said of it; empty before */
    this.status = "";
    this.checking = false; // it is being verified, unasked
    this.ships = false;
    this.id = name; // what tells it from others of the same name
  }

  /**
   * @param {number[]} tail without zeros at its end
   * @param {number} nim
   * @returns {Slice | undefined}
   */
  slice(tail, nim = 0) {
    return this.slices.get(sliceKey(tail, nim));
  }

  /**
   * A slice that its claim has.
   * @param {number[]} tail without zeros at its end
   * @returns {Slice}
   */
  has(tail) {
    const found = this.slice(tail);
    if (!found) throw new RangeError(`${this.name} has no slice with the rows ${tail.join(", ")}.`);
    return found;
  }

  /**
   * Whether it knows who wins a position.
   * @param {number[]} rows
   */
  covers(rows) {
    return rows.length <= this.rows && (rows[2] ?? 0) <= this.upto;
  }
}

/**
 * What a certificate keeps a slice under.
 * @param {number[]} tail without zeros at its end
 * @param {number} nim
 */
export const sliceKey = (tail, nim) => `${nim}:${tail.join(",")}`;

/** A file that is no certificate for looking up; it may be one for the checker. */
export class Unusable extends SyntaxError {
  /**
   * @param {string} name
   * @param {string} why
   */
  constructor(name, why) {
    super(`${quote(name)} cannot be used: ${why}`);
    this.why = why;
  }
}

const FORMAT = "zchomp-certificate 1";
const CLAIM = /\{"game":"chomp","rows":\d{1,9},"nim":\d{1,9},"upto":\d{1,9}\}/;
const HEADER = new RegExp(`^\\{"format":"${FORMAT}","claim":${CLAIM.source},"mode":"full","producer":"[^"\\\\]*"\\}$`);

/**
 * Read a certificate.
 * @param {string} name
 * @param {string} text
 * @returns {Certificate}
 * @throws {Unusable} if it is no full certificate
 */
export function readCertificate(name, text) {
  const lines = text.split("\n");
  const fail = (/** @type {string} */ why) => new Unusable(name, why);
  if (lines[0].includes('"mode":"compact"')) {
    throw fail("it is compact, and has digests in place of the losers. A full certificate has them");
  }
  if (!HEADER.test(lines[0])) throw fail(`its first line is not the header of a full ${FORMAT}`);
  const { claim } = JSON.parse(lines[0]);
  if (claim.rows < 2 || claim.rows > MAX_ROWS) throw fail(`it has ${claim.rows} rows; expected 2 to ${MAX_ROWS}`);
  const count = sliceCount(claim);
  if (lines.length !== count + 3 || lines[count + 2] !== "") {
    throw fail(`expected ${count + 2} lines, found ${lines.length - 1}`);
  }
  const slices = new Map();
  for (let i = 1; i <= count; i++) {
    const record = parsed(lines[i]);
    if (!isSlice(record, claim)) throw fail(`line ${i + 1} is not a slice of the claim`);
    const slice = new Slice(record, i + 1);
    const name = sliceKey(slice.tail, slice.nim);
    if (slices.has(name)) throw fail(`line ${i + 1} is about a slice that another line is about`);
    slices.set(name, slice);
  }
  return new Certificate(name, claim, slices, lines);
}

/**
 * How many slices a claim has: C(upto + rows - 2, rows - 2) tails for each nim-value.
 * @param {{rows: number, nim: number, upto: number}} claim
 */
function sliceCount({ rows, nim, upto }) {
  let tails = 1;
  for (let i = 1; i <= rows - 2; i++) tails = (tails * (upto + i)) / i;
  return Math.round(tails) * (nim + 1);
}

/**
 * What a line says, or null.
 * @param {string} line
 * @returns {unknown}
 */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * @param {unknown} n
 * @returns {n is number}
 */
const isNumber = (n) => Number.isSafeInteger(n) && Number(n) >= 0;

/**
 * @param {unknown} value
 * @returns {value is number[]}
 */
const isList = (value) => Array.isArray(value) && value.every(isNumber);

/**
 * Whether a line is about a slice of the claim, and has its form.
 * @param {unknown} record
 * @param {{rows: number, nim: number, upto: number}} claim
 * @returns {record is SliceRecord}
 */
function isSlice(record, { rows, nim, upto }) {
  if (record === null || typeof record !== "object") return false;
  const fields = /** @type {{[Name in keyof SliceRecord]?: unknown}} */ (record);
  const { tail, kind, head, period, nim: value } = fields;
  if (!isList(tail) || !isList(head) || !isList(period) || !isNumber(value)) return false;
  if (!isNumber(fields.modulus) || !isNumber(fields.bound) || tail.length !== rows - 2 || value > nim) return false;
  if (tail.some((length, i) => length > (i > 0 ? tail[i - 1] : upto))) return false;
  // No slice has larger terms: B(a) is at most the number of values that are excluded (proofs/soundness.md, Theorem 1).
  const most = head.length + period.length + tail.reduce((sum, row) => sum + row, 0) + (tail[0] ?? 0) + value + 1;
  if (head.some((term) => term > most) || period.some((term) => term > most)) return false;
  if (kind === "periodic") return period.length > 0;
  return period.length === 0 && (kind === "finite" ? head.length > 0 : kind === "empty" && head.length === 0);
}
