// The page of a game that the server owns: one by link, one with clocks, in the words of an old program, or where no page
// can play. The server says how the game is, what of it is not the table's, and what people can do there.

import { find, target } from "../../browser/elements.js";
import { local } from "../../browser/storage.js";
import { AGAIN, AppTable, Refused, TAB, begin, here, refusal, room, wait } from "./app_table.js";
import { ALONE, BUSY, LOST, ROOT, figures, textOf } from "./page.js";
import { Remote } from "./remote.js";
import { refreshSheet } from "./sheet.js";

/**
 * @import { Board } from "../../browser/board.js"
 * @import { How, Position, Said, Values } from "../../browser/engine.js"
 * @import { Thought } from "../../browser/why.js"
 * @import { MoveValue } from "../../browser/picture.js"
 * @import { Report, TableData } from "../../browser/table.js"
 * @import { FoundValue, State } from "./app_table.js"
 * @import { Known, Sent } from "./remote.js"
 */

/**
 * @typedef {State & { local: boolean, mark: string, secret: boolean, busy: string, invalid: string, watching: boolean, old: boolean, successor: string, offering: boolean,
 *   from: number, positions: Sent[] }} RoomState
 *   see room_state in pages/room_state.py
 * @typedef {{ at: number | null, table: TableData & { kinds: import("../../browser/engine.js").Data["kinds"] } }} Given
 */

const QUIET = 10_000; // milliseconds without an answer after which a line is taken for dead: two beats
const GLANCE = 500; // milliseconds between two looks at that
const PATIENCE = 8000; // milliseconds for an answer
const STILL = 60_000; // milliseconds for which someone who waits is not asked again
const BACK = "the line is there again"; // why an attempt ends
const AWAY = "Reconnecting …";
const KEPT = "Reconnecting … Your move waits.";
const UNSENT = `plyground:move:${room}:`; // in the browser's storage: moves that the server may not have yet
const LONGEST = 24 * 3600e3; // milliseconds for which such a move is made when its page comes back
const TYPED = "form:not(.sent) input:is([name=text], [name=strength], [name^=name])";

/** @type {Given} */
const given = JSON.parse(find("given").textContent ?? "");

/** @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** The data in what the server has sent. @param {ParentNode} parts */
const stated = (parts) => JSON.parse(parts.querySelector("[data-state]")?.textContent ?? "null");

const whole = parsed(find("parts").innerHTML);

/** In place of a board that only the server draws. */
class Pictured {
  locked = false;
  dots = null;
  draw() {}
  anticipate() {}
  focus() {}
  cheer() {}
  movable() {}
}

/** @extends {AppTable<RoomState>} */
class Room extends AppTable {
  /**
   * @param {TableData} data
   * @param {Remote} remote
   */
  constructor(data, remote) {
    super(data, remote.engine, stated(whole));
    this.remote = remote;
    this.parts = whole; // what the server has drawn
    /** @type {Map<string, string>} */
    this.placed = new Map(); // what is in each place of it
    /** @type {Promise<unknown>} */
    this.sending = Promise.resolve(); // until the move under way has its answer
    this.underWay = false; // whether there is one: the board shows it, and no game without it
    this.tooMany = false; // whether another was made meanwhile
    /** @type {WeakMap<Position, ReturnType<Room["explain"]>>} */
    this.explained = new WeakMap();
    this.trying = new AbortController(); // ends the latest attempt to send it
    this.wake = () => {}; // ends the wait for another one
    this.heardAt = performance.now(); // when the server last answered
    this.silent = false; // whether it has not for a while
    this.patient = 0; // until when the visitor waits for the other one to come back
    this.deadline = 0; // when the time for a move runs out
    this.copied = ""; // the link that was copied last
    /** @type {EventSource | undefined} */
    this.events = undefined;
    this.listen();
    this.adopt(this.state, whole);
    if (given.at !== null) this.play.view(given.at);
  }

  // What the server says

  get address() {
    return `${here}/table`;
  }

  /** They say which positions the page has. */
  get headers() {
    const { moves, mark } = this.state;
    return { ...super.headers, "X-Known": `${moves.length} ${mark}` };
  }

  get accepts() {
    return "text/html";
  }

  /** @param {string | null} text @returns {RoomState | null} */
  stateIn(text) {
    const parts = parsed(text ?? "");
    const state = stated(parts);
    if (state) this.fresh = parts;
    return state;
  }

  /** @type {Document | null} */
  fresh = null; // what the server has drawn for the state that was read last

  /** @param {RoomState} state */
  follow(state) {
    const { fresh, state: { version, offering } } = this;
    this.contact();
    if (this.underWay && state.moves.length <= this.play.last.ply) return;
    if (state.owned) {
      if (!this.underWay) location.reload(); // this page plays the game by now
    } else if (state.from > this.remote.line.length) this.ask(); // moves were taken back meanwhile
    else if (offering && state.successor) location.assign(`${ROOT}room/${state.successor}`);
    else if (state.version >= version && fresh) this.adopt(state, fresh);
  }

  /**
   * @param {RoomState} state
   * @param {Document} parts
   */
  adopt(state, parts) {
    this.parts = parts;
    this.update(state);
    this.remote.learn(state.from, state.positions);
    this.put(this.codes(state.moves), state.stopped, state.found);
    refreshSheet();
    this.warn(this.silent ? this.away : state.trouble);
  }

  /** A part that the server has drawn. @param {string} name */
  part(name) {
    return /** @type {HTMLElement | null} */ (this.parts.querySelector(`[data-part="${name}"]`));
  }

  /**
   * Put a part in its place, if it is new. What people type there stays, and so does the focus.
   * @param {HTMLElement} at
   * @param {string} name
   */
  swap(at, name) {
    const part = this.part(name);
    if (!part || this.placed.get(name) === part.innerHTML) return;
    this.placed.set(name, part.innerHTML);
    const active = /** @type {HTMLElement | null} */ (at.contains(document.activeElement) ? document.activeElement : null);
    const typed = /** @type {HTMLInputElement[]} */ ([...at.querySelectorAll(TYPED)]);
    const stop = (/** @type {Event} */ event) => event.stopPropagation(); // a field that goes away reports a change
    addEventListener("change", stop, true);
    at.replaceChildren(...document.importNode(part, true).childNodes);
    removeEventListener("change", stop, true);
    for (const old of typed) {
      const form = old.form?.getAttribute("hx-post");
      const field = /** @type {HTMLInputElement | null} */ (at.querySelector(`form[hx-post="${form}"] [name="${old.name}"]`));
      if (!field || old.value === old.defaultValue) continue;
      field.value = old.value;
      // The browser reports only what was typed since.
      field.addEventListener("blur", () => setTimeout(() => field.isConnected && field.dispatchEvent(new Event("change", { bubbles: true }))), { once: true });
    }
    if (!active) return;
    const form = active.closest("form[hx-post]")?.getAttribute("hx-post");
    const within = form ? `form[hx-post="${form}"] ` : "";
    const which = ["name", "data-open", "data-copy", "data-wait"].find((each) => active.hasAttribute(each));
    const same = at.querySelector(which ? `${within}[${which}="${active.getAttribute(which)}"]` : within && `${within}button` || "x");
    if (same instanceof HTMLElement && !same.matches(":disabled")) same.focus({ preventScroll: true });
    else this.board.focus();
  }

  // Moves

  async settled() {
    await this.sending;
  }

  get ahead() {
    return this.underWay;
  }

  /** @param {number} code */
  picked(code) {
    if (this.underWay) {
      this.tooMany = true;
      return;
    }
    const { state: { mark }, play: { last: { ply } } } = this;
    const move = this.engine.data.moveTexts[code];
    const name = UNSENT + TAB;
    local.write(name, { ply: String(ply), mark, move, at: Date.now() });
    this.board.anticipate(code);
    this.make(move, String(ply), mark, name);
  }

  /** @param {number | null} code */
  async refused(code) {
    const { state: { invalid }, play } = this;
    if (this.underWay) this.tooMany = true;
    else if (code === null && invalid && play.live && play.open && !this.closed) this.deny(invalid);
    else await super.refused(code);
  }

  get busy() {
    return this.state.busy;
  }

  /** Whether the game has ended, and not only nobody can move because others are waited for. */
  get ended() {
    return super.ended && (this.play.last.over || this.state.ended !== null);
  }

  /** @param {string} text */
  async typed(text) {
    if (this.underWay) this.tooMany = true;
    else await super.typed(text);
  }

  /** In old programs that is not beside what happens. @param {string} text */
  deny(text) {
    find("warning").classList.toggle("busy", text === this.busy);
    if (this.state.old) this.tell(text);
    else super.deny(text);
  }

  /**
   * Send a move until the server has answered, whatever happens to it or to the connection. A move that is there
   * already counts once. Until then it is in the browser's storage too, for the next page if this one goes.
   * @param {string} move
   * @param {string} ply plies before it
   * @param {string} mark of these plies
   * @param {string} name in the storage
   */
  async make(move, ply, mark, name) {
    let over = () => {};
    this.sending = new Promise((resolve) => { over = () => resolve(null); });
    [this.underWay, this.tooMany] = [true, false];
    this.board.locked = true;
    const answer = await this.sent(new URLSearchParams({ ply, text: move, mark }));
    this.underWay = false;
    local.remove(name);
    over();
    const state = this.stateIn(answer.text);
    const words = state ? state.refused : refusal(answer.text);
    if (state) this.follow(state);
    if (!answer.ok) this.tell(words);
    this.play.seen(); // a move that was refused is not on the board
    if (this.tooMany && !this.play.open) this.deny(this.busy);
  }

  /** @param {URLSearchParams} body */
  async sent(body) {
    for (;;) {
      if (this.silent) this.warn(KEPT);
      const attempt = new AbortController();
      this.trying = attempt;
      const late = setTimeout(() => attempt.abort(), PATIENCE);
      const answer = await fetch(`${here}/move`, { method: "POST", headers: this.headers, body, keepalive: true, signal: attempt.signal }).catch(() => null);
      clearTimeout(late);
      if (attempt.signal.reason === BACK) continue;
      const text = await textOf(answer);
      if (answer && text !== null && answer.status < 500 && (this.stateIn(text) || refusal(text))) {
        this.calm();
        return { ok: answer.ok, text };
      }
      this.warn(this.silent ? KEPT : answer ? BUSY : this.lost); // such as the answer of a hotel's network, which is nobody's
      const back = new Promise((resume) => { this.wake = () => resume(null); });
      await Promise.race([wait(AGAIN), back]);
    }
  }

  /** Make the moves of earlier pages that had no answer: their visitor has seen them. */
  async resume() {
    for (const name of local.names(UNSENT)) {
      const { ply = "", mark = "", move = "", at = 0 } = local.read(name) ?? {};
      if (Math.abs(Date.now() - at) > LONGEST) {
        local.remove(name);
        continue;
      }
      await this.sending;
      const [code] = this.codes([move]);
      const { last } = this.play;
      if (String(last.ply) === ply && last.moves.includes(code)) this.board.anticipate(code);
      await this.make(move, ply, mark, name);
    }
  }

  get thinks() {
    return false;
  }

  takeBack() {
    this.send(`${here}/back`);
  }

  halt() {
    this.send(`${here}/pause`);
  }

  letPlay() {
    this.play.view(this.play.last.ply);
    this.send(`${here}/go-on`);
  }

  // Values

  get secret() {
    return this.state.secret;
  }

  get valuable() {
    return true;
  }

  /**
   * @param {Position} position
   * @param {How} how
   * @returns {Promise<Values>}
   */
  values(position, how) {
    return this.said(position, how);
  }

  /**
   * @param {Parameters<AppTable["valued"]>[0] & { height?: number }} known
   * @returns {Values}
   */
  valued(known) {
    const found = super.valued(known);
    return { ...found, value: /** @type {Values["value"]} */ ({ ...found.value, height: known.height }) };
  }

  /** @param {Position} position */
  async account(position) {
    return (await this.reasons(position)).account;
  }

  /**
   * The account has it already.
   * @param {Position} position
   */
  async truth(position) {
    const { account, worths } = await this.reasons(position);
    return worths.length ? { account, worths } : null;
  }

  /** @param {Position} position */
  async thoughts(position) {
    return (await this.reasons(position)).thoughts;
  }

  /**
   * What the server knows of the choice of a computer in a position.
   * @param {Position} position
   * @returns {Promise<{ account: Said[], thoughts: Thought[], worths: Thought[] }>}
   */
  reasons(position) {
    const known = this.explained.get(position) ?? this.explain(position);
    this.explained.set(position, known);
    known.catch(() => this.explained.delete(position));
    return known;
  }

  /** @param {Position} position */
  async explain({ ply }) {
    const answer = await fetch(`${here}/why?at=${ply}`).catch(() => null);
    const known = await answer?.json().catch(() => null);
    if (!answer?.ok || !known) throw new Refused(known?.error ?? LOST);
    /** @param {(FoundValue & { move: string })[]} found */
    const valued = (found) => found.map(({ move, ...value }) => ({ move: this.codes([move])[0], value: this.value(value) }));
    return {
      account: known.account.map((/** @type {[number, number, number, number, number[]]} */ [sentence, move, other, site, line]) =>
        ({ sentence, move, other, site, line })),
      thoughts: valued(known.thoughts),
      worths: valued(known.worths),
    };
  }

  /** Only the server could find them. @override @returns {Said[]} */
  merits() {
    return [];
  }

  /** @param {Values} values */
  ends({ line, value }) {
    return line.length === value.plies;
  }

  // What is on view

  newBoard() {
    return this.data.board.parts ? super.newBoard() : /** @type {Board} */ (/** @type {unknown} */ (new Pictured()));
  }

  /** @param {MoveValue[]} [values] */
  drawBoard(values) {
    if (this.data.board.parts) super.drawBoard(values);
    else find("board").innerHTML = /** @type {Known} */ (this.play.shown).svg ?? ""; // the server's own, with all text escaped
    this.board.locked ||= this.underWay;
  }

  drawSeats() {
    this.swap(find("seats"), "seats");
    find("seats").classList.toggle("many", !this.two);
    const now = /** @type {HTMLElement} */ (document.querySelector(".now"));
    now.querySelector(":scope > .face")?.remove();
    now.insertAdjacentHTML("afterbegin", this.part("speaker")?.innerHTML ?? "");
  }

  /** @returns {Report} */
  get report() {
    const { play, state } = this;
    const report = super.report;
    if (!play.live || this.closed || !state.thinks) return report;
    return { ...report, status: this.words.thinking(play.last.turn, play.cast), actions: state.watching ? [] : [["Stop", () => this.halt()]] };
  }

  drawStatus() {
    super.drawStatus();
    const { play: { live }, state } = this;
    const [now, said] = [document.querySelector(".now"), this.part("status")];
    if (now) now.className = `now ${(live && said?.dataset.now) || ""}`;
    find("status").className = (live && said?.className) || "";
    this.swap(find("above"), "above");
    this.swap(find("clock"), "clock");
    this.placed.delete("actions");
    if (this.deleted) return;
    const [note, served] = [this.part("note"), !state.local || state.watching];
    const words = note?.textContent ?? "";
    const asked = note && "asked" in note.dataset ? words : ""; // it comes before all else, and also to earlier positions
    if (live && (served || state.old)) {
      find("status").textContent = said?.textContent ?? "";
      find("note").textContent = this.aside || words;
    }
    if (live && served) this.swap(find("actions"), "actions");
    else if (asked) find("actions").append(...document.importNode(/** @type {HTMLElement} */ (this.part("actions")), true).childNodes);
    if (asked) find("note").textContent = asked;
    const aloud = note && "aloud" in note.dataset ? words : "";
    if (aloud && aloud !== this.offered) find("said").textContent = aloud;
    this.offered = aloud;
    this.hold();
  }

  offered = ""; // what players offer each other

  /** Leave out the question whether to end a game that the other one has left, for someone who waits. */
  hold() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-wait], [data-open=left]")))
      button.hidden = performance.now() < this.patient;
  }

  drawTools() {
    super.drawTools();
    const { state: { local, watching }, play: { live } } = this;
    this.swap(find("forms"), "tools");
    const known = this.part("tools")?.querySelectorAll("button") ?? [];
    for (const [number, button] of find("forms").querySelectorAll("button").entries())
      if (!button.dataset.open || button.dataset.open === "resign") button.disabled = !live || known[number].disabled; // as it is now
    if (watching) for (const id of ["back", "again", "easier"]) find(id).hidden = true;
    if (local) return;
    for (const id of ["back", "hint", "why", "again", "easier"]) find(id).hidden = true;
    find("values").hidden ||= this.secret;
    find("review").hidden = !this.ended || !this.reviewable || find("actions").querySelector("[href$=review]") !== null;
    find("pass-on").hidden = !this.ended;
  }

  drawMore() {
    super.drawMore();
    /** @type {HTMLElement | null} */
    const clock = document.querySelector("[data-clock]");
    if (clock && this.placed.get("clock") !== this.timed) this.deadline = performance.now() + 1000 * Number(clock.dataset.clock);
    this.timed = this.placed.get("clock");
    /** @type {HTMLInputElement | null} */
    const name = document.querySelector(".joining [placeholder]");
    if (name && !name.value) name.value = local.get("name") ?? "";
    const typed = /** @type {HTMLElement | null} */ (document.querySelector("form[data-typed]"));
    if (typed) typed.hidden = !this.play.live || !this.play.open || this.closed;
    for (const link of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-link]")))
      if (link.value === this.copied) /** @type {HTMLElement} */ (document.querySelector("[data-copy]")).textContent = "Copied";
  }

  /** @type {string | undefined} */
  timed; // the time for a move that was sent last

  // The connection

  get lost() {
    if (!local.lasts && this.underWay) return ALONE;
    return this.underWay ? KEPT : LOST;
  }

  get passing() {
    return [...super.passing, AWAY, KEPT];
  }

  /** What is said while the server is silent. */
  get away() {
    return this.underWay ? KEPT : AWAY;
  }

  /** @param {number} version */
  newer(version) {
    if (version !== this.state.version) this.ask();
  }

  reached() {
    this.contact();
    this.wake();
  }

  /** The server has answered. */
  contact() {
    this.heardAt = performance.now();
    if (!this.silent) return;
    this.silent = false;
    document.body.classList.remove("silent");
    this.calm();
    this.trying.abort(BACK); // on a dead line; a move that is there already counts once
    this.wake();
  }

  hear() {
    const source = super.hear();
    this.events = source;
    source.addEventListener("error", () => this.update({ ...this.state, version: 0 })); // another server may count from another number
    source.addEventListener("beat", ({ data }) => this.beat(data));
    source.addEventListener("presence", () => { if (!this.state.local) this.ask(); });
    source.addEventListener("thinking", ({ data }) => {
      const news = JSON.parse(data);
      if (!this.play.live || !(this.state.thinks || this.state.searches)) return;
      const words = news.progress || news.words || figures(news);
      for (const each of document.querySelectorAll("[data-thinking]")) each.textContent = words;
      const status = news.words || (this.part("status")?.dataset.whileThinking ?? "");
      if (status && find("status").textContent !== status) find("status").textContent = status; // it is read out
      if (this.state.local && !this.state.watching && !news.words) this.note(words);
    });
    return source;
  }

  /** Answer a beat of the server. @param {string} beat */
  async beat(beat) {
    const body = new URLSearchParams({ tab: TAB, beat });
    const attempt = new AbortController();
    const late = setTimeout(() => attempt.abort(), PATIENCE);
    const found = await fetch(`${here}/beat`, { method: "POST", body, signal: attempt.signal }).catch(() => null);
    clearTimeout(late);
    if (found?.ok) this.contact();
  }

  // Packets may be lost without an error. The server sends a beat every few seconds to a game by link, and the page
  // answers; when no answer has come back for a while, it says so, and opens the stream again.
  watch() {
    let looked = performance.now();
    setInterval(() => {
      const now = performance.now();
      if (now - looked > 4 * GLANCE) this.heardAt = Math.max(this.heardAt, now - QUIET / 2); // the page itself stood still
      looked = now;
      for (const clock of document.querySelectorAll("[data-clock]")) clock.textContent = `${Math.max(0, Math.ceil((this.deadline - now) / 1000))} s`;
      if (this.state.local || !this.state.running || now - this.heardAt < QUIET) return;
      this.heardAt = now - QUIET / 2; // for the next attempt
      this.silent = true;
      document.body.classList.add("silent");
      this.warn(this.away);
      this.events?.close();
      this.hear();
    }, GLANCE);
  }

  // What else people do

  listen() {
    super.listen();
    document.addEventListener("submit", (event) => {
      /** @type {HTMLInputElement | null} */
      const name = target(event).closest(".joining")?.querySelector("[placeholder]") ?? null;
      if (name?.value) local.set("name", name.value); // it is there in the next game with others
    }, true);
    document.addEventListener("click", (event) => {
      const button = target(event).closest("button");
      if (button && "copy" in button.dataset) this.copy();
      else if (button && "wait" in button.dataset) {
        this.patient = performance.now() + STILL;
        setTimeout(() => this.hold(), STILL);
        this.hold();
      }
    });
  }

  async copy() {
    /** @type {HTMLInputElement | null} */
    const link = document.querySelector("[data-link]");
    if (!link) return;
    link.select(); // for copying by hand, if all else fails
    // Unencrypted pages from a network, such as from `plyground serve`, have no clipboard.
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(link.value).then(() => true, () => false)
      : document.execCommand("copy");
    if (!done) return;
    this.copied = link.value;
    this.drawMore();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-copy]"))?.focus({ preventScroll: true });
  }
}

function open() {
  const { kinds, ...table } = given.table;
  const board = table.board ?? JSON.parse(find("geometry").textContent ?? "");
  const page = new Room({ ...table, engine: /** @type {TableData["engine"]} */ ({}), board, kinds: [], usual: "", embed: false }, new Remote(board.moves, kinds));
  begin(page);
  page.watch();
  page.resume();
}

open();
