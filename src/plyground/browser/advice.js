// What a page shows of what moves are worth: values and hints.

import { star } from "./choices.js";

/**
 * @import { Position } from "./engine.js"
 * @import { Table } from "./table.js"
 * @import { MoveValue, Standing } from "./picture.js"
 */

export class Advice {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
  }

  // Values and hints

  /** Whether values are to be shown. */
  get wanted() {
    const { settings, secret, valuable } = this.page;
    return valuable && settings.values && !secret;
  }

  /**
   * The values on the board: of the position on view, if they are wanted and known.
   * @returns {MoveValue[]}
   */
  get shown() {
    const { words, eyes, play: { values } } = this.page;
    if (eyes.open) return eyes.seen?.values ?? [];
    return this.wanted && values ? words.marks(values) : [];
  }

  /**
   * Who is better in the position on view, where its values are shown.
   * @returns {Standing | null}
   */
  get standing() {
    const { engine, data, two, play: { shown, values } } = this.page;
    if (!two || !this.wanted || this.page.eyes.open || (!values && !shown.over)) return null;
    const { verdict, score, expectation } = values?.value ?? { verdict: "draw", score: null, expectation: null };
    if (!shown.over && verdict === "unknown" && score === null && expectation === null) return null;
    const height = values && !shown.over ? (shown.turn ? -1 : 1) * engine.height(shown, values.value) : shown.standings[0];
    return { height, words: height ? `${data.game.ends[height > 0 ? 0 : 1]} is better` : "Even" };
  }

  /** Say a best move and show it. */
  async hint() {
    const { page, page: { play, words, data } } = this;
    const hinter = page.computer(data.hinter)?.player;
    const found = hinter && await play.hint(hinter, page.valuable);
    if (!found) return;
    page.why.close();
    page.drawBoard([this.star(found.move, play.shown, "hint")]);
    const said = [words.hint(found.move, play.shown.turn, found.value, play.cast)];
    if (page.two && found.value?.plies !== 1) said.push(words.merits(page.merits(play.shown, found.move, found.keeping ? found.value : null, found.keeping), play.shown.turn, play.cast));
    page.say(said.join(" ").trim());
  }

  /**
   * @param {number} move
   * @param {Position} position
   * @param {string} words
   */
  star(move, position, words) {
    return star(this.page.data.board, position.moves, move, words);
  }
}
