// Positions on a page in which a move is to be found: puzzles, in which one move alone keeps the win, or the draw; those
// of a game that was reviewed; and the reader's lost moments, which come back.
//
// `new Puzzles(page)` poses them on the page's board and says what an answer is worth. The game that
// was on the page waits meanwhile.

import { isGoodEnough } from "./course.js";
import { find } from "./elements.js";
import { checksum } from "./messages.js";
import { answered, following, waiting } from "./past.js";
import { newMatch } from "./play.js";
import { Reviewed } from "./reviewed.js";
import { local } from "./storage.js";
import { capital } from "./words.js";

/**
 * @import { Course, JudgedMove } from "./course.js"
 * @import { Page } from "./page.js"
 * @import { Moment } from "./past.js"
 * @import { GameStart } from "./play.js"
 * @import { Cast } from "./words.js"
 */

/**
 * @typedef {{ moves: number[], solution: number, doubt: number[], keeps: "win" | "draw", plies: number | null,
 *   level: string }} Posed a puzzle; moves are codes, `doubt` are the solution and another move
 * @typedef {[string, () => void, boolean?]} Action
 * @typedef {object} Task what is to be found
 * @property {number[]} moves those before it
 * @property {number[]} best
 * @property {(code: number) => boolean} right
 * @property {string} status
 * @property {string} note
 * @property {(code: number) => { status: string, note: string }} praise
 * @property {string[]} hints before the solution
 * @property {Action[]} ways what else may be done before it is solved
 * @property {Action[]} next and after
 * @property {(right: boolean) => string | void} [answered] what becomes of an answer, and what is said of that
 * @property {boolean} [own] whether it is in place of a move of the reader
 * @property {(game: GameStart) => void} [back] to where it comes from
 */

const SECONDS = 15; // for the value of a wrong move
const KEPT = "plyground:puzzles"; // in the browser's storage: what was solved, by game

export class Puzzles {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.number = -1;
    this.match = ""; // of the game that the task is
    /** @type {Task | null} */
    this.task = null;
    this.solved = false;
    this.hinted = 0; // hints given
    this.after = ""; // what is said of the last answer
    /** @type {GameStart | null} */
    this.before = null; // the game that waits
  }

  get list() {
    return this.page.data.puzzles;
  }

  /** Whether what is on the page began with a task. */
  get active() {
    return this.match !== "" && this.page.play.match === this.match;
  }

  /** Whether the move is still to be found. */
  get open() {
    return this.active && !this.solved;
  }

  /** Whether it is a move of a game that was reviewed. */
  get tries() {
    return this.active && this.task?.back !== undefined;
  }

  /** Whether it is a move that the reader made in a game. */
  get own() {
    return this.active && this.task?.own === true;
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
    const { page, page: { data, engine, words } } = this;
    page.review.close();
    this.number = number;
    const { moves, solution, doubt, keeps, plies, level } = this.list[number];
    const { turn } = moves.reduce((position, move) => engine.play(position, move), engine.start());
    const rival = data.levels.at(-1)?.player ?? data.usual;
    const next = () => this.pose(this.following);
    const why = keeps === "draw" ? "keeps the draw, and every other move loses" : plies ? `wins in ${words.plies(plies)}` : "wins";
    this.begin({
      moves, best: [solution], right: (code) => code === solution,
      status: keeps === "win" ? "Which move wins?" : "Which move draws?",
      note: `Puzzle ${number + 1} of ${this.list.length}, ${level}`,
      praise: () => ({ status: "Right!", note: `${capital(words.move(solution))} ${why}. ${this.merits(turn, solution)}`.trim() }),
      answered: (right) => { if (right) this.remember(); },
      hints: [
        keeps === "win" && plies ? `Hint: the win takes ${words.plies(plies)}.` : "Hint: every other move loses.",
        `Hint: it is ${doubt.map((move) => words.move(move)).join(" or ")}.`,
      ],
      ways: [["Skip", next], ["Close", () => this.leave()]],
      next: [["Next", next, true], ["Close", () => this.leave()]],
    }, data.game.ends.map((_, seat) => (seat === turn ? "here" : rival)));
  }

  /**
   * The reasons for the solution of a puzzle.
   * @param {number} turn
   * @param {number} solution
   */
  merits(turn, solution) {
    const { page, page: { engine, words, play } } = this;
    const { moves, keeps } = this.list[this.number];
    const posed = moves.reduce((position, move) => engine.play(position, move), engine.start());
    return words.merits(page.merits(posed, solution, { verdict: keeps, plies: null }, 1), turn, play.cast);
  }

  /** Pose a move of the game on the page once more. @param {JudgedMove} made */
  retry(made) {
    const { page: { play, review } } = this;
    const { course, seats } = play;
    const { seat, ply } = made;
    const back = /** @type {Action} */ (["Back to the review", () => this.leave()]);
    review.show(false);
    this.begin({
      ...this.taskOf(made, play.cast),
      ways: [["Solution", () => this.solve()], back],
      next: [[back[0], back[1], true]],
      back: (game) => review.resume(game, /** @type {Course} */ (course), ply + 1),
    }, seats.map((own, at) => (at === seat ? "here" : [own, seats[seat]].find(({ kind }) => kind === "computer")?.text ?? "here")));
  }

  /** Pose a lost moment. @param {Moment} moment */
  async recall(moment) {
    const { page, page: { data, pasts } } = this;
    page.review.close();
    const made = await pasts.made(moment).catch(() => null);
    if (!made) {
      page.say("That move is too hard to judge here.");
      return;
    }
    const close = /** @type {Action} */ (["Close", () => this.leave()]);
    const next = () => {
      const after = following(moment, waiting(pasts.place));
      if (after) this.recall(after);
      else this.leave();
    };
    const { seat } = made;
    const rival = data.levels.at(-1)?.player ?? data.usual;
    this.begin({
      ...this.taskOf(made, { players: data.game.ends.map(() => null), you: seat }),
      answered: (right) => answered(moment, right),
      ways: [["Solution", () => this.solve()], close],
      /** @returns {Action[]} */
      get next() {
        const more = following(moment, waiting(pasts.place));
        return more ? [["Next", next, true], close] : [["Close", next, true]];
      },
    }, data.game.ends.map((_, at) => (at === seat ? "here" : rival)));
  }

  /**
   * What is to be found in place of a move, and what is said of it.
   * @param {JudgedMove} made
   * @param {Cast} cast
   */
  taskOf(made, cast) {
    const { engine, words } = this.page;
    const said = new Reviewed(words, cast);
    const { position, seat, bestValue: { verdict, plies } } = made;
    return {
      own: true, moves: engine.history(position), best: made.best, right: (/** @type {number} */ code) => isGoodEnough(made, code),
      status: said.task(made), note: said.graded(made, said.name(seat)),
      praise: (/** @type {number} */ code) => ({ status: said.praise(made, code), note: "" }),
      hints: verdict === "win" && plies ? [`Hint: the win takes ${words.plies(plies)}.`] : [],
    };
  }

  /**
   * @param {Task} task
   * @param {string[]} seats
   */
  begin(task, seats) {
    const { page, page: { play } } = this;
    if (!this.active) this.before = play.seats.length ? play.data : null;
    this.task = task;
    this.solved = false;
    this.hinted = 0;
    this.match = newMatch();
    play.begin({ seats, moves: task.moves, floor: task.moves.length, match: this.match, waits: true });
    page.board.focus();
  }

  /** Back to the game that waits. */
  leave() {
    const { page, before, task } = this;
    this.match = "";
    if (before && task?.back) task.back(before);
    else page.play.begin(before ?? { seats: page.usual });
    page.board.focus();
  }

  /** @param {number} code a move that may be the one */
  answer(code) {
    const { page, page: { play }, task } = this;
    const right = task?.right(code) ?? false;
    this.after = task?.answered?.(right) ?? "";
    if (!right) {
      this.refute(code);
      return;
    }
    const { turn } = play.last;
    this.solved = true;
    play.move(code);
    page.board.cheer(turn);
  }

  /** Say what a wrong move leads to. @param {number} code */
  async refute(code) {
    const { page, page: { words, play, engine } } = this;
    const { last } = play;
    page.drawBoard([{ move: code, text: "✕", words: "not this one", kind: "loss" }]);
    const said = (/** @type {string} */ text) => {
      find("status").textContent = "Not that one.";
      page.say(text);
    };
    said(`It is not ${words.move(code)}.`);
    try {
      const { moves } = await play.valuesOf(last, { seconds: SECONDS });
      const made = moves.find((each) => each.move === code);
      if (!made || !this.open || play.last !== last) return;
      if (made.value.verdict === "unknown") said("That move is too hard to judge here.");
      else said(new Reviewed(words, play.cast).wrong(last, code, engine.grade(moves[0].value, made.value), made.value));
    } catch (error) {
      page.failed(/** @type {Error} */ (error));
    }
  }

  /** A hint; after the last one the solution. */
  hint() {
    const said = this.task?.hints[this.hinted];
    this.hinted += 1;
    if (said) this.page.say(said);
    else this.solve();
  }

  /** Show the solution; it is still to be played. */
  solve() {
    const { page, page: { advice, play, words }, task } = this;
    if (!task) return;
    task.answered?.(false);
    page.drawBoard(task.best.map((code) => advice.star(code, play.last, "solution")));
    page.say(new Reviewed(words, play.cast).solution(task.best));
  }

  /**
   * What is to be said of the task on view, and the buttons; null where it is none.
   * @returns {{ status: string, note: string, actions: Action[] } | null}
   */
  get said() {
    const { page: { play }, task } = this;
    if (!task || !this.active || !play.live || play.thinking || play.last.ply > play.floor + 1) return null;
    if (this.open) return { status: task.status, note: task.note, actions: task.ways };
    const on = /** @type {Action[]} */ (play.last.over ? [] : [["Play on", () => play.resume()]]);
    const [first, ...others] = task.next;
    const { status, note } = task.praise(play.last.move ?? 0);
    return { status, note: note || this.after, actions: [first, ...on, ...others] };
  }
}
