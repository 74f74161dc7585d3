// What a browser keeps of the games that its reader has played to the end: in which moves they gave a result away, and
// how often a player of random moves would have. The moments come back as tasks; the rate is that of *Last week's you*.

import { isTurn, judged, judgedOne } from "./course.js";
import { local } from "./storage.js";

/**
 * @import { Judged } from "./course.js"
 * @import { Engine, Position } from "./engine.js"
 * @import { Table } from "./table.js"
 */

/**
 * @typedef {{ ply: number, found: number, due: number }} Slip the plies after a move that gave a result away; how often
 *   in a row a better one was found since, and when it waits again
 * @typedef {{ id: string, moves: string[], seat: number, random: number | null, slips: Slip[] }} Past a game and its
 *   reader's seat; how many results random moves in place of theirs give away on average, null until it is looked through
 * @typedef {{ place: string, moves: string[], position: string }} Moment the moves to a slip in a game of a place, and those
 *   to the position before it, by which it is known
 */

const PLACE = "plyground:past:";
const GAMES = 20; // to which *Last week's you* is fitted
const MOST = 60; // with those whose moments still come back
const AWAY = [1, 3, 9]; // days
const AT_ONCE = 3; // moments that wait
const SECONDS = 4; // for each position of a game

export const LAST_WEEK = "Last week's you";
/** @param {string} text of a player */
export const isLastWeek = (text) => /^mixed:\d+\(perfect\)$/.test(text);

/** Where the games of a game and size are kept: an address says it. @param {string} name @param {[string, string | number][]} values */
export const placeOf = (name, values) =>
  `${PLACE}${name}?${new URLSearchParams(values.map(([key, value]) => [key, String(value)]))}`;

/** The game and size of a place. @param {string} place @returns {[string, URLSearchParams]} */
export function gameOf(place) {
  const [name, values] = place.slice(PLACE.length).split("?");
  return [name, new URLSearchParams(values)];
}

/** @param {string} place @returns {Past[]} */
const games = (place) => local.read(place) ?? [];

/**
 * Keep the last games, and those before them whose moments still come back.
 * @param {string} place
 * @param {Past[]} all
 */
function keep(place, all) {
  const wanted = all.filter(({ slips }, at) => at >= all.length - GAMES || slips.some(comesBack)).slice(-MOST);
  local.write(place, wanted);
}

/** @param {Slip} slip */
const comesBack = ({ found }) => found <= AWAY.length;

/** @param {string[]} moves @param {number} ply after a slip */
const before = (moves, ply) => moves.slice(0, ply - 1).join(" ");

/** @param {Moment} one @param {Moment} other */
const same = (one, other) => one.place === other.place && one.position === other.position;

/** The moments that wait now, those first that wait the longest. @param {string} [place] of one game alone @returns {Moment[]} */
export function waiting(place) {
  const now = Date.now();
  return (place ? [place] : local.names(PLACE))
    .flatMap((each) => games(each).flatMap(({ moves, slips }) =>
      slips.map((slip) => ({ ...slip, place: each, moves: moves.slice(0, slip.ply), position: before(moves, slip.ply) }))))
    .filter((each) => comesBack(each) && each.due <= now).sort((one, other) => one.due - other.due)
    .filter((each, at, all) => all.findIndex((other) => same(each, other)) === at).slice(0, AT_ONCE);
}

/** The moment after another one. @param {Moment} moment @param {Moment[]} among @returns {Moment | undefined} */
export function following(moment, among) {
  const at = among.findIndex((each) => same(each, moment));
  return among.length > 1 || at < 0 ? among[(at + 1) % among.length] : undefined;
}

/**
 * The one that was found comes back after some days, by the calendar, which is said; the one that was not begins again.
 * @param {Moment} moment
 * @param {boolean} right
 */
export function answered({ place, position }, right) {
  const all = games(place);
  const slips = all.flatMap(({ moves, slips }) => slips.filter(({ ply }) => before(moves, ply) === position));
  const found = right ? Math.min(...slips.map((slip) => slip.found)) + 1 : 0;
  for (const slip of slips) {
    slip.found = found;
    if (right) slip.due = new Date().setHours(24 * (AWAY[found - 1] ?? 0), 0, 0, 0);
  }
  keep(place, all);
  return right ? ["It comes back tomorrow.", "It comes back in 3 days.", "It comes back in 9 days."][found - 1] ?? "It does not come back." : "";
}

/** A game is deleted. @param {string} id */
export function forget(id) {
  for (const place of local.names(PLACE)) {
    const all = games(place);
    if (all.some((each) => each.id === id)) keep(place, all.filter((each) => each.id !== id));
  }
}

/** How many moments wait, in words. @param {number} count */
export const waits = (count) => `${count} ${count === 1 ? "waits" : "wait"}: find a better move.`;

/**
 * *Last week's you* after the games of a place: a player who gives as many results away as the reader did; "" while
 * there are too few games; and a sentence.
 * @param {string} place
 */
export function lastWeek(place) {
  const last = games(place).filter(({ random }) => random !== null).slice(-GAMES);
  const missing = GAMES - last.length;
  if (missing > 0) return { player: "", said: `needs ${missing} more of your games` };
  const slips = last.reduce((sum, each) => sum + each.slips.length, 0);
  const random = last.reduce((sum, each) => sum + Number(each.random), 0);
  const percent = Math.round(100 * Math.max(0, 1 - slips / (random || 1)));
  return { player: `mixed:${percent}(perfect)`, said: `slips as often as you in your last ${GAMES} games` };
}

/**
 * What a player gave away in a game that was judged.
 * @param {Judged[]} course
 * @param {number} seat
 */
export function given(course, seat) {
  const own = course.flatMap(({ move }) => (move && move.seat === seat ? [move] : []));
  const random = own.reduce((sum, { grades }) => sum + [...grades.values()].filter((grade) => isTurn({ grade })).length / grades.size, 0);
  return { random, slips: own.filter(isTurn).map(({ ply }) => ({ ply: ply + 1, found: 0, due: Date.now() })) };
}

/** The games of the reader at a table. */
export class Pasts {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
    const { name, values } = page.data.game;
    this.place = placeOf(name, Object.entries(values));
    /** @type {AbortController | null} */
    this.work = null;
    /** @type {Position | null} */
    this.seen = null; // the last position
  }

  /** @param {string[]} moves @returns {Position[]} */
  line(moves) {
    const { engine } = this.page;
    const line = [engine.start()];
    for (const text of moves) line.push(engine.play(line[line.length - 1], engine.data.moveTexts.indexOf(text)));
    return line;
  }

  /** Keep the game if it has ended, and look through those that are still to be judged. */
  changed() {
    const { page: { play, engine, remembers }, seen, place } = this;
    const { last, match, moves, cast: { you } } = play;
    this.seen = last;
    if (!remembers || !last.over || you === null || play.judging) {
      this.work?.abort(new DOMException("later", "AbortError"));
      this.work = null;
      return;
    }
    if (this.work) return;
    if (seen && last.parent === seen) // it ended here
      keep(place, [...games(place).filter(({ id }) => id !== match), { id: match, moves: moves.map((code) => engine.data.moveTexts[code]), seat: you, random: null, slips: [] }]);
    this.work = new AbortController();
    this.look(this.work.signal).catch(() => {}); // it is looked through after another game
  }

  /** @param {AbortSignal} signal */
  async look(signal) {
    const { place, page: { engine, play } } = this;
    for (const { id, moves, seat } of games(place).filter(({ random }) => random === null).reverse()) {
      const course = await judged(engine, this.line(moves), {
        seconds: SECONDS, signal, ask: (position, how) => play.valuesOf(position, how), onProgress: () => {},
      });
      const all = games(place);
      Object.assign(all.find((each) => each.id === id && each.random === null) ?? {}, given(course, seat));
      keep(place, all);
    }
  }

  /** The move of a moment, judged; null if it is too hard to judge here. @param {Moment} moment */
  async made({ moves }) {
    const { page: { engine, play } } = this;
    const [position, child] = this.line(moves).slice(-2);
    return judgedOne(engine, position, child, await play.valuesOf(position, { seconds: SECONDS })).move;
  }
}
