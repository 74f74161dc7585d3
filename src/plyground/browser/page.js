// A game's page: `start(data, unpacking)` opens the game in the document that page.html is.
//
// It shows what Play knows: the players, the board, the moves, whose turn it is. It holds no rule of a game.

import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Dialogs } from "./dialogs.js";
import { Dots } from "./dots.js";
import { find, made } from "./elements.js";
import { openEngine } from "./engine.js";
import { Inside } from "./inside.js";
import { Ladder } from "./ladder.js";
import { Messages, checksum } from "./messages.js";
import * as passing from "./passing.js";
import { Play, VALUE_SECONDS } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { readPlayer } from "./seats.js";
import { playSound } from "./sound.js";
import { Why } from "./why.js";
import { keepsNothing, local } from "./storage.js";
import { Words } from "./words.js";

/**
 * @import { Data, Engine, Position, Progress } from "./engine.js"
 * @import { Handed } from "./passing.js"
 * @import { Geometry, MoveValue } from "./picture.js"
 * @import { GameStart } from "./play.js"
 * @import { Posed } from "./puzzles.js"
 * @import { PlayerKind } from "./seats.js"
 * @import { Phrases } from "./words.js"
 */

/**
 * @typedef {{ label: string, player: string, help: string, beaten: string, face: string, dots: number | null,
 *   perfect: boolean }} Level
 *   an opponent for a person: its face is an SVG; its dots, from 1 to 5, say how strong it is, 0 where that is
 *   not known, null for one that is not offered first
 * @typedef {{ name: string, title: string, summary: string, size: string, values: Record<string, number>,
 *   players: number, ends: string[], moveHint: string, source: string, file: string }} PageGame
 * @typedef {object} PageData what browser/pages.py writes into a document
 * @property {Data} engine
 * @property {Geometry} board
 * @property {Phrases} phrases
 * @property {PlayerKind[]} kinds
 * @property {Level[]} levels
 * @property {string} usual the player of a first game's computers
 * @property {string} hinter the player whose moves are hints where nothing is proven
 * @property {Posed[]} puzzles
 * @property {Record<"light" | "dark", Record<string, string>>} safe the colours of the board for people who see few
 * @property {import("./recording.js").Inside} inside
 * @property {{ html: string, style: string }} box the parts of the glass box, and how they look
 * @property {string} identity differs for other rules
 * @property {PageGame} game
 * @property {string} version
 * @property {boolean} embed
 */

/**
 * @typedef {{ theme: string, safe: boolean, labels: boolean, values: boolean, motion: boolean, sound: boolean,
 *   seconds: number, why: string, seats: string[] | null }} Settings
 *   `safe` for colours for people who see few; `why` says at which answer people were invited to ask, "seen" after that
 * @typedef {{ settings: Settings, game?: GameStart }} Kept
 */

/** @typedef {[words: string, act: () => void, main?: boolean, face?: string]} Action a button in the card */

/**
 * How a script gets at what the document packs: see loader.js. `source` is the document as it came.
 * @typedef {{ read(id: string): Promise<Record<string, unknown>>, unpacked(id: string): Promise<ArrayBuffer>,
 *   source: string, failed(error: unknown): void }} Unpacking
 */

const SETTINGS = "plyground:settings"; // in the browser's storage: those of all games

/**
 * What the browser remembers for this game, where it allows that. A game that came with the file is
 * remembered apart.
 * @param {PageData} data
 * @param {Handed | null} handed
 */
function memory(data, handed) {
  const apart = handed ? `:${checksum(JSON.stringify(handed))}` : "";
  const key = `plyground:${data.game.name}:${Object.values(data.game.values).join("-")}:${data.identity}${apart}`;
  return {
    /** @returns {Partial<Kept>} */
    read() {
      const { game, settings } = local.read(key) ?? {};
      return { game, settings: { ...settings, ...local.read(SETTINGS) } };
    },
    /** @param {Kept} kept */
    write(kept) {
      const { seats, ...all } = kept.settings;
      local.write(key, { ...kept, settings: { seats } });
      local.write(SETTINGS, all);
    },
  };
}

// Of those who are not one of the game's people.
const FACES = {
  computer: '<path d="M24 12V8" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="7" r="3" fill="currentColor"/><rect x="9" y="13" width="30" height="25" rx="9" fill="currentColor"/><circle cx="18" cy="24" r="3.500" fill="var(--accent-soft)"/><circle cx="30" cy="24" r="3.500" fill="var(--accent-soft)"/><path d="M18 31.500q6 3.500 12 0" fill="none" stroke="var(--accent-soft)" stroke-width="2.500" stroke-linecap="round"/>',
  here: '<circle cx="24" cy="19" r="8" fill="currentColor"/><path d="M9 42a15 13 0 0 1 30 0Z" fill="currentColor"/>',
  away: '<path d="M10 15h28v19H10z" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/><path d="m11 16 13 11 13-11" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>',
};

const END = 700; // milliseconds from the last move to the end's sound and papers

export class Page {
  /**
   * @param {PageData} data
   * @param {Engine} engine
   * @param {string} source the document as it came
   * @param {Handed | null} handed a game that came with it
   * @param {string} stem what follows # in the address of this game, empty in a document with one game
   */
  constructor(data, engine, source, handed, stem) {
    this.data = data;
    this.engine = engine;
    this.source = source;
    this.stem = stem;
    this.words = new Words(data.phrases, data.kinds, data.board, true);
    this.memory = memory(data, handed);
    const kept = this.memory.read();
    /** @type {Settings} */
    this.settings = { theme: "auto", safe: false, labels: true, values: false, motion: true, sound: false, seconds: 30, why: "", seats: null, ...kept.settings };
    this.aside = ""; // a sentence beside the status, until the position changes
    this.aloud = "";
    this.two = data.game.players === 2;
    this.messages = new Messages({ ...data.game, moves: data.board.moves.length });
    this.board = new Board(find("board"), data.board, {
      onmove: (code) => this.picked(code),
      onrefuse: (code) => this.refused(code),
      onask: (words) => this.say(words),
      theme: "light", // themed() gives the page all colours, dark ones too
      valued: this.two && !data.embed,
    });
    this.board.movable(Dots);
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
        this.say(this.words.outlook(values, this.play.shown.turn, this.play.cast));
      },
      judged: () => {
        this.review.draw();
        this.drawMoves();
      },
    });
    this.play.seconds = this.settings.seconds;
    this.advice = new Advice(this);
    this.review = new Review(this);
    this.puzzles = new Puzzles(this);
    this.why = new Why(this);
    this.ladder = new Ladder(this);
    this.inside = new Inside(this);
    this.dialogs = new Dialogs(this);
    this.themed();
    this.listen();
    this.begin((!keepsNothing && kept.game) || handed?.start);
    this.review.moved();
    if (keepsNothing) this.say("Nothing of this game is kept: it is gone when you leave this page.");
  }

  /** Do as the settings say, and remember them. */
  set() {
    this.play.seconds = this.settings.seconds;
    this.themed();
    this.play.seen();
  }

  /** @param {string} text */
  computer(text) {
    const player = readPlayer(text, this.data.kinds);
    const name = this.level(text)?.label;
    return player && { player, called: name ? { short: name, full: name } : this.words.called(player) };
  }

  /** The one of the game's people that a text means. @param {string} text */
  level(text) {
    return this.data.levels.find((each) => each.player === text);
  }

  /** The seats for a first game: a person, and the computer that is usual. */
  get usual() {
    return this.data.game.ends.map((_, seat) => (seat === 0 ? "here" : this.data.usual));
  }

  /**
   * Go on with the game that the browser remembers, or begin one.
   * @param {GameStart} [kept]
   */
  begin(kept) {
    try {
      if (kept) {
        this.play.begin(kept);
        return;
      }
    } catch {
      // it is of other rules
    }
    this.play.begin({ seats: this.settings.seats ?? this.usual });
  }

  keep() {
    this.memory.write({ settings: this.settings, game: this.puzzles.kept });
  }

  // What people do

  /** @param {number} code */
  picked(code) {
    try {
      if (this.puzzles.open) this.puzzles.answer(code);
      else this.play.move(code);
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {number | null} code */
  refused(code) {
    const { play } = this;
    if (play.last.over) return;
    if (!play.live) this.say("Go back to the last move to play on.");
    else if (!play.open) this.say(play.awaits ? "It is not your turn: send your moves, and read the answer." : this.data.phrases.busy);
    else this.say(code === null ? "No move there now." : `You cannot play ${this.words.move(code)} now.`);
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

  /** Show a sentence beside the status for a moment. @param {string} text */
  note(text) {
    find("note").textContent = text;
  }

  /** @param {Error} error */
  failed(error) {
    if (error.name !== "AbortError") this.say(`That did not work: ${error.message}.`);
  }

  listen() {
    const { play } = this;
    /** @type {Record<string, () => void>} */
    const does = {
      back: () => play.takeBack(),
      hint: () => (this.puzzles.open ? this.puzzles : this.advice).hint(),
      values: () => {
        this.settings.values = !this.settings.values;
        play.seen();
      },
      why: () => this.why.toggle(),
      review: () => this.review.begin(),
      "pass-on": () => this.dialogs.pass(),
      again: () => this.dialogs.again(),
      easier: () => this.ladder.easier && this.ladder.begin(this.ladder.easier),
      more: () => this.dialogs.more(),
      "put-away": () => this.review.close(),
      earlier: () => play.view(play.shown.ply - 1),
      later: () => play.view(play.shown.ply + 1),
      theme: () => {
        this.settings.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
        this.themed();
        this.keep();
      },
    };
    for (const [id, act] of Object.entries(does))
      find(id).addEventListener("click", () => (find(id).getAttribute("aria-disabled") === "true" ? this.say(this.refusal(id)) : act()));
    find("moves").addEventListener("click", ({ target }) => {
      const ply = /** @type {HTMLElement} */ (target).closest("button")?.dataset.ply;
      if (ply) play.view(Number(ply));
    });
    find("course").addEventListener("click", ({ target }) => {
      const ply = /** @type {HTMLElement} */ (target).closest(".ply")?.getAttribute("data-ply");
      if (ply) play.view(Number(ply));
    });
    document.addEventListener("keydown", (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || this.inside.box || find("dialog").matches("[open]")) return;
      if (target instanceof HTMLElement && (target.id === "board" || target.matches("input, select, textarea"))) return;
      const { shown: { ply }, last } = play;
      /** @type {Record<string, number>} */
      const inside = find("moves").contains(/** @type {Node} */ (target)) ? { ArrowUp: ply - this.across, ArrowDown: ply + this.across } : {};
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last.ply, ...inside }[key];
      if (to === undefined) return;
      play.view(to);
      event.preventDefault();
    });
    addEventListener("hashchange", () => this.dialogs.linked());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.themed());
  }

  /** Why a button can do nothing now. @param {string} id */
  refusal(id) {
    const { play, secret } = this;
    if (id === "earlier") return "This is the start of the game.";
    if (id === "later") return "This is the last move.";
    if (id === "back" && !play.challenge) return play.floor ? "Moves that have been sent stay." : "There is no move of yours yet.";
    if (id === "why" && !secret) return play.shown.move === null ? "No move has been made." : "That move is no computer's.";
    if (this.puzzles.open) return "Not in a puzzle: find the move first.";
    if (secret) return play.challenge ? "Not in a challenge." : "Not in a game with a friend far away.";
    return play.shown.over ? "The game is over." : this.data.phrases.busy;
  }

  themed() {
    const { theme, safe, labels, motion, sound } = this.settings;
    const { board, safe: colours } = this.data;
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    const root = document.documentElement;
    Object.assign(root.dataset, {
      theme: dark ? "dark" : "light", palette: safe ? "safe" : "usual", motion: motion ? "on" : "off", labels: labels ? "on" : "off",
      sound: sound ? "on" : "off",
    });
    find("theme").setAttribute("aria-pressed", String(dark));
    const now = { ...(dark && board.dark), ...(safe && colours[dark ? "dark" : "light"]) };
    for (const name of Object.keys({ ...board.dark, ...colours.dark })) root.style.setProperty(name, now[name] ?? null);
  }

  // What is on view

  changed() {
    this.aside = "";
    const { play } = this;
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
    this.review.draw();
    this.celebrate();
    this.drawMoves();
    this.reveal(); // last, because it scrolls in what the others leave
    this.announce();
    if (play.seats.length) this.keep();
    if (trouble) this.failed(/** @type {Error} */ (trouble));
  }

  /** Whether values and hints are withheld: in a puzzle, in a challenge and against a friend far away. */
  get secret() {
    const { play } = this;
    if (this.puzzles.open) return true;
    return !play.last.over && (play.challenge !== null || play.seats.some(({ kind }) => kind === "away"));
  }

  /** Whether the game has a review. */
  get reviewable() {
    return this.two && !this.data.embed;
  }

  /** How the game ended for the one person at this screen: over 0 for a win; 0 while it goes on. */
  get standing() {
    const { last, cast: { you } } = this.play;
    return last.over && you !== null ? last.standings[you] : 0;
  }

  get won() {
    return this.standing > 0;
  }

  /** Whether the end of a game is on view, and no task or review. */
  get ended() {
    const { play, puzzles, review } = this;
    return play.live && play.last.over && !review.open && !puzzles.tries && puzzles.said === null;
  }

  /** @param {MoveValue[]} values */
  drawBoard(values = this.review.marks ?? this.advice.shown) {
    const { play, engine } = this;
    const { shown } = play;
    const cells = engine.cells(shown);
    const before = shown.parent ? engine.cells(shown.parent) : cells;
    this.board.locked = !(play.live && play.open);
    this.board.draw({
      cells, values, standing: this.advice.standing,
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
    const turn = !play.last.over && play.last.turn === seat;
    const level = this.level(text);
    const name = play.seats.length > 1 ? words.name(seat, play.cast) : words.phrases.you;
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
    const card = made("li", { class: `seat-card ${state}` }, face.content, made("div", { class: "who" }, made("h2", { title: name }, name), about), piece);
    if (level && !this.data.embed && !this.puzzles.active) { // who taps an opponent wants another; New is the way by keys
      card.classList.add("leads");
      card.addEventListener("click", () => this.dialogs.fresh());
    }
    return card;
  }

  /** How many moves a line of the list has. */
  get across() {
    return this.review.open ? 1 : Math.min(this.play.seats.length, 3);
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
      if (this.review.open) this.review.describe(button, position.ply);
      return made("li", {}, made("small", { "aria-hidden": "true" }, String(position.ply)), button);
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
    const { play } = this;
    this.disabled("back", !play.before);
    this.disabled("hint", !this.puzzles.open && (this.secret || play.shown.over || play.thinking));
    this.disabled("values", this.secret);
    this.disabled("why", !this.why.choice);
    const { ended, following: [first] } = this;
    for (const id of ["back", "hint", "values", "why"]) find(id).hidden = ended || (id === "values" && !this.two);
    find("review").hidden = !ended || !this.reviewable || /^(Review|Where)/.test(first);
    find("pass-on").hidden = !ended;
    find("again").hidden = !ended || first.endsWith("gain");
    find("easier").hidden = !ended || !this.ladder.easier;
    find("values").setAttribute("aria-pressed", String(this.settings.values));
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
    const { play, words } = this;
    const { last, shown, challenge } = play;
    const choice = play.reasons.get(shown) ?? null;
    let status = this.sentence(last);
    let note = this.data.game.summary;
    if (shown.parent && shown.move !== null) note = words.played(shown.parent.turn, shown.move, play.cast) + words.followed(choice);
    /** @type {Action[]} */
    let actions = [];
    if (!play.live) {
      status = play.shown.ply === 0 ? "The start of the game" : `After move ${play.shown.ply} of ${last.ply}`;
      if (!choice?.rule) note = this.sentence(shown);
      if (!challenge && play.shown.ply >= play.floor && !play.shown.over) actions.push(["Play on", () => play.goOn()]);
      actions.push([last.over ? "To the end" : "Back", () => play.view(last.ply), true]);
    } else if (last.over) {
      status = words.end("headline", last.result, play.cast);
      note = words.end("reason", last.result, play.cast);
      if (challenge) note = play.met ? `You did it, in ${words.plies(last.ply - play.floor)}.` : `Not met: ${this.dialogs.aim(challenge.aim)}.`;
      actions.push(this.following);
    } else if (play.thinking) {
      status = words.thinking(last.turn, play.cast);
      actions.push(["Stop", () => play.halt()]);
    } else if (play.toMove?.kind === "computer") {
      actions.push([`Let it play`, () => play.resume(), true]);
    } else if (play.awaits) {
      if (last.ply > play.floor) note = "Send your move, then read the answer.";
      actions.push(["Send", () => this.dialogs.send(), last.ply > play.floor], ["Read", () => this.dialogs.read(), last.ply === play.floor]);
    }
    const posed = this.puzzles.said;
    if (posed) ({ status, note, actions } = posed);
    if (challenge && play.live) {
      if (!last.over) note = [`${this.dialogs.aim(challenge.aim)}.`, last.ply > play.floor ? note : ""].join(" ");
      if (!last.over && last.ply > play.floor) actions.push(["Try again", () => this.dialogs.again()]);
    }
    if (this.data.embed && !actions.length) actions.push(["New game", () => this.dialogs.again()]);
    if (choice && play.live && last.over && choice.rule) note = `${note} ${words.looked(choice)}`;
    if (choice && play.live && !last.over) note = [note, words.scarcity(choice)].filter(Boolean).join(". ");
    if (this.why.invites) note = `${note ? `${note}. ` : ""}Press Why? to see what ${words.name(/** @type {Position} */ (last.parent).turn, play.cast)} was thinking.`;
    if (this.review.open) ({ status, note, actions } = this.review.card);
    find("status").textContent = status;
    find("note").textContent = this.aside || note;
    find("note").title = choice ? words.looked(choice) : "";
    const { ended } = this;
    document.body.classList.toggle("won", ended && this.won);
    document.body.classList.toggle("trying", posed !== null && this.puzzles.tries);
    document.body.classList.toggle("spoken", play.seats.some(({ player }) => player?.name === "rules"));
    document.body.classList.toggle("over", ended);
    this.ladder.draw(ended);
    this.act(actions);
  }

  /** What a finished game leads to, on the one filled button; the tools have the rest. @returns {Action} */
  get following() {
    const { play, dialogs, ladder, ladder: { next } } = this;
    if (play.seats.some(({ kind }) => kind === "away")) return ["Send", () => dialogs.send(), true];
    if (play.challenge && !play.met) return ["Try again", () => dialogs.again(), true];
    if (next) return [`Next: ${next.label}`, () => ladder.begin(next), true, next.face];
    if (this.reviewable) return [this.standing < 0 ? "Where was it lost?" : "Review", () => this.review.begin(), true];
    return ["Again", () => dialogs.again(), true];
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
    const { play, words } = this;
    const { shown } = play;
    if (!play.seats.length) return;
    const moved = shown.move === null || !shown.parent ? "" : `${words.played(shown.parent.turn, shown.move, play.cast)}. `;
    const text = this.review.open ? `${find("status").textContent} ${find("note").textContent}` : play.thinking ? `${moved}${words.thinking(play.last.turn, play.cast)}` : `${moved}${this.sentence(shown)}`;
    const met = play.met === null || !play.live ? "" : ` ${find("note").textContent}`;
    if (text + met !== this.aloud) find("said").textContent = text + met;
    this.aloud = text + met;
  }
}

/** Look as before while no game is open. */
export function early() {
  const { theme, safe } = local.read(SETTINGS) ?? {};
  Object.assign(document.documentElement.dataset, { theme: theme ?? "auto", palette: safe ? "safe" : "usual" });
}

/**
 * Show a game in this document.
 * @param {PageData} data
 * @param {Engine} engine
 * @param {string} source the document as it came
 * @param {Handed | null} handed a game that came with it
 * @param {string} stem what follows # in its address
 */
export function open(data, engine, source, handed = passing.handed(), stem = "") {
  find("opening").hidden = true;
  /** @type {HTMLElement} */ (document.querySelector("main")).hidden = false;
  find("theme").hidden = false;
  if (handed && !stem) document.querySelector(".home")?.removeAttribute("href"); // its folder is elsewhere
  const page = new Page(data, engine, source, handed, stem);
  page.dialogs.linked();
  return page;
}

/**
 * Open the game of this document.
 * @param {PageData} data
 * @param {Unpacking} unpacking
 */
export async function start(data, { unpacked, source }) {
  open(data, await openEngine(data.engine, await unpacked("module")), source);
}
