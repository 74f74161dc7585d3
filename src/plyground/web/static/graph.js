// How a game stood after each ply, as a graph under the moves: the server works it out bit by bit, when it has nothing
// else to do.

import { find, textOf } from "./page.js";

const AGAIN = 3000; // milliseconds

/** @param {number} pause */
const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

export class Graph {
  /** @param {string} here the address of the room */
  constructor(here) {
    this.here = here;
    this.asked = 0; // the latest request
    this.drawn = ""; // what is shown
  }

  /** @param {boolean} wanted whether it is to be seen, where there is one */
  show(wanted) {
    const place = find("[data-course]");
    const focused = Boolean(document.activeElement?.closest("#course"));
    place.hidden = !wanted || !this.drawn;
    place.innerHTML = this.drawn;
    if (focused) document.getElementById("course")?.focus({ preventScroll: true });
  }

  /** Ask no more. */
  end() {
    this.asked += 1;
    find("[data-course]").hidden = true;
  }

  /**
   * Ask until all is known, and show it each time.
   * @param {number | string | undefined} at the ply on view
   * @param {() => boolean} wanted
   */
  async ask(at, wanted) {
    const mine = ++this.asked;
    for (let pause = 300; mine === this.asked; pause = Math.min(2 * pause, 3000)) {
      const answer = await fetch(`${this.here}/course?at=${at}`).catch(() => null);
      const text = await textOf(answer);
      if (mine !== this.asked) return;
      if (!answer || text === null || answer.status >= 500) {
        await wait(AGAIN);
        continue;
      }
      if (answer.status !== 200) return;
      if (text !== this.drawn || find("[data-course]").hidden) {
        this.drawn = text;
        pause = 150;
        this.show(wanted());
      }
      if (find("#course").dataset.missing === "0") return;
      await wait(pause);
    }
  }
}
