// The table of a game in the app: what the page of a game that it owns (owned.js) and that of any other game (room.js)
// have in common. What only the server knows comes as `State`; what is asked for seldom is a form of a sheet, which is
// sent once the server has all moves.

import { find, isShortcut, made, target } from "../../browser/elements.js";
import { forget } from "../../browser/past.js";
import { local, session } from "../../browser/storage.js";
import { Table } from "../../browser/table.js";
import { capital } from "../../browser/words.js";
import { Graph } from "./graph.js";
import { inLine } from "./in_line.js";
import { ALONE, BUSY, LATER, LOST, NONE, ROOT, ready, refusalIn, textOf } from "./page.js";
import { openSheet, refreshSheet, sheet } from "./sheet.js";

/**
 * @import { Choice, Engine, How, Position, Value, Values } from "../../browser/engine.js"
 * @import { Action, Report, TableData, TableSettings } from "../../browser/table.js"
 * @import { Called } from "../../browser/words.js"
 * @import { Like } from "../../browser/why.js"
 */

/**
 * @typedef {{ called: Called, player: import("../../browser/engine.js").Player | null, kind: string, level: string }} Computer its
 *   `player` is null if no page can be that, `kind` the name of what chooses; `level` is the text of one of the game's people, or empty
 * @typedef {{ value: string, plies: number | null, score?: number | null, expectation?: number | null,
 *   at_least?: FoundValue | null, at_most?: FoundValue | null, words?: string }} FoundValue
 * @typedef {{ value: FoundValue | null, depth: number | null, line: string[], nodes: number, leaves: number, cutoffs: number,
 *   table_hits: number, seconds: number, rule: number, manner: string, drawn: string }} Found what a computer found, as it is kept
 * @typedef {{ owned: boolean, key: string, version: number, running: boolean, thinks: boolean, searches: boolean, stopped: boolean, start: number,
 *   moves: string[], found: Record<number, Found>, seats: (Computer | string)[], names: string[], title: string,
 *   trouble: string, refused: string, ended: [string, string] | null, fields: [string, string][], beaten: string[], match: boolean }} State
 *   see room_state in pages/room_state.py
 */

export const AGAIN = 3000; // milliseconds
const LATE = 1000; // milliseconds for what was asked for
const SLOW = 1000; // milliseconds after which the page says why there are no values yet
export const KEYS = "keys"; // in the tab's storage: whether the board had the focus on the page before
export const TAB = Math.random().toString(36).slice(2); // by which the server knows this page

export const place = find("table");
export const room = place.dataset.room ?? "";
export const here = `${ROOT}room/${room}`;

/** @param {number} pause */
export const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

/** What the server refuses, in its words. */
export class Refused extends Error {}

/** @param {string} page */
export const refusal = (page) => refusalIn(new DOMParser().parseFromString(page, "text/html"));

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

/**
 * @template {State} [Known=State]
 * @extends {Table<TableData, TableSettings>}
 */
export class AppTable extends Table {
  /**
   * @param {TableData} data
   * @param {Engine} engine
   * @param {Known} state
   */
  constructor(data, engine, state) {
    super(data, engine, { values: session.get("values") === room, why: local.get("why") ?? "" });
    /** @type {Known} */
    this.state = state;
    this.deleted = false; // whether there is no such game any more
    this.connected = false; // whether the page has heard of changes before
    /** @type {Promise<void> | null} */
    this.asking = null; // while the page asks how the game is,
    this.wanted = false; // and whether something has happened that the answer may lack
    this.stale = false; // whether the sheets are those of an earlier moment
    /** @type {(string | Node)[]} */
    this.news = []; // what stays in sight until the visitor does something
    /** @type {Set<string>} */
    this.pending = new Set(); // what was asked for, and has no answer
    this.graphed = ""; // the moves to the position for which the graph was asked
    this.play.match = room;
    this.graph = new Graph(here);
  }

  // What each of the two does in its own way

  /** The game is as the server says. @param {Known} _state */
  follow(_state) {}
  /** When the server has all that was done here. */
  async settled() {}
  /** Whether the server lacks something. */
  get ahead() { return false; }
  /** Where it says how the game is, */
  get address() { return `${here}/state`; }
  /** and in which form. */
  get accepts() { return "application/json"; }
  /** Something has happened, and is in this version. @param {number} _version */
  newer(_version) {}
  /** The server can be reached. */
  reached() {}

  // What the server says

  get headers() {
    return { Accept: this.accepts, "HX-Request": "true" };
  }

  /** @param {string | null} text @returns {Known | null} */
  stateIn(text) {
    try {
      const state = JSON.parse(text ?? "");
      return Array.isArray(state?.moves) ? state : null;
    } catch {
      return null; // a proxy's answer, or a page that refuses something
    }
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
      const answer = await fetch(this.address, { headers: this.headers }).catch(() => null);
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

  /** What the server knows is this now. @param {Known} state */
  update(state) {
    this.state = state;
    this.stale = true;
    document.title = state.title;
  }

  /** There is no such game any more. @param {string} text */
  gone(text) {
    const words = capital(refusal(text));
    this.deleted = true;
    forget(room);
    this.update({ ...this.state, running: false, ended: ["The game is gone", ""] });
    this.play.stop();
    this.play.view(this.play.last.ply);
    for (const { content } of document.querySelectorAll("template"))
      for (const each of content.querySelectorAll(`form, [href*="${here}"], [data-open]:not([data-open="rules"])`)) each.remove();
    refreshSheet();
    if (!this.news.length) this.tell(words);
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

  /**
   * Show the server's game.
   * @param {number[]} moves
   * @param {boolean} waits
   * @param {Record<number, Found>} found
   */
  put(moves, waits, found) {
    const { play, state: { seats, names, start } } = this;
    play.follow({ seats: seats.map((seat) => (typeof seat === "string" ? seat || "away" : JSON.stringify(seat))), names, moves, waits, floor: start });
    for (const position of play.line) {
      const known = position.parent && found[position.parent.ply];
      if (known && !play.reasons.has(position)) play.reasons.set(position, this.choice(position, known));
    }
    play.seen();
  }

  /** The choice that was kept. @param {Position} position @param {Found} found @returns {Choice} */
  choice(position, { value, depth, line, nodes, leaves, cutoffs, table_hits, seconds, rule, manner, drawn }) {
    return {
      move: /** @type {number} */ (position.move), value: value && this.value(value), depth, line: this.codes(line), nodes, leaves, cutoffs,
      tableHits: table_hits, seconds, scarce: false, rule, manner, drawn: drawn ?? "", thoughts: [],
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

  /** @param {string} text */
  computer(text) {
    /** @type {Computer} */
    const { called, player, kind } = JSON.parse(text);
    return { called, player: player ?? { name: kind } };
  }

  /** @param {string} text */
  level(text) {
    const level = text.startsWith("{") ? JSON.parse(text).level : "";
    return this.data.levels.find(({ player }) => player === level);
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
      await this.settled();
      const answer = await fetch(`${here}/refusal?${new URLSearchParams({ ply: String(last.ply), move: text })}`).catch(() => null);
      const said = answer?.ok ? await answer.json().catch(() => null) : null;
      if (play.last !== last) return;
      code = moveTexts.indexOf(said?.move);
      if (!last.moves.includes(code)) {
        this.deny(said?.words || LOST);
        return;
      }
    }
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-typed]"))) form.reset();
    this.picked(code);
  }

  /** @param {Error} error */
  failed(error) {
    if (error.name === "AbortError") return;
    this.settings.values = false;
    this.play.seen();
    this.say(error instanceof Refused ? error.message : `That did not work: ${error.message}.`);
  }

  // Values

  /**
   * The values of a position, as the server says them.
   * @param {Position} position
   * @param {How} how
   * @returns {Promise<Values>}
   */
  async said({ ply }, { signal }) {
    await this.settled();
    const tell = (/** @type {string} */ words) => { if (!signal?.aborted) this.note(words || "Working out the values"); };
    const over = inLine(tell);
    const preparing = new AbortController();
    const slow = setTimeout(() => ready(this.preparing, tell, preparing.signal), SLOW);
    tell("");
    try {
      for (;;) {
        const answer = await fetch(`${here}/values?at=${ply}`, signal ? { signal } : {}).catch((error) => { if (signal?.aborted) throw error; });
        const known = await answer?.json().catch(() => null); // a proxy's answer has none
        if (answer?.ok && known) return this.valued(known);
        if (known && answer?.status !== 429) throw new Refused(known.error);
        tell(known ? "Waiting for other games" : LOST);
        await wait(AGAIN);
        if (signal?.aborted) throw new DOMException("moved", "AbortError");
      }
    } finally {
      clearTimeout(slow);
      over();
      preparing.abort();
    }
  }

  /** What the server compiles before it finds values. */
  get preparing() {
    const { name, values } = this.data.game;
    return String(new URLSearchParams({ part: "analysis", game: name, ...Object.fromEntries(Object.entries(values).map(([key, each]) => [key, String(each)])) }));
  }

  /**
   * @param {FoundValue & { line: string[], moves: (FoundValue & { move: string })[] }} known
   * @returns {Values}
   */
  valued(known) {
    return {
      value: this.value(known), line: this.codes(known.line), nodes: 0, seconds: 0, memory: 0, scarce: false,
      moves: known.moves.map(({ move, ...value }) => ({ move: this.codes([move])[0], value: this.value(value) })),
    };
  }

  drawMore() {
    const { play, settings } = this;
    if (!this.advice.wanted) {
      this.graph.end();
      this.graphed = "";
    } else if (this.graphed !== play.key) {
      this.graphed = play.key;
      Promise.resolve().then(() => this.settled()).then(() => { // a move is saved in a moment
        if (this.graphed === play.key) this.graph.ask(play.shown.ply, () => settings.values);
      });
    } else this.graph.show(true);
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-typed]"))) form.hidden = play.last.over || this.closed;
  }

  // Sentences

  /** What is said of the connection. */
  get lost() {
    return LOST;
  }

  /** What is said of it, and goes when there is an answer again. */
  get passing() {
    return [LOST, LATER, BUSY, NONE, ALONE];
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
    if (this.passing.includes(find("warning").textContent ?? "")) this.warn("");
  }

  /** @returns {Report} */
  get report() {
    const { play, state } = this;
    const report = super.report;
    if (!play.live || !this.closed) return report;
    const [status, note] = state.ended ?? ["", ""];
    return { status, note, actions: this.deleted ? [] : [this.following] };
  }

  /** @returns {Action} */
  get following() {
    const { match, fields } = this.state;
    return match && this.ended ? ["My next match", () => this.go(`${ROOT}rooms`, [...fields, ["with", "match"]]), true] : super.following;
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
    await this.settled();
    post(action, fields);
  }

  /** @param {string} address */
  async visit(address) {
    await this.settled();
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
    const { open } = sheet();
    if (!this.stale || this.deleted) return;
    await this.settled();
    const answer = await fetch(`${here}/sheets`, { headers: this.headers }).catch(() => null);
    const text = answer?.ok ? await textOf(answer) : null;
    if (text === null) return;
    this.stale = false;
    find("sheets").innerHTML = text;
    if (sheet().open) refreshSheet();
    else if (!open) openSheet(name); // only now there is such a one
  }

  /**
   * @param {Position} position
   * @param {Like} like
   */
  looking(position, { algorithm, depth, overlooked }) {
    const { data: { game }, engine } = this;
    const moves = engine.history(position).map((code) => engine.data.moveTexts[code]).join(" ");
    const missed = overlooked.length ? { overlooked: overlooked.join(",") } : {};
    const fields = { game: game.name, ...game.values, moves, algorithm, depth, ...missed };
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return made("a", { href: `${ROOT}glassbox?${query}` }, "Look inside");
  }

  /**
   * Do what a form asks for, once the server has all moves.
   * @param {HTMLFormElement} form
   */
  async request(form) {
    const address = form.getAttribute("hx-post") ?? "";
    const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
    const wanted = form.getAttribute("hx-target") === "#table";
    if (wanted) sheet().close();
    await this.send(address, body, wanted);
  }

  /**
   * @param {string} address
   * @param {URLSearchParams} [body]
   * @param {boolean} [wanted] whether the answer is the game; else it is a sentence for the sheet
   */
  async send(address, body = new URLSearchParams(), wanted = true) {
    const request = `${address}?${body}`;
    if (this.pending.has(request)) return; // a field that is left by Enter says so twice
    this.pending.add(request);
    const saved = () => (wanted ? null : document.getElementById("saved")); // it may have been closed
    const late = setTimeout(() => saved()?.replaceChildren(LATER) ?? this.warn(LATER), LATE);
    await this.settled();
    const answer = await this.answered(address, body);
    const text = await textOf(answer);
    clearTimeout(late);
    this.pending.delete(request);
    this.calm();
    const elsewhere = answer.headers.get("HX-Redirect");
    const state = this.stateIn(text);
    if (elsewhere) location.assign(elsewhere);
    else if (state) {
      this.follow(state);
      if (state.refused) this.tell(state.refused);
    } else if (answer.ok && !wanted) (saved() ?? find("note")).innerHTML = text ?? "";
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
      const answer = await fetch(address, { method: "POST", headers: this.headers, body }).catch(() => null);
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
      if (link?.pathname.startsWith(here) && this.ahead) {
        event.preventDefault();
        this.visit(link.href);
      }
      if (!button) return;
      if (button.dataset.open) this.open(button.dataset.open);
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
        if (!this.passing.includes(find("warning").textContent ?? "")) this.warn(this.state.trouble);
      }, true);
  }

  /** Hear of what others do. @returns {EventSource} */
  hear() {
    const source = new EventSource(`${here}/events?tab=${TAB}`);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let again;
    source.addEventListener("error", () => {
      // If the answer is not a stream, the browser does not try again by itself.
      if (source.readyState !== EventSource.CLOSED) this.warn(this.lost);
      else this.ask().then(() => { if (!this.deleted) again = setTimeout(() => this.hear(), AGAIN); });
    });
    source.addEventListener("open", () => {
      this.calm();
      this.reached();
      if (this.connected) this.ask(); // another server may count from another number
      this.connected = true;
    });
    source.addEventListener("change", ({ data }) => this.newer(Number(data)));
    addEventListener("pagehide", () => {
      clearTimeout(again);
      source.close();
    });
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.hear(); }, { once: true });
    return source;
  }
}

const board = find("board");
const arrived = new Promise((resume) => addEventListener("DOMContentLoaded", () => setTimeout(resume))); // early.js has given back what it kept
/** @typedef {{ clientX: number, clientY: number }} Click */
/** Before the board is there, its picture takes clicks: the last one is made again. @type {Click | null} */
let early = null;
let repeat = (/** @type {Click} */ click) => { early = click; };
const clicked = (/** @type {Click} */ click) => repeat(click);
board.addEventListener("click", clicked);

/** The board is there, and the page hears of changes. @param {AppTable} page */
export function begin(page) {
  const { parts, targets } = page.data.board;
  if (targets.some(({ dot }) => dot !== undefined)) import("../../browser/dots.js").then(({ Dots }) => page.board.movable(Dots), () => {});
  repeat = ({ clientX, clientY }) => {
    board.shadowRoot?.elementFromPoint(clientX, clientY)?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  };
  if (early) repeat(early);
  arrived.then(() => {
    board.removeEventListener("click", clicked);
    if (parts) board.replaceChildren(); // the first picture goes
  });
  if (session.get(KEYS)) page.board.focus();
  session.remove(KEYS);
  page.hear();
}
