// How a game for two went, on its page: the verdict, the board with what was better, a graph, what is said of each
// move, and another try at those that gave something away.

import { drawn, isPoor, isTurn, judged } from "./course.js";
import { PHONE, find, made } from "./elements.js";
import { Reviewed } from "./reviewed.js";

/**
 * @import { Course, JudgedMove } from "./course.js"
 * @import { Position } from "./engine.js"
 * @import { Page } from "./page.js"
 * @import { GameStart } from "./play.js"
 */

const LOW = 600; // pixels of a screen with little room below the board
const UNKNOWN = "Too hard to judge here.";

/** Whether the present entry of the history is that of a review. @returns {boolean} */
const isEntry = () => Boolean(history.state?.reviewing);

export class Review {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.open = false;
    addEventListener("popstate", () => this.moved());
    addEventListener("resize", () => this.draw());
  }

  /** Whether there is something to review. */
  get possible() {
    const { reviewable, secret, play: { last } } = this.page;
    return reviewable && !secret && last.ply > 0;
  }

  /** Show the review, which is made then, and in the end the move that decided the game. */
  async begin() {
    const { page, page: { play } } = this;
    page.why.close();
    this.show(true);
    this.enter();
    await play.judge(judged);
    const turn = this.judged.findLast(isTurn);
    if (this.open && this.whole && play.live && turn) play.view(turn.ply + 1);
  }

  /** Put the review away. */
  close() {
    const { play } = this.page;
    play.unjudge();
    this.leave();
    play.view(play.last.ply);
  }

  // It has an entry of its own in the browser's history: one comes back from it to the game, and reloads it.

  enter() {
    if (!isEntry()) history.pushState({ reviewing: true }, "");
  }

  leave() {
    this.show(false);
    if (isEntry()) history.back();
  }

  /** The browser has gone back or forward, or the document was loaded again. */
  moved() {
    const { puzzles } = this.page;
    if (isEntry()) {
      if (!this.open && !puzzles.open && this.possible) this.begin();
    } else if (puzzles.tries) {
      puzzles.leave();
      this.enter();
    } else if (this.open && !history.state?.inside) this.close();
  }

  /**
   * Come back to it from somewhere else.
   * @param {GameStart} game
   * @param {Course} course
   * @param {number} ply
   */
  resume(game, course, ply) {
    const { play } = this.page;
    play.course = course;
    play.begin(game);
    this.show(true);
    play.view(ply);
  }

  /** @param {boolean} open */
  show(open) {
    this.open = open;
    document.body.classList.toggle("reviewing", open);
  }

  /** Whether all moves have been looked at. */
  get whole() {
    const { judging, course } = this.page.play;
    return course !== null && judging === null;
  }

  /** The moves whose grades are known. */
  get judged() {
    return (this.page.play.course?.course ?? []).flatMap(({ move }) => move ?? []);
  }

  /** The move that led to a ply, if its grade is known. @param {number} ply */
  at(ply) {
    return this.open ? this.judged.find((move) => move.ply === ply - 1) : undefined;
  }

  /** Whether a move has been looked at. @param {number} ply the one that it led to */
  looked(ply) {
    const { course } = this.page.play;
    return course !== null && ply > course.course[course.course.length - 1].position.ply - course.done + 1;
  }

  get said() {
    const { words, play } = this.page;
    return new Reviewed(words, play.cast);
  }

  /** The sign of the grade of the move that led to a ply, such as "??". @param {number} ply */
  sign(ply) {
    const move = this.at(ply);
    return move ? this.page.words.phrases.grades[move.grade].sign : "";
  }

  /** What that move did, in a few words for the list. @param {number} ply */
  short(ply) {
    const move = this.at(ply);
    return move ? this.said.short(move) : this.unknown(ply);
  }

  /**
   * Add that to a move in the list.
   * @param {HTMLElement} button
   * @param {number} ply
   */
  describe(button, ply) {
    const { data: { board }, play } = this.page;
    const piece = made("span", { class: "piece", "aria-hidden": "true" });
    piece.innerHTML = board.swatches[/** @type {Position} */ (play.line[ply].parent).turn];
    const sign = this.sign(ply);
    const did = made("span", { class: "did" }, this.short(ply));
    button.replaceChildren(piece, made("span", {}, made("b", {}, button.textContent ?? ""), ...(sign ? [made("em", {}, sign)] : []), " ", did));
  }

  /** What is said in place of its grade. @param {number} ply */
  unknown(ply) {
    return this.looked(ply) ? UNKNOWN : "";
  }

  /** What was better than the move on view, for the board. */
  get marks() {
    const { page: { advice, play } } = this;
    const move = this.at(play.shown.ply);
    return move && isPoor(move) ? move.best.map((code) => advice.star(code, move.position, "better")) : null;
  }

  /**
   * What is to be said of the move on view, and the button between the arrows.
   * @returns {{ status: string, note: string, actions: [string, () => void, boolean?][] }}
   */
  get card() {
    const { page: { play }, said } = this;
    const { shown, shown: { ply, parent, move } } = play;
    const actions = this.actions();
    const made = this.at(ply);
    if (made) return { status: said.graded(made), note: this.merits(made) || said.comment(made), actions };
    if (!parent || move === null || ply <= play.floor) return { status: said.say("start"), note: "", actions };
    return { status: said.played(parent, move), note: this.unknown(shown.ply), actions };
  }

  /** The reasons for a best move. @param {JudgedMove} made */
  merits(made) {
    const { page, page: { words, play } } = this;
    const { grade, grades, position, move, value, seat } = made;
    if (grade !== 0) return "";
    const all = grades.size === position.moves.length;
    const keeping = all ? [...grades.values()].filter((each) => !isTurn({ grade: each })).length : 0;
    return words.merits(page.merits(position, move, value, keeping), seat, play.cast);
  }

  /** @returns {[string, () => void, boolean?][]} */
  actions() {
    const { page, page: { play, puzzles } } = this;
    const { shown, shown: { ply } } = play;
    const made = this.at(ply);
    if (made && isPoor(made) && this.whole) return [[`Try move ${ply} again`, () => puzzles.retry(made), true]];
    if (play.challenge) return [];
    if (shown.over) return [["Again", () => page.again()]];
    if (ply < play.floor) return [];
    return [["Play on from here", () => {
      this.leave();
      play.goOn();
      page.board.focus();
    }]];
  }

  /** How the game ended and which moves decided it, or how far the review is. */
  get verdict() {
    const { said, page: { play } } = this;
    const { course, done } = /** @type {Course} */ (play.course);
    if (!this.whole) return said.say("making", { done: Math.max(done - 1, 0), of: course.length - 1 });
    return said.verdict(play.last, course.slice(0, -1).map(({ move }) => move));
  }

  draw() {
    const { page: { play, data }, said } = this;
    if (this.open && !play.course) this.show(false);
    if (!this.open || !play.course) return;
    find("verdict").textContent = this.verdict;
    const place = find("course");
    place.innerHTML = drawn(play.course.course, {
      width: Math.max(place.clientWidth, 240), height: !matchMedia(PHONE).matches ? 120 : innerHeight < LOW ? 60 : 92,
      at: play.shown.ply, title: "How the game went", whole: this.whole,
      halves: [0, 1].map((seat) => said.half(seat)),
      colours: data.board.colours.map((colour, seat) => `var(--ply-player${seat}, ${colour})`),
    });
  }
}
