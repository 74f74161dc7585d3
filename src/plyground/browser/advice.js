// What a page shows of what moves are worth: values, hints, and how the game went.

import { star } from "./choices.js";
import { drawn } from "./course.js";
import { PHONE, find, made } from "./elements.js";
import { readPlayer } from "./seats.js";

/**
 * @import { Player, Position } from "./engine.js"
 * @import { Page } from "./page.js"
 * @import { MoveValue, Standing } from "./picture.js"
 */


export class Advice {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    addEventListener("resize", () => this.draw());
  }

  // Values and hints

  /** Whether values are to be shown. */
  get wanted() {
    const { settings, secret, two } = this.page;
    return two && settings.values && !secret;
  }

  /**
   * The values on the board: of the position on view, if they are wanted and known; in a review what was
   * better than the last move.
   * @returns {MoveValue[]}
   */
  get shown() {
    const { words, play: { shown, values } } = this.page;
    const made = this.reviewing && this.sign(shown.ply) ? this.judged(shown.ply) : undefined;
    if (made && shown.parent) return [this.star(made.best, shown.parent, "better")];
    return this.wanted && values ? words.marks(values) : [];
  }

  /**
   * Who is better in the position on view, where its values are shown.
   * @returns {Standing | null}
   */
  get standing() {
    const { engine, data, play: { shown, values } } = this.page;
    if (!this.wanted || (!values && !shown.over)) return null;
    const height = values && !shown.over ? (shown.turn ? -1 : 1) * engine.height(shown, values.value) : shown.standings[0];
    return { height, words: height ? `${data.game.ends[height > 0 ? 0 : 1]} is better` : "Even" };
  }

  /** Say a best move and show it. */
  async hint() {
    const { page, page: { play, words, data } } = this;
    const found = await play.hint(/** @type {Player} */ (readPlayer(data.hinter, data.kinds)));
    if (!found) return;
    page.why.close();
    page.drawBoard([this.star(found.move, play.shown, "hint")]);
    page.say(words.hint(found.move, play.shown.turn, found.value, play.cast));
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
    const { play } = this.page;
    play.unjudge();
    document.body.classList.remove("reviewing");
    play.view(play.last.ply);
  }

  /** Show the course of the game, which is found then. */
  judge() {
    document.body.classList.add("reviewing");
    this.page.play.judge();
  }

  /** The grade of the move that led to a ply; undefined if it is not known. @param {number} ply */
  judged(ply) {
    return this.page.play.course?.course.find(({ move }) => move?.ply === ply - 1)?.move ?? undefined;
  }

  /** The sign of the grade of the move that led to a ply, such as "??". @param {number} ply */
  sign(ply) {
    const move = this.judged(ply);
    return move ? this.page.words.phrases.grades[move.grade].sign : "";
  }

  /** The plies after moves that gave something away. */
  get lost() {
    const { judging, course } = this.page.play;
    return judging ? [] : (course?.course ?? []).flatMap(({ move }) => (move && this.sign(move.ply + 1) ? [move.ply + 1] : []));
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

  /** The course of the game; it goes when the game goes on. */
  draw() {
    const { play, words, data } = this.page;
    const place = find("course");
    if (!play.course) document.body.classList.remove("reviewing");
    place.hidden = !this.reviewing;
    if (!play.course || place.hidden) return;
    const { course } = play.course;
    place.innerHTML = drawn(course, {
      width: Math.max(place.clientWidth - 16, 240), height: matchMedia(PHONE).matches ? 110 : 132,
      at: play.shown.ply, title: "How the game went", working: play.judging !== null,
      names: [0, 1].map((seat) => `${data.game.ends[seat]} wins`), signs: words.phrases.grades.map(({ sign }) => sign),
    });
    if (play.judging) {
      const done = course.filter(({ height, position }) => height !== null || position.ply >= play.last.ply).length;
      place.append(made("progress", { "aria-label": "Moves judged", max: String(course.length), value: String(done) }));
      return;
    }
    if (this.lost.length) return;
    const none = course.some(({ height }) => height === null) ? "No lost chances among the moves that could be judged." : "No move gave anything away.";
    place.append(made("p", {}, none));
  }
}
