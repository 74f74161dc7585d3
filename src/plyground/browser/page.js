// A game's page: `start(data, unpacking)` opens the game in the document that page.html is.
//
// It is a table with all that a document without a server has: memory, settings, puzzles, a review, dialogs.

import { Dialogs } from "./dialogs.js";
import { Dots } from "./dots.js";
import { find, made } from "./elements.js";
import { openEngine } from "./engine.js";
import { Inside } from "./inside.js";
import { Messages, checksum } from "./messages.js";
import * as passing from "./passing.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { keepsNothing, local } from "./storage.js";
import { Table } from "./table.js";

/**
 * @import { Engine, Position } from "./engine.js"
 * @import { Handed } from "./passing.js"
 * @import { GameStart } from "./play.js"
 * @import { Posed } from "./puzzles.js"
 * @import { Action, TableData, TableGame, TableSettings, Report } from "./table.js"
 * @import { Like } from "./why.js"
 */

/**
 * @typedef {TableGame & { size: string, moveHint: string, source: string, file: string }} PageGame
 * @typedef {object} PageOwn what browser/pages.py writes into a document beyond what a table knows
 * @property {Posed[]} puzzles
 * @property {Record<"light" | "dark", Record<string, string>>} safe the colours of the board for people who see few
 * @property {import("./recording.js").Inside} inside
 * @property {{ html: string, style: string }} box the parts of the glass box, and how they look
 * @property {string} identity differs for other rules
 * @property {PageGame} game
 * @property {string} version
 * @typedef {TableData & PageOwn} PageData
 */

/**
 * @typedef {TableSettings & { theme: string, safe: boolean, labels: boolean, motion: boolean, sound: boolean,
 *   seconds: number, seats: string[] | null }} Settings `safe` for colours for people who see few
 * @typedef {{ settings: Settings, game?: GameStart }} Kept
 */

/**
 * How a script gets at what the document packs: see loader.js. `source` is the document as it came.
 * @typedef {{ read(id: string): Promise<Record<string, unknown>>, unpacked(id: string): Promise<ArrayBuffer>,
 *   source: string, failed(error: unknown): void }} Unpacking
 */

const SETTINGS = "plyground:settings"; // in the browser's storage: those of all games

/**
 * What the browser remembers for this game, where it allows that. A game that came with the file is
 * remembered apart.
 * @param {PageData} data
 * @param {Handed | null} handed
 */
function memory(data, handed) {
  const apart = handed ? `:${checksum(JSON.stringify(handed))}` : "";
  const key = `plyground:${data.game.name}:${Object.values(data.game.values).join("-")}:${data.identity}${apart}`;
  return {
    /** @returns {Partial<Kept>} */
    read() {
      const { game, settings } = local.read(key) ?? {};
      return { game, settings: { ...settings, ...local.read(SETTINGS) } };
    },
    /** @param {Kept} kept */
    write(kept) {
      const { seats, ...all } = kept.settings;
      local.write(key, { ...kept, settings: { seats } });
      local.write(SETTINGS, all);
    },
  };
}

/** @extends {Table<PageData, Settings>} */
export class Page extends Table {
  /**
   * @param {PageData} data
   * @param {Engine} engine
   * @param {string} source the document as it came
   * @param {Handed | null} handed a game that came with it
   * @param {string} stem what follows # in the address of this game, empty in a document with one game
   */
  constructor(data, engine, source, handed, stem) {
    const kept = memory(data, handed).read();
    super(data, engine, { theme: "auto", safe: false, labels: true, values: false, motion: true, sound: false, seconds: 30, why: "", seats: null, ...kept.settings });
    this.board.movable(Dots);
    this.source = source;
    this.stem = stem;
    this.memory = memory(data, handed);
    this.messages = new Messages({ ...data.game, moves: data.board.moves.length });
    this.play.seconds = this.settings.seconds;
    this.review = new Review(this);
    this.puzzles = new Puzzles(this);
    this.inside = new Inside(this);
    this.dialogs = new Dialogs(this);
    this.themed();
    this.listen();
    this.begin((!keepsNothing && kept.game) || handed?.start);
    this.review.moved();
    if (keepsNothing) this.say("Nothing of this game is kept: it is gone when you leave this page.");
  }

  /** Do as the settings say, and remember them. */
  set() {
    this.play.seconds = this.settings.seconds;
    this.themed();
    this.play.seen();
  }

  /** The seats for a first game: a person, and the computer that is usual. */
  get usual() {
    return this.data.game.ends.map((_, seat) => (seat === 0 ? "here" : this.data.usual));
  }

  /**
   * Go on with the game that the browser remembers, or begin one.
   * @param {GameStart} [kept]
   */
  begin(kept) {
    try {
      if (kept) {
        this.play.begin(kept);
        return;
      }
    } catch {
      // it is of other rules
    }
    this.play.begin({ seats: this.settings.seats ?? this.usual });
  }

  keep() {
    this.memory.write({ settings: this.settings, game: this.puzzles.kept });
  }

  // What people do

  /** @param {number} code */
  picked(code) {
    if (this.puzzles.open) this.puzzles.answer(code);
    else super.picked(code);
  }

  hint() {
    if (this.puzzles.open) this.puzzles.hint();
    else super.hint();
  }

  /** @param {string[]} seats */
  start(seats) {
    this.settings.seats = seats;
    this.dialogs.close();
    this.review.close();
    this.play.begin({ seats });
    this.board.focus();
  }

  /** The same players once more; a challenge from where it began. */
  again() {
    const { seats, challenge, floor } = this.play.data;
    this.review.close();
    if (challenge) this.play.begin({ seats, challenge, floor, moves: this.play.moves.slice(0, floor) });
    else this.play.begin({ seats });
    this.board.focus();
  }

  more() {
    this.dialogs.more();
  }

  pass() {
    this.dialogs.pass();
  }

  reviewed() {
    this.review.begin();
  }

  judged() {
    this.review.draw();
    this.drawMoves();
  }

  get changeable() {
    return !this.data.embed && !this.puzzles.active;
  }

  change() {
    this.dialogs.fresh();
  }

  /**
   * @param {Position} position
   * @param {Like} like
   */
  looking(position, { algorithm, depth, overlooked }) {
    const look = made("button", { type: "button", class: "look" }, "Look inside");
    look.addEventListener("click", () => this.inside.open(position, algorithm, depth, overlooked));
    return look;
  }

  listen() {
    super.listen();
    find("put-away").addEventListener("click", () => this.review.close());
    find("theme").addEventListener("click", () => {
      this.settings.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      this.themed();
      this.keep();
    });
    find("course").addEventListener("click", ({ target }) => {
      const ply = /** @type {HTMLElement} */ (target).closest(".ply")?.getAttribute("data-ply");
      if (ply) this.play.view(Number(ply));
    });
    addEventListener("hashchange", () => this.dialogs.linked());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.themed());
  }

  get covered() {
    return this.inside.box !== null || find("dialog").matches("[open]");
  }

  /** @param {string} id */
  refusal(id) {
    const { play, secret } = this;
    if (["earlier", "later"].includes(id) || (id === "back" && !play.challenge) || (id === "why" && !secret)) return super.refusal(id);
    if (this.puzzles.open) return "Not in a puzzle: find the move first.";
    if (secret) return play.challenge ? "Not in a challenge." : "Not in a game with a friend far away.";
    return super.refusal(id);
  }

  themed() {
    const { theme, safe, labels, motion, sound } = this.settings;
    const { board, safe: colours } = this.data;
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    const root = document.documentElement;
    Object.assign(root.dataset, {
      theme: dark ? "dark" : "light", palette: safe ? "safe" : "usual", motion: motion ? "on" : "off", labels: labels ? "on" : "off",
      sound: sound ? "on" : "off",
    });
    find("theme").setAttribute("aria-pressed", String(dark));
    const now = { ...(dark && board.dark), ...(safe && colours[dark ? "dark" : "light"]) };
    for (const name of Object.keys({ ...board.dark, ...colours.dark })) root.style.setProperty(name, now[name] ?? null);
  }

  // What is on view

  get remembers() {
    return !keepsNothing && !this.data.embed && this.two && !this.play.challenge && !this.puzzles.active;
  }

  /** In a puzzle, in a challenge and against a friend far away. */
  get secret() {
    const { play } = this;
    if (this.puzzles.open) return true;
    return !play.last.over && (play.challenge !== null || play.seats.some(({ kind }) => kind === "away"));
  }

  get ended() {
    const { puzzles, review } = this;
    return super.ended && !review.open && !puzzles.tries && puzzles.said === null;
  }

  get mayGoOn() {
    const { play: { challenge, floor, shown } } = this;
    return !challenge && shown.ply >= floor && !shown.over;
  }

  get marks() {
    return this.review.marks;
  }

  get across() {
    return this.review.open ? 1 : super.across;
  }

  /**
   * @param {HTMLElement} button
   * @param {number} ply
   */
  describe(button, ply) {
    if (this.review.open) this.review.describe(button, ply);
    else super.describe(button, ply);
  }

  drawMore() {
    document.body.classList.toggle("trying", this.puzzles.said !== null && this.puzzles.own);
    this.review.draw();
  }

  drawTools() {
    super.drawTools();
    if (this.puzzles.open) this.disabled("hint", false);
  }

  /** @returns {Report} */
  get report() {
    const { play, play: { challenge, last, floor, live }, review, dialogs } = this;
    if (review.open) return review.card;
    let { status, note, actions } = this.puzzles.said ?? super.report;
    if (live && play.awaits && !this.puzzles.said) {
      if (last.ply > floor) note = "Send your move, then read the answer.";
      actions.push(["Send", () => dialogs.send(), last.ply > floor], ["Read", () => dialogs.read(), last.ply === floor]);
    }
    if (challenge && live) {
      const aim = dialogs.aim(challenge.aim);
      if (last.over) note = play.met ? `You did it, in ${this.words.plies(last.ply - floor)}.` : `Not met: ${aim}.`;
      else {
        note = [`${aim}.`, last.ply > floor ? note : ""].join(" ");
        if (last.ply > floor) actions.push(["Try again", () => this.again()]);
      }
    }
    if (this.data.embed && !actions.length) actions = [["New game", () => this.again()]];
    return { status, note, actions };
  }

  /** @returns {Action} */
  get following() {
    const { play, dialogs } = this;
    if (play.seats.some(({ kind }) => kind === "away")) return ["Send", () => dialogs.send(), true];
    if (play.challenge && !play.met) return ["Try again", () => this.again(), true];
    return super.following;
  }

  get heard() {
    if (this.review.open) return `${find("status").textContent} ${find("note").textContent}`;
    const { met, live } = this.play;
    return `${super.heard}${met === null || !live ? "" : ` ${find("note").textContent}`}`;
  }
}

/** Look as before while no game is open. */
export function early() {
  const { theme, safe } = local.read(SETTINGS) ?? {};
  Object.assign(document.documentElement.dataset, { theme: theme ?? "auto", palette: safe ? "safe" : "usual" });
}

/**
 * Show a game in this document.
 * @param {PageData} data
 * @param {Engine} engine
 * @param {string} source the document as it came
 * @param {Handed | null} handed a game that came with it
 * @param {string} stem what follows # in its address
 */
export function open(data, engine, source, handed = passing.handed(), stem = "") {
  find("opening").hidden = true;
  /** @type {HTMLElement} */ (document.querySelector("main")).hidden = false;
  find("theme").hidden = false;
  if (handed && !stem) document.querySelector(".home")?.removeAttribute("href"); // its folder is elsewhere
  const page = new Page(data, engine, source, handed, stem);
  page.dialogs.linked();
  return page;
}

/**
 * Open the game of this document.
 * @param {PageData} data
 * @param {Unpacking} unpacking
 */
export async function start(data, { unpacked, source }) {
  open(data, await openEngine(data.engine, await unpacked("module")), source);
}
