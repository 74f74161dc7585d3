// What a review says of a game for two, by the sentences of analysis/review_words.py: the same as analysis/reviewed.py.

import { isPoor, isTurn } from "./course.js";
import { capital, filled } from "./words.js";

/**
 * @import { JudgedMove } from "./course.js"
 * @import { Position, Value } from "./engine.js"
 * @import { Cast, Words } from "./words.js"
 */

const SHORT = 12; // letters of a name that fits into a short sentence

export class Reviewed {
  /**
   * @param {Words} words
   * @param {Cast} cast
   */
  constructor(words, cast) {
    this.words = words;
    this.cast = cast;
  }

  /**
   * @param {string} phrase
   * @param {Record<string, string | number>} [given]
   */
  say(phrase, given = {}) {
    return filled(this.words.phrases.review[phrase], given);
  }

  /** A player in a short sentence: "you", a name if it is short, or the game's word. @param {number} seat */
  called(seat) {
    if (seat === this.cast.you) return "you";
    const name = this.cast.names?.[seat] || this.cast.players[seat]?.short || "";
    return name && name.length <= SHORT ? name : this.words.colour(seat);
  }

  /**
   * A player in a sentence about a move: the game's word, or "you".
   * @param {number} seat
   * @param {number | null} you
   */
  name(seat, you = this.cast.you) {
    return seat === you ? "you" : this.words.colour(seat);
  }

  /** The same at the first mention: "you (red)". @param {number} seat */
  first(seat) {
    const name = this.words.colour(seat);
    return seat === this.cast.you ? this.say("you", { name }) : name;
  }

  /** @param {number[]} moves */
  listed(moves) {
    return moves.map((move) => this.words.move(move)).join(" or ");
  }

  /** What is good for a player in the upper or the lower half of the graph. @param {number} seat */
  half(seat) {
    return this.say("half", { name: this.called(seat) });
  }

  /**
   * How a game ended, and which moves decided it, in two short sentences.
   * @param {Position} last
   * @param {(JudgedMove | null)[]} moves all of them, null for those whose value is not known
   */
  verdict(last, moves) {
    const { phrases } = this.words;
    const names = [0, 1].map((seat) => [`name${seat}`, capital(this.called(seat))]);
    const ended = last.over ? filled(phrases.ended[last.result], Object.fromEntries(names)) : "";
    const turns = moves.flatMap((move) => (move && isTurn(move) ? [move] : []));
    if (turns.length) return `${ended}${this.decided(turns)}`;
    if (moves.includes(null)) return `${ended}${this.say("not found")}`;
    return `${ended}${this.say(moves.some((move) => move && isPoor(move)) ? "none but slow" : "none")}`;
  }

  /** @param {JudgedMove[]} turns the moves after which another result was to be expected */
  decided(turns) {
    const final = turns[turns.length - 1];
    const [name, ply] = [this.called(final.seat), final.ply + 1];
    if (turns.length > 2)
      return this.say("several", { n: turns.length, which: this.say(name === "you" ? "yours" : "theirs", { ply, name }) });
    const said = turns.map((each) =>
      this.say("let go", { name: this.called(each.seat), verdict: each.bestValue.verdict, ply: each.ply + 1 }));
    const toAndFro = turns.every(({ bestValue, value }) => bestValue.verdict === "win" && value.verdict === "loss");
    if (turns.length === 2 && toAndFro) said[1] = this.say("gave back", { name, ply });
    return `${capital(said.join(", and "))}.`;
  }

  /**
   * A move that has not been judged.
   * @param {Position} before
   * @param {number} move
   */
  played(before, move) {
    return this.say("played", { ply: before.ply + 1, name: this.first(before.turn), move: this.words.move(move) });
  }

  /**
   * A move and its grade.
   * @param {JudgedMove} made
   * @param {string} name of the player
   */
  graded({ seat, ply, grade, move }, name = this.first(seat)) {
    return this.say("graded", { ply: ply + 1, name, move: this.words.move(move), grade: this.words.phrases.grades[grade].words });
  }

  /** What a move led to, and what was better; of a best move, what it did. @param {JudgedMove} made */
  comment(made) {
    if (!made.grade) return this.short(made);
    const what = this.comes(made, made.value);
    const led = isTurn(made) && what !== this.say("loss at once") ? this.say("now", { what }) : `${capital(what)}.`;
    return `${led} ${this.say("better", { moves: this.listed(made.best) })}`;
  }

  /**
   * What a move of a value leads to.
   * @param {{ seat: number, ply: number }} made
   * @param {Value} value
   * @param {number | null} [you]
   */
  comes({ seat, ply }, { verdict, plies }, you) {
    if (verdict === "unknown" || verdict === "draw") return this.say(verdict);
    if (plies === 1) return this.say(`${verdict} at once`);
    const name = this.name(verdict === "win" ? seat : 1 - seat, you);
    return this.say(plies === null ? "force" : "force by", { name, ply: ply + (plies ?? 0) });
  }

  /** What a move did, in a few words for the list of moves. @param {JudgedMove} made */
  short(made) {
    const { grade, position, best, bestValue: { verdict } } = made;
    if (grade) {
      const slow = verdict === "win" ? "later" : "sooner";
      return this.say(isTurn(made) ? "lets go" : slow, { verdict, best: this.words.move(best[0]) });
    }
    if (made.ends) return this.say(`ends ${verdict}`);
    if (position.moves.length === 1) return this.say("only");
    const alone = best.length === 1 && verdict !== "loss" ? " alone" : "";
    return this.say(`keeps ${verdict}${best.length === position.moves.length ? " all" : alone}`);
  }

  // Another try at a move

  /** What is to be found in place of a move. @param {JudgedMove} made */
  task(made) {
    const { seat, bestValue: { verdict } } = made;
    const does = this.say(!isTurn(made) && verdict === "win" ? "wins sooner" : `does ${verdict}`);
    return this.say("task", { name: this.words.colour(seat), does });
  }

  /**
   * A move that is good enough in place of another.
   * @param {JudgedMove} made
   * @param {number} move
   */
  praise({ best, bestValue }, move) {
    const one = best.length > 1 ? "is one of the best" : "is best";
    const does = this.say(best.includes(move) ? one : `does ${bestValue.verdict}`);
    return this.say("right", { move: this.words.move(move), does });
  }

  /**
   * What is wrong with an answer.
   * @param {Position} position
   * @param {number} move
   * @param {number} grade
   * @param {Value} value
   */
  wrong(position, move, grade, value) {
    const what = this.comes({ seat: position.turn, ply: position.ply }, value, position.turn);
    return this.say("wrong", { move: capital(this.words.move(move)), grade: this.words.phrases.grades[grade].words, what });
  }

  /** @param {number[]} best */
  solution(best) {
    return this.say("solution", { moves: this.listed(best) });
  }
}
