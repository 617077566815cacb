/** Play: the view of a game against the certificate, with hints, reasons, undo and links. */

import { Board } from "./board.js";
import { byId, copy, element, isStill, phrase } from "./dom.js";
import { Game } from "./game.js";
import { solve } from "./oracle.js";
import { reply } from "./player.js";
import { bite, fullText, isMove, parse, rowsText, squares } from "./position.js";
import { Setup } from "./setup.js";
import { whyPanel } from "./why.js";
import { claimText, counted } from "./words.js";

/** @typedef {import("./certificate.js").Certificate} Certificate */
/** @typedef {import("./game.js").Side} Side */
/** @typedef {import("./position.js").Move} Move */

/** How long the computer seems to think, in milliseconds. */
const THINKING = 450;

/** The view; `app` has the library, and is told when the address of the page changes. */
export class Play {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.section = byId("play");
    this.hinting = this.explaining = this.typing = false;
    this.timer = this.opened = 0;
    this.said = "";
    /** @type {import("./oracle.js").Winning[]} the winning bites that are lit */
    this.shown = [];
    this.board = new Board(byId("board"), byId("table"), {
      bite: (row, column) => this.yours({ row, column }),
      look: (row, column) => this.look(row, column),
      gap: (row, run) => this.ask(row, run),
      label: (row, column) => this.label(row, column),
    });
    this.setup = new Setup((text, first) => this.open(text, first));
    this.game = new Game([8, 8, 8], "you");
    /** @type {Certificate | null} */
    this.certificate = null;
    /** @type {{game: Game, certificate: Certificate | null} | null} a game that another one took the place of */
    this.past = null;
    /** the turn that was drawn last, and its number: only new bites are shown as eaten */
    this.drawn = { turn: this.game.last, at: 0 };
    this.listen();
  }

  /** Listen to the buttons, and to the size of the page. */
  listen() {
    byId("bite").addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId("bite-row").value, byId("bite-column").value);
    });
    this.button("hint", () => (this.hinting = !this.hinting));
    this.button("explain", () => (this.explaining = !this.explaining));
    this.button("undo", () => this.undo());
    this.button("redo", () => this.back(() => this.game.redo(), "Played again."));
    this.button("copy-link", () => this.copied(this.link(), "The link"));
    this.button("copy-text", () => this.copied(rowsText(this.game.rows), "The position"));
    this.button("type-bite", () => (this.typing = !this.typing));
    this.button("again", () => this.open(rowsText(this.game.start), this.game.first));
    this.button("again-other", () => this.open(rowsText(this.game.start), other(this.game.first)));
    byId("type-bite").addEventListener("click", () => this.typing && byId("bite-row").focus());
    let size = "";
    new ResizeObserver(() => {
      const now = `${byId("table").clientWidth} ${innerHeight}`;
      if (now === size) return;
      size = now;
      this.drawBoard();
      this.drawTools();
    }).observe(byId("table"));
  }

  /** What a button does, and then all is drawn anew. @param {string} id @param {() => void} work */
  button(id, work) {
    byId(id).addEventListener("click", () => {
      work();
      this.draw();
    });
  }

  /**
   * Start a game from a position as it was typed; gives whether that was possible.
   * @param {string} text @param {Side} first
   */
  async open(text, first = "you") {
    clearTimeout(this.timer);
    const error = byId("setup-error");
    error.textContent = "";
    const number = ++this.opened;
    try {
      const rows = parse(text);
      const certificate = await this.app.library.covering(rows);
      if (number !== this.opened) return true; // another one was opened in the meantime
      if (!certificate) throw new RangeError(notKnown(rows));
      if (this.game.canUndo) this.past = { game: this.game, certificate: this.certificate };
      this.begin(new Game(rows, first), certificate, "");
      this.app.vouch(certificate);
      this.drawOpponent();
      return true;
    } catch (problem) {
      error.replaceChildren(...phrase(problem.message));
      if (number === this.opened) this.settle(); // the game goes on
      return false;
    }
  }

  /** Show a game, new or not. @param {Game} game @param {Certificate} certificate @param {string} said */
  begin(game, certificate, said) {
    this.game = game;
    this.certificate = certificate;
    this.said = said;
    this.drawn = { turn: game.last, at: game.at };
    this.setup.show(game.start, game.first);
    this.settle();
  }

  /** After any change: draw, and let the computer bite if it is its turn. */
  settle() {
    clearTimeout(this.timer);
    this.draw();
    this.name();
    if (!this.game.over && this.game.turn === "computer") {
      this.timer = setTimeout(() => this.theirs(), isStill() ? 0 : THINKING);
    }
  }

  /** Let the address name the position. */
  name() {
    this.app.at(`play/${this.game.rows.join(",")}`);
  }

  /** You bite. @param {Move} move */
  yours(move) {
    if (this.game.over || this.game.turn !== "you") return;
    if (move.row === 1 && move.column === 1) {
      this.say("That is the poison: whoever takes it loses. Pick another square.");
    } else if (this.game.bite(move)) {
      this.said = "";
      this.settle();
    }
  }

  /** The computer bites. */
  theirs() {
    const before = this.game.rows;
    const { move, lost } = reply(this.certificate, before);
    this.game.bite(move, lost);
    const did = `I bit row ${move.row}, column ${move.column}, and left ${rowsText(this.game.rows)}.`;
    this.said = lost ? `${rowsText(before)} is a loser, so I am lost if you go on well. ${did}` : did;
    this.settle();
  }

  /** A bite that was typed. @param {string} row @param {string} column */
  typed(row, column) {
    const move = { row: Number(row), column: Number(column) };
    const numbers = /^\s*[0-9]+\s*$/.test(row) && /^\s*[0-9]+\s*$/.test(column);
    if (this.game.over) this.say("The game is over: take it back, or start a new one.");
    else if (!numbers) this.say("Type the row and the column of a square, from 1 on.");
    else if (move.row + move.column > 2 && !isMove(this.game.rows, move)) {
      this.say(`There is no square in row ${move.row}, column ${move.column} of ${rowsText(this.game.rows)}.`);
    } else this.yours(move);
  }

  /** Ask which column of a gap is meant. @param {number} row @param {import("./board.js").Run} run */
  ask(row, run) {
    byId("bite-row").value = String(row);
    byId("bite-column").value = "";
    byId("bite-column").placeholder = `${run.from}–${run.to}`;
    byId("bite-column").focus();
  }

  /** Take back your last bite; before the first one, the new game itself. */
  undo() {
    if (this.game.canUndo || !this.past) {
      this.back(() => this.game.undo(), "Your last bite is taken back.");
      return;
    }
    const { game, certificate } = this.past;
    this.past = null;
    this.begin(game, certificate, "The game before this one is back.");
  }

  /** Go to another turn. @param {() => void} work @param {string} said */
  back(work, said) {
    work();
    this.said = said;
    this.settle();
  }

  /** Copy a text, and say so. @param {string} text @param {string} what */
  async copied(text, what) {
    this.say((await copy(text)) ? `${what} is copied: ${text}` : `${what}: ${text}`);
  }

  /** The address of the position. */
  link() {
    return `${location.origin}${location.pathname}#play/${this.game.rows.join(",")}`;
  }

  /** @param {string} text */
  say(text) {
    byId("status").replaceChildren(...phrase(text));
  }

  /** What a square is called. @param {number} row @param {number} column */
  label(row, column) {
    if (row === 1 && column === 1) return "Row 1, column 1: the poison";
    const winning = this.shown.find((move) => move.row === row && move.column === column);
    return `Row ${row}, column ${column}${winning ? `: wins, leaves the loser ${rowsText(winning.after)}` : ""}`;
  }

  /** Say what a bite would take. @param {number} row @param {number} column */
  look(row, column) {
    const preview = byId("preview");
    if (row === 0 || this.game.over) preview.textContent = "";
    else if (row + column === 2) preview.textContent = "The poison: whoever takes it loses.";
    else if (isMove(this.game.rows, { row, column })) {
      const after = bite(this.game.rows, { row, column });
      const taken = counted(squares(this.game.rows) - squares(after), "square");
      preview.replaceChildren(...phrase(`Row ${row}, column ${column} takes ${taken} and leaves ${fullText(after)}.`));
    }
  }

  /** Whether winning bites are to be seen. */
  get hints() {
    return this.hinting && !this.game.over && this.game.turn === "you" && this.certificate !== null;
  }

  /** Draw all. */
  draw() {
    const { game } = this;
    this.section.dataset.turn = game.over ? "over" : game.turn;
    this.section.dataset.rows = game.rows.join(",");
    this.section.dataset.start = `${game.start.join(",")} ${game.first}`;
    this.section.dataset.begun = String(game.turns.length > 1);
    this.drawBoard();
    this.drawTools();
    this.drawHint();
    this.drawTurns();
    this.say(this.status());
    this.drawWhy();
    this.drawOpponent();
  }

  /** The buttons, and the form for a bite: always there if the bar is folded, otherwise on demand. */
  drawTools() {
    const { game } = this;
    const { folded } = this.board;
    byId("undo").disabled = !game.canUndo && this.past === null;
    byId("redo").disabled = !game.canRedo;
    byId("hint").setAttribute("aria-pressed", String(this.hinting));
    byId("explain").setAttribute("aria-pressed", String(this.explaining));
    byId("type-bite").hidden = folded;
    byId("type-bite").setAttribute("aria-expanded", String(this.typing));
    byId("bite").hidden = !folded && !this.typing;
    byId("after").hidden = !game.over;
    byId("again-other").textContent = `Again, ${game.first === "you" ? "the computer" : "you"} first`;
  }

  /** Why, if the player wants to know. */
  drawWhy() {
    const why = byId("why");
    why.hidden = !this.explaining;
    if (!this.explaining || !this.certificate) return;
    const { certificate } = this;
    why.replaceChildren(...whyPanel(certificate, this.game.rows, (slice) => this.app.losersOf(certificate, slice)));
  }

  /** Who the opponent is. */
  drawOpponent() {
    if (this.certificate) byId("opponent").replaceChildren(...this.opponent());
  }

  /** The bar. */
  drawBoard() {
    const { game, drawn } = this;
    if (byId("table").clientWidth === 0) return; // not shown: it is drawn when it is
    this.shown = this.hints ? solve(this.certificate, game.rows).moves : [];
    const biting = game.last !== drawn.turn && game.at > drawn.at;
    this.drawn = { turn: game.last, at: game.at };
    const before = game.at > 0 ? game.turns[game.at - 1].rows : game.rows;
    const still = game.over || game.turn !== "you";
    this.board.draw(game.rows, { start: game.start, lit: this.shown, before, biting, still });
  }

  /** The winning bites as a list; Why has the same. */
  drawHint() {
    const items = [];
    if (this.hints && !this.explaining) {
      const { moves } = solve(this.certificate, this.game.rows);
      for (const { row, column, after } of moves) {
        items.push(`Row ${row}, column ${column} leaves the loser ${fullText(after)}.`);
      }
      if (moves.length === 0) items.push(`None: ${rowsText(this.game.rows)} is a loser, every bite leaves a winner.`);
    }
    byId("winning").replaceChildren(...items.map((item) => element("li", {}, ...phrase(item))));
  }

  /** The game so far. */
  drawTurns() {
    const turns = this.game.turns.slice(1, this.game.at + 1);
    const items = turns.map(({ by, move, rows }) => {
      const who = by === "you" ? "You" : "The computer";
      const what = `row ${move?.row}, column ${move?.column}, leaving ${rowsText(rows)}`;
      return element("li", {}, ...phrase(`${who}: ${what}`));
    });
    byId("turns").replaceChildren(...items);
    byId("history").hidden = items.length === 0;
  }

  /** The words about the game. */
  status() {
    const { game } = this;
    if (!game.over) {
      const turn = game.turn === "you" ? "Your bite." : "I am thinking.";
      return `${this.said} ${turn}`.trim();
    }
    if (game.turn === "computer") return "Only the poison is left, and I have to take it. You win!";
    return `${this.said} Only the poison is left for you. I win.`.trim();
  }

  /** Which certificate plays, and whether it was verified here. @returns {(Node | string)[]} */
  opponent() {
    const { name, verdict, checking } = this.certificate;
    const claim = claimText(this.certificate);
    const words = ["You play against ", element("code", {}, name), ` (${claim}): a file that holds every loser. `];
    if (verdict.startsWith("s VERIFIED")) {
      words.push(element("span", { class: "good" }, "It was verified on this page"));
      words.push(", by the checker that is proved in Coq. ");
    } else if (verdict !== "") words.push(element("span", { class: "bad" }, "The checker does not accept it. "));
    else words.push(checking ? "It is being verified on this page … " : "It is not verified on this page yet. ");
    words.push(element("a", { href: "#verify" }, "Verify"), ".");
    return words;
  }
}

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "you" ? "computer" : "you");

/** Why there is no game. @param {number[]} rows */
const notKnown = (rows) =>
  `No certificate on this page knows ${rowsText(rows)}; expected fewer rows, or a shorter third row. ` +
  `On the command line: zchomp solve '${rowsText(rows)}'.`;
