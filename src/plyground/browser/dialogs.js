// The dialogs of a page: a new game, a game or a challenge as a text, the rules, settings.
//
// `new Dialogs(page)`; each method opens one.

import { codeSvg } from "./code.js";
import { find, made } from "./elements.js";
import { EngineError } from "./engine.js";
import { MessageError } from "./messages.js";
import { LAST_WEEK, isLastWeek, lastWeek, waiting, waits } from "./past.js";
import * as passing from "./passing.js";
import { Controls } from "./seats.js";
import { local, ofSettings } from "./storage.js";

/**
 * @import { Position, Value, Values } from "./engine.js"
 * @import { Page } from "./page.js"
 */

/** @type {Record<string, string>} */
const AIMS = { win: "Win from here", draw: "Do not lose from here" };
const COPIED = 2000; // milliseconds for which a button says so
const CHALLENGE_SECONDS = 20; // to find out whether a challenge can be met

export class Dialogs {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.dialog = /** @type {HTMLDialogElement} */ (find("dialog"));
    find("close").addEventListener("click", () => this.close());
    this.dialog.addEventListener("close", () => this.work?.abort(new DOMException("closed", "AbortError")));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.close());
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault(); // the key Enter in a field
      /** @type {HTMLButtonElement | null} */ (this.form.querySelector("footer .main"))?.click();
    });
    /** @type {AbortController | null} */
    this.work = null;
  }

  close() {
    this.dialog.close();
  }

  /**
   * @param {string} title
   * @param {(Node | string)[]} inside
   * @param {[string, () => void, boolean?][]} buttons
   */
  show(title, inside, buttons = []) {
    this.form.onchange = null;
    find("dialog-title").textContent = title;
    find("inside").replaceChildren(...inside);
    find("foot").replaceChildren(...buttons.map(([text, act, main]) => this.button(text, act, main ? "main" : "")));
    if (!this.dialog.open) this.dialog.showModal();
    find("inside").scrollTop = 0;
  }

  /**
   * @param {string} text
   * @param {() => void} act
   * @param {string} kind
   */
  button(text, act, kind = "") {
    const button = made("button", { type: "button", class: kind }, text);
    button.addEventListener("click", act);
    return button;
  }

  /**
   * One of several, by big buttons.
   * @param {string} name
   * @param {string} legend
   * @param {{ value: string, label: string, help?: string, face?: string, dots?: number | null }[]} choices those without a
   *   value cannot be chosen
   * @param {string} chosen
   */
  choose(name, legend, choices, chosen) {
    const picks = choices.map(({ value, label, help, face = "", dots = null }) => {
      const input = made("input", { type: "radio", name, value });
      input.checked = value === chosen;
      input.disabled = !value;
      const pick = made("label", { class: face ? "choice faced" : "choice" });
      pick.innerHTML = face;
      pick.prepend(input);
      pick.append(made("span", {}, label, ...this.page.dots(dots)));
      if (help) pick.append(made("small", {}, help));
      return pick;
    });
    const element = made("fieldset", {}, made("legend", {}, legend), made("div", { class: choices[0]?.face ? "choices people" : "choices" }, ...picks));
    return {
      element,
      get value() {
        const checked = /** @type {HTMLInputElement | null} */ (element.querySelector(":checked"));
        return checked?.value ?? "";
      },
    };
  }

  /** The game's people, as choices. */
  get levels() {
    return this.page.data.levels.map(({ player, ...each }) => ({ value: player, ...each }));
  }

  // A new game

  fresh() {
    const { page } = this;
    const { data } = page;
    const people = data.game.ends.length;
    const week = lastWeek(page.pasts.place);
    const now = (page.settings.seats ?? page.puzzles.kept?.seats ?? page.usual).map((text) => (isLastWeek(text) && week.player) || text);
    const own = Math.max(now.indexOf("here"), 0);
    const rivals = [...new Set(now.filter((_, seat) => seat !== own))];
    const friends = [
      { value: "here", label: people > 2 ? "Friends here" : "A friend here", help: "taking turns" },
      { value: "away", label: people > 2 ? "Friends far away" : "A friend far away", help: "you send texts to each other" },
      { value: "watch", label: "Only watch", help: "computers play" },
    ];
    const levels = [...this.levels.filter(({ dots }) => dots !== null), ...(page.two && data.levels.some(({ perfect }) => perfect) ? [{ value: week.player, label: LAST_WEEK, help: week.said }] : [])];
    const known = [...levels, ...friends].some(({ value }) => value === rivals[0]) && rivals.length === 1 && now.includes("here");
    const rival = this.choose("rival", people > 1 ? "You play against" : "Who plays", [...levels, ...friends.slice(people > 1 ? 0 : 2)], known ? rivals[0] : data.usual);
    const first = this.choose("first", "Your place", data.game.ends.map((end, seat) => ({ value: String(seat), label: end, help: seat ? "" : "begins" })), String(own));
    const kinds = [{ value: "here", label: "A person here" }, { value: "away", label: "A person far away, by message" }, ...this.levels];
    const algorithms = data.kinds.filter(({ name }) => name !== "level");
    const simple = () => data.game.ends.map((_, seat) =>
      rival.value === "watch" ? data.usual : seat === Number(first.value) ? "here" : rival.value);
    const summary = made("summary", {}, "Another opponent");
    const all = made("details", {}, summary);
    /** @type {InstanceType<typeof Controls>[]} */
    let controls = [];
    // Only what is on view counts: the list of all begins with the simple choice, and takes its place.
    const list = (/** @type {string[]} */ seats) => {
      controls = seats.map((text, seat) => new Controls(data.game.ends[seat], kinds, algorithms, text));
      all.replaceChildren(summary, ...controls.map(({ element }) => element));
    };
    const showing = (/** @type {boolean} */ open) => {
      rival.element.hidden = open;
      first.element.hidden = open;
    };
    summary.addEventListener("click", () => {
      if (!all.open) list(simple());
      showing(!all.open);
    });
    all.open = !known && page.settings.seats !== null;
    list(now);
    showing(all.open);
    this.show("New game", [rival.element, first.element, all], [["Start", () => {
      if (this.form.reportValidity()) this.replacing(() => page.start(all.open ? controls.map(({ value }) => value) : simple()));
    }, true]]);
  }

  /** Ask before a game that is not finished goes. @param {() => void} go */
  replacing(go) {
    const { play, puzzles } = this.page;
    const last = puzzles.active ? puzzles.waiting : play.last;
    const floor = puzzles.kept?.floor ?? 0;
    if (last.over || last.ply <= floor) go();
    else this.show("New game", [made("p", {}, "The game on the board is not finished.")], [["Keep it", () => this.close()], ["End it", go, true]]);
  }

  // More

  more() {
    const { page } = this;
    const { play } = page;
    /** @type {[string, string, () => void][]} */
    const entries = [
      ["Pass it on", "this game as a file, or a challenge", () => this.pass()],
      ...(page.secret ? [] : [this.look()]),
      ["Read a text", "that a friend sent you", () => this.read()],
      ["Rules", "in words and in Python", () => this.rules()],
      [page.settings.sound ? "Turn sound off" : "Turn sound on", "of counters, lines and the end", () => {
        page.settings.sound = !page.settings.sound;
        page.set();
        this.close();
      }],
      ["Settings", "colours, motion, time to think", () => this.settings()],
    ];
    entries.unshift(["New game", "who plays, and how strong", () => this.fresh()]);
    const { puzzles } = page;
    if (puzzles.list.length) entries.unshift(["Puzzles", `${puzzles.count} of ${puzzles.list.length} solved`, () => {
      this.close();
      puzzles.pose(puzzles.following);
    }]);
    const moments = waiting(page.pasts.place);
    if (moments.length) entries.unshift(["Your lost moments", waits(moments.length), () => {
      this.close();
      puzzles.recall(moments[0]);
    }]);
    if (page.board.dots) entries.push(["Dots", "in one ring, in two, at random, or where you move them", () => this.dots()]);
    if (page.review.possible) entries.splice(puzzles.list.length ? 3 : 2, 0, ["Review", "which moves decided the game, and what was better", () => {
      this.close();
      page.review.begin();
    }]);
    for (const level of page.data.levels.filter(({ player }) => play.seats.some(({ text }) => text === player)))
      entries.unshift([`How to beat ${level.label}`, "what your opponent sees and misses", () =>
        this.show(`How to beat ${level.label}`, [made("p", {}, level.beaten), made("p", { class: "help" }, level.help)])]);
    if (page.ended) {
      for (const [label, help, id] of [["Take back", "the last move", "back"], ["Values", "what moves were worth", "values"]])
        if (find(id).getAttribute("aria-disabled") !== "true" && (id !== "values" || page.two)) entries.push([label, help, () => {
          this.close();
          find(id).click();
        }]);
    }
    const about = made("p", { class: "help" }, `Made with Plyground ${page.data.version}. Everything is in this one file; it sends nothing anywhere.`);
    this.show("More", [this.menu(entries), about]);
  }

  /** @returns {[string, string, () => void]} */
  look() {
    return ["Look inside", "what a search sees from here, step by step", () => {
      this.close();
      this.page.inside.here();
    }];
  }

  /** @param {[string, string, () => void][]} entries */
  menu(entries) {
    const buttons = entries.map(([label, help, act]) => {
      const button = this.button(label, act, "big");
      button.append(made("small", {}, help));
      return button;
    });
    return made("div", { class: "menu" }, ...buttons);
  }

  /** Ways to give this game to others. */
  pass() {
    const { page } = this;
    const over = page.play.last.over;
    /** @type {[string, string, () => void][]} */
    const entries = [
      ["This game as a file", "your friend opens it, and has the whole program too", () => this.file()],
      ["This game as a text", over ? "for a friend with the same page" : "your friend plays the next move, and sends a text back", () => this.send()],
    ];
    if (page.two && !page.play.shown.over) entries.push(["A challenge", "“win from here”, against a computer", () => this.challenge()]);
    this.show("Pass it on", [this.menu(entries)]);
  }

  /** Give the document with this game in it to the system, or to the browser to save. */
  async file() {
    const { page } = this;
    const { name, values } = page.data.game;
    const given = passing.file(page.source, { game: [name, Object.values(values).join("-")].filter(Boolean).join("-"), start: page.play.data });
    this.close();
    const shared = navigator.canShare?.({ files: [given] }) && matchMedia("(pointer: coarse)").matches;
    if (shared) await navigator.share({ files: [given] }).catch(() => {});
    else {
      passing.save(given);
      page.say(`Saved as ${given.name}, among your downloads. Send it by mail or any messenger.`);
    }
  }

  /** Where the dots lie. */
  dots() {
    const { dots } = this.page.board;
    /** @type {[string, () => void | undefined][]} */
    const ways = [
      ["One ring", () => dots?.arrange("ring")], ["Two rings", () => dots?.arrange("rings")],
      ["At random", () => dots?.arrange("random")], ["Move them", () => dots?.move()],
    ];
    const menu = ways.map(([label, lay]) => this.button(label, () => {
      this.close();
      lay();
    }, "big"));
    this.show("Dots", [made("div", { class: "menu" }, ...menu)]);
  }

  settings() {
    const { page } = this;
    const { settings } = page;
    const theme = this.choose("theme", "Theme", [
      { value: "auto", label: "System" }, { value: "light", label: "Light" }, { value: "dark", label: "Dark" },
    ], settings.theme);
    const colours = this.choose("colours", "Colours", [{ value: "usual", label: "Usual" }, { value: "safe", label: "Colour-blind" }], settings.safe ? "safe" : "usual");
    const labels = this.choose("labels", "Numbers beside the board and on dots", [{ value: "on", label: "Show" }, { value: "off", label: "Hide" }], settings.labels ? "on" : "off");
    const motion = this.choose("motion", "Motion", [{ value: "on", label: "Counters move" }, { value: "off", label: "They stay still" }], settings.motion ? "on" : "off");
    const times = [2, 10, 30, 120].map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }));
    const seconds = this.choose("seconds", "Longest time for a computer's move", times, String(settings.seconds));
    const fields = [theme, colours, motion, labels, seconds].map(({ element }) => element);
    const forget = () => this.show("Delete what is kept", [made("p", {}, "Your settings, games, puzzles and lost moments in this browser go for good.")], [
      ["Delete it all", () => {
        for (const name of local.names("plyground:")) local.remove(name);
        location.reload();
      }],
      ["Keep it", () => this.close(), true],
    ]);
    this.show("Settings", [...fields, made("p", { class: "help" }, ofSettings())], [
      ["Delete what is kept", forget],
      ["Done", () => {
        Object.assign(settings, { theme: theme.value, safe: colours.value === "safe", labels: labels.value === "on", motion: motion.value === "on", seconds: Number(seconds.value) });
        page.set();
        this.close();
      }, true],
    ]);
  }

  rules() {
    const { game } = this.page.data;
    this.show("Rules", [
      made("p", {}, game.summary),
      made("p", {}, `${game.size ? `Here: ${game.size}. ` : ""}A move is ${game.moveHint}.`),
      made("h3", {}, `The rules in Python${game.file ? `: ${game.file}` : ""}`),
      made("pre", { tabindex: "0", "aria-label": "Source code" }, game.source),
    ]);
  }

  // Texts

  /**
   * A text to pass on, with a button that copies it. Where others can open this page, it is a link that
   * reads the text, and a code of the link.
   * @param {string} text
   * @param {string} words before it, for the friend who gets it
   */
  passed(text, words) {
    const link = passing.link(text);
    const area = made("textarea", { readonly: "", "aria-label": "Text to send", rows: "4" });
    area.value = link ? `${words}\n${link}` : `${words} Choose More, then Read a text, in the page of the game and paste this there:\n${text}`;
    const code = made("div");
    code.innerHTML = (link && codeSvg(link)) || "";
    const copy = this.button("Copy", async () => {
      try {
        await navigator.clipboard.writeText(area.value);
      } catch {
        area.focus();
        area.select();
        if (!document.execCommand("copy")) {
          copy.textContent = "Now press Ctrl+C";
          return;
        }
      }
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, COPIED);
    }, "main");
    /** @type {HTMLButtonElement[]} */
    const buttons = [copy];
    if (typeof navigator.share === "function")
      buttons.unshift(this.button("Share", () => navigator.share({ text: area.value }).catch(() => {})));
    return { area: made("div", { class: "passed" }, area, ...code.childNodes), buttons };
  }

  send() {
    const { page } = this;
    const { play, words, data } = page;
    const { last } = play;
    const text = page.messages.play({ match: play.match, turn: last.turn, moves: play.moves });
    const state = last.over ? words.over(last.result, { players: play.cast.players.map(() => null), you: null })
      : `move ${last.ply + 1}, ${words.colour(last.turn)} to play.`;
    const { area, buttons } = this.passed(text, `${data.game.title}: ${state}`);
    this.show("This game as a text", [
      made("p", {}, "Send this to your friend, by any messenger. Your friend opens it in the same page, plays, and sends the answer."),
      area,
    ]);
    find("foot").append(...buttons);
    if (!play.seats.some(({ kind }) => kind === "away")) return;
    const sent = () => {
      play.floor = last.ply; // what a friend has cannot be taken back
      page.play.seen();
    };
    for (const button of buttons) button.addEventListener("click", sent);
  }

  /** @param {string} given a text to begin with */
  read(given = "") {
    const area = made("textarea", { id: "given", rows: "4", autocomplete: "off", spellcheck: "false" });
    area.value = given;
    const answer = made("div", { role: "alert" });
    const look = () => this.opened(area.value, answer);
    this.show("Read a text", [made("label", { for: "given" }, "Paste the text that you got:"), area, answer], [["Read", look, true]]);
    if (given) look();
    else area.focus();
  }

  /** Do what the page's address asks for: read a text, or pass on a game that the app has. */
  linked() {
    const text = location.hash.slice(1);
    const [, way, moves] = /^(challenge|send)=(.*)$/.exec(text) ?? [];
    if (!way && !/^ply\d/i.test(text)) return;
    history.replaceState(null, "", `${location.href.split("#")[0]}${this.page.stem && `#${this.page.stem}`}`);
    if (way) this.handed(way, decodeURIComponent(moves).split(" ").filter(Boolean));
    else this.read(text);
  }

  /**
   * Take over a game from the app.
   * @param {string} way what it is for
   * @param {string[]} texts its moves
   */
  handed(way, texts) {
    const { page } = this;
    const { play, data } = page;
    const moves = texts.map((text) => data.board.moves.findIndex((move) => move.text === text));
    if (moves.includes(-1)) return;
    const go = () => {
      this.close();
      const { turn } = this.reached(moves);
      const seats = data.game.ends.map((_, seat) => (way === "challenge" || seat === turn ? "here" : "away"));
      play.begin({ seats, moves, floor: way === "challenge" ? 0 : moves.length });
      if (way === "challenge") this.challenge();
      else {
        page.say("Make your move, then choose More and Pass it on.");
        page.board.focus();
      }
    };
    const own = play.moves;
    if (play.last.over || own.every((move, at) => moves[at] === move)) go(); // nothing of it is lost
    else this.show("Play by message", [made("p", {}, "Another game is not finished here. Put this one in its place?")], [["Yes, open this game", go, true]]);
  }

  /**
   * @param {string} text
   * @param {HTMLElement} answer where to say what is in it, or what is wrong
   */
  opened(text, answer) {
    const { page } = this;
    try {
      const message = page.messages.read(text);
      if (message.kind === "c") this.challenged(message);
      else this.joined(message, answer);
    } catch (error) {
      const known = error instanceof MessageError || error instanceof EngineError;
      const said = /** @type {Error} */ (error).message;
      answer.replaceChildren(made("p", { class: "wrong" }, known ? `${said}${said.endsWith(".") ? "" : "."}` : `This text cannot be read: ${said}.`));
    }
  }

  /**
   * The position after some moves of a text. Raises MessageError.
   * @param {number[]} moves
   */
  reached(moves) {
    const { engine, data } = this.page;
    let position = engine.start();
    for (const [at, move] of moves.entries()) {
      if (!position.moves.includes(move))
        throw new MessageError(`Move ${at + 1} of this text, ${data.board.moves[move].text}, is not legal. It was made with other rules, or changed.`);
      position = engine.play(position, move);
    }
    return position;
  }

  /**
   * Go on with the game of a friend.
   * @param {{ match: string, turn: number, moves: number[] }} message
   * @param {HTMLElement} answer
   */
  joined({ match, turn, moves }, answer) {
    const { page } = this;
    const { play } = page;
    const reached = this.reached(moves);
    if (reached.turn !== turn) throw new MessageError("The turn in this text does not fit its moves. It was made with other rules, or changed");
    const own = play.moves;
    const same = play.match === match;
    const begins = (/** @type {number[]} */ long, /** @type {number[]} */ short) => short.every((move, at) => long[at] === move);
    if (same && begins(own, moves) && own.length > 0) {
      const older = own.length > moves.length;
      const words = older ? `This is an older text of your game: it has ${moves.length} ${moves.length === 1 ? "move" : "moves"}, and you have ${own.length}.` : "You have read this text already.";
      answer.replaceChildren(made("p", { class: "wrong" }, words));
      return;
    }
    const seats = same && play.seats.some(({ kind }) => kind === "away")
      ? play.seats.map(({ text }) => text)
      : page.data.game.ends.map((_, seat) => (seat === reached.turn ? "here" : "away"));
    const go = () => {
      this.close();
      page.review.close();
      play.begin({ seats, moves, floor: moves.length, match });
      page.board.focus();
    };
    if ((same && begins(moves, own)) || play.last.over || !own.length) {
      go();
      return;
    }
    const words = same ? "This text has other moves than your game. Take it over?" : "Another game is not finished here. Put this one in its place?";
    answer.replaceChildren(made("p", {}, words), this.button("Yes, open this game", go, "big main"));
  }

  // Challenges

  /** @param {string} aim */
  aim(aim) {
    return AIMS[aim] ?? aim;
  }

  /** Make a challenge of the position on view. */
  challenge() {
    const { page } = this;
    const { play, data, words } = page;
    const { shown } = play;
    if (shown.over || !page.two) {
      this.show("Challenge a friend", [made("p", {}, page.two ? "The game is over here. Step back to a position in which someone can still win." : "Challenges are for games of two.")]);
      return;
    }
    const rival = play.seats.find(({ text }) => data.levels.some(({ player }) => player === text));
    const level = this.choose("level", "Against", this.levels, rival?.text ?? data.levels.at(-1)?.player ?? data.usual);
    const aim = this.choose("aim", `The aim for ${words.colour(shown.turn)}, who is to move`, Object.entries(AIMS).map(([value, label]) => ({ value, label })), "win");
    const answer = made("p", { class: "answer", role: "status" });
    const area = made("div");
    const foot = find("foot");
    const update = () => {
      const moves = page.engine.history(shown);
      const text = page.messages.challenge({ moves, side: shown.turn, player: level.value, aim: aim.value });
      const passed = this.passed(text, `${data.game.title}: a challenge. ${AIMS[aim.value]}, as ${words.colour(shown.turn)}.`);
      area.replaceChildren(passed.area);
      foot.replaceChildren(...passed.buttons);
    };
    this.show("Challenge a friend", [made("p", {}, "Your friend gets the position on your board."), aim.element, answer, level.element, area]);
    update();
    this.form.onchange = () => {
      update();
      if (known) answer.textContent = this.possible(known.value, aim.value, level.value);
    };
    /** @type {Values | null} */
    let known = null;
    this.judge(shown, answer, () => [aim.value, level.value]).then((values) => { known = values; });
  }

  /**
   * Say whether an aim can be reached from a position.
   * @param {Position} position
   * @param {HTMLElement} answer
   * @param {() => [string, string]} what the aim and the opponent
   */
  async judge(position, answer, what) {
    const work = new AbortController();
    this.work?.abort(new DOMException("again", "AbortError"));
    this.work = work;
    answer.textContent = "Working out whether that is possible …";
    try {
      const values = await this.page.engine.values(position, { seconds: CHALLENGE_SECONDS, signal: work.signal });
      answer.textContent = this.possible(values.value, ...what());
      return values;
    } catch (error) {
      if (!work.signal.aborted) answer.textContent = `Whether that is possible is not known: ${/** @type {Error} */ (error).message}.`;
      return null;
    }
  }

  /**
   * @param {Value} value
   * @param {string} aim
   * @param {string} player the opponent's text
   */
  possible(value, aim, player) {
    if (value.verdict === "unknown") return "Whether that is possible takes too long to find out.";
    if (value.verdict === "win") {
      const how = value.plies ? `, in ${this.page.words.plies(value.plies)} at best` : "";
      return aim === "win" ? `A win can be forced${how}.` : `That can be done, and even a win${how}.`;
    }
    if (value.verdict === "draw" && aim === "draw") return "That can be done: with best play it is a draw.";
    const perfect = player === "perfect" || this.page.level(player)?.perfect;
    const end = perfect ? "Nobody can do that against a player who makes no mistakes." : "The opponent has to make a mistake.";
    return `With best play it is a ${value.verdict}. ${end}`;
  }

  /** @param {{ moves: number[], side: number, player: string, aim: string }} message */
  challenged({ moves, side, player, aim }) {
    const { page } = this;
    const { data, words, play } = page;
    const reached = this.reached(moves);
    const computer = page.computer(player);
    if (!page.two || !computer || !Object.hasOwn(AIMS, aim) || !data.game.ends[side] || reached.over)
      throw new MessageError("This challenge is for another version of the game.");
    const answer = made("p", { class: "answer", role: "status" });
    this.show("A challenge", [
      made("p", {}, `${AIMS[aim]}, as ${words.colour(side)}, against ${computer.called.full}. ${reached.ply ? `${reached.ply} ${reached.ply === 1 ? "move has" : "moves have"} been made.` : "It begins with an empty board."}`),
      answer,
      made("p", { class: "help" }, play.last.over || !play.last.ply ? "" : "It takes the place of the game on this page."),
    ], [
      ["Not now", () => this.close()],
      ["Start", () => {
        this.close();
        page.review.close();
        const seats = data.game.ends.map((_, seat) => (seat === side ? "here" : player));
        play.begin({ seats, moves, floor: moves.length, challenge: { side, aim, player } });
        page.board.focus();
      }, true],
    ]);
    if (reached.turn === side) this.judge(reached, answer, () => [aim, player]);
  }
}
