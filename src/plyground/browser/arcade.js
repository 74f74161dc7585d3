// Several games in one document: a screen to choose from, and the game that was chosen.
//
// What follows # in the address says which: "connect4-7-6" a game, "today" the puzzle of the day, "lost" the lost moment
// that waits the longest, and a text that a friend sent the game that it is of. Another game takes a new document, so nothing of one
// game reaches another.

import { Board } from "./board.js";
import { find, made } from "./elements.js";
import { openEngine } from "./engine.js";
import { early, open } from "./page.js";
import * as passing from "./passing.js";
import { gameOf, waiting, waits } from "./past.js";

/**
 * @import { Engine } from "./engine.js"
 * @import { PageData, Unpacking } from "./page.js"
 * @import { Handed } from "./passing.js"
 */

/**
 * @typedef {object} ArcadeData what browser/arcade.py writes into a document with several games
 * @property {PageData} common
 * @property {{ stem: string, title: string }[]} games
 * @property {[number, number][]} days day by day a place among the games, and one among its puzzles
 */

const DAY = 86_400_000; // milliseconds
const FIRST = 719_163; // the days from the first of January of year 1 to that of 1970, and one

/** Whether a document lies in a web space, where phones can keep it. */
const inSpace = () => document.documentElement.dataset.installs !== undefined && location.protocol.startsWith("http");

/**
 * @template {object} Kind
 * @param {Kind} common
 * @param {Record<string, unknown>} own
 * @returns {Kind}
 */
function joined(common, own) {
  const made = /** @type {Record<string, unknown>} */ ({ ...common });
  for (const [name, value] of Object.entries(own)) {
    const before = made[name];
    const both = [before, value].every((each) => typeof each === "object" && each !== null && !Array.isArray(each));
    made[name] = both ? joined(/** @type {object} */ (before), /** @type {Record<string, unknown>} */ (value)) : value;
  }
  return /** @type {Kind} */ (made);
}

/** What lets a phone keep these pages: see `beside` in arcade.py. */
function install() {
  for (const [rel, href] of [["manifest", "play.webmanifest"], ["apple-touch-icon", "icon-180.png"], ["icon", "icon-192.png"]])
    document.head.append(made("link", { rel, href }));
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // then it plays with a network alone
}

class Arcade {
  /**
   * @param {ArcadeData} data
   * @param {Unpacking} unpacking
   */
  constructor(data, unpacking) {
    this.data = data;
    this.unpacking = unpacking;
    /** @type {Map<string, Promise<[PageData, ArrayBuffer]>>} */
    this.parts = new Map();
    /** @type {string | null} */
    this.stem = null; // of the open game
  }

  /** @param {string} stem */
  part(stem) {
    const { read, unpacked } = this.unpacking;
    const known = this.parts.get(stem) ?? Promise.all([read(`data-${stem}`), unpacked(`module-${stem}`)])
      .then(([own, module]) => /** @type {[PageData, ArrayBuffer]} */ ([joined(this.data.common, own), module]));
    this.parts.set(stem, known);
    return known;
  }

  /** Today's puzzle: the stem of its game, and its number there. @returns {{ stem: string, number: number }} */
  get today() {
    const now = new Date();
    const day = Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY) + FIRST;
    const [at, number] = this.data.days[day % this.data.days.length];
    return { stem: this.data.games[at].stem, number };
  }

  /** The lost moments that wait, with the stems of their games. */
  get moments() {
    const known = waiting().map((moment) => {
      const [name, values] = gameOf(moment.place);
      return { moment, stem: [name, ...values.values()].join("-") };
    });
    return known.filter(({ stem }) => this.data.games.some((each) => each.stem === stem));
  }

  /** The game that the address asks for; null if none. */
  get wanted() {
    const text = decodeURIComponent(location.hash.slice(1));
    if (text === "today") return this.today.stem;
    if (text === "lost") return this.moments[0]?.stem ?? null;
    const [, name, values] = /^ply\d+\/[a-z]\/([^/]+)\/([^/]+)\//i.exec(text) ?? [];
    const stem = name ? [name, ...(values === "-" ? [] : [values])].join("-") : text;
    return this.data.games.some((each) => each.stem === stem) ? stem : null;
  }

  async follow() {
    const { wanted } = this;
    if (this.stem !== null) {
      if (wanted !== this.stem) location.reload();
      return;
    }
    try {
      if (wanted) await this.open(wanted);
    } catch (error) {
      document.body.classList.remove("choosing");
      this.unpacking.failed(error);
    }
  }

  /**
   * @param {string} stem
   * @param {Handed} [handed] a game that came with the file
   */
  async open(stem, handed) {
    this.stem = stem;
    const [data, module] = await this.part(stem);
    find("opening").hidden = true; // its summary is that of all
    document.body.classList.remove("choosing");
    document.title = data.game.title;
    const header = /** @type {HTMLElement} */ (document.querySelector("body > header"));
    for (const [place, text] of [["h1", data.game.title], [".size", data.game.size]])
      /** @type {HTMLElement} */ (header.querySelector(place)).textContent = text;
    const today = location.hash === "#today" ? this.today.number : null;
    const [lost] = location.hash === "#lost" ? this.moments : [];
    const page = open(data, await openEngine(data.engine, module), this.unpacking.source, handed, stem);
    if (today !== null) page.puzzles.pose(today);
    if (lost) page.puzzles.recall(lost.moment);
    if (location.hash.slice(1) !== stem) history.replaceState(null, "", `#${stem}`);
    scrollTo(0, 0);
  }

  /** Draw the boards of today's puzzle and of the first lost moment on the screen. */
  async pose() {
    const { stem, number } = this.today;
    const { moments } = this;
    find("lost").hidden = !moments.length;
    find("lost-task").textContent = waits(moments.length);
    const [data] = await this.part(stem);
    const puzzle = data.puzzles[number];
    find("today-task").textContent = `${data.game.title}: find the one move that ${puzzle.keeps === "win" ? "wins" : "keeps the draw"}.`;
    await this.draw("today", stem, () => puzzle.moves);
    if (!moments.length) return;
    const [{ stem: other, moment }] = moments;
    await this.draw("lost", other, (texts) => moment.moves.slice(0, -1).map((text) => texts.indexOf(text)));
  }

  /**
   * Draw the board of a card.
   * @param {string} card
   * @param {string} stem of its game
   * @param {(texts: string[]) => number[]} moves their codes, by the texts of all
   */
  async draw(card, stem, moves) {
    const [data, module] = await this.part(stem);
    const engine = await openEngine(data.engine, module);
    const position = moves(data.engine.moveTexts).reduce((before, move) => engine.play(before, move), engine.start());
    const cells = engine.cells(position);
    engine.close();
    const place = /** @type {HTMLElement} */ (document.querySelector(`#${card} .board`));
    place.inert = true;
    new Board(place, data.board, { locked: true }).draw({ cells, turn: position.turn });
  }
}

/**
 * Show the screen, or the game that the address asks for.
 * @param {ArcadeData} data
 * @param {Unpacking} unpacking
 */
export async function start(data, unpacking) {
  const arcade = new Arcade(data, unpacking);
  addEventListener("hashchange", () => arcade.follow());
  early();
  if (inSpace()) install();
  const handed = passing.handed();
  if (handed && !location.href.includes("#")) await arcade.open(handed.game, handed);
  else await arcade.follow();
  if (arcade.stem === null) await arcade.pose();
}
