// What the computer was thinking when it made the move on view: the card says it in its own words, with figures.

import { find, made } from "./elements.js";
import { filled } from "./words.js";

/**
 * @import { Choice, Player, Position } from "./engine.js"
 * @import { Algorithm } from "./recording.js"
 * @import { Table } from "./table.js"
 */

/**
 * @typedef {{ algorithm: Algorithm, depth: number, instead: string }} Like
 *   a search such as a computer's, a small one; and if there is none such, what the computer did instead
 */

const LINE = 6; // moves of what it expects that are shown

export class Why {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
    /** @type {Position | null} */
    this.asked = null; // the position after the move that was asked about
    find("why-of").addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest(".arrow") && this.toggle());
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

  /**
   * What the computer says of its move before the position on view.
   * @param {Choice} choice
   */
  said(choice) {
    const { engine, words, play: { shown } } = this.page;
    return words.why(engine.account(/** @type {Position} */ (shown.parent), choice), choice.rule);
  }

  toggle() {
    const { page, page: { play } } = this;
    this.asked = this.asked ? null : play.shown;
    page.settings.why = "seen";
    page.changed();
    if (this.asked && this.choice) find("said").textContent = this.said(this.choice);
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
    place.replaceChildren(...(this.asked && choice ? this.parts(choice) : []));
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
    return { algorithm, depth: Math.min(n, most), instead: other || (n > most ? filled(deeper, { n }) : "") };
  }

  /** @param {Choice} choice */
  parts(choice) {
    const { page, page: { words, play } } = this;
    const { depth, nodes, seconds, cutoffs, value, move, line } = choice;
    const before = /** @type {Position} */ (play.shown.parent);
    const lead = made("div", { class: "lead" });
    const { text, player } = play.seats[before.turn];
    lead.innerHTML = page.level(text)?.face ?? "";
    lead.append(made("p", {}, this.said(choice)), made("button", { type: "button", class: "arrow", "aria-label": "Close" }, "×"));
    const facts = [
      depth ? `${depth} ${depth === 1 ? "move" : "moves"} ahead` : "",
      nodes ? `${nodes.toLocaleString("en")} ${nodes === 1 ? "position" : "positions"}` : "",
      `${Math.round(1000 * seconds)} ms`,
    ];
    const rows = [
      ["Move", words.move(move)],
      ["Value", value ? words.value(value) : ""],
      ["Cut-offs", cutoffs ? cutoffs.toLocaleString("en") : ""],
      ["What it expects", line.slice(1, 1 + LINE).map((each) => words.move(each)).join(", ")],
    ];
    const table = made("table", { class: "figures" }, ...rows.filter(([, text]) => text).map(([name, text]) =>
      made("tr", {}, made("th", { scope: "row" }, name), made("td", {}, text))));
    const like = player && this.like(player, choice);
    const look = like && page.looking(before, like);
    return [
      lead,
      ...(like?.instead ? [made("p", { class: "muted" }, `The search shown is another one: this computer ${like.instead}.`)] : []),
      made("p", { class: "facts" }, made("span", { class: "figures" }, facts.filter(Boolean).join(" · ")), ...(look ? [look] : [])),
      made("details", {}, made("summary", {}, "Figures"), table),
    ];
  }
}
