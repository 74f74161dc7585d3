// Keeps a game that its page owns: in the browser at once, and on the server after every move. One save is on its
// way at a time; meanwhile only the newest game waits. Where the server has another game by now, the moves alone say
// which of the two goes on, and no move is lost: see `settled`.

import { local } from "../../browser/storage.js";
import { ROOT, textOf } from "./page.js";

/**
 * @typedef {{ moves: string[], found: Record<number, object>, waits: boolean }} Line a game as its page has it: what
 *   its computers found, by the plies before their moves, and whether a computer to move was stopped
 * @typedef {{ line: Line, base: string[], sent: string[][], copy: string, at: number }} Slot a game that the
 *   server does not have yet, in the browser: the moves it began from, those of saves whose answers are missing, the
 *   id of its copy if there has to be one, and when it was written
 * @typedef {{ moves: string[], computers: boolean[], ended: boolean }} Theirs the game of the server: which seats are
 *   computers', and whether it was ended
 * @typedef {object} Watch what the page does for its game
 * @property {(text: string) => { theirs: Theirs, version: number } | null} read the game in an answer
 * @property {(text: string) => void} adopt show an answer
 * @property {(version: number) => void} saved the server has the game, in this version
 * @property {(status: number | undefined) => void} silent there is no answer
 * @property {() => void} calm there is one again
 * @property {(text: string, lost: string[]) => void} refused for good: what the server has said, and the moves that
 *   it does not take
 * @property {() => void} stop no computer is to think for now
 * @property {(copy: string) => void} copied the page's game goes on as another one
 * @property {(line: Line) => void} found a game that an earlier page could not save goes on, and is saved
 * @property {() => Promise<unknown>} fresh ask how the game is now
 * @property {(copy: string) => void} aside a game of an earlier page goes on as a copy
 */

const AGAIN = 3000; // milliseconds
const KEPT_ALIVE = 30_000; // characters that a browser surely sends for a page that goes
const PATIENCE = 8000; // milliseconds for an answer
const PLACE = "plyground:game:"; // in the browser's storage
const LONGEST = 14 * 24 * 3600e3; // milliseconds for which a server keeps a game that nobody looks at

/**
 * Whether one list of moves begins another.
 * @param {string[]} start
 * @param {string[]} moves
 */
export function begins(start, moves) {
  return start.length <= moves.length && start.every((move, ply) => move === moves[ply]);
}

/** @param {string[]} one @param {string[]} other */
const same = (one, other) => one.length === other.length && begins(one, other);

/** How many moves two games begin with alike. @param {string[]} one @param {string[]} other */
function common(one, other) {
  const ply = one.findIndex((move, at) => move !== other[at]);
  return ply < 0 ? one.length : ply;
}

/**
 * Which of two games goes on, the server's or the page's; or the server's, and the page's as a copy. Both come from
 * `base`, and `sent` are the moves of saves whose answers are missing.
 * @param {Theirs} theirs
 * @param {string[]} mine
 * @param {string[]} base
 * @param {string[][]} sent
 * @returns {"theirs" | "mine" | "copy"}
 */
export function settled({ moves, computers, ended }, mine, base, sent) {
  if (same(moves, mine)) return "theirs";
  if (!ended && sent.some((each) => same(moves, each))) return "mine"; // nobody else has moved
  if (same(base, mine)) return "theirs"; // the page has nothing that the server lacks
  if (!ended && same(moves, base)) return "mine";
  if (begins(base, moves) && begins(base, mine)) { // nobody has taken back
    if (!ended && begins(moves, mine)) return "mine";
    if (begins(mine, moves)) return "theirs";
  }
  const shared = common(moves, mine);
  return mine.slice(shared).every((_, at) => computers[(shared + at) % computers.length]) ? "theirs" : "copy";
}

/** Whether a server with this answer may give another one in a moment. @param {number} status */
const isBusy = (status) => status >= 500 || status === 408 || status === 429;

/**
 * What a place holds; null if that is no slot.
 * @param {Partial<Slot> | null} kept
 */
function slotOf(kept) {
  const lists = [kept?.line?.moves, kept?.base, kept?.sent];
  return lists.every(Array.isArray) && kept?.copy && kept.at ? /** @type {Slot} */ (kept) : null;
}

/** An id for a copy, as servers make them. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

export class Keeper {
  /**
   * @param {string} room
   * @param {Watch} watch
   */
  constructor(room, watch) {
    this.room = room;
    this.watch = watch;
    this.places = `${PLACE}${room}:${newId()}:`; // those of this page begin so; another tab has others
    this.place = ""; // the newest
    /** @type {string[]} */
    this.base = []; // the moves that the server has, as far as is known
    this.version = 0; // of the room, with these moves
    /** @type {string[][]} */
    this.sent = []; // those of saves whose answers are missing
    this.copy = "";
    /** @type {Line | null} */
    this.line = null; // the game that the server does not have yet
    this.busy = false;
    this.leaving = false; // whether the game, and then its page, is on its way to a copy: no move is made meanwhile
    /** @type {(() => void)[]} */
    this.waiting = [];
    this.wake = () => {};
  }

  /**
   * The server has these moves in a version.
   * @param {number} version
   * @param {string[]} moves
   */
  follow(version, moves) {
    this.version = version;
    this.base = moves;
  }

  /** Whether the server lacks something. */
  get ahead() {
    return this.line !== null;
  }

  /** The page's game has changed. @param {Line} line */
  save(line) {
    this.line = line;
    this.copy ||= newId(); // whoever makes the copy, it is one
    this.write();
    this.run();
  }

  /** When the server has all. @returns {Promise<void>} */
  drained() {
    return this.busy ? new Promise((resolve) => { this.waiting.push(resolve); }) : Promise.resolve();
  }

  // The browser's storage

  /** A slot is never changed: another tab may be settling it, and removes what it has read. */
  write() {
    const { line, base, sent, copy, place } = this;
    this.place = this.places + newId();
    local.write(this.place, { line, base, sent, copy, at: Date.now() });
    local.remove(place);
  }

  /**
   * Go on with what other pages of this browser could not save, one after the other: what is settled for one may
   * change the game.
   * @param {() => Theirs | null} theirs the server's game; null if the page cannot play any more
   */
  async resume(theirs) {
    for (const name of local.names(PLACE)) {
      while (this.busy) await this.drained();
      if (this.leaving) return;
      const slot = slotOf(local.read(name));
      const old = !slot || Math.abs(Date.now() - slot.at) > LONGEST;
      if (old) local.remove(name);
      if (old || !name.startsWith(`${PLACE}${this.room}:`) || name.startsWith(this.places)) continue;
      const verdict = () => {
        const known = theirs();
        return known && settled({ ...known, moves: this.base }, slot.line.moves, slot.base, slot.sent);
      };
      if (verdict() === "copy") await this.watch.fresh(); // the browser may have kept an older page
      const said = verdict();
      if (!said) return;
      if (said === "mine") this.watch.found(slot.line);
      else if (said === "copy") {
        const copy = await this.send(slot.line, slot.copy);
        if (copy) this.watch.aside(copy);
        else this.watch.refused("", slot.line.moves);
      }
      local.remove(name);
    }
  }

  // The server

  async run() {
    if (this.busy) return;
    this.busy = true;
    while (this.line) await this.attempt(this.line);
    this.busy = false;
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  /**
   * What follows the moves that the server has.
   * @param {Line} line
   */
  rest({ moves, found, waits }) {
    const ply = common(this.base, moves);
    return { ply, moves: moves.slice(ply).map((move, at) => ({ move, found: found[ply + at] ?? null })), waits };
  }

  /**
   * Send something; null if there is no whole answer.
   * @param {string} action
   * @param {object} body
   */
  async ask(action, body) {
    const headers = { Accept: "application/json", "HX-Request": "true", "Content-Type": "application/json" };
    const attempt = new AbortController();
    const late = setTimeout(() => attempt.abort(), PATIENCE); // lost packets bring no error
    const sent = JSON.stringify(body);
    const answer = await fetch(`${ROOT}room/${this.room}/${action}`, {
      method: "POST", headers, body: sent, keepalive: sent.length < KEPT_ALIVE, signal: attempt.signal,
    }).catch(() => null);
    const text = await textOf(answer);
    clearTimeout(late);
    return answer && text !== null ? { status: answer.status, text, version: Number(answer.headers.get("X-Version")) } : null;
  }

  /** Wait until another attempt is due. @param {number | undefined} status of the answer to the last one */
  async pause(status) {
    this.watch.silent(status);
    const woken = new Promise((resolve) => { this.wake = () => resolve(null); });
    await Promise.race([new Promise((resume) => setTimeout(resume, AGAIN)), woken]);
  }

  /** @param {Line} line */
  async attempt(line) {
    const { watch, version } = this;
    if (!this.sent.some((each) => same(each, line.moves))) this.sent.push(line.moves);
    this.write();
    const answer = await this.ask("line", { ...this.rest(line), version });
    if (!answer || isBusy(answer.status)) {
      await this.pause(answer?.status);
      return;
    }
    watch.calm();
    const { status, text } = answer;
    if (status === 204) {
      this.done(line, answer.version);
      return;
    }
    const known = watch.read(text);
    if (status === 409 && known) await this.settle(known, text);
    else if (status === 403 || status === 409) await this.leave(text); // it is not this page's any more
    else {
      this.end();
      watch.refused(text, line.moves);
    }
  }

  /**
   * The server has a line in a version.
   * @param {Line} line
   * @param {number} version
   */
  done(line, version) {
    this.follow(version, line.moves);
    this.watch.saved(version);
    this.sent = [];
    if (this.line === line) this.end();
    else this.write();
  }

  /** Nothing more is to be saved. */
  end() {
    this.line = null;
    this.sent = [];
    this.copy = "";
    local.remove(this.place);
    this.place = "";
  }

  /**
   * The server has another game than the one that this one began from.
   * @param {{ theirs: Theirs, version: number }} known
   * @param {string} text
   */
  async settle({ theirs, version }, text) {
    const { line, base, sent } = this;
    const verdict = settled(theirs, line?.moves ?? base, base, sent);
    if (verdict === "copy") await this.leave(text); // until then other pages see what it began from
    this.follow(version, theirs.moves);
    if (verdict !== "theirs") return;
    this.end();
    this.watch.adopt(text);
  }

  /** Go on as a copy, because this game is another one now. @param {string} text the answer that says so */
  async leave(text) {
    const { line, copy, watch } = this;
    if (!line) return;
    this.leaving = true;
    watch.stop();
    const arrived = await this.send(line, copy);
    this.end();
    if (arrived) { // the page goes
      watch.copied(arrived);
      return;
    }
    this.leaving = false;
    watch.refused(text, line.moves);
  }

  /**
   * Send a game as a copy of an id, or of another one if that copy went on in another way. Its id; empty if the
   * server refuses it.
   * @param {Line} line
   * @param {string} wanted
   */
  async send(line, wanted) {
    for (let id = wanted;;) {
      const rest = this.rest(line);
      const answer = await this.ask("copy", { ...rest, begins: line.moves.slice(0, rest.ply), id });
      if (answer?.status === 409 && id === wanted) id = newId();
      else if (answer && !isBusy(answer.status)) return answer.status === 204 ? id : "";
      else await this.pause(answer?.status);
    }
  }
}
