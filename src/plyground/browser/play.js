// One game on a page: who plays, the moves so far, the position on view, and the computers' turns.
//
//   const play = new Play(engine, called, { changed, progress, failed });
//   play.begin({ seats: ["here", "minimax:depth=5"] });
//   play.move(code); play.takeBack(); play.view(ply);
//
// A seat is "here" for a person at this screen, "away" for one who sends their moves as a text, or a
// computer. It knows no rule and shows nothing.

import { newMatch } from "./messages.js";

/**
 * @import { Chance, Choice, Engine, Player, Position, Progress } from "./engine.js"
 * @import { Called, Cast } from "./words.js"
 */

/**
 * @typedef {{ kind: "here" | "away" | "computer", text: string, player: Player | null, called: Called | null }} Seat
 * @typedef {{ side: number, aim: string, player: string }} Challenge
 * @typedef {{ seats: string[], moves?: number[], floor?: number, match?: string, challenge?: Challenge | null,
 *   waits?: boolean }} GameStart a game as data
 */

const AFTER_MOVE = 550; // milliseconds until a computer's reply is shown: a counter falls in 580
const BETWEEN = 900; // between the moves of two computers

export class Play {
  /**
   * @param {Engine} engine
   * @param {(text: string) => { player: Player, called: Called } | null} computer by its text
   * @param {{ changed: () => void, progress: (progress: Progress) => void, failed: (error: Error) => void }} watch
   */
  constructor(engine, computer, watch) {
    this.engine = engine;
    this.computer = computer;
    this.watch = watch;
    /** @type {Seat[]} */
    this.seats = [];
    this.last = engine.start(); // the position that is played in
    this.shown = this.last; // the one on view
    this.floor = 0; // plies that cannot be taken back
    this.match = "";
    /** @type {Challenge | null} */
    this.challenge = null;
    this.seconds = 30; // for a move of a computer
    /** @type {Chance[]} */
    this.chances = [];
    this.waits = false; // whether a computer that is to move waits until it is asked to go on
    /** @type {AbortController | null} */
    this.work = null;
    /** @type {WeakMap<Position, Choice>} */
    this.reasons = new WeakMap(); // of the computers' moves, by the positions after them
  }

  /**
   * Begin a game, or go on with one. Raises EngineError for an illegal move; the game before goes on
   * then.
   * @param {GameStart} given
   */
  begin({ seats, moves = [], floor = 0, match = newMatch(), challenge = null, waits = false }) {
    const last = moves.reduce((position, move) => this.engine.play(position, move), this.engine.start());
    this.stop();
    this.last = last;
    this.shown = last;
    this.seats = seats.map((text) => this.seat(text));
    this.chances = seats.map((_, seat) => this.engine.chance(undefined, 0, seat));
    this.floor = floor;
    this.match = match;
    this.challenge = challenge;
    this.waits = waits;
    this.changed();
  }

  /**
   * @param {string} text
   * @returns {Seat}
   */
  seat(text) {
    const computer = text === "here" || text === "away" ? null : this.computer(text);
    if (computer) return { kind: "computer", text, ...computer };
    return { kind: text === "away" ? "away" : "here", text, player: null, called: null };
  }

  /** The game as data, which `begin` takes. @returns {GameStart} */
  get data() {
    const { floor, match, challenge } = this;
    return { seats: this.seats.map(({ text }) => text), moves: this.moves, floor, match, challenge, waits: this.waits };
  }

  get moves() {
    return this.engine.history(this.last);
  }

  /** All positions from the start to the last. */
  get line() {
    const line = [];
    for (let at = /** @type {Position | null} */ (this.last); at; at = at.parent) line.unshift(at);
    return line;
  }

  /** @returns {Cast} */
  get cast() {
    const here = this.seats.flatMap(({ kind }, seat) => (kind === "here" ? [seat] : []));
    return { players: this.seats.map(({ called }) => called), you: here.length === 1 && this.seats.length > 1 ? here[0] : null };
  }

  /** Whether the last position is on view. */
  get live() {
    return this.shown === this.last;
  }

  get toMove() {
    return this.seats[this.last.turn];
  }

  /** Whether a person at this screen is to move. */
  get open() {
    return !this.last.over && this.toMove?.kind === "here";
  }

  /** Whether a computer is to move, and does so. */
  get thinking() {
    return this.work !== null;
  }

  /** Whether someone else's text is to be read next. */
  get awaits() {
    return !this.last.over && this.toMove?.kind === "away";
  }

  /** Whether a challenge is met; null without one, or before its end. */
  get met() {
    if (!this.challenge || !this.last.over) return null;
    return this.last.standings[this.challenge.side] >= (this.challenge.aim === "win" ? 1 : 0);
  }

  /** @param {number} code */
  move(code) {
    if (!this.open || !this.live) return;
    this.last = this.engine.play(this.last, code);
    this.shown = this.last;
    this.changed();
  }

  /** The position to which a move would be taken back; null if there is none. */
  get before() {
    if (this.challenge) return null;
    const people = this.seats.some(({ kind }) => kind === "here");
    let at = this.last.parent;
    while (at && people && this.seats[at.turn].kind !== "here") at = at.parent;
    return at && at.ply >= this.floor ? at : null;
  }

  takeBack() {
    const { before } = this;
    if (!before) return;
    this.stop();
    this.last = before;
    this.shown = before;
    this.waits = !this.open;
    this.changed();
  }

  /** Go on from the position on view, and forget the moves after it. */
  goOn() {
    if (this.challenge || this.shown.ply < this.floor) return;
    this.stop();
    this.last = this.shown;
    this.waits = false;
    this.changed();
  }

  /**
   * Show an earlier position of the game, or the last.
   * @param {number} ply
   */
  view(ply) {
    const { line } = this;
    this.shown = line[Math.max(0, Math.min(ply, line.length - 1))];
    this.watch.changed();
  }

  /** End the work of a computer; it waits until `resume`. */
  stop() {
    this.work?.abort(new DOMException("stopped", "AbortError"));
    this.work = null;
  }

  /** As `stop`, because a person wants it. */
  halt() {
    this.stop();
    this.waits = true;
    this.watch.changed();
  }

  /** Let a computer that waits go on. */
  resume() {
    this.waits = false;
    this.shown = this.last;
    this.changed();
  }

  changed() {
    if (!this.work && !this.waits && !this.last.over && this.toMove?.kind === "computer") this.think();
    this.watch.changed();
  }

  async think() {
    const work = new AbortController();
    this.work = work;
    const { last, seats, toMove } = this;
    const people = seats.some(({ kind }) => kind !== "computer");
    const pause = new Promise((resolve) => setTimeout(resolve, last.ply === 0 ? 0 : people ? AFTER_MOVE : BETWEEN));
    try {
      const choice = await this.engine.choose(last, /** @type {Player} */ (toMove.player), this.chances[last.turn], {
        seconds: this.seconds, signal: work.signal, onProgress: this.watch.progress,
      });
      await pause;
      if (this.work !== work) return;
      const next = this.engine.play(last, choice.move);
      this.work = null;
      const live = this.live;
      this.last = next;
      if (live) this.shown = this.last;
      this.reasons.set(this.last, choice);
      this.changed();
    } catch (error) {
      if (this.work !== work) return;
      this.work = null;
      this.waits = true;
      this.watch.changed();
      this.watch.failed(error instanceof Error ? error : new Error(String(error))); // last, so that it stays
    }
  }
}
