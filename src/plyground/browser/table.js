// The table of a game: the players, the board, what happens, the moves, and the tools. It shows what Play knows, and
// holds no rule of a game.
//
// A page from a file is a table with puzzles, a review and more: page.js. So is the app's page of a game that it owns:
// web/static/owned.js. What each of them does in its own way is under "What a page adds".

import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { find, made } from "./elements.js";
import { Eyes } from "./eyes.js";
import { Ladder } from "./ladder.js";
import { LAST_WEEK, Pasts, isLastWeek } from "./past.js";
import { Play, VALUE_SECONDS } from "./play.js";
import { readPlayer } from "./seats.js";
import { playSound } from "./sound.js";
import { Why } from "./why.js";
import { Words, capital } from "./words.js";

/**
 * @import { Choice, Data, Engine, How, Player, Position, Progress, Said, Value, Values } from "./engine.js"
 * @import { Geometry, MoveValue } from "./picture.js"
 * @import { Like, Thought } from "./why.js"
 * @import { PlayerKind } from "./seats.js"
 * @import { Algorithm } from "./recording.js"
 * @import { Phrases } from "./words.js"
 */

/**
 * @typedef {{ label: string, player: string, help: string, beaten: string, face: string, dots: number | null,
 *   perfect: boolean }} Level
 *   an opponent for a person: its face is an SVG; its dots, from 1 to 5, say how strong it is, 0 where that is
 *   not known, null for one that is not offered first
 * @typedef {{ name: string, title: string, summary: string, values: Record<string, number>, players: number,
 *   ends: string[] }} TableGame
 * @typedef {{ algorithm: Algorithm, algorithms: Record<Algorithm, { plies: number }>, own: Record<string, Algorithm>,
 *   unseen: Record<string, string>, proved: string, none: string, deeper: string }} Searches
 *   which searches can be looked into: see browser/inside.py
 * @typedef {object} TableData what a table knows of its game
 * @property {Data} engine
 * @property {Geometry} board
 * @property {Phrases} phrases
 * @property {PlayerKind[]} kinds
 * @property {Level[]} levels
 * @property {string} usual the player of a first game's computers
 * @property {string} hinter the player whose moves are hints where nothing is proven
 * @property {Searches} inside
 * @property {TableGame} game
 * @property {boolean} embed
 */

/** @typedef {{ values: boolean, why: string }} TableSettings
 *   `why` says at which answer people were invited to ask, "seen" after that */

/** @typedef {[words: string, act: () => void, main?: boolean, face?: string]} Action a button in the card */
/** @typedef {{ status: string, note: string, actions: Action[] }} Report */

// Of those who are not one of the game's people.
const FACES = {
  computer: '<path d="M24 12V8" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="7" r="3" fill="currentColor"/><rect x="9" y="13" width="30" height="25" rx="9" fill="currentColor"/><circle cx="18" cy="24" r="3.500" fill="var(--accent-soft)"/><circle cx="30" cy="24" r="3.500" fill="var(--accent-soft)"/><path d="M18 31.500q6 3.500 12 0" fill="none" stroke="var(--accent-soft)" stroke-width="2.500" stroke-linecap="round"/>',
  here: '<circle cx="24" cy="19" r="8" fill="currentColor"/><path d="M9 42a15 13 0 0 1 30 0Z" fill="currentColor"/>',
  away: '<path d="M10 15h28v19H10z" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/><path d="m11 16 13 11 13-11" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>',
};

const AGAIN = 5; // seconds to think a choice over again
const LONG = 12; // letters of a name that takes two lines on a phone
const END = 700; // milliseconds from the last move to the end's sound and papers

/**
 * @template {TableData} [Given=TableData]
 * @template {TableSettings} [Wishes=TableSettings]
 */
export class Table {
  /**
   * @param {Given} data
   * @param {Engine} engine
   * @param {Wishes} settings
   */
  constructor(data, engine, settings) {
    this.data = data;
    this.engine = engine;
    this.words = new Words(data.phrases, data.kinds, data.board, true);
    this.settings = settings;
    this.aside = ""; // a sentence beside the status, until the position changes
    this.aloud = "";
    this.two = data.game.players === 2;
    this.board = this.newBoard();
    /** @type {Position | null} */
    this.seen = null; // the last position
    this.play = new Play(engine, (text) => this.computer(text), {
      changed: () => this.changed(),
      progress: (progress, about) => this.progress(progress, about),
      failed: (error) => this.failed(error),
      wanted: () => this.advice.wanted,
      valued: (values) => {
        this.why.close();
        this.drawBoard();
        this.outlook(values);
      },
      judged: () => this.judged(),
      thinks: () => this.thinks,
      values: (position, how) => this.values(position, how),
    });
    this.advice = new Advice(this);
    this.why = new Why(this);
    this.eyes = new Eyes(this);
    this.ladder = new Ladder(this);
    /** @type {WeakMap<Position, Said[]>} */
    this.deeds = new WeakMap(); // what moves did, by the positions after them
    this.pasts = new Pasts(this);
  }

  newBoard() {
    const { board, embed } = this.data;
    return new Board(find("board"), board, {
      onmove: (code) => this.attempt(() => this.picked(code)),
      onrefuse: (code) => this.refused(code),
      onask: (words) => this.say(words),
      theme: "light", // the page has all colours, dark ones too
      valued: this.valuable && this.two && !embed,
    });
  }

  // What a page adds

  /** Keep the game and the settings. */
  keep() {}
  /** Begin a game with these seats. @param {string[]} _seats */
  start(_seats) {}
  /** The same players once more. */
  again() {}
  /** Show all else that can be done. */
  more() {}
  /** Ways to give this game to others. */
  pass() {}
  /** Show how the game went. */
  reviewed() {}
  /** More of that is known. */
  judged() {}
  /** Whether the players can be changed by a tap on one of them. */
  get changeable() { return false; }
  /** Ask who is to play. */
  change() {}
  /** What leads to a search. @param {Position} _position @param {Like} _like @returns {HTMLElement | null} */
  looking(_position, _like) { return null; }
  /** Whether there are values. */
  get valuable() { return this.two; }
  /** Whether the line of best play from the position on view ends the game. @param {Values} values */
  ends({ line }) {
    return line.reduce((position, move) => this.engine.play(position, move), this.play.shown).over;
  }
  /** The values of a position and of its moves. @param {Position} position @param {How} how */
  values(position, how) { return this.engine.values(position, how); }
  /** Whether a computer that is to move does so in this page. */
  get thinks() { return true; }
  /** Whether the game has ended, and not by its rules. */
  get closed() { return false; }
  /** The players of those whom the reader has beaten in other games. @returns {string[]} */
  get beaten() { return []; }
  /** Whether something lies over the table. */
  get covered() { return false; }
  /** Whether values and hints are withheld. */
  get secret() { return false; }
  /** Whether the browser keeps what the reader gave away in a game that has ended. */
  get remembers() { return false; }
  /** Whether the game has a review. */
  get reviewable() { return this.two && !this.data.embed; }
  /** Whether the moves after the one on view may be dropped. */
  get mayGoOn() { return false; }
  /** What is marked on the board in place of values. @returns {MoveValue[] | null} */
  get marks() { return null; }
  /**
   * Say more of a move in the list, where there is room: what it did; why it was made, if that was asked.
   * @param {HTMLElement} button
   * @param {number} ply
   */
  describe(button, ply) {
    if (this.two) button.after(made("span", { class: "did" }, this.did(this.play.line[ply])));
  }

  /** @param {Position} after */
  did(after) {
    const { words, play } = this;
    const before = /** @type {Position} */ (after.parent);
    const move = /** @type {number} */ (after.move);
    const asked = this.why.saidOf(after);
    if (asked) return asked;
    const known = this.deeds.get(after) ?? this.merits(before, move).filter(({ sentence }) => words.phrases.done.includes(sentence));
    this.deeds.set(after, known);
    return words.merits(known, before.turn, play.cast) || words.played(before.turn, move, play.cast);
  }

  /**
   * The reasons for a move, in a game for two.
   * @param {Position} position
   * @param {number} move
   * @param {Pick<Value, "verdict" | "plies"> | null} [value] for the player to move, if it is exact
   * @param {number} [keeping] how many moves have its verdict
   * @returns {Said[]}
   */
  merits(position, move, value = null, keeping = 0) {
    return this.engine.merits(position, move, value, keeping);
  }

  /** Draw the other parts. */
  drawMore() {}

  /** @param {string} text */
  computer(text) {
    const player = readPlayer(text, this.data.kinds);
    const name = this.level(text)?.label ?? (isLastWeek(text) ? LAST_WEEK : "");
    return player && { player, called: name ? { short: name, full: name } : this.words.called(player) };
  }

  /** The one of the game's people that a text means. @param {string} text */
  level(text) {
    return this.data.levels.find((each) => each.player === text);
  }

  // What people do

  /** @param {number} code */
  picked(code) {
    this.play.move(code);
  }

  takeBack() {
    this.play.takeBack();
  }

  /** Stop the computer that thinks. */
  halt() {
    this.play.halt();
  }

  /** Let a computer that was stopped go on. */
  letPlay() {
    this.play.resume();
  }

  /** @param {() => void} act */
  attempt(act) {
    try {
      act();
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {number | null} code */
  refused(code) {
    const { play } = this;
    if (play.last.over || this.closed) return;
    if (!play.live) this.deny("Go back to the last move to play on.");
    else if (!play.open) this.deny(this.busy);
    else this.deny(code === null ? "No move there now." : `You cannot play ${this.words.move(code)} now.`);
  }

  /** Say why something is not possible. @param {string} text */
  deny(text) {
    this.say(text);
  }

  /**
   * Say something beside the status, until the position changes.
   * @param {string} text
   */
  say(text) {
    this.aside = text;
    find("note").textContent = text;
    find("said").textContent = text;
  }

  /** Say what the values of the position on view come to. @param {Values} values */
  outlook(values) {
    if (!this.eyes.open) this.say(this.worth(values));
  }

  /** @param {Values} values */
  worth(values) {
    const { shown, cast } = this.play;
    return capital(this.words.outlook(values, shown.turn, cast, this.ends(values)));
  }

  /** Show a sentence beside the status for a moment. @param {string} text */
  note(text) {
    find("note").textContent = text;
  }

  /** @param {Error} error */
  failed(error) {
    if (error.name !== "AbortError") this.say(`That did not work: ${error.message}.`);
  }

  hint() {
    this.advice.hint();
  }

  /** Listen to the tools, the list and the keys. */
  listen() {
    const { play } = this;
    /** @type {Record<string, () => void>} */
    const does = {
      back: () => this.takeBack(),
      hint: () => this.hint(),
      values: () => {
        this.settings.values = !this.settings.values;
        if (this.settings.values) this.why.close(); // whose values they are is said in the same card
        play.seen();
        if (this.advice.wanted && play.values) this.outlook(play.values);
        else if (this.advice.wanted && play.shown.over) this.say("The game is over: step back to see what moves were worth.");
      },
      why: () => this.why.toggle(),
      review: () => this.reviewed(),
      "pass-on": () => this.pass(),
      again: () => this.again(),
      easier: () => this.ladder.easier && this.ladder.begin(this.ladder.easier),
      more: () => this.more(),
      earlier: () => play.view(play.shown.ply - 1),
      later: () => play.view(play.shown.ply + 1),
    };
    for (const [id, act] of Object.entries(does))
      find(id).addEventListener("click", () => (find(id).getAttribute("aria-disabled") === "true" ? this.say(this.refusal(id)) : act()));
    find("moves").addEventListener("click", ({ target }) => {
      const ply = /** @type {HTMLElement} */ (target).closest("button")?.dataset.ply;
      if (ply) play.view(Number(ply));
    });
    document.addEventListener("keydown", (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || this.covered) return;
      if (target instanceof HTMLElement && (target.id === "board" || target.matches("input, select, textarea"))) return;
      const { shown: { ply }, last } = play;
      /** @type {Record<string, number>} */
      const inside = find("moves").contains(/** @type {Node} */ (target)) ? { ArrowUp: ply - this.across, ArrowDown: ply + this.across } : {};
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last.ply, ...inside }[key];
      if (to === undefined) return;
      play.view(to);
      event.preventDefault();
    });
  }

  /**
   * What a computer says of its choice in a position.
   * @param {Position} position
   * @param {Choice} choice
   * @returns {Promise<Said[]>}
   */
  async account(position, choice) {
    return this.engine.account(position, choice);
  }

  /**
   * The same with what the choice was worth, as soon as that is known; nothing where it is not.
   * @param {Position} position
   * @param {Choice} choice
   * @returns {Promise<{ account: Said[], worths: Thought[] } | null>} and what each move was worth
   */
  async truth(position, choice) {
    const { engine, play } = this;
    const { move } = choice;
    const after = engine.play(position, move);
    if (!this.two || after.over) return null;
    const { moves } = await play.valuesOf(position, { seconds: AGAIN });
    const [best, made] = [moves[0], moves.find((each) => each.move === move)].map((each) => each?.value.verdict ?? "unknown");
    const order = ["loss", "draw", "win"];
    if (order.indexOf(made) < 0 || order.indexOf(best) < 0) return null;
    const { none } = engine.data.values;
    const kept = made === best;
    const truth = { best, worth: made, keeping: kept ? moves.filter((each) => each.value.verdict === made).length : 0, reply: none, better: none };
    if (kept) return { account: engine.account(position, choice, truth), worths: moves };
    const [reply] = (await play.valuesOf(after, { seconds: AGAIN })).moves;
    return { account: engine.account(position, choice, { ...truth, reply: reply.move, better: moves[0].move }), worths: moves };
  }

  /**
   * The same choice again, with what was thought of each move: exact values, where it played perfectly; nothing where
   * another choice comes of it, as of a search by time.
   * @param {Position} position
   * @param {Choice} choice
   * @param {Player} player
   * @returns {Promise<Thought[]>}
   */
  async thoughts(position, choice, player) {
    const chance = { state: [BigInt.asIntN(64, BigInt(choice.drawn))] };
    const again = await this.engine.choose(position, player, chance, { whole: true, seconds: AGAIN });
    if (again.move !== choice.move) return [];
    if (again.thoughts.length || !again.value || again.value.verdict === "unknown") return again.thoughts;
    return (await this.play.valuesOf(position, { seconds: AGAIN })).moves;
  }

  /** Why a button can do nothing now. @param {string} id */
  refusal(id) {
    const { play } = this;
    if (id === "earlier") return "This is the start of the game.";
    if (id === "later") return "This is the last move.";
    if (id === "back") return play.floor ? "Moves that have been sent stay." : "There is no move of yours yet.";
    if (id === "why") return play.shown.move === null ? "No move has been made." : "That move is no computer's.";
    return play.shown.over ? "The game is over." : this.busy;
  }

  /** Why nobody here can move. */
  get busy() {
    if (this.play.awaits) return "It is not your turn: send your moves, and read the answer.";
    return this.play.waits ? "The computer has stopped: press Let it play." : this.data.phrases.busy;
  }

  // What is on view

  changed() {
    const { play } = this;
    const values = this.advice.wanted && !this.ended ? play.values : null;
    this.aside = this.eyes.open ? this.eyes.seen?.said ?? "" : values ? this.worth(values) : "";
    /** @type {unknown} */
    let trouble = null; // the rules can fail too
    try {
      this.drawBoard();
    } catch (error) {
      trouble = error;
    }
    this.drawSeats();
    this.drawStatus();
    this.drawTools();
    this.why.draw();
    this.eyes.draw();
    this.drawMore();
    this.celebrate();
    this.drawMoves();
    this.reveal(); // last, because it scrolls in what the others leave
    this.announce();
    if (play.seats.length) this.keep();
    this.pasts.changed();
    if (trouble) this.failed(/** @type {Error} */ (trouble));
  }

  /** How the game ended for the one person at this screen: over 0 for a win; 0 while it goes on. */
  get standing() {
    const { last, cast: { you } } = this.play;
    return last.over && you !== null ? last.standings[you] : 0;
  }

  get won() {
    return this.standing > 0;
  }

  /** Whether the end of a game is on view. */
  get ended() {
    return this.play.live && (this.play.last.over || this.closed);
  }

  /** @param {MoveValue[]} values */
  drawBoard(values = this.marks ?? this.advice.shown) {
    const { play, engine } = this;
    const { shown } = play;
    const cells = engine.cells(shown);
    const before = shown.parent ? engine.cells(shown.parent) : cells;
    this.board.locked = !play.live || !play.open || this.closed;
    this.board.draw({
      cells, values, standing: this.advice.standing, faces: this.eyes.seen?.faces, ...this.why.marks,
      last: cells.flatMap((cell, site) => (cell === before[site] ? [] : [site])),
      deciding: engine.deciding(shown),
      legal: shown.moves,
      turn: shown.turn,
      description: this.sentence(shown),
    });
  }

  /** The winner is cheered when the game ends while the reader looks on. */
  celebrate() {
    const { play, seen } = this;
    const { last, cast } = play;
    this.seen = last;
    if (!play.live || !last.over || !seen || last.parent !== seen) return;
    const winner = last.standings.findIndex((standing) => standing > 0);
    if (winner < 0 || !this.two) return;
    const won = play.seats[winner].kind === "here";
    if (won || cast.you !== null) playSound(won ? "win" : "loss", END);
    if (won) setTimeout(() => this.board.cheer(winner), END);
  }

  drawSeats() {
    const { play, play: { cast, seats } } = this;
    const place = find("seats");
    place.classList.toggle("many", seats.length > 2);
    place.replaceChildren(...seats.map((_, seat) => this.card(seat, seat === (cast.you ?? 0))));
    const met = seats.flatMap(({ text }) => this.level(text) ?? []);
    const now = /** @type {HTMLElement} */ (document.querySelector(".now"));
    const face = this.two && met.length === 1 && !play.challenge ? met[0].face : "";
    now.querySelector(":scope > .face")?.remove();
    now.insertAdjacentHTML("afterbegin", face);
  }

  /** How strong an opponent is, if that is known. @param {number | null} number */
  dots(number) {
    if (!number) return [];
    const dots = [1, 2, 3, 4, 5].map((dot) => made("i", dot > number ? {} : { class: "on" }));
    return [made("span", { class: "dots", role: "img", "aria-label": `strength ${number} of 5` }, ...dots)];
  }

  /**
   * @param {number} seat
   * @param {boolean} below whether it is beside the reader
   */
  card(seat, below) {
    const { play, data, words } = this;
    const { kind, called, text } = play.seats[seat];
    const turn = !play.last.over && !this.closed && play.last.turn === seat;
    const own = seat === play.cast.you && play.names?.[seat];
    const level = this.level(text);
    const name = own ? `${own} (you)` : play.seats.length > 1 ? words.name(seat, play.cast) : words.phrases.you;
    const settings = called?.short === name ? called.full.slice(name.length).replace(/^, /, "") : called?.full ?? "";
    const role = level ? (name === level.label ? "" : level.label) : { computer: settings, here: "", away: "plays by message" }[kind];
    const named = data.game.ends[seat];
    const colourName = named.length < 2 || named.startsWith("Player") ? "" : named;
    const detail = [colourName, role].filter(Boolean).join(" · ");
    const face = made("template");
    face.innerHTML = level?.face ?? `<svg class="face" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="14" fill="var(--accent-soft)"/>${FACES[kind]}</svg>`;
    const piece = made("span", { class: "piece swatch" });
    piece.innerHTML = data.board.swatches[seat];
    const strength = this.dots(level?.dots ?? null);
    const about = made("p", {}, made("span", { class: "about" }, detail, detail && strength.length ? " · " : "", ...strength));
    if (turn) about.append(made("span", { class: "unseen" }, ", to move"));
    const state = [turn && "turn", below && "below"].filter(Boolean).join(" ");
    const card = made("li", { class: `seat-card ${state}` }, face.content, made("div", { class: "who" }, made("h2", { title: name, class: name.length > LONG ? "long" : "" }, ...(own ? [made("span", { class: "name" }, own), " ", made("span", {}, "(you)")] : [name])), about), piece);
    if (level && this.changeable) { // who taps an opponent wants another; More is the way by keys
      card.classList.add("leads");
      card.addEventListener("click", () => this.change());
    }
    return card;
  }

  /** How many moves a line of the list has. */
  get across() {
    return this.two ? 1 : 3;
  }

  drawMoves() {
    const { play, words } = this;
    const list = find("moves");
    list.style.setProperty("--across", String(this.across));
    const items = play.line.slice(1).map((position) => {
      const { text, words: said } = this.data.board.moves[/** @type {number} */ (position.move)];
      const button = made("button", { type: "button", "data-ply": String(position.ply), title: words.move(position.move ?? 0) }, text.includes("@") ? said : text);
      button.tabIndex = position.ply === Math.max(play.shown.ply, 1) ? 0 : -1;
      if (position === play.shown) button.setAttribute("aria-current", "step");
      const item = made("li", {}, made("small", { "aria-hidden": "true" }, String(position.ply)), button);
      this.describe(button, position.ply);
      return item;
    });
    const within = list.contains(document.activeElement);
    list.replaceChildren(...items);
    if (within) /** @type {HTMLElement | null} */ (list.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
    this.disabled("earlier", play.shown.ply === 0);
    this.disabled("later", play.live);
  }

  /** Scroll the list to the move on view. */
  reveal() {
    const list = find("moves");
    const now = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    // Not scrollIntoView: that would move the page too.
    if (now) {
      const item = /** @type {HTMLElement} */ (now.parentElement);
      list.scrollLeft = item.offsetLeft - list.offsetLeft - list.clientWidth / 2;
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else list.scrollTo(0, 0);
  }

  /**
   * @param {string} id
   * @param {boolean} disabled
   */
  disabled(id, disabled) {
    find(id).setAttribute("aria-disabled", String(disabled));
  }

  drawTools() {
    const { play, ended, following: [first] } = this;
    this.disabled("back", !play.before);
    this.disabled("hint", this.secret || play.shown.over || play.toMove?.kind === "computer");
    this.disabled("values", this.secret);
    this.disabled("why", !this.why.choice);
    const active = document.activeElement;
    for (const id of ["back", "hint", "values"]) find(id).hidden = ended || (id === "values" && !this.valuable);
    find("why").hidden = ended && !this.why.choice;
    find("review").hidden = !ended || !this.reviewable || /^(Review|Where)/.test(first);
    find("pass-on").hidden = !ended;
    find("again").hidden = !ended || first.endsWith("gain");
    find("easier").hidden = !ended || !this.ladder.easier;
    find("values").setAttribute("aria-pressed", String(this.settings.values));
    if (active instanceof HTMLElement && active.hidden) find("more").focus({ preventScroll: true }); // it was pressed just now
  }

  /**
   * How a position is to be spoken of: how the game ended, or whose turn it is.
   * @param {Position} position
   */
  sentence(position) {
    const { words, play } = this;
    if (position.over) return words.over(position.result, play.cast);
    return play.seats.length ? words.turn(position.turn, play.cast) : "";
  }

  drawStatus() {
    const { play, words, ended } = this;
    const choice = play.reasons.get(play.shown) ?? null;
    const { status, note, actions } = this.report;
    find("status").textContent = status;
    find("note").textContent = this.aside || note;
    find("note").title = choice ? words.looked(choice) : "";
    document.body.classList.toggle("won", ended && this.won);
    document.body.classList.toggle("spoken", play.seats.some(({ player }) => player?.name === "rules"));
    document.body.classList.toggle("over", ended);
    this.ladder.draw(ended);
    this.act(actions);
  }

  /** What is said in the card, and its buttons. @returns {Report} */
  get report() {
    const { play, words } = this;
    const { last, shown } = play;
    const choice = play.reasons.get(shown) ?? null;
    let status = this.sentence(last);
    let note = this.data.game.summary;
    if (shown.parent && shown.move !== null) note = words.played(shown.parent.turn, shown.move, play.cast) + words.followed(choice);
    /** @type {Action[]} */
    const actions = [];
    if (!play.live) {
      status = shown.ply === 0 ? "The start of the game" : `After move ${shown.ply} of ${last.ply}`;
      if (this.mayGoOn) actions.push(["Play on", () => play.goOn()]);
      actions.push([last.over ? "To the end" : "Back", () => play.view(last.ply), true]);
    } else if (last.over) {
      status = words.end("headline", last.result, play.cast);
      note = words.end("reason", last.result, play.cast);
      actions.push(this.following);
    } else if (play.thinking) {
      status = words.thinking(last.turn, play.cast);
      actions.push(["Stop", () => this.halt()]);
    } else if (play.toMove?.kind === "computer") actions.push(["Let it play", () => this.letPlay(), true]);
    if (choice && play.live) note = last.over ? (choice.rule ? `${note} ${words.looked(choice)}` : note) : [note, words.scarcity(choice)].filter(Boolean).join(". ");
    if (this.why.invites) note = `${note ? `${note}. ` : ""}Press Why? to see what ${words.name(/** @type {Position} */ (last.parent).turn, play.cast)} was thinking.`;
    return { status, note, actions };
  }

  /** What a finished game leads to, on the one filled button; the tools have the rest. @returns {Action} */
  get following() {
    const { ladder, ladder: { next } } = this;
    if (next) return [`Next: ${next.label}`, () => ladder.begin(next), true, next.face];
    if (this.reviewable) return [this.standing < 0 ? "Where was it lost?" : "Review", () => this.reviewed(), true];
    return ["Again", () => this.again(), true];
  }

  /**
   * The buttons beside the status; one that stays keeps the focus.
   * @param {Action[]} actions
   */
  act(actions) {
    const place = find("actions");
    const within = place.contains(document.activeElement);
    place.replaceChildren(
      ...actions.map(([text, act, main, face = ""]) => {
        const button = made("button", { type: "button", class: main ? "main" : "" }, text);
        button.insertAdjacentHTML("afterbegin", face);
        button.addEventListener("click", act);
        return button;
      }),
    );
    if (!within) return;
    const first = place.querySelector("button");
    if (first) first.focus({ preventScroll: true });
    else this.board.focus();
  }

  /**
   * Say how long the engine works.
   * @param {Progress} progress
   * @param {"move" | "values" | "hint"} about
   */
  progress({ seconds }, about) {
    if (about !== "move") {
      if (seconds > 0.3) this.note(`${about === "hint" ? "Looking for the best move" : "Working out the values"}: ${seconds.toFixed(0)} of ${VALUE_SECONDS} s`);
    } else if (seconds >= 1 && this.play.live) this.note(`${seconds.toFixed(0)} of at most ${this.play.seconds} s`);
  }

  /** Tell a screen reader what has happened. */
  announce() {
    if (!this.play.seats.length) return;
    const { heard } = this;
    if (heard !== this.aloud) find("said").textContent = heard;
    this.aloud = heard;
  }

  /** What a screen reader says. */
  get heard() {
    const { words, play, play: { shown } } = this;
    const moved = shown.move === null || !shown.parent ? "" : `${words.played(shown.parent.turn, shown.move, play.cast)}. `;
    return `${moved}${shown.over || (play.live && this.closed) ? this.sentence(shown) : this.report.status}`;
  }
}
