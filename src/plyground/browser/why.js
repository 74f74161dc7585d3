// What the computer was thinking when it made the move on view: the card says it in its own words, with what it thought
// of each move, and the board marks what the sentences name.

import { find, made } from "./elements.js";
import { filled } from "./words.js";

/**
 * @import { Choice, Player, Position, Said, Value } from "./engine.js"
 * @import { Shown } from "./picture.js"
 * @import { Algorithm } from "./recording.js"
 * @import { Table } from "./table.js"
 */

/**
 * @typedef {{ algorithm: Algorithm, depth: number, instead: string, overlooked: string[] }} Like
 *   a search such as a computer's, a small one; if there is none such, what the computer did instead; and the lines whose
 *   last moves it overlooked
 * @typedef {{ move: number, value: Value }} Thought what a computer thought that a move was worth
 */

const LINE = 6; // moves of what it expects that are shown
const LONG = 90; // characters of sentences that need smaller letters
const MOST = 7; // thoughts that are shown, where the board has no columns for them

const STRUCK = '<svg viewBox="0 0 24 20" aria-hidden="true"><path d="M2 10q10-14 20 0q-10 14-20 0zM5 18 19 2"/></svg>';

/** Whether a choice was made by weighing moves, and can be made again. @param {Choice} choice */
const weighed = ({ drawn, manner, rule }) => drawn !== "" && manner !== "chance" && !rule;

/** Whether a sentence names a move that was overlooked, or not seen. @param {string} mark */
const isMissed = (mark) => /^(overlooked|unseen)/.test(mark);

export class Why {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
    /** @type {Position | null} */
    this.asked = null; // the position after the move that was asked about
    /** @type {WeakMap<Choice, Said[]>} */
    this.accounts = new WeakMap();
    /** @type {WeakSet<Choice>} */
    this.judged = new WeakSet(); // those of which it is known what they were worth
    /** @type {WeakMap<Choice, Thought[]>} */
    this.worths = new WeakMap(); // what the moves were worth in truth, where that is known
    /** @type {WeakMap<Choice, Element>} */
    this.looks = new WeakMap(); // what leads inside
    /** @type {WeakMap<Choice, Thought[]>} */
    this.thoughts = new WeakMap();
    find("why-of").addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest(".arrow") && this.shut());
  }

  /** The reasons for the move on view, where a computer made it and they may be known. */
  get choice() {
    const { play, secret } = this.page;
    return secret ? null : play.reasons.get(play.shown) ?? null;
  }

  /** Whether people who never asked are invited to: at the first answer alone. */
  get invites() {
    const { page: { play, settings, data } } = this;
    if (!this.choice || this.choice.rule || !play.live || play.last.over || data.embed) return false;
    const answer = `${play.match} ${play.last.ply}`;
    settings.why ||= answer;
    return settings.why === answer;
  }

  /** Close it by its own button. */
  shut() {
    this.toggle();
    find("why").focus({ preventScroll: true });
  }

  toggle() {
    const { page, page: { play } } = this;
    this.asked = this.asked ? null : play.shown;
    page.settings.why = "seen";
    if (this.asked && this.choice) this.explain(play.shown, this.choice);
    page.changed();
  }

  /**
   * Find out what a computer says of a choice before a position, and what it thought of the moves.
   * @param {Position} after
   * @param {Choice} choice
   */
  async explain(after, choice) {
    const { page } = this;
    const before = /** @type {Position} */ (after.parent);
    const { player } = page.play.seats[before.turn];
    try {
      if (!this.accounts.has(choice)) this.accounts.set(choice, await page.account(before, choice));
      if (this.asked !== after) return;
      find("said").textContent = page.words.why(this.accounts.get(choice) ?? [], choice.rule);
      page.changed();
      if (player && weighed(choice) && !this.thoughts.has(choice)) {
        this.thoughts.set(choice, await page.thoughts(before, choice, player));
        if (this.asked === after) this.draw();
      }
      const whole = this.judged.has(choice) ? null : await page.truth(before, choice);
      this.judged.add(choice);
      if (!whole) return;
      this.accounts.set(choice, whole.account);
      this.worths.set(choice, whole.worths);
      if (this.asked !== after) return;
      find("said").textContent = page.words.why(whole.account, choice.rule);
      page.changed();
    } catch (error) {
      if (this.asked === after) page.failed(/** @type {Error} */ (error));
    }
  }

  /** Why a move was made, as soon as that was asked; empty before. @param {Position} after */
  saidOf(after) {
    const choice = this.page.play.reasons.get(after);
    const account = choice && this.accounts.get(choice);
    return account && !this.page.secret ? this.page.words.why(account, choice.rule) : "";
  }

  /** Make room for something newer to say. */
  close() {
    this.asked = null;
    this.draw();
  }

  draw() {
    const { page: { play }, choice } = this;
    if (this.asked !== play.shown || !choice) this.asked = null;
    find("why").setAttribute("aria-pressed", String(this.asked !== null));
    find("why").classList.toggle("invites", this.invites);
    const place = find("why-of");
    place.hidden = this.asked === null;
    const focused = place.contains(document.activeElement) ? document.activeElement : null;
    place.replaceChildren(...(this.asked && choice ? this.parts(choice) : []));
    if (focused instanceof HTMLElement && place.contains(focused)) focused.focus({ preventScroll: true });
  }

  /** What the board marks of it. @returns {Partial<Shown>} */
  get marks() {
    const { page: { play: { shown }, engine, words }, choice } = this;
    if (this.asked !== shown || !choice || !shown.parent) return {};
    /** @type {number[]} */
    const unseen = [];
    /** @type {number[]} */
    const line = [];
    /** @type {[number, string][]} */
    const hints = [];
    const after = engine.cells(shown);
    for (const { sentence, move, other, site: named, line: sites } of this.accounts.get(choice) ?? []) {
      const { mark } = words.phrases.why[sentence];
      if (mark === "site") {
        if (named >= 0 && !after[named]) hints.push([named, ""]);
        continue;
      }
      /** @type {Position} */
      const at = mark.endsWith("before") ? shown.parent : shown;
      for (const code of mark ? [move, other] : []) {
        const site = code < 0 ? undefined : this.lands(code, engine.cells(at));
        if (site === undefined || after[site]) continue;
        if (isMissed(mark)) unseen.push(site);
        else hints.push([site, ""]);
        line.push(...(sites ?? (at.moves.includes(code) ? engine.deciding(engine.play(at, code)) : [])));
      }
    }
    return { unseen, line, hints };
  }

  /**
   * Where a move puts something down: the first empty one of its sites.
   * @param {number} code
   * @param {number[]} cells
   */
  lands(code, cells) {
    const { sites, to } = this.page.data.board.moves[code];
    return to ?? sites.find((site) => !cells[site]);
  }

  /**
   * Who chooses, inside another player if need be.
   * @param {Player} player
   * @returns {Player}
   */
  chooser(player) {
    const inner = this.page.engine.data.kinds.find(({ name }) => name === player.name)?.options.find(({ kind }) => kind === "player");
    return inner ? this.chooser(/** @type {Player} */ (player.options?.[inner.name] ?? inner.default)) : player;
  }

  /**
   * @param {Player} player
   * @param {Choice} choice
   * @returns {Like}
   */
  like(player, choice) {
    const { unseen, proved, none, deeper, own, algorithms, algorithm: usual } = this.page.data.inside;
    const { name } = this.chooser(player);
    const other = unseen[name] ?? (choice.depth ? "" : choice.value ? proved : none);
    const algorithm = (!other && own[name]) || usual;
    const most = algorithms[algorithm].plies;
    const n = choice.depth || most;
    const overlooked = this.overlooked(choice);
    return { algorithm, depth: Math.min(n, most), instead: other || (n > most ? filled(deeper, { n }) : ""), overlooked };
  }

  /** The lines whose last moves a choice overlooked. @param {Choice} choice */
  overlooked(choice) {
    const { page: { words: { phrases: { why } }, data: { board: { moves } } } } = this;
    return (this.accounts.get(choice) ?? []).filter(({ sentence }) => why[sentence].mark.startsWith("overlooked")).map(({ sentence, move }) =>
      (why[sentence].mark.endsWith("before") ? [move] : [choice.move, move]).map((code) => moves[code].text).join(" "));
  }

  /** @param {Choice} choice */
  parts(choice) {
    const { page, page: { words, play } } = this;
    const { depth, nodes, seconds, cutoffs, value, move, line, rule } = choice;
    const before = /** @type {Position} */ (play.shown.parent);
    const account = this.accounts.get(choice) ?? [];
    const lead = made("div", { class: "lead" });
    const { text, player, called } = play.seats[before.turn];
    lead.innerHTML = page.level(text)?.face ?? "";
    const said = words.why(account, rule);
    lead.append(made("p", said.length > LONG ? { class: "long" } : {}, said), made("button", { type: "button", class: "arrow", "aria-label": "Close" }, "×"));
    const facts = [
      depth ? `${depth} ${depth === 1 ? "move" : "moves"} ahead` : "",
      nodes ? `${nodes.toLocaleString("en")} ${nodes === 1 ? "position" : "positions"}` : "",
    ];
    const time = `${Math.round(1000 * seconds)} ms`;
    const rows = [
      ["Move", words.move(move)],
      ["Value", value ? words.value(value) : ""],
      ["Time", time],
      ["Cut-offs", cutoffs ? cutoffs.toLocaleString("en") : ""],
      ["What it expects", line.slice(1, 1 + LINE).map((each) => words.move(each)).join(", ")],
    ];
    const table = made("table", { class: "figures" }, ...rows.filter(([, text]) => text).map(([name, text]) =>
      made("tr", {}, made("th", { scope: "row" }, name), made("td", {}, text))));
    const like = player && this.like(player, choice);
    const look = like && (this.looks.get(choice) ?? page.looking(before, like));
    if (look && this.accounts.has(choice)) this.looks.set(choice, look);
    const thought = player && weighed(choice)
      ? [this.row(choice, account, `What ${called?.short ?? "it"} thought each move was worth`, this.thoughts, ""), this.row(choice, account, "The truth", this.worths, "truth")]
      : [];
    return [
      lead,
      ...thought,
      ...(look && like?.instead ? [made("p", { class: "muted instead" }, `The search shown is another one: this computer ${like.instead}.`)] : []),
      made("div", { class: "facts" }, made("details", {}, made("summary", { class: "figures" }, facts.filter(Boolean).join(" · "), made("span", { class: "time" }, `${facts.some(Boolean) ? " · " : ""}${time}`)), table), ...(look ? [look] : [])),
    ];
  }

  // What it thought each move was worth

  /**
   * A row of moves and values; its place is there before they are known.
   * @param {Choice} choice
   * @param {Said[]} account
   * @param {string} name
   * @param {WeakMap<Choice, Thought[]>} worths
   * @param {string} kind
   */
  row(choice, account, name, worths, kind) {
    const known = worths.get(choice);
    const row = made("ol", { class: this.page.board.drops ? "thoughts columns" : "thoughts" }, ...(known ? this.listed(known, choice, account, kind === "") : []));
    if (this.page.board.drops) row.style.gridTemplateColumns = `repeat(${this.page.data.board.moves.length}, minmax(0, 1fr))`;
    if (!known) row.setAttribute("aria-busy", "true");
    return made("div", { class: `thought ${kind}` }, made("p", { class: "muted" }, name), row);
  }

  /**
   * @param {Thought[]} thoughts
   * @param {Choice} choice
   * @param {Said[]} account
   * @param {boolean} strikes whether what was overlooked is struck out
   */
  listed(thoughts, choice, account, strikes) {
    const { words, board: { drops } } = this.page;
    const overlooked = account.flatMap(({ sentence, move }) => (words.phrases.why[sentence].mark.startsWith("overlooked") ? [move] : []));
    // Both rows have the same moves, in the same order.
    const first = this.thoughts.get(choice) ?? thoughts;
    const order = (drops ? [...first].sort((one, other) => one.move - other.move) : this.best(first, [choice.move, ...overlooked])).map(({ move }) => move);
    const shown = order.flatMap((code) => thoughts.find(({ move }) => move === code) ?? []);
    return shown.map(({ move, value }) => {
      const own = move === choice.move;
      const missed = strikes && overlooked.includes(move);
      const name = own ? `${words.move(move)}, played` : missed ? `${words.move(move)}, overlooked` : words.move(move);
      const item = made("li", { class: own ? "own" : missed ? "missed" : "", title: words.value(value) },
        made("span", { class: "unseen" }, `${name}: ${words.value(value)}`),
        ...(drops ? [] : [made("small", { "aria-hidden": "true" }, words.short(move))]),
        made("b", { "aria-hidden": "true" }, words.thought(value)));
      if (missed) item.lastElementChild?.insertAdjacentHTML("beforeend", STRUCK);
      if (drops) item.style.gridColumn = String(move + 1);
      return item;
    });
  }

  /**
   * The moves that it liked best, and those named.
   * @param {Thought[]} thoughts
   * @param {number[]} named
   */
  best(thoughts, named) {
    /** @param {Thought} each */
    const worth = ({ value: { verdict, plies, score, expectation } }) =>
      verdict === "win" ? 1e6 - (plies ?? 0) : verdict === "loss" ? (plies ?? 0) - 1e6 : score ?? (expectation ?? 0.5) - 0.5;
    const sorted = [...thoughts].sort((one, other) => worth(other) - worth(one) || one.move - other.move);
    const kept = new Set(named);
    for (const { move } of sorted) if (kept.size < MOST) kept.add(move);
    return sorted.filter(({ move }) => kept.has(move));
  }
}
