// What the board shows in place of the truth, where values are on: each move as an opponent sees it, or all opponents at
// the moves that they would choose.

import { find } from "./elements.js";
import { capital } from "./words.js";

/**
 * @import { Chance, Choice, Player, Position, Value } from "./engine.js"
 * @import { MoveValue } from "./picture.js"
 * @import { Table } from "./table.js"
 */

/**
 * @typedef {"truth" | "eyes" | "all"} Manner
 * @typedef {{ values: MoveValue[], faces: Map<number, string[]>, said: string, done: boolean }} Seen
 *   values and faces for the board, and a sentence
 */

const SECONDS = 5; // for the choice of one opponent

export class Eyes {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
    /** @type {Manner} */
    this.manner = "truth";
    /** @type {Map<string, Seen>} */
    this.known = new Map(); // by manner and moves
    this.asked = "";
    /** @type {AbortController | null} */
    this.asking = null;
    find("eyes").addEventListener("click", ({ target }) => {
      const { manner } = /** @type {HTMLElement} */ (target).dataset;
      if (manner) this.choose(/** @type {Manner} */ (manner));
    });
  }

  /** Whether there is anyone whose eyes there are: a page without an engine cannot ask them. */
  get able() {
    const { page, page: { play, engine } } = this;
    return page.advice.wanted && page.two && "own" in engine && !play.shown.over && play.seats.some(({ player }) => player);
  }

  /** Whether something else than the truth is shown. */
  get open() {
    return this.able && this.manner !== "truth";
  }

  /** @returns {Seen | null} */
  get seen() {
    return this.open ? this.known.get(this.key) ?? null : null;
  }

  get key() {
    return `${this.manner} ${this.page.play.key}`;
  }

  /** @param {Manner} manner */
  choose(manner) {
    this.manner = manner;
    this.page.why.close();
    this.page.changed();
  }

  draw() {
    const place = find("eyes");
    place.hidden = !this.able || this.page.why.asked !== null;
    const { name } = this.opponent;
    const own = /** @type {HTMLElement} */ (place.querySelector("[data-manner=eyes]"));
    own.textContent = `${name}'s eyes`;
    for (const each of place.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.manner === this.manner));
    if (!this.open) this.stop();
    else if (this.asked !== this.key) this.ask();
  }

  stop() {
    this.asking?.abort(new DOMException("moved", "AbortError"));
    this.asking = null;
    this.asked = "";
  }

  /** The computer whose eyes are shown: the one to move, or the other. */
  get opponent() {
    const { play: { seats, shown, reasons, chances, line } } = this.page;
    const seat = seats[shown.turn]?.player ? shown.turn : seats.findIndex(({ player }) => player);
    const { player = null, called = null } = seats[seat] ?? {};
    const made = line[shown.ply + 1];
    const choice = made && seat === shown.turn ? reasons.get(made) : undefined;
    const state = choice?.drawn ? [BigInt.asIntN(64, BigInt(choice.drawn))] : [...(chances[seat]?.state ?? [])];
    return { player, name: called?.short ?? "", chance: /** @type {Chance} */ ({ state }) };
  }

  /** Find out what is to be shown of the position on view. */
  async ask() {
    this.stop();
    const { key, manner, page: { play: { shown }, play } } = this;
    if (this.known.get(key)?.done || play.thinking) return;
    const asking = new AbortController();
    this.asking = asking;
    this.asked = key;
    try {
      if (manner === "eyes") await this.look(key, shown, asking.signal);
      else await this.gather(key, shown, asking.signal);
    } catch (error) {
      if (!asking.signal.aborted) this.page.failed(/** @type {Error} */ (error));
    }
    if (this.asking === asking) this.asking = null;
  }

  /**
   * @param {string} key
   * @param {Partial<Seen>} seen
   */
  show(key, { values = [], faces = new Map(), said = "", done = false }) {
    this.known.set(key, { values, faces, said, done });
    if (this.open && this.key === key) this.page.changed();
  }

  /**
   * What the opponent thinks of each move.
   * @param {string} key
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async look(key, position, signal) {
    const { page: { engine, words, play }, opponent: { player, name, chance } } = this;
    if (!player) return;
    const choice = await engine.choose(position, player, chance, { whole: true, seconds: SECONDS, signal });
    const exact = !choice.thoughts.length && choice.value && choice.value.verdict !== "unknown";
    const moves = exact ? (await play.valuesOf(position, { seconds: SECONDS, signal })).moves : choice.thoughts;
    const values = moves.map(({ move, value }) => ({
      move, text: words.sign(value), words: words.value(value), kind: /** @type {"win"} */ (value.verdict), best: move === choice.move,
    }));
    this.show(key, { values, said: `${name} would play ${words.move(choice.move)}.`, done: true });
  }

  /**
   * Which move each of the game's people would choose; those who play perfectly, who take longer, come last.
   * @param {string} key
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async gather(key, position, signal) {
    const { page: { engine, words, data: { levels } }, opponent } = this;
    /** @type {Map<number, { faces: string[], names: string[] }>} */
    const found = new Map();
    const { state } = engine.chance();
    const people = [...levels].sort((one, other) => Number(one.perfect) - Number(other.perfect));
    for (const [at, { player: text, label, face }] of people.entries()) {
      const [name, number] = text.split(":"); // as "level:2"
      const player = { name, options: { number: Number(number) } };
      const met = opponent.player?.name === name && opponent.player.options?.number === player.options.number;
      const chance = met ? opponent.chance : { state: [...state] };
      const { move } = await engine.choose(position, player, chance, { seconds: SECONDS, signal });
      const { faces, names } = found.get(move) ?? { faces: [], names: [] };
      found.set(move, { faces: [...faces, face], names: [...names, label] });
      const waits = people.slice(at + 1).map((each) => each.label);
      const said = [...found].map(([code, each]) => `${words.move(code)}: ${each.names.join(", ")}`);
      this.show(key, {
        faces: new Map([...found].map(([code, each]) => [code, each.faces])), done: !waits.length,
        said: `${capital(said.join(" · "))}${waits.length ? ` · ${waits.join(", ")} ${waits.length > 1 ? "think" : "thinks"} …` : ""}`,
      });
    }
  }
}
