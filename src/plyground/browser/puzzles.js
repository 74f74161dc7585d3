// Puzzles on a page: positions in which one move alone keeps the win, or the draw.
//
// `new Puzzles(page)` poses them on the page's board and says what an answer is worth. The game that
// was on the page waits meanwhile.

import { find } from "./elements.js";
import { checksum, newMatch } from "./messages.js";
import { local } from "./storage.js";

/**
 * @import { Page } from "./page.js"
 * @import { GameStart } from "./play.js"
 */

/**
 * @typedef {{ moves: number[], solution: number, doubt: number[], keeps: "win" | "draw", plies: number | null,
 *   level: string }} Posed a puzzle; moves are codes, `doubt` are the solution and another move
 */

const SECONDS = 15; // for the value of a wrong move
const KEPT = "plyground:puzzles"; // in the browser's storage: what was solved, by game

export class Puzzles {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.number = -1;
    this.match = ""; // of the game that the puzzle is
    this.solved = false;
    this.hinted = 0; // hints given
    /** @type {GameStart | null} */
    this.before = null; // the game that waits
  }

  get list() {
    return this.page.data.puzzles;
  }

  get posed() {
    return this.list[this.number];
  }

  /** Whether what is on the page began with a puzzle. */
  get active() {
    return this.match !== "" && this.page.play.match === this.match;
  }

  /** Whether the move is still to be found. */
  get open() {
    return this.active && !this.solved;
  }

  /** The game to be remembered: a puzzle is not, and what it interrupted is. */
  get kept() {
    return this.active ? this.before ?? undefined : this.page.play.data;
  }

  /** The last position of the game that waits. */
  get waiting() {
    const { engine } = this.page;
    return (this.before?.moves ?? []).reduce((position, move) => engine.play(position, move), engine.start());
  }

  /** The puzzles solved in this browser, each by a sum of its moves. @returns {Set<string>} */
  get done() {
    const kept = local.read(this.key);
    return new Set(Array.isArray(kept) ? kept : []);
  }

  get key() {
    const { name, values } = this.page.data.game;
    return [KEPT, name, ...Object.values(values)].join(":");
  }

  /** @param {number} number */
  sum(number) {
    return checksum(this.list[number].moves.join(" "));
  }

  remember() {
    local.write(this.key, [...this.done.add(this.sum(this.number))]);
  }

  /** How many are solved. */
  get count() {
    const { done } = this;
    return this.list.filter((_, number) => done.has(this.sum(number))).length;
  }

  /** The next one that is not solved; the next of all once all are. */
  get following() {
    const { done, list } = this;
    const order = list.map((_, at) => (this.number + 1 + at) % list.length);
    return order.find((number) => !done.has(this.sum(number))) ?? order[0];
  }

  /** @param {number} number */
  pose(number) {
    const { page, page: { play, data } } = this;
    page.advice.close();
    if (!this.active) this.before = play.seats.length ? play.data : null;
    this.number = number;
    this.solved = false;
    this.hinted = 0;
    this.match = newMatch();
    const { moves } = this.posed;
    const { turn } = moves.reduce((position, move) => page.engine.play(position, move), page.engine.start());
    const rival = data.levels.at(-1)?.player ?? data.usual;
    const seats = data.game.ends.map((_, seat) => (seat === turn ? "here" : rival));
    play.begin({ seats, moves, floor: moves.length, match: this.match, waits: true });
    page.board.focus();
  }

  /** Back to the game that waits. */
  leave() {
    const { page, before } = this;
    this.match = "";
    page.play.begin(before ?? { seats: page.usual });
    page.board.focus();
  }

  /** @param {number} code a move that may be the one */
  answer(code) {
    const { page, page: { play } } = this;
    if (code !== this.posed.solution) {
      this.refute(code);
      return;
    }
    const { turn } = play.last;
    this.solved = true;
    this.remember();
    play.move(code);
    page.board.cheer(turn);
  }

  /** Say what a wrong move leads to. @param {number} code */
  async refute(code) {
    const { page, page: { words, play } } = this;
    const { last } = play;
    const move = words.move(code);
    page.drawBoard([{ move: code, text: "✕", words: "not this one", kind: "loss" }]);
    const said = (/** @type {string} */ text) => {
      find("status").textContent = "Not that one.";
      page.say(text);
    };
    said(`It is not ${move}.`);
    try {
      const { moves } = await page.engine.values(last, { seconds: SECONDS });
      const made = moves.find((each) => each.move === code);
      if (made && this.open && play.last === last)
        said(`${words.clause(last.turn, last.ply, code, made.value, play.cast)}.`.replace(/^./, (first) => first.toUpperCase()));
    } catch (error) {
      page.failed(/** @type {Error} */ (error));
    }
  }

  hint() {
    const { page, page: { words }, posed } = this;
    this.hinted += 1;
    if (this.hinted > 1) page.say(`Hint: it is ${posed.doubt.map((move) => words.move(move)).join(" or ")}.`);
    else if (posed.keeps === "win" && posed.plies) page.say(`Hint: the win takes ${words.plies(posed.plies)}.`);
    else page.say("Hint: every other move loses.");
  }

  /**
   * What is to be said of the puzzle on view, and the buttons; null where it is none.
   * @returns {{ status: string, note: string, actions: [string, () => void, boolean?][] } | null}
   */
  get said() {
    const { page: { play, words }, posed } = this;
    if (!this.active || !play.live || play.thinking || play.last.ply > play.floor + 1) return null;
    const next = () => this.pose(this.following);
    if (this.open)
      return {
        status: posed.keeps === "win" ? "Which move wins?" : "Which move draws?",
        note: `Puzzle ${this.number + 1} of ${this.list.length}, ${posed.level}`,
        actions: [["Skip", next], ["Close", () => this.leave()]],
      };
    const { plies } = posed;
    const why = posed.keeps === "draw" ? "keeps the draw, and every other move loses" : plies ? `wins in ${words.plies(plies)}` : "wins";
    return {
      status: "Right!",
      note: `${words.move(posed.solution)} ${why}.`.replace(/^./, (first) => first.toUpperCase()),
      actions: [["Next", next, true], ...(play.last.over ? [] : /** @type {[string, () => void][]} */ ([["Play on", () => play.resume()]])), ["Close", () => this.leave()]],
    };
  }
}
