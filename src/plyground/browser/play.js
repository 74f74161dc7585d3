// One game on a page: who plays, the moves so far, the position on view, the computers' turns, and what moves
// are worth.
//
//   const play = new Play(engine, called, { changed, progress, failed, wanted, valued });
//   play.begin({ seats: ["here", "minimax:depth=5"] });
//   play.move(code); play.takeBack(); play.view(ply); play.hint(player); play.judge(judged);
//
// A seat is "here" for a person at this screen, "away" for one who sends their moves as a text, or a
// computer. It knows no rule and shows nothing.

/**
 * @import { Course } from "./course.js"
 * @import { Chance, Choice, Engine, How, Player, Position, Progress, Value, Values } from "./engine.js"
 * @import { Called, Cast } from "./words.js"
 */

/**
 * @typedef {{ kind: "here" | "away" | "computer", text: string, player: Player | null, called: Called | null }} Seat
 * @typedef {{ side: number, aim: string, player: string }} Challenge
 * @typedef {{ seats: string[], moves?: number[], floor?: number, match?: string, challenge?: Challenge | null,
 *   waits?: boolean, reasons?: Record<number, Choice> }} GameStart
 *   a game as data; the reasons of computers by the plies after their moves
 * @typedef {object} Watch what a page does for its game
 * @property {() => void} changed something else is on view
 * @property {(progress: Progress, about: "move" | "values" | "hint") => void} progress
 * @property {(error: Error) => void} failed
 * @property {() => boolean} wanted whether the values of the position on view are to be found
 * @property {(values: Values) => void} valued they are found
 * @property {() => void} judged more is known of how the game went
 * @property {() => boolean} [thinks] whether this page lets the computer to move think; left out, it does
 * @property {(position: Position, how: How) => Promise<Values>} [values] finds values in place of the engine
 */

const AFTER_MOVE = 550; // milliseconds until a computer's reply is shown: a counter falls in 580
const BETWEEN = 900; // between the moves of two computers
const STAY = 200; // milliseconds on a position before its values are asked for
export const VALUE_SECONDS = 15; // for the values of one position
const COURSE_SECONDS = 4; // for each position of a finished game

/** A name for a new match, so that an older text of the same match is noticed. */
export function newMatch() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return (number % 36 ** 5).toString(36).padStart(5, "0");
}

export class Play {
  /**
   * @param {Engine} engine
   * @param {(text: string) => { player: Player, called: Called } | null} computer by its text
   * @param {Watch} watch
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
    /** @type {string[] | undefined} */
    this.names = undefined; // what people call themselves
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
    this.pauses = [AFTER_MOVE, BETWEEN];
    /** @type {Map<string, Values>} */
    this.known = new Map(); // values of positions by their moves
    /** @type {AbortController | null} */
    this.asking = null; // for values or a hint
    /** @type {Course | null} */
    this.course = null; // how a game went, until it goes on
    /** @type {AbortController | null} */
    this.judging = null;
  }

  /**
   * Begin a game, or go on with one. Raises EngineError for an illegal move; the game before goes on
   * then.
   * @param {GameStart} given
   */
  begin({ seats, moves = [], floor = 0, match = newMatch(), challenge = null, waits = false, reasons = {} }) {
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
    for (const position of this.line) if (reasons[position.ply]) this.reasons.set(position, reasons[position.ply]);
    this.changed();
  }

  /**
   * Go on as another page has it. A computer that thinks about the position to be goes on with it.
   * @param {{ seats: string[], names?: string[], moves: number[], waits: boolean, floor: number }} given
   */
  follow({ seats, names, moves, waits, floor }) {
    let at = /** @type {Position | null} */ (this.last);
    /** @param {Position} position */
    const begins = (position) => this.engine.history(position).every((move, ply) => move === moves[ply]);
    while (at && (at.ply > moves.length || !begins(at))) at = at.parent;
    const start = at ?? this.engine.start();
    const last = moves.slice(start.ply).reduce((position, move) => this.engine.play(position, move), start);
    const { live } = this;
    const thinks = this.work && last === this.last && !waits && seats[last.turn] === this.toMove.text;
    if (!thinks) this.stop();
    if (!this.seats.length) this.chances = seats.map((_, seat) => this.engine.chance(undefined, 0, seat));
    this.seats = seats.map((text) => this.seat(text));
    const { shown } = this;
    Object.assign(this, { last, names, waits, floor });
    this.shown = !live && this.line.includes(shown) ? shown : last;
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
    const { floor, match, challenge, waits, moves } = this;
    /** @type {Record<number, Choice>} */
    const reasons = {};
    for (const position of this.line) {
      const choice = this.reasons.get(position);
      if (choice) reasons[position.ply] = choice;
    }
    return { seats: this.seats.map(({ text }) => text), moves, floor, match, challenge, waits, reasons };
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
    return { players: this.seats.map(({ called }) => called), you: here.length === 1 && this.seats.length > 1 ? here[0] : null, names: this.names };
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
    this.seen();
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
    this.seen();
  }

  /** Let a computer that waits go on. */
  resume() {
    this.waits = false;
    this.shown = this.last;
    this.changed();
  }

  changed() {
    const mayThink = this.watch.thinks?.() ?? true;
    if (!this.work && !this.waits && !this.last.over && this.toMove?.kind === "computer" && mayThink) this.think();
    this.seen();
  }

  /** Show what is on view, and find its values. */
  seen() {
    if (this.course && this.course.moves !== this.moves.join(" ")) {
      this.unjudge();
      this.course = null;
    }
    this.watch.changed();
    this.ask();
  }

  /** Let a computer make the next move, that of the seat or another one. */
  async think(player = /** @type {Player} */ (this.toMove.player)) {
    const work = new AbortController();
    this.work = work;
    const { last, seats, pauses: [afterMove, between] } = this;
    const people = seats.some(({ kind }) => kind !== "computer");
    const pause = new Promise((resolve) => setTimeout(resolve, last.ply === 0 ? 0 : people ? afterMove : between));
    try {
      const choice = await this.engine.choose(last, player, this.chances[last.turn], {
        seconds: this.seconds, signal: work.signal, onProgress: (progress) => this.work === work && this.watch.progress(progress, "move"),
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
      this.seen();
      this.watch.failed(error instanceof Error ? error : new Error(String(error))); // last, so that it stays
    }
  }

  // What moves are worth

  /** The values of the position on view, if they are known. */
  get values() {
    return this.known.get(this.key) ?? null;
  }

  /** The moves to the position on view. */
  get key() {
    return this.engine.history(this.shown).join(" ");
  }

  /** Find the values of the position on view, if they are wanted. */
  ask() {
    this.asking?.abort(new DOMException("moved", "AbortError"));
    this.asking = null;
    if (!this.watch.wanted() || this.shown.over || this.thinking || this.judging || this.values) return;
    const asking = new AbortController();
    this.asking = asking;
    setTimeout(() => this.asking === asking && this.value(asking), STAY);
  }

  /** @param {AbortController} asking */
  async value(asking) {
    try {
      const values = await this.found(asking, "values");
      if (this.asking !== asking) return;
      this.asking = null;
      this.watch.valued(values);
    } catch (error) {
      this.watch.failed(/** @type {Error} */ (error));
    }
  }

  /**
   * The values of the position on view, which are known from then on.
   * @param {AbortController} asking
   * @param {"values" | "hint"} about
   */
  async found(asking, about) {
    const { key, shown } = this;
    const values = await this.valuesOf(shown, {
      seconds: VALUE_SECONDS, signal: asking.signal, onProgress: (progress) => this.watch.progress(progress, about),
    });
    this.known.set(key, values);
    return values;
  }

  /**
   * The values of a position; those that took too long are asked for again.
   * @param {Position} position
   * @param {How} how
   */
  async valuesOf(position, how) {
    const key = this.engine.history(position).join(" ");
    const values = this.known.get(key) ?? await (this.watch.values ?? this.engine.values.bind(this.engine))(position, how);
    if (values.value.verdict !== "unknown") this.known.set(key, values);
    return values;
  }

  /**
   * A best move in the last position and its value; where nothing is proven, the move of a good player. Null
   * if something else was asked for meanwhile.
   * @param {Player} player
   * @param {boolean} valued whether positions have values here
   * @returns {Promise<{ move: number, value: Value | null, keeping: number } | null>} and how many moves have its verdict,
   *   if that is known
   */
  async hint(player, valued) {
    if (!this.live) this.view(this.last.ply);
    this.asking?.abort(new DOMException("hint", "AbortError"));
    const asking = new AbortController();
    this.asking = asking;
    const { shown } = this;
    try {
      const values = valued ? this.values ?? await this.found(asking, "hint") : null;
      // Of several best moves, that of the line that the values are said with.
      const best = values && (values.moves.find(({ move }) => move === values.line[0]) ?? values.moves[0]);
      const { move, value } = best && best.value.verdict !== "unknown" ? best
        : await this.engine.choose(shown, player, this.engine.chance(), { seconds: VALUE_SECONDS, signal: asking.signal });
      if (this.asking !== asking) return null;
      this.asking = null;
      const keeping = best?.value === value ? values?.moves.filter((each) => each.value.verdict === value?.verdict).length : 0;
      return { move, value, keeping: keeping ?? 0 };
    } catch (error) {
      this.watch.failed(/** @type {Error} */ (error));
      return null;
    }
  }

  /**
   * Find out how the game went, from the last position back to the first.
   * @param {typeof import("./course.js").judged} judged does so; only a page that reviews games needs it
   */
  async judge(judged) {
    const moves = this.moves.join(" ");
    if (this.course?.moves === moves) {
      this.seen();
      return;
    }
    const line = this.line.slice(this.challenge ? this.floor : 0);
    this.unjudge();
    const judging = new AbortController();
    this.judging = judging;
    this.course = { moves, course: line.map((position) => ({ position, height: null, move: null })), done: 0 };
    this.seen();
    try {
      await judged(this.engine, line, {
        seconds: COURSE_SECONDS, signal: judging.signal, ask: (position, how) => this.valuesOf(position, how),
        onProgress: (course, done) => {
          this.course = { moves, course, done };
          this.watch.judged();
        },
      });
      this.judging = null;
      this.seen();
    } catch (error) {
      if (this.judging !== judging) return;
      this.judging = null;
      this.course = null;
      this.seen();
      this.watch.failed(/** @type {Error} */ (error));
    }
  }

  /** End that; what was found so far goes. */
  unjudge() {
    this.judging?.abort(new DOMException("closed", "AbortError"));
    if (this.judging) this.course = null;
    this.judging = null;
  }
}
