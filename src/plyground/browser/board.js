// A board to look at and to play on, in any page: `new Board(element, geometry, options)`.
//
// It knows no rule and no drawing: picture.js puts pictures together, choices.js asks for a number or the
// like, and draw() says which moves are legal. It lives in a shadow root, which
// no style sheet of a page reaches; custom properties do: --ply-accent, --ply-card, --ply-line, --ply-win,
// --ply-draw, --ply-loss, --ply-font, --ply-labels, --ply-most-height, those of geometry.dark.

import { Bar } from "./bar.js";
import * as choices from "./choices.js";
import { made } from "./elements.js";
import * as motion from "./motion.js";
import { Picture } from "./picture.js";
import { DARK, STYLE } from "./sheet.js";
import { playSound } from "./sound.js";

/**
 * @import { Dots } from "./dots.js"
 * @import { Geometry, MoveValue, Pieces, Shown, Target } from "./picture.js"
 */

/**
 * @typedef {object} BoardOptions
 * @property {(code: number) => void} [onmove] called with each legal move that was picked
 * @property {(code: number | null) => void} [onrefuse]
 *   called for a pick that is no legal move, with the move that it would be if there is one
 * @property {(words: string) => void} [onask] called for a pick that may mean several lines, with what to say of it
 * @property {boolean} [locked] whether picks are refused
 * @property {boolean} [valued] whether there is room for a bar that shows who is better
 * @property {"auto" | "light" | "dark"} [theme]
 */

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 10; // CSS pixels from a tap to another line that it may mean

/** @param {string} part */
function parsed(part) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = part;
  return [...holder.children];
}

export class Board {
  /**
   * An empty board inside an element.
   * @param {HTMLElement} element
   * @param {Geometry} geometry
   * @param {BoardOptions} [options]
   */
  constructor(element, geometry, options = {}) {
    this.element = element;
    this.geometry = geometry;
    this.options = options;
    this._parts = new Picture(geometry);
    this._locked = options.locked ?? false;
    this._stopped = new AbortController();
    this._theme = options.theme ?? "auto";
    /** @type {Shown | null} */
    this._shown = null;
    /** @type {Map<string, Element[]>} */
    this._drawn = new Map();
    /** @type {Map<number, string>} */
    this._worth = new Map(); // the parts of values, by site
    /** @type {number | null} */
    this._first = null; // the first of two dots, or the site of the piece that is to go somewhere
    this._goes = geometry.moves.some(({ from }) => from !== undefined); // whether pieces go from site to site
    /** @type {number[]} */
    this._seen = []; // the moves that are shown before they are made
    /** @type {Target | null} */
    this._aimed = null; // the target under the mouse, or the one that keys are at
    this._drops = geometry.targets.some(({ kind }) => kind === "column"); // whether counters fall
    this._labels = choices.choosable(geometry); // what is to be chosen besides a place
    /** @type {string | null} */
    this._label = null; // the one that is picked, or dragged
    /** @type {Map<number, string[]>} */
    this._owned = new Map(); // by player, as far as they were seen

    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.replaceChildren();
    const sheet = new CSSStyleSheet();
    const dark = Object.entries({ ...geometry.dark, ...DARK }).map(([name, colour]) => `${name}:${colour};`);
    const font = `text { font-family: var(--ply-font, ${geometry.font}); }`;
    sheet.replaceSync(`:host([data-ply-theme="dark"]) { ${dark.join(" ")} } ${font} ${STYLE}`);
    root.adoptedStyleSheets = [sheet];

    this._frame = made("div", { class: `frame${options.valued ? " valued" : ""}${this._labels.length ? " choosy" : ""}` });
    this._board = made("div", { class: "board" });
    this._bar = new Bar(geometry.colours);
    this._svg = document.createElementNS(SVG, "svg");
    const [width, height] = geometry.size;
    this._frame.style.setProperty("--ratio", String(Number(width) / Number(height)));
    const attributes = {
      version: "1.1", viewBox: geometry.view, width, height, class: "ply-picture", role: "img",
      "aria-labelledby": "title", "aria-describedby": "description",
    };
    for (const [name, value] of Object.entries(attributes)) this._svg.setAttribute(name, value);
    this._title = document.createElementNS(SVG, "title");
    this._description = document.createElementNS(SVG, "desc");
    this._title.id = "title";
    this._description.id = "description";
    this._title.textContent = geometry.title;
    this._targets = made("div", { class: "targets", role: "group", "aria-label": geometry.title });
    this._buttons = geometry.targets.map((target, number) => this._button(target, number));
    this._targets.append(...this._buttons);
    this._chooser = new choices.Chooser(this._stopped.signal);
    this._tray = new choices.Tray({
      pick: (label) => this._pickLabel(label),
      over: (label, x, y) => this._carry(label, x, y),
      drop: (label, x, y) => this._drop(label, x, y),
    });
    this._faces = made("div", { class: "faces", "aria-hidden": "true" });
    this._board.append(this._svg, this._faces, this._targets, this._chooser.element);
    this._frame.append(this._bar.element, this._board, this._tray.element);
    root.append(this._frame);
    this._listen();
    this.theme = this._theme;
    this.draw({ cells: geometry.places.map(() => 0) });
    /** @type {Dots | null} */
    this.dots = null;
    this._shown = null; // nothing arrives on the first position
  }

  // What a page calls

  /** Show a position. Counters and lines that are new since the last one arrive. @param {Shown} position */
  draw(position) {
    const before = this._shown;
    const same = before !== null && String(before.cells) === String(position.cells);
    this._shown = position;
    this._description.textContent = position.description ?? "";
    this._paint();
    if (!same) this._forget();
    this._describe();
    this._bar.show(position.standing ?? null);
    this._face(position.faces ?? new Map());
    this._frame.classList.toggle("still", motion.still());
    if (before && !same) this._arrive(before.cells);
  }

  /**
   * Show at once what a legal move puts down, until draw() says what it led to. Nothing where that depends
   * on the position.
   * @param {number} code
   */
  anticipate(code) {
    const [site, look] = [this._lands(code), this._look(code)];
    if (!this._shown || look <= 0 || site === undefined || !(this._drops || this.geometry.moves[code].sites.length === 1)) return;
    const { cells, turn, description } = this._shown;
    this.draw({ cells: cells.map((cell, at) => (at === site ? look : cell)), last: [site], turn, description });
  }

  /** Let a few pieces of paper in a player's colour come down, and then the page is as before. @param {number} player */
  cheer(player) {
    if (motion.still()) return;
    const colour = (/** @type {string} */ name) => getComputedStyle(this._frame).getPropertyValue(name);
    const own = colour(`--ply-player${player}`) || this.geometry.colours[player];
    motion.cheer(this._frame, [own, own, colour("--accent"), "#e0b54a"]);
  }

  /** Whether counters fall into its columns. */
  get drops() {
    return this._drops;
  }

  /** Let people have its dots elsewhere, if it has any. @param {typeof Dots} Moving see dots.js, which only such boards need */
  movable(Moving) {
    if (this.geometry.targets.some(({ dot }) => dot !== undefined)) this.dots = new Moving(this, this._board, this._buttons);
  }

  /** Show the same board with its dots elsewhere. @param {Geometry} geometry */
  lay(geometry) {
    this.geometry = geometry;
    this._parts = new Picture(geometry);
    this._paint();
  }

  /** Whether picks are refused. */
  get locked() {
    return this._locked;
  }

  set locked(locked) {
    this._locked = locked;
    if (locked) this._forget();
    this._describe();
    this._aim(this._aimed);
  }

  /** Light or dark; "auto" is what the visitor's system says. */
  get theme() {
    return this._theme;
  }

  set theme(theme) {
    this._theme = theme;
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.element.dataset.plyTheme = dark ? "dark" : "light";
  }

  /** Move the focus to the board. */
  focus() {
    this._buttons.find((each) => each.tabIndex === 0)?.focus({ preventScroll: true });
  }

  /** Take the board out of its element. */
  remove() {
    this._stopped.abort();
    this.element.shadowRoot?.replaceChildren();
    delete this.element.dataset.plyTheme;
  }

  // The picture

  /** Put the picture together, and keep the elements of the parts that are there already. */
  _paint() {
    if (!this._shown) return;
    this._ghost();
    const { below, above } = this._parts.picture(this._shown);
    /** @type {Map<string, Element[]>} */
    const drawn = new Map();
    /** @param {string} part */
    const elements = (part) => {
      const found = drawn.get(part) ?? this._drawn.get(part) ?? parsed(part);
      drawn.set(part, found);
      return found;
    };
    const under = below.flatMap(elements);
    const over = [...above, ...this._values(this._shown)].flatMap(elements);
    this._svg.replaceChildren(this._title, this._description, ...under, ...over);
    this._drawn = drawn;
    this._above = over[0] ?? null;
    this._aim(this._aimed);
  }

  /**
   * A part for the best value at each site, at each edge from the first dot, or where the selected piece can go.
   * @param {Shown} position
   */
  _values({ values = [] }) {
    const { edges, moves, parts } = this.geometry;
    /** @type {Map<number, MoveValue>} */
    const best = new Map();
    for (const value of values) {
      const { from, label } = moves[value.move];
      if (this._label !== null && this._label !== label) continue;
      const site = from === undefined || this._first !== null || this._shut() ? this._lands(value.move) : from;
      if (this._first !== null && !(from === this._first || edges[site]?.includes(this._first))) continue;
      if (site !== undefined && (!best.has(site) || (value.best && !best.get(site)?.best))) best.set(site, value);
    }
    this._worth = new Map([...best].map(([site, value]) => {
      const sizes = /** @type {Pieces[]} */ (parts.values[this._parts.kind(site)]);
      const kind = `ply-value ply-${value.kind ?? "unknown"}${value.best ? " ply-best" : ""}`;
      return [site, this._parts.filled(this._parts.sized(sizes, value.text), site, value.text, kind)];
    }));
    return [...this._worth.values()];
  }

  /** Put pictures where moves go. @param {Map<number, string[]>} faces */
  _face(faces) {
    const [left, top, width, height] = this.geometry.view.split(" ").map(Number);
    this._faces.replaceChildren(...[...faces].flatMap(([code, each]) => {
      const site = this._lands(code);
      if (site === undefined) return [];
      const [x, y] = (this.geometry.places[site][this.geometry.edges[site] ? 1 : 0].match(/[-.\d]+/g) ?? []).map(Number);
      const span = made("span");
      Object.assign(span.style, { left: `${(100 * (x - left)) / width}%`, top: `${(100 * (y - top)) / height}%` });
      span.innerHTML = each.join("");
      return [span];
    }));
  }

  /**
   * Where a piece goes; else the first empty one of a move's sites, that of a counter that drops.
   * @param {number} code
   */
  _lands(code) {
    const { sites, to } = this.geometry.moves[code];
    return to ?? sites.find((site) => !this._shown?.cells[site]) ?? sites[0];
  }

  /**
   * What a move puts down, as a number of `looks`.
   * @param {number} code
   */
  _look(code) {
    const { ghosts, looks, moves } = this.geometry;
    const own = ghosts[this._shown?.turn ?? 0];
    const { label } = moves[code];
    return own ?? looks.findIndex((words) => words === label || words.startsWith(`${label}, `));
  }

  /**
   * Show what these moves would put down, and nothing else.
   * @param {number[]} codes
   */
  _ghost(...codes) {
    for (const each of this._svg.querySelectorAll(".ply-ghost")) each.remove();
    for (const each of this._svg.querySelectorAll(".ply-aside")) each.classList.remove("ply-aside");
    this._seen = this._shut() ? [] : codes;
    for (const each of this._seen) this._stamp(each);
  }

  /** @param {number} code */
  _stamp(code) {
    const site = this._lands(code);
    const look = this._look(code);
    if (site === undefined || look <= 0 || this._shown?.cells[site]) return;
    const [ghost] = parsed(this._parts.site(site, look));
    ghost.removeAttribute("data-site");
    ghost.setAttribute("class", "ply-ghost");
    ghost.setAttribute("pointer-events", "none");
    // Its parts would take the press, and go before they have it.
    for (const each of ghost.querySelectorAll("[pointer-events]")) each.removeAttribute("pointer-events");
    this._svg.insertBefore(ghost, this._above ?? null);
    if (this._drops || this.geometry.edges[site]) return; // it is seen around its value
    for (const each of /** @type {SVGGElement[]} */ (this._drawn.get(this._worth.get(site) ?? "") ?? [])) {
      each.style.setProperty("--aside", `${1.2 * (each.querySelector("circle")?.r.baseVal.value ?? 0)}px`);
      each.classList.add("ply-aside"); // in a corner
    }
  }

  // What arrives

  /** @param {number[]} before */
  _arrive(before) {
    const { cells = [], last = [] } = this._shown ?? {};
    const { still, fall, draw, pop, appear } = motion;
    let longest = 0;
    for (const site of last) {
      if (!cells[site] || before[site]) continue;
      const edge = this.geometry.edges[site];
      const element = /** @type {SVGGElement | null} */ (this._svg.querySelector(`[data-site="${site}"]`));
      if (!still() && element) longest = edge ? draw(element) : (this._drops ? fall : pop)(element, this._svg.viewBox.baseVal);
      playSound(edge ? "line" : this._drops ? "counter" : "mark", this._drops ? 0.7 * longest : 0);
    }
    if (still()) return;
    for (const each of this._svg.querySelectorAll("g.ply-line")) draw(each, longest);
    for (const each of this._svg.querySelectorAll(":not(g).ply-line, .ply-area")) appear(each, longest);
  }

  // Picking

  _shut() {
    return this._locked || !this._shown?.legal?.length;
  }

  /**
   * The legal moves that change one of these sites.
   * @param {number[]} sites
   */
  _legal(sites) {
    const { moves } = this.geometry;
    const legal = (this._shown?.legal ?? []).filter((code) => moves[code].sites.some((site) => sites.includes(site)));
    return this._label === null ? legal : legal.filter((code) => moves[code].label === this._label);
  }

  /**
   * The edge between two dots.
   * @param {number} one
   * @param {number} other
   */
  _edge(one, other) {
    return this.geometry.edges.findIndex((edge) => edge?.includes(one) && edge.includes(other));
  }

  /**
   * The moves that a target stands for: with a first dot those that join it to this one, with a piece
   * those that take it here, else those that begin here.
   * @param {Target} target
   */
  _moves(target) {
    if (target.dot === undefined && this._goes) return this._first === null ? this._starting(target) : this._going(target);
    if (target.dot === undefined || this._first === null) return this._legal(target.sites);
    return target.dot === this._first ? [] : this._legal([this._edge(this._first, target.dot)]);
  }

  /** @param {Target} target */
  _starting({ sites }) {
    const { moves } = this.geometry;
    return this._legal(sites).filter((code) => sites.includes(moves[code].from ?? sites[0]));
  }

  /** @param {Target} target */
  _going({ sites }) {
    const { moves } = this.geometry;
    return this._legal(sites).filter((code) => moves[code].from === this._first && sites.includes(moves[code].to ?? -1));
  }

  /**
   * @param {Target} target
   * @param {HTMLButtonElement} button
   */
  _pick(target, button) {
    if (this._locked) this._refuse(null);
    else if (target.dot === undefined && this._goes) this._lead(target, button);
    else if (target.dot === undefined) this._take(this._legal(target.sites), target.sites, button);
    else if (this._first === null) {
      if (this._moves(target).length) this._choose(target.dot);
      else this._refuse(null);
    } else {
      const edge = this._first === target.dot ? -1 : this._edge(this._first, target.dot);
      this._choose(null);
      if (edge < 0) this._refuse(null);
      else this._take(this._legal([edge]), [edge], button);
    }
  }

  /**
   * Choose a piece, or the place where it is to go. Elsewhere the choice is given up.
   * @param {Target} target
   * @param {HTMLButtonElement} button
   */
  _lead(target, button) {
    const first = this._first;
    const going = first === null ? [] : this._going(target);
    const starting = this._starting(target);
    const piece = this.geometry.moves[starting[0]]?.from;
    if (going.length) this._take(going, target.sites, button);
    else if (piece !== undefined && piece !== first) this._choose(piece);
    else if (first !== null) this._choose(null);
    else this._take(starting, target.sites, button);
  }

  /**
   * Make the only one of these moves, or ask which.
   * @param {number[]} moves
   * @param {number[]} sites which they change
   * @param {HTMLButtonElement} [button]
   */
  _take(moves, sites, button) {
    if (moves.length > 1 && button) this._ask(moves, button);
    else if (moves.length) {
      this._ghost();
      this.options.onmove?.(moves[0]);
    } else {
      const labels = this._label === null ? this._shown?.legal?.map((code) => this.geometry.moves[code].label) : [this._label];
      this._refuse(choices.meant(this.geometry, sites, this._labels.length ? labels ?? [] : null));
    }
  }

  /** @param {number | null} code */
  _refuse(code) {
    this._choose(null);
    this.options.onrefuse?.(code);
  }

  /** @param {number | null} dot */
  _choose(dot) {
    if (this._first === dot) return;
    this._first = dot;
    this._paint();
    this._describe();
  }

  /**
   * Ask which of several moves is meant.
   * @param {number[]} moves
   * @param {HTMLButtonElement} button
   */
  _ask(moves, button) {
    const { moves: known, targets } = this.geometry;
    const values = new Map(this._shown?.values?.map((each) => [each.move, each]));
    const choices = moves.map((code) => ({
      label: known[code].label, words: known[code].words, value: values.get(code), act: () => this.options.onmove?.(code),
    }));
    this._chooser.ask(choices, targets[this._buttons.indexOf(button)], button);
  }

  // What is picked before the place

  /** @param {string} label */
  _pickLabel(label) {
    if (this._shut()) {
      this._refuse(null);
      return;
    }
    this._label = this._label === label ? null : label;
    this._paint();
    this._describe();
  }

  /**
   * Show where what is dragged would go.
   * @param {string} label
   * @param {number} x
   * @param {number} y
   */
  _carry(label, x, y) {
    if (this._label !== label) this._pickLabel(label);
    const over = choices.at(this._buttons, x, y);
    const target = over && this.geometry.targets[this._buttons.indexOf(over)];
    for (const each of this._buttons) each.classList.toggle("over", each === over && this._moves(/** @type {Target} */ (target)).length > 0);
    this._aim(target ?? null);
  }

  /**
   * @param {string} label
   * @param {number} x
   * @param {number} y
   */
  _drop(label, x, y) {
    const over = choices.at(this._buttons, x, y);
    for (const each of this._buttons) each.classList.remove("over");
    this._aim(null);
    const target = over && this.geometry.targets[this._buttons.indexOf(over)];
    const moves = target && this._label === label ? this._moves(target) : [];
    this._label = null;
    this._paint();
    this._describe();
    if (over && target) this._take(moves, target.sites, over);
  }

  /** Give up a move that was begun. */
  _forget() {
    this._choose(null);
    this._label = null;
    this._chooser.close(this._chooser.element.contains(this.element.shadowRoot?.activeElement ?? null));
  }

  /** The number of the dot that is nearest to a place: those of neighbours may reach over each other. @param {number} x @param {number} y */
  _nearest(x, y) {
    const far = this._buttons.map((button, number) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return this.geometry.targets[number].dot === undefined ? Number.POSITIVE_INFINITY : Math.hypot(left + width / 2 - x, top + height / 2 - y);
    });
    return far.indexOf(Math.min(...far));
  }

  /**
   * The legal moves that a pick on a line may mean; none if that line is no legal move.
   * @param {number} site
   * @param {MouseEvent} event
   */
  _meant(site, event) {
    const moves = this._legal([site]);
    return moves.length ? [...new Set([...moves, ...this._near(event.clientX, event.clientY)])] : [];
  }

  /** The legal moves whose lines run past a place so closely that a tap there may mean any of them. @param {number} x @param {number} y */
  _near(x, y) {
    const { edges, moves, places, view } = this.geometry;
    const [left, top, width] = view.split(" ").map(Number);
    const box = this._svg.getBoundingClientRect();
    const scale = box.width / width;
    const [u, v] = [left + (x - box.left) / scale, top + (y - box.top) / scale];
    return (this._shown?.legal ?? []).filter((code) => moves[code].sites.some((site) => {
      if (!edges[site]) return false;
      const [x1, y1, x2, y2] = places[site].slice(2).map(Number);
      const [dx, dy] = [x2 - x1, y2 - y1];
      const share = Math.min(1, Math.max(0, ((u - x1) * dx + (v - y1) * dy) / (dx * dx + dy * dy)));
      return scale * Math.hypot(x1 + share * dx - u, y1 + share * dy - v) <= NEAR;
    }));
  }

  // Buttons over the picture: they take taps, keys and the focus

  /**
   * @param {Target} target
   * @param {number} number
   */
  _button(target, number) {
    const button = made("button", { type: "button", class: `target ${target.kind}` });
    const [left, top, width, height] = target.box.map((part) => `${part}%`);
    Object.assign(button.style, { left, top, width, height });
    button.tabIndex = number ? -1 : 0;
    button.addEventListener("click", (event) => {
      // The second half of a double click is not the next player's move.
      if (event.detail >= 2 && target.dot === undefined && !this._goes) return;
      const nearest = target.dot === undefined || event.detail === 0 ? number : this._nearest(event.clientX, event.clientY);
      this._pick(this.geometry.targets[nearest], this._buttons[nearest]);
    });
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this._aim(target));
    button.addEventListener("pointerleave", () => this._aim(null));
    button.addEventListener("focus", () => {
      for (const each of this._buttons) each.tabIndex = each === button ? 0 : -1;
      if (button.matches(":focus-visible")) this._aim(target);
    });
    button.addEventListener("blur", () => this._aim(null));
    return button;
  }

  /**
   * Show what a pick here would put down, also when the position changes meanwhile.
   * @param {Target | null} target
   */
  _aim(target) {
    this._aimed = target;
    const half = target === null || ((target.dot !== undefined || this._goes) && this._first === null);
    const moves = half ? [] : this._moves(target);
    this._ghost(...(moves.length === 1 || this.geometry.ghosts[this._shown?.turn ?? 0] ? moves.slice(0, 1) : []));
  }

  /** Say of each target what is there, and whether it can be picked. */
  _describe() {
    const { targets, looks, edges, players, colours, title } = this.geometry;
    const { cells = [], values = [] } = this._shown ?? {};
    this._board.classList.toggle("open", !this._shut());
    for (const [number, target] of targets.entries()) {
      const button = this._buttons[number];
      const moves = this._moves(target);
      const words = [target.name];
      if (target.kind === "dot") {
        const joined = target.sites.filter((site) => cells[site]);
        words.push(...joined.map((site) => `joined to ${edges[site]?.find((dot) => dot !== target.dot)} by ${looks[cells[site]]}`));
        button.setAttribute("aria-pressed", String(target.dot === this._first));
      } else {
        const held = target.sites.filter((site) => cells[site]).map((site) => looks[cells[site]]);
        words.push(...(held.length ? held : [looks[0]]));
        const goal = this._goes && this._first !== null && moves.length > 0;
        button.classList.toggle("goal", goal);
        if (goal) words.push("can go here");
        if (this._goes) button.setAttribute("aria-pressed", String(this._first !== null && target.sites.includes(this._first)));
      }
      if (target.dot === undefined || this._first !== null) {
        const worth = values.find((each) => moves.includes(each.move) && each.words);
        if (worth?.words) words.push(worth.words);
      }
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-disabled", String(this._shut() || !(moves.length || (this._goes && this._starting(target).length))));
    }
    const turn = this._shown?.turn ?? -1;
    const mover = turn in players;
    this._targets.setAttribute("aria-label", mover && this._shown?.legal?.length ? `${title}, ${players[turn]} to move` : title);
    this._frame.style.setProperty("--mover", mover ? `var(--ply-player${turn}, ${colours[turn]})` : "");
    this._describeTray();
  }

  /** Show in the tray what the player to move has; while nobody can play it stays, and at the end it is empty. */
  _describeTray() {
    const { moves } = this.geometry;
    const { legal = [], turn = 0, values = [], last = [] } = this._shown ?? {};
    if (!this._labels.length || (legal.length ? this._locked && this._owned.size : !this._locked || !last.length)) return;
    const free = new Set(legal.map((code) => moves[code].label));
    const owned = this._labels.filter((label) => free.has(label) || this._owned.get(turn)?.includes(label));
    this._owned.set(turn, owned);
    this._tray.show(owned, free, this._label, !this._shut(), (label) => values.find(({ move }) => moves[move].label === label));
  }

  _listen() {
    const { signal } = this._stopped;
    matchMedia("(prefers-color-scheme: dark)").addEventListener(
      "change", () => { this.theme = this._theme;}, { signal },
    );
    this._targets.addEventListener("keydown", (event) => this._key(event, this._buttons, true));
    for (const each of [this._chooser, this._tray])
      each.element.addEventListener("keydown", (event) => this._key(event, each.buttons, false));
    document.addEventListener("pointerdown", (event) => {
      if (this._goes && !event.composedPath().includes(this._board)) this._choose(null);
    }, { signal });
    /** @param {Event} event */
    const edge = (event) => {
      const site = /** @type {Element} */ (event.target).closest("[data-site]")?.getAttribute("data-site");
      return site !== undefined && site !== null && this.geometry.edges[Number(site)] ? Number(site) : null;
    };
    this._svg.addEventListener("click", (event) => {
      const site = edge(event);
      if (event.detail > 1 || (site === null && this._first === null)) return;
      if (this._locked || site === null || this._first !== null) this._refuse(null);
      else {
        const meant = this._meant(site, event);
        if (meant.length < 2) this._take(meant, [site]);
        else {
          this._ghost(...meant); // until a pick is clear
          this.options.onask?.(choices.several(meant.length));
        }
      }
    });
    for (const kind of /** @type {const} */ (["pointerover", "pointermove"]))
      this._svg.addEventListener(kind, (event) => {
        const site = edge(event);
        if (event.pointerType !== "mouse" || this._first !== null) return;
        const meant = site === null ? [] : this._meant(site, event);
        if (String(meant) !== String(this._seen)) this._ghost(...meant);
      });
    this._svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this._ghost());
  }

  /**
   * Arrow keys walk over the buttons, Escape leaves the chooser or gives up the first dot or the piece.
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} buttons
   * @param {boolean} around whether an arrow goes on to the next one where there is none that way
   */
  _key(event, buttons, around) {
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
    const way = arrows[event.key];
    // Nothing is above or below a column.
    if (way) choices.walk(event.target, buttons, way, around && !(this._drops && way[1]))?.focus({ preventScroll: true });
    else if (event.key === "Home") buttons[0]?.focus({ preventScroll: true });
    else if (event.key === "End") buttons.at(-1)?.focus({ preventScroll: true });
    else if (event.key === "Escape" && this._chooser.open) this._chooser.close(true);
    else if (event.key === "Escape" && this._label !== null) this._pickLabel(this._label);
    else if (event.key === "Escape" && this._first !== null) this._choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
