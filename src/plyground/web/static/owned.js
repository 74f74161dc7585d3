// The app's page of a game that it owns: a table whose moves are in the browser at once, and on the server after every
// move. Computers think here. See docs/design/owners.md.

import { find, made } from "../../browser/elements.js";
import { openEngine } from "../../browser/engine.js";
import { keepsNothing, local, session } from "../../browser/storage.js";
import { AGAIN, AppTable, Refused, begin, here, refusal, room, wait } from "./app_table.js";
import { Keeper, begins } from "./keeper.js";
import { ALONE, BUSY, LOST, NONE, ROOT, figures } from "./page.js";
import { sheet } from "./sheet.js";

/**
 * @import { Choice, Engine, How, Position, Progress, Value, Values } from "../../browser/engine.js"
 * @import { Report, TableData } from "../../browser/table.js"
 * @import { Found, FoundValue, State } from "./app_table.js"
 * @import { Line, Theirs } from "./keeper.js"
 */

/** @typedef {{ state: State, at: number | null, book: number, data: string, module: string }} Given */

const AWAY = 10_000; // milliseconds for which a computer is left to the page that made the last move
const LONGEST = 600; // seconds for a move of a computer
const LEAVING = "This game went on in another way elsewhere: yours goes on as a copy, in a moment.";
const WENT_ON = "This game went on in another way elsewhere, so this is a copy of yours.";
const ASIDE = "Moves that were made here before went on as a copy of this game.";
const COPIED = "copied"; // in the tab's storage: the game of which this one is a copy

/** @type {Given} */
const given = JSON.parse(find("given").textContent ?? "");

/** @extends {AppTable<State>} */
class Owned extends AppTable {
  /**
   * @param {TableData} data
   * @param {Engine} engine
   * @param {() => Promise<Engine>} another another engine: values do not end the work of a computer
   */
  constructor(data, engine, another) {
    super(data, engine, given.state);
    this.another = another;
    this.key = given.state.key;
    this.mine = true; // whether a computer to move is this page's: it came with it, or the move before is this page's
    this.adopting = false; // whether the game changes because the server says so
    /** @type {Position | null} */
    this.drawn = null; // the last position that the keeper knows,
    this.waited = false; // and whether a computer waited
    this.missed = 0; // the newest version that an event has named while moves were on their way
    this.finished = false; // whether the server's game was over when it was last heard of
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined; // ends the wait for another page
    this.play.seconds = LONGEST;
    this.keeper = new Keeper(room, {
      read: (text) => this.read(text),
      adopt: (text) => this.adopt(text),
      saved: (version) => this.saved(version),
      silent: (status) => this.warn(status ? BUSY : local.lasts ? LOST : ALONE),
      calm: () => this.calm(),
      refused: (text, lost) => this.refuse(text, lost),
      stop: () => {
        this.play.stop();
        this.warn(LEAVING);
      },
      copied: (copy) => {
        session.set(COPIED, room);
        location.assign(`${ROOT}room/${copy}`);
      },
      found: (line) => this.goOn(line),
      fresh: () => this.ask(),
      aside: (copy) => this.tell(ASIDE, " ", made("a", { href: `${ROOT}room/${copy}` }, "The copy")),
    });
    this.listen();
    this.follow(given.state);
    if (given.at !== null) this.play.view(given.at);
  }

  // What the server says

  /** The server's game for the keeper. @param {string} text @returns {{ theirs: Theirs, version: number } | null} */
  read(text) {
    const state = this.stateIn(text);
    if (state && state.key !== this.key) this.keeper.drained().then(() => this.ask()); // it is of another Plyground
    return state && { theirs: this.theirs(state), version: state.version };
  }

  /** @param {State} state @returns {Theirs} */
  theirs({ moves, seats, running }) {
    return { moves, computers: seats.map((seat) => typeof seat !== "string"), ended: !running && !this.isOver(moves) };
  }

  /** Whether the rules have ended a game. @param {string[]} moves */
  isOver(moves) {
    try {
      return this.codes(moves).reduce((position, code) => this.engine.play(position, code), this.engine.start()).over;
    } catch {
      return false;
    }
  }

  /** @param {string} text */
  adopt(text) {
    const state = this.stateIn(text);
    if (state) this.follow(state);
  }

  /** The game is as the server says. @param {State} state */
  follow(state) {
    if (this.keeper.leaving) return; // another page is on its way
    if (!state.owned || state.key !== this.key) {
      if (this.keeper.ahead) this.keeper.drained().then(() => this.ask());
      else location.reload(); // another page shows it now
      return;
    }
    if (this.keeper.ahead) {
      this.update({ ...state, version: this.state.version });
      return;
    }
    const ends = this.state.running && !state.running;
    this.update(state);
    this.finished = !state.running;
    this.keeper.follow(state.version, state.moves);
    const { play, texts } = this;
    const other = !(begins(state.moves, texts) && begins(texts, state.moves));
    if (this.drawn && (other || (play.waits && !state.stopped))) this.leave();
    if (ends) play.stop();
    this.put(this.codes(state.moves), state.stopped, state.found);
    if (ends) play.view(play.last.ply);
    this.warn(state.trouble);
  }

  /** The server has what is here. @param {number} version */
  saved(version) {
    this.update({ ...this.state, version });
    if (this.play.last.over || this.finished) this.ask(); // the ladder, and the title
    this.finished = this.play.last.over;
  }

  /**
   * Show moves that are not news to the keeper.
   * @param {number[]} moves
   * @param {boolean} waits
   * @param {Record<number, Found>} found
   */
  put(moves, waits, found) {
    this.adopting = true;
    super.put(moves, waits, found);
    this.adopting = false;
    [this.drawn, this.waited] = [this.play.last, this.play.waits];
  }

  /** Go on with a game that an earlier page could not save. @param {Line} line */
  goOn({ moves, found, waits }) {
    this.put(this.codes(moves), waits, /** @type {Record<number, Found>} */ (found));
    this.keeper.save(this.line);
  }

  /** Another page has made the last move, and lets the next computer think; if it is gone, this one does. */
  leave() {
    clearTimeout(this.patience);
    this.mine = false;
    this.patience = setTimeout(() => {
      this.mine = true;
      this.play.changed();
    }, AWAY);
  }

  /**
   * @param {string} text
   * @param {string[]} lost
   */
  refuse(text, lost) {
    this.play.stop();
    const words = this.stateIn(text)?.refused ?? refusal(text);
    this.tell(`${words ? `${words.replace(/\.$/, "")}. ` : ""}Your moves could not be kept: ${lost.join(" ")}.`);
    if (text) this.ask();
  }

  async settled() {
    await this.keeper.drained();
  }

  get ahead() {
    return this.keeper.ahead;
  }

  reached() {
    this.keeper.wake();
  }

  /** @param {number} version */
  newer(version) {
    if (version === this.state.version) return;
    if (!this.ahead) this.ask();
    else {
      if (!this.missed) this.settled().then(() => this.caught());
      this.missed = Math.max(this.missed, version);
    }
  }

  /** All moves have arrived: ask for what else has happened meanwhile. */
  caught() {
    if (this.missed > this.state.version) this.ask();
    this.missed = 0;
  }

  // The game

  /** The game as the keeper takes it. @returns {Line} */
  get line() {
    /** @type {Record<number, Found>} */
    const found = {};
    for (const position of this.play.line) {
      const choice = this.play.reasons.get(position);
      if (position.parent && choice) found[position.parent.ply] = this.found(choice);
    }
    return { moves: this.texts, found, waits: this.play.waits };
  }

  /** A choice as it is kept. @param {Choice} choice @returns {Found} */
  found({ value, depth, line, nodes, leaves, cutoffs, tableHits, seconds, rule, manner, drawn }) {
    const { moveTexts } = this.engine.data;
    return { value: value && this.foundValue(value), depth, line: line.map((code) => moveTexts[code]), nodes, leaves, cutoffs, table_hits: tableHits, seconds, rule, manner, drawn };
  }

  /** @param {Value} value @returns {FoundValue} */
  foundValue({ verdict, plies, score, expectation, atLeast, atMost }) {
    /** @param {Value | null} limit */
    const limit = (limit) => limit && { value: limit.verdict, plies: limit.plies };
    return { value: verdict, plies, score, expectation, at_least: limit(atLeast), at_most: limit(atMost) };
  }

  keep() {
    super.keep();
    const { play } = this;
    if (this.adopting || this.keeper.leaving || (play.last === this.drawn && play.waits === this.waited)) return;
    [this.drawn, this.waited] = [play.last, play.waits];
    this.mine = true;
    clearTimeout(this.patience);
    this.keeper.save(this.line);
  }

  get thinks() {
    const { state, play, keeper } = this;
    const mine = this.mine || (!this.adopting && play.last !== this.drawn); // the move before has just been made here
    if (this.closed || keeper.leaving || !mine) return false;
    return !(state.thinks && state.moves.length === play.last.ply); // else the server has begun
  }

  get valuable() {
    return true;
  }

  get remembers() {
    return !keepsNothing && this.two && !this.state.start;
  }

  /** @param {number} code */
  picked(code) {
    if (!this.closed && !this.keeper.leaving) super.picked(code);
  }

  letPlay() {
    this.mine = true;
    super.letPlay();
  }

  /** @param {Error} error */
  failed(error) {
    if (error instanceof Refused) super.failed(error);
    else if (error.name !== "AbortError") serve(this.keeper);
  }

  // Values

  /**
   * @param {Position} position
   * @param {How} how
   * @returns {Promise<Values>}
   */
  async values(position, how) {
    if (!this.two) return this.said(position, how);
    const allowed = await fetch(`${here}/values/allowed`).catch(() => null);
    if (allowed && !allowed.ok && allowed.status < 500) throw new Refused((await allowed.json().catch(() => null))?.error ?? NONE);
    const booked = position.ply < given.book && await this.booked(position, how);
    if (booked) return booked;
    this.valuer ??= this.another();
    try {
      return await (await this.valuer).values(position, how);
    } catch (error) {
      if (how.signal?.aborted) throw error;
      throw new Refused(`That did not work: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /**
   * The values of a position that a book of the server has; null without its answer.
   * @param {Position} position
   * @param {How} how
   * @returns {Promise<Values | null>}
   */
  async booked(position, { signal }) {
    const { data: { game }, engine } = this;
    const moves = engine.history(position).map((code) => engine.data.moveTexts[code]);
    const body = JSON.stringify({ game: { name: game.name, parameters: game.values }, moves });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${ROOT}api/analyse`, { method: "POST", headers, body, ...(signal && { signal }) }).catch(() => null);
    const known = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!known) return null;
    return this.valued({ ...known, line: known.principal_variation });
  }

  /** @type {Promise<Engine> | undefined} */
  valuer;

  // Sentences

  /**
   * @param {Progress} progress
   * @param {"move" | "values" | "hint"} about
   */
  progress(progress, about) {
    if (about !== "move") super.progress(progress, about);
    else if (progress.seconds >= 0.3 && this.play.live && !this.aside) this.note(figures(progress));
  }

  get lost() {
    return local.lasts || !this.ahead ? LOST : ALONE;
  }

  get passing() {
    return [...super.passing, LEAVING];
  }

  /** There is an answer again. */
  calm() {
    if (find("warning").textContent !== LEAVING) super.calm();
  }

  /** @returns {Report} */
  get report() {
    const { play } = this;
    const report = super.report;
    if (!play.live || this.closed) return report;
    const others = play.toMove?.kind === "computer" && !play.thinking && !play.waits && !play.last.over;
    return others ? { ...report, status: this.words.thinking(play.last.turn, play.cast), actions: [["Stop", () => this.halt()]] } : report;
  }

  /**
   * @param {number} seat
   * @param {boolean} below
   */
  card(seat, below) {
    const card = super.card(seat, below);
    const { play, state } = this;
    const people = play.seats.filter(({ kind }) => kind === "here");
    if (play.seats[seat].kind === "here" && people.length > 1 && !state.names[seat]) {
      const about = card.querySelector(".about");
      about?.append(about.textContent ? " · " : "", made("button", { type: "button", class: "add", "data-open": "names" }, "Add a name"));
    }
    return card;
  }

  /** @param {HTMLFormElement} form */
  async request(form) {
    if (!form.getAttribute("hx-post")?.endsWith("/back")) {
      await super.request(form);
      return;
    }
    sheet().close();
    this.update({ ...this.state, running: true, ended: null }); // also where it was ended
    this.play.takeBack();
  }

  listen() {
    super.listen();
    addEventListener("pagehide", () => this.play.stop());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.keeper.leaving) location.reload(); // back from the copy
      else if (persisted) this.play.changed();
    });
  }
}

/** The server plays this game from now on. @param {Keeper} [keeper] */
async function serve(keeper) {
  const body = new URLSearchParams({ home: "server" });
  const answer = await fetch(`${here}/think-in`, { method: "POST", body }).catch(() => null);
  if (answer?.ok) {
    await keeper?.drained();
    location.reload();
  } else setTimeout(() => serve(keeper), AGAIN);
}

/** @param {string} address @returns {Promise<ArrayBuffer>} */
async function fetched(address) {
  for (;;) {
    const answer = await fetch(ROOT + address).catch(() => null);
    if (answer?.status === 404) location.reload(); // of another Plyground
    const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
    if (bytes) return bytes;
    find("warning").textContent = LOST;
    await wait(AGAIN);
  }
}

async function open() {
  const needed = ["WebAssembly", "Worker", "BigInt64Array", "DecompressionStream"];
  if (!needed.every((each) => each in globalThis)) {
    serve();
    return;
  }
  const [data, bytes] = await Promise.all([fetched(given.data), fetched(given.module)]);
  if (find("warning").textContent === LOST) find("warning").textContent = "";
  const known = JSON.parse(new TextDecoder().decode(data));
  const geometry = JSON.parse(find("geometry").textContent ?? "");
  const another = () => openEngine(known.engine, bytes);
  try {
    const page = new Owned({ ...known, board: geometry, kinds: [], usual: "", embed: false }, await another(), another);
    const other = session.get(COPIED);
    session.remove(COPIED);
    if (other) page.tell(WENT_ON, " ", made("a", { href: `${ROOT}room/${other}` }, "The other one"));
    begin(page);
    await page.keeper.resume(() => page.theirs(page.state));
    performance.mark("engine");
  } catch {
    serve();
  }
}

open();
