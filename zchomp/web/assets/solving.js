/** Solving a puzzle: the tries, the answer, the days in a row, and what the browser remembers of them. */

import { keep, recall } from "./memory.js";
import { known } from "./oracle.js";
import { biteText } from "./position.js";
import { dayAfter, puzzleOf, today } from "./puzzle.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./position.js").Move} Move */

/** A puzzle on the board, and how far its reader came with it; what is new is remembered at once. */
export class Puzzle {
  /**
   * @param {string} date
   * @param {Certificate} certificate
   */
  constructor(date, certificate) {
    this.date = date;
    this.rows = puzzleOf(date, certificate);
    /** the one bite that wins */
    this.answer = known(certificate, this.rows).moves[0];
    const kept = remembered(date);
    const { tries, solved, on, shown, wrong } = kept.bar === this.rows.join(",") ? kept : NOTHING;
    this.tries = tries;
    this.solved = solved;
    /** the day on which it was solved; empty if it was not, or if that day is not known */
    this.on = on;
    /** whether the answer was told */
    this.shown = shown;
    /** the wrong bites that were tried, each once, as a link has them */
    this.wrong = wrong.filter((word) => word !== biteText(this.answer));
  }

  /**
   * Whether a bite was tried and does not win, and the one that does is still to be found.
   * @param {Move} move
   */
  wasTried(move) {
    return !this.solved && this.wrong.includes(biteText(move));
  }

  /**
   * A try; the same wrong bite once more is no new one, and once the answer was told, none is.
   * @param {Move} move
   */
  guess(move) {
    const isNew = !this.wasTried(move);
    this.solved = biteText(move) === biteText(this.answer);
    if (this.solved) this.on = today();
    if (isNew && !this.solved) this.wrong.push(biteText(move));
    if (isNew && !this.shown) this.tries += 1;
    remember(this);
  }

  /** The answer is told, and stays told. */
  giveUp() {
    this.shown = true;
    remember(this);
  }

  /** Whether the answer is a secret: it was neither found nor told. */
  get isSecret() {
    return !this.solved && !this.shown;
  }

  /** Whether it is too late for it to count for a streak: its day was over before it was solved. */
  get isLate() {
    return !isInTime(this.date, this.solved ? this.on : today());
  }
}

/**
 * What is remembered of a puzzle: its bar, 9,7,4; the tries; whether it was solved, and on which day; whether it was
 * told; and the wrong bites.
 */
const MEMORY =
  /^([0-9]+(?:,[0-9]+)*) ([0-9]{1,4})( solved(?:=([0-9]{4}-[0-9]{2}-[0-9]{2}))?)?( shown)?((?: [0-9]+\.[0-9]+)*)$/;

/**
 * What is remembered of a puzzle that nobody tried.
 * @type {{bar: string, tries: number, solved: boolean, on: string, shown: boolean, wrong: string[]}}
 */
const NOTHING = { bar: "", tries: 0, solved: false, on: "", shown: false, wrong: [] };

/**
 * How far the reader came with the puzzle of a day.
 * @param {string} date
 */
function remembered(date) {
  const found = MEMORY.exec(recall(`puzzle ${date}`));
  if (!found) return NOTHING;
  const [, bar, tries, solved, on = "", shown, wrong] = found;
  const isThere = (/** @type {string | undefined} */ word) => word !== undefined;
  const words = wrong.split(" ").slice(1);
  return { bar, tries: Number(tries), solved: isThere(solved), on, shown: isThere(shown), wrong: words };
}

/** @param {Puzzle} puzzle */
function remember({ date, rows, tries, solved, on, shown, wrong }) {
  const words = [rows.join(","), String(tries), solved ? `solved=${on}` : "", shown ? "shown" : "", ...wrong];
  keep(`puzzle ${date}`, words.filter((word) => word !== "").join(" "));
}

/**
 * Whether the puzzle of a day was in time on another day: on its own, or before, where that had begun only in the east.
 * @param {string} date
 * @param {string} on empty if it is not known: then it was not in time
 */
const isInTime = (date, on) => on !== "" && on <= date;

/**
 * How many days in a row, up to this one, were solved on the day itself, before the answer was told.
 * @param {string} date
 */
export function streak(date) {
  const isEarned = (/** @type {string} */ day) => {
    const { solved, on, shown } = remembered(day);
    return solved && isInTime(day, on) && !shown;
  };
  let days = 0;
  while (isEarned(dayAfter(date, -days))) days += 1;
  return days;
}
