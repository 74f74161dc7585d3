// A small board to play on within other pages: documentation, notebooks. `Live` is an element
// that shows what lies in it, a picture, until it can play:
//
//   <NAME game="KEY" moves="0 4" computer='{"player": {"name": "perfect"}, "called": {...}}'>PICTURE</NAME>
//   <NAME ... deals="22 30">PICTURE</NAME>   asks who wins endings of so many plies, which it deals
//   customElements.define("NAME", Live);
//   Live.add("KEY", data, module);   // what browser/live.py writes; before or after the elements
//
// All its boards of a game share one engine. What does not work leaves the picture, with the reason.

import { Board } from "./board.js";
import { dealt } from "./dealt.js";
import { made } from "./elements.js";
import { openEngine, unpacked } from "./engine.js";
import { Play, VALUE_SECONDS } from "./play.js";
import { capital, Words } from "./words.js";

/**
 * @import { Ending } from "./dealt.js"
 * @import { Data, Engine, Player, Position } from "./engine.js"
 * @import { Geometry } from "./picture.js"
 * @import { GameStart } from "./play.js"
 * @import { Called, Cast, Phrases } from "./words.js"
 */

/**
 * What live.js takes: see browser/live.py.
 * @typedef {{ engine: Data, board: Geometry, phrases: Phrases }} LiveData a game's part
 * @typedef {{ board: Geometry, engine: Engine, words: Words }} LiveGame
 * @typedef {{ moves: number[], computer: { player: Player, called: Called } }} LiveStart
 *   what an element says: the moves that lead to its position, and the computer that can be asked
 */

const KEYS = /^(Arrow.*|Home|End|Enter|Escape| )$/;
const OLD = "This browser is too old to play here. It takes Chrome 92, Firefox 113 or Safari 16.4, or a later one.";

const STYLE = `
  :host { display: block; }
  [hidden] { display: none !important; }
  .live { max-width: var(--ply-live-width, 21em); margin: 0 auto; text-align: left; line-height: 1.35; }
  .words { min-height: 5em; margin: .5em 0; padding-left: .7em; border-left: 3px solid var(--ply-accent, #0b7a75); overflow-wrap: anywhere; }
  .dark .words { border-color: var(--ply-accent, #4fc9c0); }
  p { margin: 0; }
  .status { font-weight: 700; }
  .note { font-size: .9em; }
  .buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 6px; }
  button { min-height: 44px; padding: 4px 8px; border: 1.5px solid currentColor; border-radius: 10px; background: none;
    color: inherit; font: inherit; font-size: .95em; cursor: pointer; touch-action: manipulation; }
  button:hover { background: rgb(128 128 128 / 15%); }
  button:focus-visible { outline: 3px solid var(--ply-accent, #0b7a75); outline-offset: 2px; }
  .dark button:focus-visible { outline-color: var(--ply-accent, #4fc9c0); }
  .answers { grid-template-columns: repeat(3, 1fr); margin-bottom: 6px; }
  button[aria-pressed="true"] { background: rgb(128 128 128 / 28%); font-weight: 700; }
  button[aria-disabled="true"] { opacity: .55; cursor: default; background: none; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media print { .buttons { display: none; } }
`;

/**
 * @param {LiveData} data
 * @param {string} module compressed, as base64
 * @returns {Promise<LiveGame>}
 */
async function opened(data, module) {
  if (typeof DecompressionStream === "undefined" || typeof BigInt64Array === "undefined") throw new Error(OLD);
  return {
    board: data.board,
    engine: await openEngine(data.engine, await unpacked(module).arrayBuffer()),
    words: new Words(data.phrases, [], data.board),
  };
}

/** @type {Map<string, { promise: Promise<LiveGame>, resolve: (game: Promise<LiveGame>) => void }>} */
const games = new Map();
const added = new Set();

/** A game, once it is here. @param {string} key */
function coming(key) {
  const known = games.get(key);
  if (known) return known;
  /** @type {(game: Promise<LiveGame>) => void} */
  let resolve = () => {};
  /** @type {Promise<LiveGame>} */
  const promise = new Promise((done) => {
    resolve = done;
  });
  const made = { promise, resolve };
  games.set(key, made);
  return made;
}

/** The board of one element, and what is said and done beside it. */
class Table {
  /**
   * @param {Live} host
   * @param {LiveGame} game
   * @param {LiveStart} given
   */
  constructor(host, { board, engine, words }, { moves, computer }) {
    this.host = host;
    this.engine = engine;
    this.words = words;
    this.computer = computer;
    this.wants = false; // whether values are to be shown
    this.aside = ""; // the last move and its reasons in words
    /** @type {GameStart} */
    this.start = { seats: board.players.map(() => "here"), moves };
    /** @type {Cast} */
    this.cast = { players: board.players.map(() => null), you: null };
    /** @type {Cast} */
    this.computers = { players: board.players.map(() => computer.called), you: null };
    this.said = made("p", { class: "unseen", role: "status" });
    this.status = made("p", { class: "status" });
    this.note = made("p", { class: "note" });
    this.values = this.button("Values", () => {
      this.wants = !this.wants;
      this.play.seen();
    });
    this.values.hidden = board.players.length !== 2;
    this.back = this.button("Take back", () => this.play.takeBack());
    this.move = this.button("Computer's move", () => {
      this.play.think(computer.player);
      this.play.seen();
    });
    this.move.title = computer.called.full;
    this.again = this.button("Start over", () => this.play.begin(this.start));
    const place = made("div", { class: "board" });
    this.element = made("div", { class: "live" }, place,
      made("div", { class: "words" }, this.status, this.note),
      made("div", { class: "buttons" }, this.values, this.back, this.move, this.again), this.said);
    this.board = new Board(place, board, {
      onmove: (code) => this.play.move(code),
      onask: (said) => this.say(said),
      onrefuse: (code) => this.say(code === null ? "No move there now." : `You cannot play ${words.move(code)} now.`),
    });
    this.play = new Play(engine, () => null, {
      changed: () => this.changed(),
      progress: ({ nodes, seconds }, about) => {
        if (about === "values" && seconds > 0.3) this.note.textContent = `Working out the values: ${nodes.toLocaleString("en")} positions, ${seconds.toFixed(0)} of ${VALUE_SECONDS} s`;
      },
      failed: (error) => error.name !== "AbortError" && this.say(`That did not work: ${error.message}.`),
      wanted: () => this.wants,
      valued: () => this.play.seen(),
      judged: () => {},
    });
    this.play.seconds = VALUE_SECONDS;
    this.play.pauses = [0, 0];
    this.play.begin(this.start);
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  button(text, act) {
    const button = made("button", { type: "button" }, text);
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
    return button;
  }

  changed() {
    const { words, cast, play: { shown, thinking, moves, reasons, values } } = this;
    this.values.setAttribute("aria-pressed", String(this.wants));
    this.back.setAttribute("aria-disabled", String(!shown.parent));
    this.move.setAttribute("aria-disabled", String(shown.over || thinking));
    this.again.setAttribute("aria-disabled", String(String(moves) === String(this.start.moves)));
    const { parent, move } = shown;
    const moved = parent && move !== null ? words.played(parent.turn, move, cast) : "";
    const choice = reasons.get(shown);
    const status = thinking ? words.thinking(shown.turn, this.computers) : this.sentence();
    this.status.textContent = status;
    this.aside = [moved, choice ? words.looked(choice) : ""].filter(Boolean).join(". ");
    this.note.textContent = this.aside;
    this.said.textContent = moved ? `${moved}. ${status}` : status;
    this.draw();
    if (this.wants && values && !thinking && !shown.over) this.say(words.best(values));
  }

  /** What else is marked. @returns {[number, string][]} */
  get hints() {
    return [];
  }

  /** How the game ended, or whose turn it is. */
  sentence() {
    const { play: { shown }, words, cast } = this;
    return shown.over ? words.over(shown.result, cast) : words.turn(shown.turn, cast);
  }

  draw() {
    const { play: { shown, thinking, values }, engine, words } = this;
    this.host.shade();
    const cells = engine.cells(shown);
    const before = shown.parent ? engine.cells(shown.parent) : cells;
    this.board.locked = thinking;
    this.board.draw({
      cells,
      last: cells.flatMap((cell, site) => (cell === before[site] ? [] : [site])),
      deciding: engine.deciding(shown),
      legal: shown.moves,
      turn: shown.turn,
      description: this.sentence(),
      values: this.wants && values ? words.marks(values) : undefined,
      hints: this.hints,
    });
  }

  /** Say something beside the status, until the position changes. @param {string} text */
  say(text) {
    this.note.textContent = this.aside ? `${this.aside}. ${text}` : text;
    this.said.textContent = text;
  }
}

/** A board that asks who wins the endings that it deals; then one may play on. */
class Exam extends Table {
  /**
   * @param {Live} host
   * @param {LiveGame} game
   * @param {LiveStart} given
   * @param {number[]} plies of the endings
   */
  constructor(host, game, given, plies) {
    super(host, game, given);
    this.plies = plies;
    /** @type {Ending | null} */
    this.ending = null;
    /** @type {number[]} */
    this.sites = []; // what the reasons for the answer name
    this.asks = ""; // what is asked, or what is said of an answer
    this.right = 0;
    this.answered = 0;
    const [one, two] = game.board.players;
    this.cast = { ...this.cast, names: [one, two] };
    const answers = [one, "nobody", two].map((name, at) => this.button(capital(name), () => this.answer([0, null, 1][at])));
    this.answers = made("div", { class: "buttons answers" }, ...answers);
    this.next = this.button("Another ending", () => this.deal());
    this.tools = /** @type {HTMLElement} */ (this.values.parentElement);
    this.tools.append(this.next);
    this.tools.before(this.answers);
    this.deal();
  }

  sentence() {
    return capital(super.sentence());
  }

  async deal() {
    this.ending = null;
    this.asks = "Dealing an ending";
    this.ask();
    try {
      this.ending = await dealt(this.engine, this.words.phrases, this.plies);
      this.asks = "Who wins if nothing else happens?";
      this.start = { seats: this.cast.players.map(() => "here"), moves: this.engine.history(this.ending.position) };
      this.play.begin(this.start);
    } catch (error) {
      this.asks = `That did not work: ${/** @type {Error} */ (error).message}`;
    }
    this.ask();
  }

  /** @param {number | null} given */
  answer(given) {
    const { ending, words, cast } = this;
    if (!ending) return;
    const { position: { parent, move }, winner, said } = ending;
    const right = given === winner;
    this.answered += 1;
    this.right += right ? 1 : 0;
    const wins = winner === null ? "nobody wins" : `${words.name(winner, cast)} wins`;
    const { turn } = /** @type {Position} */ (parent);
    this.asks = `${right ? "Right" : "No"}: ${wins}. ${words.merits(said, turn, cast)} ${this.right} of ${this.answered} right.`;
    this.ending = null;
    this.sites = said.flatMap(({ site }) => (site >= 0 ? [site] : []));
    this.ask(move);
  }

  /** Show the answers, or the tools once there is one. @param {unknown} [done] */
  ask(done) {
    if (done === undefined) this.sites = [];
    this.answers.hidden = this.ending === null;
    this.tools.hidden = this.ending !== null;
    this.changed();
    this.aside = "";
    this.say(this.asks);
  }

  get hints() {
    return (this.sites ?? []).map((site) => /** @type {[number, string]} */ ([site, ""]));
  }
}

export class Live extends HTMLElement {
  /**
   * Make a game known to its boards, those there are and those to come.
   * @param {string} key
   * @param {LiveData} data
   * @param {string} module compressed, as base64
   */
  static add(key, data, module) {
    if (added.has(key)) return;
    added.add(key);
    coming(key).resolve(opened(data, module));
  }

  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    this.begun = false;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("slot"));
    this.watch = new MutationObserver(() => this.shade());
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.shades = () => this.shade();
    // The keys of a board move nothing else: a notebook would go to another cell.
    this.addEventListener("keydown", (event) => KEYS.test(event.key) && event.stopPropagation());
  }

  connectedCallback() {
    this.dataset.lmSuppressShortcuts = "true"; // for JupyterLab, which reads keys before they get here
    for (const each of [document.documentElement, document.body]) this.watch.observe(each, { attributes: true });
    this.dark.addEventListener("change", this.shades);
    if (!this.begun) this.open();
    this.begun = true;
  }

  disconnectedCallback() {
    this.watch.disconnect();
    this.dark.removeEventListener("change", this.shades);
    this.table?.play.stop();
  }

  async open() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    try {
      const game = await coming(this.getAttribute("game") ?? "").promise;
      const moves = (this.getAttribute("moves") ?? "").split(" ").filter(Boolean).map(Number);
      const given = { moves, computer: JSON.parse(this.getAttribute("computer") ?? "") };
      const plies = this.getAttribute("deals");
      this.table = plies ? new Exam(this, game, given, plies.split(" ").map(Number)) : new Table(this, game, given);
      root.replaceChildren(this.table.element);
      this.shade();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      root.append(made("p", { class: "note" }, message === OLD ? OLD : `This board cannot be played on: ${message}.`));
    }
  }

  /** Be dark where the page is, which its letters tell. */
  shade() {
    if (!this.table) return;
    const parts = getComputedStyle(this).color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
    const dark = 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2] > 127;
    this.table.element.classList.toggle("dark", dark);
    this.table.board.theme = dark ? "dark" : "light";
  }
}
