// A step of a recorded search as a sentence without its full stop, by the phrases of inside.py.

import { filled } from "./words.js";

/**
 * @import { Found, Recording, Search, Taken } from "./recording.js"
 */

export class Said {
  /**
   * @param {Search} search
   * @param {number} me the player who maximises
   */
  constructor({ inside, moves, players, depth }, me) {
    this.inside = inside;
    this.moves = moves;
    this.players = players;
    this.depth = depth;
    this.player = me;
    this.me = players[me];
  }

  /**
   * @param {string} phrase
   * @param {Record<string, string | number>} [given]
   */
  say(phrase, given = {}) {
    return filled(this.inside.said[phrase], { me: this.me, ...given });
  }

  /** Whether a score is a certain win or loss. @param {number} score */
  proven(score) {
    return Number.isFinite(score) && Math.abs(score) > this.inside.greatest;
  }

  /** A score or a bound: "win in 3" (plies from the root), "+5", "0", "−∞". @param {number} score */
  score(score) {
    const sign = score > 0 ? "+" : score < 0 ? "−" : "";
    if (!this.proven(score)) return `${sign}${Number.isFinite(score) ? Math.abs(score) : "∞"}`;
    const plies = this.plies(score);
    return `${score > 0 ? "win" : "loss"}${plies ? ` in ${plies}` : ""}`;
  }

  /** @param {number} score */
  plies(score) {
    return this.inside.win - Math.abs(score);
  }

  /** A value as a noun: "a win in 3", "+5". @param {number} score */
  worth(score) {
    return this.proven(score) ? this.say("known", { score: this.score(score) }) : this.score(score);
  }

  /** What a value means for the player who maximises. @param {number} score */
  result(score) {
    const verdict = !this.proven(score) ? "unknown" : score > 0 ? "win" : "loss";
    const n = this.proven(score) ? this.plies(score) : 0;
    return this.say(n ? `${verdict} in` : verdict, { n, worth: this.worth(score) });
  }

  /** @param {Found} node the move that leads to it */
  move({ move }) {
    return move === null ? "" : this.moves[move].words;
  }

  /**
   * @param {Recording} recording
   * @param {Taken} step
   */
  step(recording, { action, node, alpha, beta, value, child }) {
    const name = this.players[node.place.turn];
    const result = value === null ? "" : this.result(value);
    if (action === "enter" && node.parent) return this.say("enter", { way: this.way(node), seen: this.seen(recording, node, name) });
    if (action === "enter") {
      if (node.kind === "leaf") return this.seen(recording, node, name);
      return this.say(this.depth === 1 ? "start 1" : "start", { name, n: this.depth });
    }
    if (action === "evaluate") return node.reason && !value ? this.say("evaluate nobody") : this.say("evaluate", { result });
    if (action === "cut") return this.cut(node, alpha, beta);
    if (action !== "return") return this.say("best", { name, move: this.move(/** @type {Found} */ (child)), result });
    if (node.parent) {
      const worth = this.worth(/** @type {number} */ (value));
      return this.say(`return ${recording.bound(node)}`, { move: this.move(node), result, worth });
    }
    if (node.best === null) return this.say("done", { result });
    return this.say("done best", { move: this.move(recording.found[node.best]), result });
  }

  /**
   * @param {Found} node
   * @param {number} alpha
   * @param {number} beta
   */
  cut({ kind, codes, children }, alpha, beta) {
    const spared = codes.slice(children.length).map((code) => this.moves[code].words);
    const moves = spared.length <= this.inside.named ? spared.join(" and ") : this.say("many", { n: spared.length });
    const [here, there] = (kind === "max" ? [alpha, beta] : [beta, alpha]).map((bound) => this.worth(bound));
    const others = this.players.length === 2 ? this.players[1 - this.player] : this.say("others");
    return this.say("cut", { moves, why: this.say(`cut ${kind}`, { others, here, there }) });
  }

  /** Who plays what on the way to a node. @param {Found} node */
  way(node) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent)
      moves.unshift(this.say("plays", { name: this.players[at.parent.place.turn], move: this.move(at) }));
    const last = moves.pop() ?? "";
    return moves.length ? `${moves.join(", ")} and ${last}` : last;
  }

  /**
   * What is there at the end of the way.
   * @param {Recording} recording
   * @param {Found} node
   * @param {string} name
   */
  seen(recording, node, name) {
    if (node.kind !== "leaf") return this.say("turn", { name });
    const { reason } = node;
    if (!reason) return this.say("farthest");
    if (!recording.value(node)) return this.say("nobody", { reason: reason.slice(reason.indexOf(": ") + 2) });
    return this.ending(reason);
  }

  /** Why the game is over, within a sentence, with the names of the players. @param {string} reason */
  ending(reason) {
    const said = reason.charAt(0).toLowerCase() + reason.slice(1);
    return this.players.reduce((known, each, player) => known.replaceAll(`player ${player + 1}`, each), said);
  }
}
