// The app's page of a game that it owns: a table whose moves are in the browser at once, and on the server after every
// move. Computers think here. What only the server knows comes as `State`; see docs/design/owners.md.

import { find, isShortcut, made, target } from "../../browser/elements.js";
import { openEngine } from "../../browser/engine.js";
import { local, session } from "../../browser/storage.js";
import { Table } from "../../browser/table.js";
import { capital } from "../../browser/words.js";
import { Graph } from "./graph.js";
import { Keeper, begins } from "./keeper.js";
import { ALONE, BUSY, LATER, LOST, NONE, ROOT, figures, refusalIn, textOf } from "./page.js";
import { openSheet, refreshSheet, sheet } from "./sheet.js";

/**
 * @import { Choice, Engine, How, Position, Progress, Value, Values } from "../../browser/engine.js"
 * @import { Action, Report, TableData, TableSettings } from "../../browser/table.js"
 * @import { Called } from "../../browser/words.js"
 * @import { Like } from "../../browser/why.js"
 * @import { Line, Theirs } from "./keeper.js"
 */

/**
 * @typedef {{ called: Called, player: import("../../browser/engine.js").Player, level: string }} Computer its `level` is
 *   the text of one of the game's people, or empty. As JSON it is the text of a seat
 * @typedef {{ value: string, plies: number | null, score?: number | null, expectation?: number | null,
 *   at_least?: FoundValue | null, at_most?: FoundValue | null, words?: string }} FoundValue
 * @typedef {{ value: FoundValue | null, depth: number | null, line: string[], nodes: number, leaves: number, cutoffs: number,
 *   table_hits: number, seconds: number, rule: number }} Found what a computer found, as it is kept
 * @typedef {{ owned: boolean, key: string, version: number, running: boolean, thinks: boolean, stopped: boolean, start: number,
 *   moves: string[], found: Record<number, Found>, seats: (Computer | null)[], names: string[], title: string,
 *   trouble: string, ended: [string, string] | null, fields: [string, string][], beaten: string[], match: boolean }} State
 *   see owned_state in pages/owned.py
 * @typedef {{ state: State, at: number | null, book: number, data: string, module: string }} Given
 */

const AWAY = 10_000; // milliseconds for which a computer is left to the page that made the last move
const AGAIN = 3000; // milliseconds
const LATE = 1000; // milliseconds for what was asked for
const LONGEST = 600; // seconds for a move of a computer
const LEAVING = "This game went on in another way elsewhere: yours goes on as a copy, in a moment.";
const WENT_ON = "This game went on in another way elsewhere, so this is a copy of yours.";
const ASIDE = "Moves that were made here before went on as a copy of this game.";
const COPIED = "copied"; // in the tab's storage: the game of which this one is a copy
const KEYS = "keys"; // there too: whether the board had the focus on the page before
const HEADERS = { Accept: "application/json", "HX-Request": "true" };
const TAB = Math.random().toString(36).slice(2); // by which the server knows this page

/** @type {Given} */
const given = JSON.parse(find("owned").textContent ?? "");
const place = find("table");
const room = place.dataset.room ?? "";
const here = `${ROOT}room/${room}`;

/** @param {number} pause */
const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

/** What the server refuses, in its words. */
class Refused extends Error {}

/** @param {string} page */
const refusal = (page) => refusalIn(new DOMParser().parseFromString(page, "text/html"));

/**
 * Go to another page by a form.
 * @param {string} action
 * @param {[string, string][]} fields
 */
function post(action, fields = []) {
  const form = made("form", { method: "post", action }, ...fields.map(([name, value]) => made("input", { type: "hidden", name, value })));
  document.body.append(form);
  form.submit();
}

/** @extends {Table<TableData, TableSettings>} */
class Owned extends Table {
  /**
   * @param {TableData} data
   * @param {Engine} engine
   * @param {() => Promise<Engine>} another another engine: values do not end the work of a computer
   */
  constructor(data, engine, another) {
    super(data, engine, { values: session.get("values") === room, why: local.get("why") ?? "" });
    this.another = another;
    this.state = given.state;
    this.key = given.state.key;
    this.mine = true; // whether a computer to move is this page's: it came with it, or the move before is this page's
    this.adopting = false; // whether the game changes because the server says so
    /** @type {Position | null} */
    this.drawn = null; // the last position that the keeper knows,
    this.waited = false; // and whether a computer waited
    this.missed = 0; // the newest version that an event has named while moves were on their way
    this.deleted = false; // whether there is no such game any more
    this.finished = false; // whether the server's game was over when it was last heard of
    this.connected = false; // whether the page has heard of changes before
    /** @type {Promise<void> | null} */
    this.asking = null; // while the page asks how the game is,
    this.wanted = false; // and whether something has happened that the answer may lack
    /** @type {Set<string>} */
    this.pending = new Set(); // what was asked for, and has no answer
    this.stale = false; // whether the sheets are those of an earlier moment
    /** @type {(string | Node)[]} */
    this.news = []; // what stays in sight until the visitor does something
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined; // ends the wait for another page
    this.play.seconds = LONGEST;
    this.play.match = room;
    this.graph = new Graph(here, async () => {});
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

  /** @param {string | null} text @returns {State | null} */
  stateIn(text) {
    try {
      const state = JSON.parse(text ?? "");
      return Array.isArray(state?.moves) ? state : null;
    } catch {
      return null; // a proxy's answer, or a page that refuses something
    }
  }

  /** The server's game for the keeper. @param {string} text @returns {{ theirs: Theirs, version: number } | null} */
  read(text) {
    const state = this.stateIn(text);
    if (state && state.key !== this.key) this.keeper.drained().then(() => this.ask()); // it is of another Plyground
    return state && { theirs: this.theirs(state), version: state.version };
  }

  /** @param {State} state @returns {Theirs} */
  theirs({ moves, seats, running }) {
    return { moves, computers: seats.map((seat) => seat !== null), ended: !running && !this.isOver(moves) };
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
    if (state) this.follow({ ...state, trouble: "" }); // which of two games goes on is settled
  }

  /** Ask how the game is, until there is an answer. */
  ask() {
    this.wanted = true;
    this.asking ??= this.learn();
    return this.asking;
  }

  async learn() {
    while (this.wanted) {
      this.wanted = false; // what changes from now on may not be in the answer
      const answer = await fetch(`${here}/state`, { headers: HEADERS }).catch(() => null);
      const text = await textOf(answer);
      const state = this.stateIn(text);
      if (answer?.status === 404) this.gone(text ?? "");
      else if (answer?.ok && state) {
        this.calm();
        this.follow(state);
      } else {
        this.wanted = true;
        this.warn(answer ? BUSY : LOST);
        await wait(AGAIN);
      }
    }
    this.asking = null;
  }

  /** There is no such game any more. @param {string} text */
  gone(text) {
    const words = capital(refusal(text));
    this.deleted = true;
    this.state = { ...this.state, running: false, ended: /** @type {[string, string]} */ (["The game is gone", ""]) };
    this.play.stop();
    this.play.view(this.play.last.ply);
    for (const { content } of document.querySelectorAll("template"))
      for (const each of content.querySelectorAll(`form, [href*="${here}"], [data-open]:not([data-open="rules"])`)) each.remove();
    refreshSheet();
    if (!this.news.length) this.tell(words);
  }

  /** The game is as the server says. @param {State} state */
  follow(state) {
    if (this.keeper.leaving) return; // another page is on its way
    if (!state.owned || state.key !== this.key) {
      if (this.keeper.ahead) this.keeper.drained().then(() => this.ask());
      else location.reload(); // another page shows it now
      return;
    }
    this.stale = true;
    document.title = state.title;
    if (this.keeper.ahead) {
      this.state = { ...state, version: this.state.version };
      return;
    }
    const ends = this.state.running && !state.running;
    this.state = state;
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
    this.state = { ...this.state, version };
    this.stale = true;
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
    const { seats, names, start } = this.state;
    this.adopting = true;
    this.play.follow({ seats: seats.map((seat) => (seat ? JSON.stringify(seat) : "here")), names, moves, waits, floor: start });
    for (const position of this.play.line) {
      const known = position.parent && found[position.parent.ply];
      if (known && !this.play.reasons.has(position)) this.play.reasons.set(position, this.choice(position, known));
    }
    this.adopting = false;
    [this.drawn, this.waited] = [this.play.last, this.play.waits];
    this.play.seen();
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
    const words = this.stateIn(text)?.trouble ?? refusal(text);
    this.tell(`${words ? `${words.replace(/\.$/, "")}. ` : ""}Your moves could not be kept: ${lost.join(" ")}.`);
    if (text) this.ask();
  }

  // The game

  /** The moves, as texts. */
  get texts() {
    return this.play.moves.map((code) => this.engine.data.moveTexts[code]);
  }

  /** @param {string[]} moves */
  codes(moves) {
    return moves.map((move) => this.engine.data.moveTexts.indexOf(move));
  }

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
  found({ value, depth, line, nodes, leaves, cutoffs, tableHits, seconds, rule }) {
    const { moveTexts } = this.engine.data;
    return { value: value && this.foundValue(value), depth, line: line.map((code) => moveTexts[code]), nodes, leaves, cutoffs, table_hits: tableHits, seconds, rule };
  }

  /** @param {Value} value @returns {FoundValue} */
  foundValue({ verdict, plies, score, expectation, atLeast, atMost }) {
    /** @param {Value | null} limit */
    const limit = (limit) => limit && { value: limit.verdict, plies: limit.plies };
    return { value: verdict, plies, score, expectation, at_least: limit(atLeast), at_most: limit(atMost) };
  }

  /** The choice that was kept. @param {Position} position @param {Found} found @returns {Choice} */
  choice(position, { value, depth, line, nodes, leaves, cutoffs, table_hits, seconds, rule }) {
    return {
      move: /** @type {number} */ (position.move), value: value && this.value(value), depth, line: this.codes(line), nodes, leaves, cutoffs,
      tableHits: table_hits, seconds, scarce: false, rule,
    };
  }

  /** @param {FoundValue} value @returns {Value} */
  value({ value, plies, words = "", score = null, expectation = null, at_least: low = null, at_most: high = null }) {
    return { verdict: value, plies, score, expectation, words, atLeast: low && this.value(low), atMost: high && this.value(high) };
  }

  keep() {
    const { play, closed } = this;
    if (this.settings.why !== (local.get("why") ?? "")) local.set("why", this.settings.why);
    session.set("values", (this.settings.values && room) || "");
    Object.assign(place.dataset, {
      ply: play.last.ply, at: play.shown.ply, live: play.live ? "yes" : "no", running: closed || play.last.over ? "no" : "yes",
      myTurn: play.open && !closed ? "yes" : "no",
    });
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

  get closed() {
    return !this.state.running && !this.play.last.over;
  }

  /** @param {Position} position */
  sentence(position) {
    return this.closed && position === this.play.last ? this.state.ended?.join(" ").trim() ?? "" : super.sentence(position);
  }

  get beaten() {
    return this.state.beaten;
  }

  get valuable() {
    return true;
  }

  /** @param {string} text @returns {Computer | null} */
  computer(text) {
    const computer = JSON.parse(text);
    return computer.player && computer;
  }

  /** @param {string} text */
  level(text) {
    const level = text === "here" ? "" : JSON.parse(text).level;
    return this.data.levels.find(({ player }) => player === level);
  }

  /** @param {number} code */
  picked(code) {
    if (!this.closed && !this.keeper.leaving) super.picked(code);
  }

  letPlay() {
    this.mine = true;
    super.letPlay();
  }

  /** Why a move is not possible, in the game's own words. @param {number | null} code */
  async refused(code) {
    super.refused(code);
    const { play } = this;
    if (code !== null && play.live && play.open && !this.closed) await this.typed(this.engine.data.moveTexts[code]);
  }

  /** A move was typed: make it, or say why it is not possible. @param {string} text */
  async typed(text) {
    const { play, play: { last }, engine: { data: { moveTexts } } } = this;
    if (!play.live || !play.open || this.closed) {
      super.refused(null);
      return;
    }
    let code = moveTexts.indexOf(text);
    if (!last.moves.includes(code)) {
      await this.keeper.drained();
      const answer = await fetch(`${here}/refusal?${new URLSearchParams({ ply: String(last.ply), move: text })}`).catch(() => null);
      const said = answer?.ok ? await answer.json().catch(() => null) : null;
      if (play.last !== last) return;
      code = moveTexts.indexOf(said?.move);
      if (!last.moves.includes(code)) {
        this.say(said?.words || LOST);
        return;
      }
    }
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-typed]"))) form.reset();
    this.picked(code);
  }

  /** @param {Error} error */
  failed(error) {
    if (error instanceof Refused) {
      this.settings.values = false;
      this.play.seen();
      this.say(error.message);
    } else if (error.name !== "AbortError") serve(this.keeper);
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

  /**
   * What the server says of a position and its moves.
   * @param {FoundValue & { line: string[], moves: (FoundValue & { move: string })[] }} known
   * @returns {Values}
   */
  valued(known) {
    return {
      value: this.value(known), line: this.codes(known.line), nodes: 0, seconds: 0, memory: 0, scarce: false,
      moves: known.moves.map(({ move, ...value }) => ({ move: this.codes([move])[0], value: this.value(value) })),
    };
  }

  /**
   * The values of a position in a game of more than two, as the server says them.
   * @param {Position} position
   * @param {How} how
   * @returns {Promise<Values>}
   */
  async said({ ply }, { signal }) {
    await this.keeper.drained();
    this.note("Working out the values");
    for (;;) {
      const answer = await fetch(`${here}/values?at=${ply}`, signal ? { signal } : {});
      const known = await answer.json();
      if (answer.ok) return this.valued(known);
      if (answer.status !== 429) throw new Refused(known.error);
      await wait(AGAIN);
    }
  }

  /** @type {Promise<Engine> | undefined} */
  valuer;

  drawMore() {
    const { play, settings } = this;
    if (!settings.values) this.graph.end();
    else if (this.graphed !== play.key) {
      this.graphed = play.key;
      Promise.resolve().then(() => this.keeper.drained()).then(() => { // a move is saved in a moment
        if (this.graphed === play.key) this.graph.ask(play.shown.ply, () => settings.values);
      });
    } else this.graph.show(true);
    if (!settings.values) this.graphed = "";
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-typed]"))) form.hidden = play.last.over || this.closed;
  }

  graphed = ""; // the moves to the position for which the graph was asked

  // Sentences

  /**
   * @param {Progress} progress
   * @param {"move" | "values" | "hint"} about
   */
  progress(progress, about) {
    if (about !== "move") super.progress(progress, about);
    else if (progress.seconds >= 0.3 && this.play.live && !this.aside) this.note(figures(progress));
  }

  /** @param {string} text */
  warn(text) {
    const said = text === LOST && this.pending.size ? LATER : text;
    if (said && find("warning").textContent === said) return; // it is read aloud
    find("warning").replaceChildren(...(said ? [said] : this.news));
  }

  /**
   * Say something that stays until the visitor does something.
   * @param {...(string | Node)} words
   */
  tell(...words) {
    this.news = words;
    this.warn("");
  }

  /** There is an answer again. */
  calm() {
    if ([LOST, LATER, BUSY, NONE, ALONE].includes(find("warning").textContent ?? "")) this.warn("");
  }

  /** @returns {Report} */
  get report() {
    const { play, state } = this;
    const report = super.report;
    if (!play.live) return report;
    if (this.closed) {
      const [status, note] = state.ended ?? ["", ""];
      return { status, note, actions: this.deleted ? [] : [this.following] };
    }
    const others = play.toMove?.kind === "computer" && !play.thinking && !play.waits && !play.last.over;
    return others ? { ...report, status: this.words.thinking(play.last.turn, play.cast), actions: [["Stop", () => this.halt()]] } : report;
  }

  /** @returns {Action} */
  get following() {
    const { match, fields } = this.state;
    return match && this.ended ? ["My next match", () => this.go(`${ROOT}rooms`, [...fields, ["with", "match"]]), true] : super.following;
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

  // What else can be done

  get reviewable() {
    return this.play.last.ply > 0 && !this.deleted;
  }

  drawTools() {
    super.drawTools();
    for (const id of ["again", "pass-on", "easier"]) find(id).hidden ||= this.deleted;
  }

  get covered() {
    return document.querySelector("dialog[open]") !== null;
  }

  /**
   * Go to another page by a form, once the server has all moves.
   * @param {string} action
   * @param {[string, string][]} [fields]
   */
  async go(action, fields) {
    if (find("board").matches(":focus-within, :focus")) session.set(KEYS, "yes");
    await this.keeper.drained();
    post(action, fields);
  }

  /** @param {string} address */
  async visit(address) {
    await this.keeper.drained();
    location.assign(address);
  }

  /** @param {string[]} seats */
  start(seats) {
    const opponents = seats.flatMap((text, seat) => (text === "here" ? [] : [/** @type {[string, string]} */ ([`opponent-${seat + 1}`, text])]));
    this.go(`${ROOT}rooms`, [...this.state.fields, ...opponents]);
  }

  again() {
    this.go(`${here}/rematch`);
  }

  reviewed() {
    this.visit(`${here}/review`);
  }

  more() {
    this.open("more");
  }

  pass() {
    this.open("pass-on");
  }

  /** @param {string} name of a sheet */
  async open(name) {
    openSheet(name);
    if (!this.stale || this.deleted) return;
    await this.keeper.drained();
    const answer = await fetch(`${here}/sheets`).catch(() => null);
    const text = answer?.ok ? await textOf(answer) : null;
    if (text === null) return;
    this.stale = false;
    find("sheets").innerHTML = text;
    if (sheet().open) refreshSheet();
  }

  /**
   * @param {Position} position
   * @param {Like} like
   */
  looking(position, { algorithm, depth }) {
    const { data: { game }, engine } = this;
    const moves = engine.history(position).map((code) => engine.data.moveTexts[code]).join(" ");
    const fields = { game: game.name, ...game.values, moves, algorithm, depth };
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return made("a", { href: `${ROOT}glassbox?${query}` }, "Look inside");
  }

  /**
   * Do what a form of a sheet asks for, once the server has all moves.
   * @param {HTMLFormElement} form
   */
  async request(form) {
    const action = form.getAttribute("hx-post") ?? "";
    const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
    const wanted = form.getAttribute("hx-target") === "#table";
    if (wanted) sheet().close();
    if (action.endsWith("/back")) {
      this.state = { ...this.state, running: true, ended: null }; // also where it was ended
      this.play.takeBack();
      return;
    }
    const body = new URLSearchParams(fields);
    const request = `${action}?${body}`;
    if (this.pending.has(request)) return; // a field that is left by Enter says so twice
    this.pending.add(request);
    const saved = () => (wanted ? null : document.getElementById("saved")); // it may have been closed
    const late = setTimeout(() => {
      if (saved()) find("saved").textContent = LATER;
      else this.warn(LATER);
    }, LATE);
    await this.keeper.drained();
    const answer = await this.answered(ROOT.slice(0, -1) + action, body);
    const text = await textOf(answer);
    clearTimeout(late);
    this.pending.delete(request);
    this.calm();
    const elsewhere = answer.headers.get("HX-Redirect");
    const state = this.stateIn(text);
    if (elsewhere) location.assign(elsewhere);
    else if (state) this.follow(state);
    else if (answer.ok && !wanted) (saved() ?? find("note")).innerHTML = text ?? "";
    else this.warn(capital(refusal(text ?? "")) || NONE);
  }

  /**
   * Send something until there is an answer.
   * @param {string} address
   * @param {URLSearchParams} body
   * @returns {Promise<Response>}
   */
  async answered(address, body) {
    for (;;) {
      const answer = await fetch(address, { method: "POST", headers: HEADERS, body }).catch(() => null);
      if (answer && answer.status < 500) return answer;
      this.warn(answer ? BUSY : LATER);
      await wait(AGAIN);
    }
  }

  listen() {
    super.listen();
    new ResizeObserver(() => this.reveal()).observe(find("moves")); // the graph leaves the list less room
    document.addEventListener("submit", (event) => {
      const form = /** @type {HTMLFormElement} */ (target(event));
      if (!form.matches("[hx-post], [data-typed]")) return;
      event.preventDefault();
      if (form.hasAttribute("hx-post")) this.request(form);
      else this.typed(String(new FormData(form).get("text")).trim());
    });
    document.addEventListener("change", (event) => {
      const form = target(event).closest("form");
      if (form?.getAttribute("hx-trigger")?.includes("change")) this.request(form);
    });
    document.addEventListener("click", (event) => {
      const [button, link] = [target(event).closest("button"), target(event).closest("a")];
      const ply = target(event).closest("#course [data-ply]");
      if (ply) this.play.view(Number(ply.getAttribute("data-ply")));
      if (link?.pathname.startsWith(here) && this.keeper.ahead) {
        event.preventDefault();
        this.visit(link.href);
      }
      if (!button) return;
      const layout = button.dataset.lay;
      const [tool] = ["values", "hint", "whyButton"].filter((each) => each in button.dataset);
      if (layout || tool) sheet().close();
      if (layout === "move") this.board.dots?.move();
      else if (layout) this.board.dots?.arrange(layout === "rings" || layout === "random" ? layout : "ring");
      if (tool) find({ values: "values", hint: "hint", whyButton: "why" }[tool] ?? "").click();
    });
    document.addEventListener("keydown", (event) => {
      if (!isShortcut(event) || this.covered) return;
      if (event.key === "v") find("values").click();
      else if (event.key === "Escape" && this.why.asked) this.why.toggle();
    });
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, (event) => {
        if (target(event).closest?.("#warning")) return; // it may be a link
        this.news = [];
        if (![LOST, LATER, BUSY, NONE, ALONE, LEAVING].includes(find("warning").textContent ?? "")) this.warn(this.state.trouble);
      }, true);
    addEventListener("pagehide", () => this.play.stop());
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.keeper.leaving) location.reload(); // back from the copy
      else if (persisted) this.play.changed();
    });
  }

  /** Hear of what others do. */
  hear() {
    const source = new EventSource(`${here}/events?tab=${TAB}`);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let again;
    source.addEventListener("error", () => {
      // If the answer is not a stream, the browser does not try again by itself.
      if (source.readyState !== EventSource.CLOSED) this.warn(local.lasts || !this.keeper.ahead ? LOST : ALONE);
      else this.ask().then(() => { if (!this.deleted) again = setTimeout(() => this.hear(), AGAIN); });
    });
    source.addEventListener("open", () => {
      this.calm();
      this.keeper.wake();
      if (this.connected) this.ask(); // another server may count from another number
      this.connected = true;
    });
    source.addEventListener("change", ({ data }) => {
      const version = Number(data);
      if (version === this.state.version) return;
      if (!this.keeper.ahead) this.ask();
      else {
        if (!this.missed) this.keeper.drained().then(() => this.caught());
        this.missed = Math.max(this.missed, version);
      }
    });
    addEventListener("pagehide", () => {
      clearTimeout(again);
      source.close();
    });
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.hear(); }, { once: true });
  }

  /** All moves have arrived: ask for what else has happened meanwhile. */
  caught() {
    if (this.missed > this.state.version) this.ask();
    this.missed = 0;
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

/** Before the board is there, its picture takes clicks: the last one is made again. @type {{ x: number, y: number } | null} */
let early = null;
const board = find("board");
const remember = (/** @type {MouseEvent} */ { clientX, clientY }) => { early = { x: clientX, y: clientY }; };

async function open() {
  board.addEventListener("click", remember);
  const needed = ["WebAssembly", "Worker", "BigInt64Array", "DecompressionStream"];
  if (!needed.every((each) => each in globalThis)) {
    serve();
    return;
  }
  const [data, bytes] = await Promise.all([fetched(given.data), fetched(given.module)]);
  if (find("warning").textContent === LOST) find("warning").textContent = "";
  const known = JSON.parse(new TextDecoder().decode(data));
  const geometry = JSON.parse(find("geometry").textContent ?? "");
  const table = { ...known, board: geometry, kinds: [], usual: "", embed: false };
  const another = () => openEngine(known.engine, bytes);
  try {
    const page = new Owned(table, await another(), another);
    board.removeEventListener("click", remember);
    board.replaceChildren(); // the first picture goes
    const dotted = geometry.targets.some((/** @type {{ dot?: number }} */ { dot }) => dot !== undefined);
    if (dotted) import("../../browser/dots.js").then(({ Dots }) => page.board.movable(Dots), () => {});
    greet(page);
    await page.keeper.resume(() => page.theirs(page.state));
    performance.mark("engine");
  } catch {
    serve();
  }
}

/** @param {Owned} page */
function greet(page) {
  const other = session.get(COPIED);
  session.remove(COPIED);
  if (other) page.tell(WENT_ON, " ", made("a", { href: `${ROOT}room/${other}` }, "The other one"));
  if (session.get(KEYS)) page.board.focus();
  session.remove(KEYS);
  page.hear();
  if (early) board.shadowRoot?.elementFromPoint(early.x, early.y)?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
}

open();
