// What the engine knows of a game on a page: values of moves, hints, and how the game went.
//
// `new Advice(page)` asks the engine for them and shows them on the page's board and beside it.

import { star } from "./choices.js";
import { drawn, judged } from "./course.js";
import { find, made } from "./elements.js";
import { readPlayer } from "./seats.js";

/**
 * @import { Judged } from "./course.js"
 * @import { Player, Position, Progress, Values } from "./engine.js"
 * @import { Page } from "./page.js"
 * @import { MoveValue, Standing } from "./picture.js"
 */

const STAY = 200; // milliseconds on a position before its values are asked for
const VALUES_SECONDS = 15; // for the values of one position
const REVIEW_SECONDS = 4; // for each position of a finished game
const PHONE = "(max-width: 599px), (max-width: 1100px) and (orientation: portrait)"; // as in page.css

export class Advice {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Values>} */
    this.known = new Map(); // values of positions by their moves
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {{ moves: string, course: Judged[] } | null} */
    this.course = null;
    /** @type {AbortController | null} */
    this.judging = null;
    addEventListener("resize", () => this.draw());
  }

  // Values and hints

  /** The moves to the position on view. */
  get key() {
    return this.page.engine.history(this.page.play.shown).join(" ");
  }

  /**
   * The values on the board: of the position on view, if they are wanted and known; in a review what was
   * better than the last move.
   * @returns {MoveValue[]}
   */
  get shown() {
    const { settings, secret, words, play: { shown } } = this.page;
    const made = this.reviewing && this.sign(shown.ply) ? this.judged(shown.ply) : undefined;
    if (made && shown.parent) return [this.star(made.best, shown.parent, "better")];
    const values = settings.values && !secret ? this.known.get(this.key) : null;
    return values ? words.marks(values) : [];
  }

  /**
   * Who is better in the position on view, where its values are shown.
   * @returns {Standing | null}
   */
  get standing() {
    const { engine, data, settings, secret, two, play: { shown } } = this.page;
    if (!two || !settings.values || secret) return null;
    const known = this.known.get(this.key);
    if (!known && !shown.over) return null;
    const height = shown.over ? shown.standings[0] : (shown.turn ? -1 : 1) * engine.height(shown, /** @type {Values} */ (known).value);
    return { height, words: height ? `${data.game.ends[height > 0 ? 0 : 1]} is better` : "Even" };
  }

  stop() {
    this.asking?.abort(new DOMException("moved", "AbortError"));
    this.asking = null;
  }

  /** Ask for the values of the position on view, if they are wanted. */
  ask() {
    this.stop();
    const { page, page: { play } } = this;
    if (!page.two || !page.settings.values || page.secret || play.shown.over || play.thinking || this.judging || this.known.has(this.key)) return;
    const asking = new AbortController();
    this.asking = asking;
    setTimeout(() => this.asking === asking && this.valued(asking), STAY);
  }

  /** @param {AbortController} asking */
  async valued(asking) {
    const { page, key, page: { words } } = this;
    try {
      const values = await this.values(page.play.shown, asking, "Working out the values");
      this.known.set(key, values);
      if (this.asking !== asking) return;
      this.asking = null;
      page.drawBoard();
      page.say(words.outlook(values));
    } catch (error) {
      page.failed(/** @type {Error} */ (error));
    }
  }

  /**
   * @param {Position} position
   * @param {AbortController} work
   * @param {string} words what the page says meanwhile
   */
  values(position, work, words) {
    /** @param {Progress} progress */
    const onProgress = ({ seconds }) => {
      if (seconds > 0.3) this.page.note(`${words}: ${seconds.toFixed(0)} of ${VALUES_SECONDS} s`);
    };
    return this.page.engine.values(position, { seconds: VALUES_SECONDS, signal: work.signal, onProgress });
  }

  /** Say a best move and show it; where nothing is proven, the move of a good player. */
  async hint() {
    const { page, page: { play, words } } = this;
    if (!play.live) play.view(play.last.ply);
    this.stop();
    const work = new AbortController();
    this.asking = work;
    const { shown } = play;
    const { key } = this;
    try {
      const known = this.known.get(key) ?? (page.two ? await this.values(shown, work, "Looking for the best move") : null);
      if (known) this.known.set(key, known);
      let move = known?.moves[0].move;
      let value = known?.moves[0].value ?? null;
      if (!known || value?.verdict === "unknown") {
        const player = /** @type {Player} */ (readPlayer(page.data.hinter, page.data.kinds));
        const choice = await page.engine.choose(shown, player, page.engine.chance(), { seconds: VALUES_SECONDS, signal: work.signal });
        [move, value] = [choice.move, choice.value];
      }
      if (this.asking !== work || move === undefined) return;
      this.asking = null;
      page.drawBoard([this.star(move, shown, "hint")]);
      page.say(`Hint: ${words.move(move)}${value ? ` (${words.hint(value)})` : ""}`);
    } catch (error) {
      page.failed(/** @type {Error} */ (error));
    }
  }

  /**
   * @param {number} move
   * @param {Position} position
   * @param {string} words
   */
  star(move, position, words) {
    return star(this.page.data.board, position.moves, move, words);
  }

  // How the game went

  get reviewing() {
    return document.body.classList.contains("reviewing");
  }

  /** Put the course of the game away. */
  close() {
    this.judging?.abort(new DOMException("closed", "AbortError"));
    this.judging = null;
    document.body.classList.remove("reviewing");
    this.page.play.view(this.page.play.last.ply);
  }

  /** Show the course of the game, and judge its moves before. */
  async judge() {
    const { page, page: { play } } = this;
    const moves = play.moves.join(" ");
    document.body.classList.add("reviewing");
    if (this.course?.moves === moves) {
      page.changed();
      return;
    }
    this.stop();
    this.judging?.abort(new DOMException("again", "AbortError"));
    const judging = new AbortController();
    this.judging = judging;
    const line = play.line.slice(play.challenge ? play.floor : 0);
    this.course = { moves, course: line.map((position) => ({ position, height: null, move: null })) };
    page.changed();
    try {
      await judged(page.engine, line, {
        seconds: REVIEW_SECONDS, signal: judging.signal,
        onProgress: (course) => {
          this.course = { moves, course };
          this.draw();
        },
      });
      this.judging = null;
      page.changed();
    } catch (error) {
      if (this.judging !== judging) return;
      this.judging = null;
      this.course = null;
      document.body.classList.remove("reviewing");
      page.changed();
      page.failed(/** @type {Error} */ (error));
    }
  }

  /** The grade of the move that led to a ply; undefined if it is not known. @param {number} ply */
  judged(ply) {
    return this.course?.course.find(({ move }) => move?.ply === ply - 1)?.move ?? undefined;
  }

  /** The sign of the grade of the move that led to a ply, such as "??". @param {number} ply */
  sign(ply) {
    const move = this.judged(ply);
    return move ? this.page.words.phrases.grades[move.grade].sign : "";
  }

  /** The plies after moves that gave something away. */
  get lost() {
    if (this.judging) return [];
    return (this.course?.course ?? []).flatMap(({ move }) => (move && this.sign(move.ply + 1) ? [move.ply + 1] : []));
  }

  /** The ply after the next move that gave something away: the reader's first, and then the others'. */
  get following() {
    const { lost, page: { play } } = this;
    const order = [true, false].flatMap((own) => lost.filter((ply) => (play.line[ply - 1].turn === play.cast.you) === own));
    return order[(order.indexOf(play.shown.ply) + 1) % order.length];
  }

  /** What is to be said of the move that led to the position on view. */
  remark() {
    const { play, words } = this.page;
    const move = this.judged(play.shown.ply);
    if (!move) return null;
    if (this.sign(play.shown.ply)) return words.remark(move, play.cast);
    return `${words.played(move.seat, move.move, play.cast)}: ${words.phrases.grades[move.grade].words}`;
  }

  /** The course of the game; it is forgotten when the game goes on. */
  draw() {
    const { play, words, data } = this.page;
    const place = find("course");
    if (this.course && this.course.moves !== play.moves.join(" ")) {
      this.course = null;
      document.body.classList.remove("reviewing");
    }
    place.hidden = !this.reviewing || !this.course;
    if (!this.course || place.hidden) return;
    const { course } = this.course;
    place.innerHTML = drawn(course, {
      width: Math.max(place.clientWidth - 16, 240), height: matchMedia(PHONE).matches ? 110 : 132,
      at: play.shown.ply, title: "How the game went", working: this.judging !== null,
      names: [0, 1].map((seat) => `${data.game.ends[seat]} wins`), signs: words.phrases.grades.map(({ sign }) => sign),
    });
    if (this.judging) {
      const done = course.filter(({ height, position }) => height !== null || position.ply >= play.last.ply).length;
      const bar = made("progress", { "aria-label": "Moves judged", max: String(course.length), value: String(done) });
      place.append(bar);
      return;
    }
    if (this.lost.length) return;
    const none = course.some(({ height }) => height === null) ? "No lost chances among the moves that could be judged." : "No move gave anything away.";
    place.append(made("p", {}, none));
  }
}
