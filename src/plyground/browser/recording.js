// A search that records its steps, in a game's rules: `new Recording(search, rules)`. The steps are those of
// Plyground's own `look_inside`, where glassbox.py explains them.
//
// What a node or a step comes to is worked out when it is asked for: a large search has many.

import { questionOf } from "./guessing.js";
import { Said } from "./spoken.js";
import { sceneOf, shownIn } from "./tree_scene.js";

/**
 * @import { Engine, Position } from "./engine.js"
 * @import { Question } from "./guessing.js"
 * @import { Scene } from "./tree_scene.js"
 */

/**
 * @typedef {"minimax" | "alphabeta" | "shallow"} Algorithm
 * @typedef {"enter" | "evaluate" | "raise" | "lower" | "cut" | "return"} Action
 * @typedef {"max" | "min" | "leaf"} Kind
 * @typedef {{ title: string, plies: number, lines: string[], places: Record<string, number> }} Listing
 *   an algorithm: its usual depth, its code, and the line of each step
 * @typedef {{ win: number, greatest: number, deepest: number, steps: number, heuristic: string, oldWin: number | null,
 *   algorithms: Record<Algorithm, Listing>, algorithm: Algorithm, said: Record<string, string>, named: number,
 *   ends: Record<string, string>, usedUp: string, own: Record<string, Algorithm>, unseen: Record<string, string>,
 *   proved: string, none: string, deeper: string }} Inside see browser/inside.py
 * @typedef {object} Search what is searched, and how
 * @property {Inside} inside
 * @property {string} title of the game
 * @property {{ text: string, words: string }[]} moves by code
 * @property {string[]} players their names
 * @property {string[]} colours
 * @property {string[]} history the moves that lead to the position
 * @property {Algorithm} algorithm
 * @property {number} depth
 * @property {string[]} [overlooked] the lines from here whose last moves a computer overlooked
 */

/**
 * @typedef {{ turn: number, moves: number[] }} Place a position
 * @typedef {object} Rules
 * @property {Place} root
 * @property {(place: Place, move: number) => Place} play
 * @property {(place: Place) => string} reason why the game is over; empty if it is not
 * @property {(place: Place, ply: number) => number} worth of a leaf, to the player to move at the root
 */

/**
 * @typedef {object} Found a node of the search; `value` and `best` are those of its children so far
 * @property {number} number
 * @property {Found | null} parent
 * @property {number} ply
 * @property {number | null} move
 * @property {Place} place
 * @property {Kind} kind
 * @property {string} reason why the game is over there
 * @property {number[]} codes its moves
 * @property {[number, number]} window on entry
 * @property {number} alpha
 * @property {number} beta
 * @property {number} entered the step
 * @property {number | null} value
 * @property {number | null} best
 * @property {Found[]} children
 * @property {Taken[]} steps at which its window changes
 * @property {number | null} cut the step
 * @property {number | null} left the step
 * @property {number} below how many nodes are below it
 */

/**
 * @typedef {{ number: number, action: Action, node: Found, alpha: number, beta: number, value: number | null,
 *   child: Found | null, newest: number }} Taken a step; `newest` is the node entered last
 * @typedef {{ action: Action, node: number, newest: number, scene: number, said: string, crossed: string, line: number,
 *   variables: Record<string, string>, question: Question | null }} Step as it is shown
 * @typedef {{
 *   number: number, parent: number | null, ply: number, path: string[], move: string | null, overlooked: boolean,
 *   kind: Kind, player: number, end: "" | "over" | "depth", reason: string,
 *   entered: number, left: number | null, valued: number | null,
 *   value: string | null, tone: string, bound: "≤" | "≥" | "", cost: string | null,
 *   windows: [number, string, string][], children: number[], below: number,
 *   cut: number | null, cutMoves: string[], unreached: string[], moves: string[],
 * }} Node as it is shown; `windows` are alpha and beta from a step on
 */

const BOUNDS = /** @type {const} */ ({ exact: "", upper: "≤", lower: "≥" });
const FULL = new Error("there is no room for another step");

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} text */
const sentence = (text) => `${capital(text)}.`;

export class Recording {
  /**
   * @param {Search} search
   * @param {Rules} rules
   */
  constructor(search, rules) {
    this.search = search;
    this.rules = rules;
    this.me = rules.root.turn;
    this.said = new Said(search, this.me);
    /** @type {Found[]} */
    this.found = [];
    /** @type {Taken[]} */
    this.taken = [];
    /** @type {Found | null} where the steps were too many */
    this.stopped = null;
    this.run();
    for (const { parent, below } of [...this.found].reverse()) if (parent) parent.below += 1 + below;
    this.cuts = this.taken.filter(({ action }) => action === "cut").map(({ number }) => number);
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {Map<number, Scene>} */
    this.scenes = new Map();
  }

  // The search

  run() {
    /** @type {Found | null} */
    let current = null;
    try {
      current = this.enter(null, null, [-Infinity, Infinity]);
      while (current) current = this.advance(current);
    } catch (error) {
      if (error !== FULL) throw error;
      this.stopped = this.found.findLast(({ left }) => left === null) ?? null;
    }
  }

  /**
   * Take the next step at a node; the node that is current then.
   * @param {Found} node
   */
  advance(node) {
    const move = node.codes[node.children.length];
    if (node.kind === "leaf") {
      const value = this.rules.worth(node.place, node.ply);
      this.record("evaluate", node, value);
      node.value = value;
    } else if (move !== undefined && node.alpha < node.beta) {
      return this.enter(node, move, this.window(node));
    } else if (move !== undefined) {
      this.record("cut", node);
      node.cut = this.taken.length - 1;
    }
    this.record("return", node, node.value);
    node.left = this.taken.length - 1;
    if (node.parent) this.backUp(node, node.parent);
    return node.parent;
  }

  /**
   * @param {Found | null} parent
   * @param {number | null} move
   * @param {[number, number]} window
   */
  enter(parent, move, window) {
    this.room();
    const place = parent && move !== null ? this.rules.play(parent.place, move) : this.rules.root;
    const ply = parent ? parent.ply + 1 : 0;
    const reason = this.rules.reason(place);
    const leaf = reason !== "" || ply === this.search.depth;
    /** @type {Found} */
    const node = {
      number: this.found.length, parent, ply, move, place, kind: leaf ? "leaf" : place.turn === this.me ? "max" : "min",
      reason, codes: leaf ? [] : place.moves, window, alpha: window[0], beta: window[1], entered: this.taken.length,
      value: null, best: null, children: [], steps: [], cut: null, left: null, below: 0,
    };
    this.found.push(node);
    this.record("enter", node);
    parent?.children.push(node);
    return node;
  }

  /**
   * The window of a child at first: the only difference of the algorithms.
   * @param {Found} parent
   * @returns {[number, number]}
   */
  window({ kind, alpha, beta }) {
    const { algorithm } = this.search;
    /** @type {(own: Kind) => boolean} */
    const keeps = (own) => algorithm === "alphabeta" || (algorithm === "shallow" && kind === own);
    return [keeps("max") ? alpha : -Infinity, keeps("min") ? beta : Infinity];
  }

  /**
   * Pass the value of a finished child to its node.
   * @param {Found} child
   * @param {Found} node
   */
  backUp(child, node) {
    const value = /** @type {number} */ (child.value);
    const sign = node.kind === "max" ? 1 : -1;
    if (node.value === null || sign * value > sign * node.value) {
      node.value = value;
      node.best = child.number;
    }
    if (node.kind === "max" && value > node.alpha) {
      node.alpha = value;
      this.record("raise", node, value, child);
    } else if (node.kind === "min" && value < node.beta) {
      node.beta = value;
      this.record("lower", node, value, child);
    } else return;
    node.steps.push(/** @type {Taken} */ (this.taken.at(-1)));
  }

  room() {
    if (this.taken.length === this.search.inside.steps) throw FULL;
  }

  /**
   * @param {Action} action
   * @param {Found} node
   * @param {number | null} [value]
   * @param {Found | null} [child]
   */
  record(action, node, value = null, child = null) {
    this.room();
    const { alpha, beta } = node;
    this.taken.push({ number: this.taken.length, action, node, alpha, beta, value, child, newest: this.found.length - 1 });
  }

  // What is shown

  /** The number of the last step. */
  get last() { return this.taken.length - 1; }

  /** Whether nodes have a window that is of use. */
  get windowed() { return this.search.algorithm !== "minimax"; }

  /** The numbers of the nodes of best play; none if the search did not finish. */
  get principal() {
    const numbers = [];
    /** @type {Found | null} */
    let at = this.found[0].left === null ? null : this.found[0];
    for (; at; at = at.best === null ? null : this.found[at.best]) numbers.push(at.number);
    return numbers;
  }

  /**
   * The moves that lead from the root to a node.
   * @param {Found} node
   * @returns {number[]}
   */
  way({ parent, move }) {
    return parent && move !== null ? [...this.way(parent), move] : [];
  }

  /** @param {Found} node the value of a node that is finished, else null */
  value({ left, value }) {
    return left === null ? null : value;
  }

  /** @param {Found} node what its value says about the true value */
  bound({ kind, window: [alpha, beta], value }) {
    if (kind === "leaf" || value === null || (alpha < value && value < beta)) return "exact";
    return value <= alpha ? "upper" : "lower";
  }

  /** @param {number[]} codes */
  texts(codes) {
    return codes.map((code) => this.search.moves[code].text);
  }

  /** @param {number} number */
  node(number) {
    const known = this.nodes.get(number);
    if (known) return known;
    const made = this.made(this.found[number]);
    this.nodes.set(number, made);
    return made;
  }

  /** The numbers of the nodes that a computer overlooked, and that the search has looked at. */
  get struck() {
    const { overlooked = [] } = this.search;
    const most = Math.max(0, ...overlooked.map((line) => line.split(" ").length));
    return this.found.filter((node) => node.ply <= most && overlooked.includes(this.texts(this.way(node)).join(" "))).map(({ number }) => number);
  }

  /**
   * @param {Found} node
   * @returns {Node}
   */
  made(node) {
    const { said, search: { inside, algorithm } } = this;
    const { number, parent, ply, move, kind, reason, place, entered, left, window, steps, children, codes, below, cut } = node;
    const value = this.value(node);
    const rest = this.texts(codes.slice(children.length));
    const bound = value === null ? "exact" : this.bound(node);
    const { oldWin } = inside;
    const path = this.texts(this.way(node));
    return {
      number, parent: parent?.number ?? null, ply, path, overlooked: this.search.overlooked?.includes(path.join(" ")) ?? false,
      move: move === null ? null : this.search.moves[move].text,
      kind, player: place.turn, end: kind === "leaf" ? (reason ? "over" : "depth") : "",
      reason: kind === "leaf" ? reason || inside.usedUp : "",
      entered, left, valued: kind === "leaf" && left !== null ? entered + 1 : left,
      value: value === null ? null : said.score(value),
      tone: value === null || !said.proven(value) ? "" : value > 0 ? "win" : "loss",
      bound: BOUNDS[bound],
      cost: algorithm !== "shallow" || oldWin === null || value === null ? null
        : String(said.proven(value) ? value - Math.sign(value) * (inside.win - oldWin) : value),
      windows: [[entered, ...window], ...steps.map(({ number: at, alpha, beta }) => [at, alpha, beta])]
        .map(([at, alpha, beta]) => [at, said.score(alpha), said.score(beta)]),
      children: children.map((child) => child.number), below, cut,
      cutMoves: cut === null ? [] : rest, unreached: cut === null ? rest : [],
      moves: this.texts(codes),
    };
  }

  /**
   * @param {number} number
   * @returns {Step}
   */
  step(number) {
    const step = this.taken[number];
    const { action, node, newest, alpha, beta } = step;
    const question = questionOf(this, number);
    return {
      action, node: node.number, newest,
      scene: shownIn(this, newest).number,
      said: sentence(this.said.step(this, step)),
      crossed: action === "cut" ? `α ${this.said.score(alpha)} ≥ β ${this.said.score(beta)}.` : "",
      line: this.line(step), variables: this.variables(step),
      question: question && { ...question, reason: sentence(question.reason) },
    };
  }

  /** @param {Taken} step the line of the code that takes it */
  line({ action, node: { kind } }) {
    const { places } = this.search.inside.algorithms[this.search.algorithm];
    if (action === "return" && kind === "leaf") return places.evaluate;
    return places[action] ?? places[`${action} ${kind}`];
  }

  /**
   * What the variables of the code are when a step has been taken.
   * @param {Taken} step
   */
  variables({ number, action, node, alpha, beta }) {
    const { said } = this;
    /** @type {Record<string, string>} */
    const known = { depth: String(this.search.depth - node.ply) };
    if (this.windowed) Object.assign(known, { alpha: said.score(alpha), beta: said.score(beta) });
    const done = node.children.filter(({ left }) => left !== null && left < number);
    const last = done.at(-1);
    if (!last) return known;
    const values = done.map(({ value }) => /** @type {number} */ (value));
    const best = node.kind === "max" ? Math.max(...values) : Math.min(...values);
    const cut = node.cut !== null && (action === "cut" || action === "return") ? node.codes[node.children.length] : null;
    const [move] = this.texts([cut ?? /** @type {number} */ (last.move)]);
    return { ...known, best: said.score(best), value: said.score(/** @type {number} */ (last.value)), move };
  }

  /**
   * The drawn tree where the search is at a node.
   * @param {number} number
   */
  scene(number) {
    const known = this.scenes.get(number) ?? sceneOf(this, number);
    this.scenes.set(number, known);
    return known;
  }

  /** @param {number} number the first step after one at which moves are cut off, or null */
  nextCut(number) { return this.cuts.find((cut) => cut > number) ?? null; }

  /** The position and the search, in words. */
  get about() {
    const { title, history, algorithm, depth, inside } = this.search;
    const after = history.length ? `after ${history.join(" ")}` : "at the start";
    return `${title} ${after}: ${inside.algorithms[algorithm].title}, ${depth} ${depth === 1 ? "ply" : "plies"} deep`;
  }

  /** The result of the search, in words. */
  get summary() {
    const [root] = this.found;
    const visited = this.found.length - 1;
    if (root.reason) return `The game is over, there is nothing to search. ${sentence(this.said.ending(root.reason))}`;
    const best = this.texts(this.way(this.found[this.principal.at(-1) ?? 0])).join(" ");
    const value = this.value(root);
    const found = value === null ? "The search did not finish." : `Value: ${this.said.score(value)}.${best ? ` Best play: ${best}.` : ""}`;
    return `${capital(this.search.players[this.me])} maximises. ${found} ${visited.toLocaleString("en")} position${visited === 1 ? "" : "s"} visited.`;
  }

  /** Where and when the recording was cut short; empty if it was not. */
  get cutShort() {
    if (!this.stopped) return "";
    const where = this.texts(this.way(this.stopped)).join(" ");
    const { steps } = this.search.inside;
    return `Cut short after ${steps.toLocaleString("en")} step${steps === 1 ? "" : "s"}, ${where ? `at ${where}` : "at the root"}: what is not finished has no value.`;
  }
}

/**
 * The rules for a search from a position of an engine.
 * @param {Engine} engine
 * @param {Position} position
 * @param {Inside} inside
 * @returns {Rules}
 */
export function rulesOf(engine, position, { win, ends }) {
  const { turn } = position;
  /** @param {Place} place */
  const at = (place) => /** @type {Position} */ (place);
  return {
    root: position,
    play: (place, move) => engine.play(at(place), move),
    reason: (place) => (at(place).over ? ends[at(place).result] : ""),
    worth: (place, ply) => (at(place).over ? at(place).standings[turn] * (win - ply) : engine.estimate(at(place), turn)),
  };
}

/**
 * The same by a list of all positions that the search comes to, in their order: each has the player to move, and its
 * moves, or the place of the reason why the game is over and the worth of a leaf.
 * @param {{ visited: [number, number[] | number, number?][], reasons: string[] }} listed
 * @returns {Rules}
 */
export function rulesIn({ visited, reasons }) {
  const places = visited.map(([turn, known, worth = 0]) =>
    Array.isArray(known) ? { turn, moves: known, reason: "", worth } : { turn, moves: [], reason: reasons[known], worth });
  let at = 0;
  return { root: places[0], play: () => places[++at], reason: () => places[at].reason, worth: () => places[at].worth };
}
