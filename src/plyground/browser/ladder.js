// The opponents of a game as a ladder: whom the person here has beaten, and who comes next.

import { find, made } from "./elements.js";
import { local } from "./storage.js";

/**
 * @import { Level, Table } from "./table.js"
 */

const KEPT = "plyground:beaten"; // in the browser's storage: their players, by game
const TICK = '<span class="tick" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M5 13l4 4L19 7"/></svg></span>';

export class Ladder {
  /** @param {Table} page */
  constructor(page) {
    this.page = page;
  }

  /** Those who are offered first, from weak to strong. */
  get rungs() {
    return this.page.data.levels.filter(({ dots }) => dots !== null);
  }

  /** The place of the one who is played; -1 in other games. */
  get at() {
    const { two, play: { seats, challenge, cast: { you } } } = this.page;
    if (!two || challenge || you === null) return -1;
    const met = this.page.level(seats[1 - you].text);
    return this.rungs.findIndex(({ player }) => player === met?.player);
  }

  /** Whom to play now that this one is beaten; nobody at the top. @returns {Level | null} */
  get next() {
    const { at, page: { won } } = this;
    return (won && at >= 0 && this.rungs[at + 1]) || null;
  }

  /** Whom to play in place of one who was not beaten. @returns {Level | null} */
  get easier() {
    const { at, page: { won } } = this;
    return (!won && this.rungs[at - 1]) || null;
  }

  get key() {
    const { name, values } = this.page.data.game;
    return [KEPT, name, ...Object.values(values)].join(":");
  }

  /** The players of those who were beaten in this browser, or as the page knows. @returns {Set<string>} */
  get beaten() {
    const kept = local.read(this.key);
    return new Set([...(Array.isArray(kept) ? kept : []), ...this.page.beaten]);
  }

  /** A new game with all as it was, against one of them. @param {Level} level */
  begin({ player }) {
    const { play: { seats, cast: { you } } } = this.page;
    this.page.start(seats.map((_, seat) => (seat === you ? "here" : player)));
  }

  /** Show it after a game that was won. @param {boolean} ended */
  draw(ended) {
    const place = find("ladder");
    const { rungs, at, next, page: { won } } = this;
    place.hidden = !ended || !won || at < 0;
    if (place.hidden) return;
    const beaten = this.beaten.add(rungs[at].player);
    local.write(this.key, [...beaten]);
    place.replaceChildren(...rungs.map((level) => {
      const done = beaten.has(level.player);
      const item = made("li", { class: [done && "done", level === next && "next"].filter(Boolean).join(" ") });
      item.innerHTML = level.face;
      item.append(made("span", { class: "unseen" }, `${level.label}${done ? ": beaten" : level === next ? ": next" : ""}`));
      if (done) item.insertAdjacentHTML("beforeend", TICK);
      return item;
    }));
  }
}
