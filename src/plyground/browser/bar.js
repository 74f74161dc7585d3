// The bar beside a board that shows who is better: `new Bar(colours)`.

/** @import { Standing } from "./picture.js" */

export class Bar {
  /** @param {string[]} colours of the two players */
  constructor([one, other]) {
    this.element = document.createElement("div");
    this.element.className = "bar";
    this.element.setAttribute("role", "img");
    const whole = document.createElement("div");
    this.share = document.createElement("i");
    whole.style.background = `var(--ply-player1, ${other})`;
    this.share.style.background = `var(--ply-player0, ${one})`;
    whole.append(this.share);
    this.element.append(whole);
  }

  /** @param {Standing | null} standing */
  show(standing) {
    this.element.classList.toggle("known", standing !== null);
    if (!standing) return;
    const share = `${50 + 50 * standing.height}%`;
    this.share.style.height = share;
    this.share.style.setProperty("--share", share);
    this.element.setAttribute("aria-label", standing.words);
  }
}
