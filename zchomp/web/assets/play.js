/** Play: the view of a game against the certificate, with hints, reasons, undo and links. */

import { Board } from "./board.js";
import { byId, copy, element, isStill } from "./dom.js";
import { Game } from "./game.js";
import { solve } from "./oracle.js";
import { reply } from "./player.js";
import { bite, fullText, isMove, parse, rowsText, squares } from "./position.js";
import { whyPanel } from "./why.js";
import { claimText, counted } from "./words.js";

const THINKING = 450;
const MOST_COLUMNS = { 2: 30, 3: 30, 4: 20, 5: 8, 6: 6 };

/** The view; `app` has the library, and is told when the address of the page changes. */
export class Play {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.section = byId("play");
    this.hinting = this.explaining = false;
    this.timer = this.opened = 0;
    this.said = "";
    /** @type {import("./oracle.js").Winning[]} the winning bites that are lit */
    this.shown = [];
    this.board = new Board(byId("board"), {
      bite: (row, column) => this.yours({ row, column }),
      look: (row, column) => this.look(row, column),
      gap: (row, run) => this.ask(row, run),
      label: (row, column) => this.label(row, column),
    });
    this.game = new Game([8, 8, 8], "you");
    /** @type {import("./certificate.js").Certificate | null} */
    this.certificate = null;
    this.listen();
  }

  listen() {
    const rows = byId("setup-rows");
    for (const n of [2, 3, 4, 5, 6]) rows.append(element("option", { value: n }, String(n)));
    rows.value = "3";
    rows.addEventListener("change", () => this.drag());
    byId("setup-columns").addEventListener("input", () => this.drag());
    byId("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(byId("setup-position").value, byId("setup-first").value);
    });
    byId("setup-first").addEventListener("change", () => this.open(byId("setup-position").value, byId("setup-first").value));
    byId("bite").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("bite-row").value, byId("bite-column").value);
    });
    this.button("hint", () => (this.hinting = !this.hinting));
    this.button("explain", () => (this.explaining = !this.explaining));
    this.button("undo", () => this.back(() => this.game.undo(), "Your last bite is taken back."));
    this.button("redo", () => this.back(() => this.game.redo(), "Played again."));
    this.button("copy-link", () => this.copied(this.link(), "The link"));
    this.button("copy-text", () => this.copied(rowsText(this.game.rows), "The position"));
    new ResizeObserver(() => this.drawBoard()).observe(byId("board"));
  }

  button(id, work) {
    byId(id).addEventListener("click", () => {
      work();
      this.draw();
    });
  }

  /** A rectangle, by its rows and columns. */
  drag() {
    const rows = Number(byId("setup-rows").value);
    const columns = byId("setup-columns");
    columns.max = String(MOST_COLUMNS[rows]);
    const size = Number(columns.value);
    byId("setup-columns-shown").textContent = String(size);
    this.open(rowsText(Array(rows).fill(size)), byId("setup-first").value);
  }

  /**
   * Start a game from a position as it was typed.
   * @param {string} text @param {"you" | "computer"} first
   */
  async open(text, first = "you") {
    clearTimeout(this.timer);
    const error = byId("setup-error");
    error.textContent = "";
    try {
      const rows = parse(text);
      const number = ++this.opened;
      const certificate = await this.app.library.covering(rows);
      if (number !== this.opened) return; // another one was asked for in the meantime
      if (!certificate) {
        throw new RangeError(`No certificate on this page knows ${rowsText(rows)}; expected fewer rows, or a shorter third row. On the command line: zchomp solve '${rowsText(rows)}'.`);
      }
      clearTimeout(this.timer);
      this.certificate = certificate;
      this.game = new Game(rows, first);
      this.said = "";
      this.showSetup(rows, first);
      this.app.vouch(certificate);
      this.settle();
    } catch (problem) {
      error.textContent = problem.message;
    }
  }

  /** Let the form say what is played. */
  showSetup(rows, first) {
    byId("setup-position").value = rowsText(rows);
    byId("setup-first").value = first;
    const most = MOST_COLUMNS[rows.length];
    if (!most) return;
    byId("setup-rows").value = String(rows.length);
    byId("setup-columns").max = String(most);
    byId("setup-columns").value = String(Math.min(most, rows[0]));
    byId("setup-columns-shown").textContent = byId("setup-columns").value;
  }

  /** After any change: draw, and let the computer bite if it is its turn. */
  settle() {
    clearTimeout(this.timer);
    this.draw();
    this.app.at(`play/${this.game.rows.join(",")}`);
    if (!this.game.over && this.game.turn === "computer") {
      this.timer = setTimeout(() => this.theirs(), isStill() ? 0 : THINKING);
    }
  }

  /** @param {import("./position.js").Move} move */
  yours(move) {
    if (this.game.over || this.game.turn !== "you") return;
    if (move.row === 1 && move.column === 1) {
      this.say("That is the poison: whoever takes it loses. Pick another square.");
    } else if (this.game.bite(move)) {
      this.said = "";
      this.settle();
    }
  }

  theirs() {
    const before = this.game.rows;
    const { move, lost } = reply(this.certificate, before);
    this.game.bite(move, lost);
    const did = `I bit row ${move.row}, column ${move.column}, and left ${rowsText(this.game.rows)}.`;
    this.said = lost ? `${rowsText(before)} is a loser, so I am lost if you go on well. ${did}` : did;
    this.settle();
  }

  /** A bite that was typed. */
  typed(row, column) {
    const move = { row: Number(row), column: Number(column) };
    const numbers = /^\s*[0-9]+\s*$/.test(row) && /^\s*[0-9]+\s*$/.test(column);
    if (this.game.over) this.say("The game is over: take it back, or start a new one.");
    else if (!numbers) this.say("Type the row and the column of a square, from 1 on.");
    else if (move.row + move.column > 2 && !isMove(this.game.rows, move)) {
      this.say(`There is no square in row ${move.row}, column ${move.column} of ${rowsText(this.game.rows)}.`);
    } else this.yours(move);
  }

  ask(row, run) {
    byId("bite-row").value = String(row);
    byId("bite-column").value = "";
    byId("bite-column").placeholder = `${run.from}–${run.to}`;
    byId("bite-column").focus();
  }

  back(work, said) {
    clearTimeout(this.timer);
    work();
    this.said = said;
    this.settle();
  }

  async copied(text, what) {
    this.say((await copy(text)) ? `${what} is copied: ${text}` : `${what}: ${text}`);
  }

  link() {
    return `${location.origin}${location.pathname}#play/${this.game.rows.join(",")}`;
  }

  say(text) {
    byId("status").textContent = text;
  }

  label(row, column) {
    if (row === 1 && column === 1) return "Row 1, column 1: the poison";
    const winning = this.shown.find((move) => move.row === row && move.column === column);
    return `Row ${row}, column ${column}${winning ? `: wins, leaves the loser ${rowsText(winning.after)}` : ""}`;
  }

  /** What a bite would take. */
  look(row, column) {
    const preview = byId("preview");
    if (row === 0 || this.game.over) preview.textContent = "";
    else if (row + column === 2) preview.textContent = "The poison: whoever takes it loses.";
    else if (isMove(this.game.rows, { row, column })) {
      const after = bite(this.game.rows, { row, column });
      const taken = squares(this.game.rows) - squares(after);
      preview.textContent = `Row ${row}, column ${column} takes ${counted(taken, "square")} and leaves ${fullText(after)}.`;
    }
  }

  /** The winning bites, if they are to be seen. */
  lit() {
    const mine = this.hinting && !this.game.over && this.game.turn === "you" && this.certificate;
    return mine ? solve(this.certificate, this.game.rows).moves : [];
  }

  draw() {
    const { game } = this;
    this.section.dataset.turn = game.over ? "over" : game.turn;
    this.section.dataset.rows = game.rows.join(",");
    this.section.dataset.start = `${game.start.join(",")} ${game.first}`;
    byId("undo").disabled = !game.canUndo;
    byId("redo").disabled = !game.canRedo;
    byId("hint").setAttribute("aria-pressed", String(this.hinting));
    byId("explain").setAttribute("aria-pressed", String(this.explaining));
    this.drawBoard();
    this.drawHint();
    this.drawTurns();
    this.say(this.status());
    const why = byId("why");
    why.hidden = !this.explaining;
    if (this.explaining && this.certificate) {
      why.replaceChildren(...whyPanel(this.certificate, game.rows, () => this.app.losersOf(this.certificate, game.rows)));
    }
    this.drawOpponent();
  }

  drawOpponent() {
    if (this.certificate) byId("opponent").replaceChildren(...this.opponent());
  }

  drawBoard() {
    const { game } = this;
    const { start, last } = game;
    if (byId("board").clientWidth === 0) return; // not shown: it is drawn when it is
    const still = game.over || game.turn !== "you";
    this.shown = this.lit();
    this.board.draw(game.rows, { start, lit: this.shown, bitten: last.move, still });
  }

  drawHint() {
    const { rows } = this.game;
    const items = this.lit().map(({ row, column, after }) => element("li", {}, `Row ${row}, column ${column} leaves the loser ${fullText(after)}.`));
    const asked = this.hinting && !this.game.over && this.game.turn === "you" && this.certificate;
    if (asked && items.length === 0) items.push(element("li", {}, `None: ${rowsText(rows)} is a loser, every bite leaves a winner.`));
    byId("winning").replaceChildren(...items);
  }

  drawTurns() {
    const turns = this.game.turns.slice(1, this.game.at + 1);
    const items = turns.map(({ by, move, rows }) => element("li", {}, `${by === "you" ? "You" : "The computer"}: row ${move?.row}, column ${move?.column}, leaving ${rowsText(rows)}`));
    byId("turns").replaceChildren(...items);
    byId("history").hidden = items.length === 0;
  }

  status() {
    const { game } = this;
    if (!game.over) {
      const turn = game.turn === "you" ? "Your bite." : "I am thinking.";
      return `${this.said} ${turn}`.trim();
    }
    if (game.turn === "computer") return "Only the poison is left, and I have to take it. You win!";
    return `${this.said} Only the poison is left for you. I win.`.trim();
  }

  /** Which certificate plays, and whether it was verified here. */
  opponent() {
    const { certificate } = this;
    const words = ["You play against ", element("code", {}, certificate.name), ` (${claimText(certificate)}): a file that holds every loser. `];
    if (certificate.verdict.startsWith("s VERIFIED")) {
      words.push(element("span", { class: "good" }, "It was verified on this page"), ", by the checker that is proved in Coq. ");
    } else {
      words.push("It is not verified on this page yet. ");
    }
    words.push(element("a", { href: "#verify" }, "Verify"), ".");
    return words;
  }
}
