// Look inside, in a file: a search from a position of the game, step by step, in the place of the table.
//
// The browser's Back leads from it to the game: it has an entry of the history of its own, and is open exactly while
// that entry is the present one.

import { find } from "./elements.js";
import { GlassBox } from "./glassbox.js";
import { Picture } from "./picture.js";
import { Recording, rulesOf } from "./recording.js";

/**
 * @import { Position } from "./engine.js"
 * @import { Page } from "./page.js"
 * @import { Algorithm, Node } from "./recording.js"
 */

/** Whether the present entry of the history is that of a search. @returns {boolean} */
const isEntry = () => Boolean(history.state?.inside);

const DEPTH = 3; // of a search that is nobody's

export class Inside {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.place = /** @type {HTMLElement} */ (document.querySelector(".inside"));
    this.table = /** @type {HTMLElement} */ (document.querySelector(".table"));
    this.sheet = new CSSStyleSheet();
    /** @type {GlassBox | null} */
    this.box = null;
    /** @type {Element | null} */
    this.before = null; // what had the focus
    this.leaving = false; // the browser goes back
    /** @type {[Position, Algorithm, number, string[]] | null} */
    this.last = null; // what was looked into last
    this.place.addEventListener("click", ({ target }) => /** @type {Element} */ (target).closest("[data-leave]") && this.close());
    addEventListener("popstate", () => this.moved());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.box && this.close());
    if (isEntry()) history.back(); // the document was loaded again
  }

  get data() { return this.page.data.inside; }

  /** Look into a search of the position on view, or of the one before the end. */
  here() {
    const { shown } = this.page.play;
    this.open(shown.over && shown.parent ? shown.parent : shown, this.data.algorithm, DEPTH);
  }

  /**
   * @param {Position} position
   * @param {Algorithm} algorithm
   * @param {number} depth
   * @param {string[]} [overlooked] the lines whose last moves a computer overlooked
   */
  open(position, algorithm, depth, overlooked = []) {
    const { data: { board, game, box }, engine } = this.page;
    const { moves, players, colours } = board;
    const played = engine.history(position).map((code) => moves[code].text);
    const search = { inside: this.data, title: game.title, moves, players, colours, history: played, algorithm, depth: Math.min(depth, this.data.deepest), overlooked };
    /** @type {Recording} */
    let recording;
    try {
      recording = new Recording(search, rulesOf(engine, position, this.data));
    } catch (error) { // the rules can fail
      this.close();
      this.page.failed(/** @type {Error} */ (error));
      return;
    }
    const section = find("box");
    this.last = [position, algorithm, depth, overlooked];
    if (this.box) this.box.close();
    else this.before = document.activeElement;
    if (!isEntry()) history.pushState({ inside: true }, "");
    if (!document.adoptedStyleSheets.includes(this.sheet)) {
      this.sheet.replaceSync(box.style);
      document.adoptedStyleSheets.push(this.sheet);
    }
    section.innerHTML = box.html;
    this.table.hidden = true;
    this.place.hidden = false;
    this.box = new GlassBox(section, recording, {
      board: ({ number }) => this.picture(/** @type {Position} */ (recording.found[number].place)),
      deepen: (other) => this.open(position, algorithm, other, overlooked),
    });
    this.box.begin();
    /** @type {HTMLElement} */ (section.querySelector("[data-leave]")).focus();
    scrollTo(0, 0);
  }

  /** Go back to the game, and leave no entry behind. */
  close() {
    if (!this.box || this.leaving) return;
    this.leaving = true;
    history.back();
  }

  /** The browser has gone back or forward. */
  moved() {
    this.leaving = false;
    if (!isEntry()) this.shut();
    else if (!this.box && this.last) this.open(...this.last);
  }

  shut() {
    if (!this.box) return;
    this.box.close();
    this.box = null;
    this.place.hidden = true;
    this.table.hidden = false;
    if (this.before instanceof HTMLElement) this.before.focus();
  }

  /** @param {Position} position */
  picture(position) {
    const { data: { board }, engine } = this.page;
    const cells = engine.cells(position);
    const before = position.parent ? engine.cells(position.parent) : cells;
    const last = cells.flatMap((cell, site) => (cell === before[site] ? [] : [site]));
    const { below, above } = new Picture(board).picture({ cells, last, deciding: engine.deciding(position) });
    return `<svg viewBox="${board.view}" class="ply-picture" role="img" aria-label="The board">${below.join("")}${above.join("")}</svg>`;
  }
}
