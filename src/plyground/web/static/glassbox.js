// The glass box: steps through a recorded search. The server keeps the recording and sends it in parts.
// What it sends of a node describes the whole search; this page shows what was known at the current step.
// The script only works out what to show.

import { local } from "../../browser/storage.js";
import { all, find, hold, isShortcut, reveal, target } from "./page.js";
import { showLine } from "./code_lines.js";
import { PART, Recording } from "./recording.js";
import { DrawnTree } from "./tree_drawn.js";
import { drawRow, make, named, sign } from "./tree_rows.js";

const AHEAD = 40; // steps before the end of a part at which the next one is loaded
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
const AGAIN = 1000; // milliseconds after which a missing board is requested again
const SOON = 6; // steps whose boards and drawn trees are loaded before they are needed
const FORM = "tree"; // the browser keeps whether the tree is drawn or a list
const ROOM = "(min-width: 600px)"; // for a drawn tree
const BESIDE = "(min-width: 72rem) and (min-height: 700px)"; // room for all parts at once

/**
 * @typedef {import("./recording.js").Node} Node
 * @typedef {import("./recording.js").Step} Step
 * @typedef {import("./tree_rows.js").Row} Row
 * @typedef {{ right: boolean, reason: string, truth: string }} Verdict of a guess
 */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} name
 * @returns {T}
 */
const part = (name) => find(`[data-${name}]`);

// What was known of a node after a step

/** @type {(node: Node, now: number) => boolean} */
const valued = (node, now) => node.value !== null && (node.valued ?? 0) <= now;
/** @type {(node: Node, now: number) => boolean} */
const cutBy = (node, now) => node.cut !== null && node.cut <= now;
/** @type {(node: Node, now: number) => string[]} */
const windowAt = (node, now) => node.windows.filter(([step]) => step <= now).slice(-1)[0].slice(1).map(String);
/** @type {(node: Node) => string} */
const valueText = (node) => `${node.bound}${node.bound ? " " : ""}${node.value}`;
const bounded = { "≤": "at most ", "≥": "at least ", "": "" };

class GlassBox {
  /** @param {HTMLElement} section */
  constructor(section) {
    const { recording = "", last, lastCut, colours = "", algorithm, principal = "" } = section.dataset;
    this.lastCut = Number(lastCut);
    this.section = section;
    this.principal = new Set(principal.split(" ").filter(Boolean).map(Number));
    this.windowed = algorithm !== "minimax"; // which uses no window
    this.recording = new Recording(recording, Number(last));
    this.colours = colours.split(" ");
    this.now = 0; // the current step
    this.wanted = 0; // the step to show, perhaps not loaded yet
    /** @type {Set<number>} nodes that the visitor opened */
    this.opened = new Set();
    /** @type {Set<number>} nodes on the way to the current one that the visitor closed */
    this.closed = new Set();
    /** @type {number | null} the node that the visitor looks at, unless the search is there */
    this.looking = null;
    /** @type {Map<string, { element: HTMLElement, signature: string }>} key -> row of the tree */
    this.rows = new Map();
    /** @type {{ timer?: ReturnType<typeof setTimeout> } | null} while playing */
    this.playing = null;
    this.guessing = false;
    /** @type {number | null} the step whose question is open */
    this.open = null;
    /** @type {Map<number, boolean>} step -> whether the answer was right */
    this.answers = new Map();
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.remembering = undefined;
    this.boardWanted = -1;
    this.boardComing = false;
    this.tree = part("tree");
    this.drawn = new DrawnTree(part("drawn"), this.colours);
    /** @type {import("./recording.js").Scene | null} that of the current step */
    this.scene = null;
    this.isDrawn = (local.get(FORM) ?? (matchMedia(ROOM).matches ? "drawn" : "list")) === "drawn";
    this.question = part("question");
    for (const legend of all("[data-sign]")) {
      const name = /** @type {"max" | "min" | "leaf" | "over"} */ (legend.dataset.sign);
      legend.replaceWith(sign(name === "over" ? "leaf" : name, name === "over", "currentColor"));
    }
    part("count").style.setProperty("--letters", String(this.countOf(this.last).length));
    this.listen();
    this.showParts();
  }

  get last() { return this.recording.last; }
  get step() { return /** @type {Step} */ (this.recording.step(this.now)); }
  get node() { return this.recording.node(this.step.node); }
  get shownNode() { return this.looking === null ? this.node : this.recording.node(this.looking); }

  /** @param {Node} node */
  way(node) {
    const numbers = [node.number];
    for (let { parent } = node; parent !== null; { parent } = this.recording.node(parent)) numbers.unshift(parent);
    return numbers;
  }

  // Going from step to step

  /**
   * @param {number} number
   * @param {Verdict | null} [verdict]
   */
  async show(number, verdict = null) {
    const wanted = Math.max(0, Math.min(this.last, number));
    this.wanted = wanted;
    try {
      await this.recording.load(wanted);
      await this.loadScene(wanted);
    } catch (error) {
      if (this.wanted !== wanted) return;
      this.wanted = this.now;
      this.stop();
      part("said").textContent = /** @type {Error} */ (error).message;
      return;
    }
    if (this.wanted !== wanted) return;
    this.now = wanted;
    this.open = null;
    this.verdict = verdict;
    this.looking = null;
    this.closed.clear();
    this.render();
    this.remember();
    if (wanted % PART >= PART - AHEAD && wanted + AHEAD <= this.last) {
      this.recording.load(wanted + AHEAD).catch(() => {});
    }
    this.lookAhead();
  }

  /** @param {number} number of a step that has been loaded */
  async loadScene(number) {
    if (!this.isDrawn) return;
    const scene = await this.recording.scene(/** @type {Step} */ (this.recording.step(number)));
    if (this.wanted === number) this.scene = scene;
  }

  // What the next steps need is there when they are taken.
  lookAhead() {
    for (let next = this.now + 1; next <= this.now + SOON; next += 1) {
      const step = this.recording.step(next);
      if (!step) return;
      this.recording.board(step.node).catch(() => {});
      if (this.isDrawn) Promise.resolve(this.recording.scene(step)).catch(() => {});
    }
  }

  // One step forward, or the question that comes before it.
  async on() {
    if (this.open !== null) {
      this.nudge(this.open);
      return;
    }
    const next = this.wanted + 1;
    if (next > this.last) {
      this.stop();
      return;
    }
    if (this.guessing && !this.answers.has(next)) {
      await this.recording.load(next).catch(() => {}); // if this fails, show says why
      if (this.now !== next - 1 || this.wanted !== this.now) return; // the visitor has moved on
      if (this.recording.step(next)?.question) {
        this.ask(next);
        return;
      }
    }
    await this.show(next);
  }

  /** @param {string} where */
  go(where) {
    this.stop();
    if (where === "on") return this.on();
    if (where === "back") return this.open === null ? this.show(this.wanted - 1) : this.show(this.now);
    if (where === "first") return this.show(0);
    if (where === "last") return this.show(this.last);
    if (where === "cut") return this.toCut();
    if (!this.recording.step(this.now)) return undefined;
    const node = this.node;
    if (where === "over") {
      if (node.left === null) return this.show(this.last);
      return this.show(node.left > this.now ? node.left : this.now + 1);
    }
    const above = node.parent === null ? node : this.recording.node(node.parent);
    return this.show(this.now > node.entered ? node.entered : above.entered);
  }

  async toCut() {
    const next = await this.recording.nextCut(this.wanted).catch(() => null);
    if (next !== null) await this.show(next);
  }

  toggle() {
    if (this.open !== null) {
      this.nudge(this.open);
      return;
    }
    if (this.playing !== null) {
      this.stop();
      return;
    }
    /** @type {{ timer?: ReturnType<typeof setTimeout> }} */
    const playing = {};
    let again = this.wanted === this.last;
    const beat = async () => {
      await (again ? this.show(0) : this.on());
      again = false;
      if (this.playing === playing) playing.timer = setTimeout(beat, 1000 / this.rate());
    };
    this.setPlaying(playing);
    beat();
  }

  rate() {
    /** @type {HTMLInputElement} */
    const speed = part("speed");
    return SPEEDS[Number(speed.value)];
  }

  stop() {
    if (this.playing === null) return;
    clearTimeout(this.playing.timer);
    this.setPlaying(null);
  }

  /** @param {{ timer?: ReturnType<typeof setTimeout> } | null} playing */
  setPlaying(playing) {
    this.playing = playing;
    const button = part("play");
    button.classList.toggle("playing", playing !== null);
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    part("said").setAttribute("aria-live", playing ? "off" : "polite"); // or a screen reader would never stop
  }

  // The address leads back to this step. Browsers object if it changes too often.
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      history.replaceState(null, "", `${location.pathname}${location.search}#step=${this.now + 1}`);
    }, 400);
  }

  // Guessing

  /** @param {boolean} guessing */
  setGuessing(guessing) {
    this.guessing = guessing;
    part("guess").setAttribute("aria-pressed", String(guessing));
    if (!guessing && this.open !== null) this.show(this.now);
    this.layOut();
    this.renderScore();
  }

  /**
   * The question before a step.
   * @param {number} number
   */
  questionOf(number) {
    return /** @type {import("./recording.js").Question} */ (this.recording.step(number)?.question);
  }

  /** @param {number} number */
  ask(number) {
    this.stop();
    this.open = number;
    this.verdict = null;
    const { text, choices, kind } = this.questionOf(number);
    const keys = kind === "cut" ? ["y", "n"] : ["1", "2", "3"];
    const buttons = choices.map((choice, which) => {
      const button = make("button", "choice", choice);
      button.setAttribute("type", "button");
      button.append(" ", make("kbd", "", keys[which]));
      button.setAttribute("aria-keyshortcuts", keys[which]);
      button.addEventListener("click", () => this.answer(number, which));
      return button;
    });
    const skip = make("button", "quiet", "Skip");
    skip.setAttribute("type", "button");
    skip.addEventListener("click", () => this.skip(number));
    const row = make("div", "row");
    row.append(...buttons, skip);
    this.question.replaceChildren(make("p", "asked", text), row);
    this.question.hidden = false;
    part("play").setAttribute("aria-disabled", "true"); // it says so if it is pressed
    this.layOut();
    this.bringQuestion();
  }

  // A question, and what is looked at, take more room while they are there.
  layOut() { this.section.classList.toggle("asks", this.guessing || this.looking !== null); }

  // On a low screen the question may be out of sight, and the page would seem stuck.
  bringQuestion() { this.question.scrollIntoView({ block: "nearest" }); }

  /** @param {number} number */
  nudge(number) {
    find(".asked", this.question).textContent = `${this.questionOf(number).text} Answer first, or press Skip.`;
    this.bringQuestion();
  }

  /**
   * @param {number} number
   * @param {number} which
   */
  answer(number, which) {
    const { answer, choices, reason } = this.questionOf(number);
    const right = which === answer;
    this.answers.set(number, right);
    this.leaveQuestion();
    this.show(number, { right, reason, truth: choices[answer] });
  }

  /** @param {number} number */
  skip(number) {
    this.leaveQuestion();
    this.show(number);
  }

  leaveQuestion() {
    if (this.question.contains(document.activeElement)) find('[data-go="on"]').focus({ preventScroll: true });
  }

  // What the page shows

  render() {
    const { step, now } = this;
    hold();
    const said = part("said");
    if (this.verdict === null) {
      said.replaceChildren(step.said, ...(step.crossed ? [" ", make("strong", "figures", step.crossed)] : []));
    } else {
      const { right, reason, truth } = this.verdict;
      const mark = make("strong", right ? "right" : "wrong", right ? "✓ Right." : `✗ Wrong. The answer: ${truth}.`);
      said.replaceChildren(mark, ` ${reason}`);
    }
    this.question.hidden = true;
    part("play").setAttribute("aria-disabled", "false");
    this.layOut();
    this.renderScore();
    /** @type {HTMLInputElement} */
    const slider = part("slider");
    slider.value = String(now + 1);
    const count = this.countOf(now);
    slider.setAttribute("aria-valuetext", count);
    part("count").textContent = count;
    part("summary").hidden = now !== this.last;
    for (const [where, disabled] of Object.entries({ first: !now, back: !now, last: now === this.last, cut: now >= this.lastCut })) {
      document.querySelector(`[data-go="${where}"]`)?.setAttribute("aria-disabled", String(disabled));
    }
    this.renderTree(true);
    this.renderBoard();
    this.renderFacts();
    showLine(step);
  }

  /** @param {number} step */
  countOf(step) { return `Step ${(step + 1).toLocaleString("en")} of ${(this.last + 1).toLocaleString("en")}`; }

  renderScore() {
    const right = [...this.answers.values()].filter(Boolean).length;
    const asked = this.answers.size;
    part("score").textContent = this.guessing || asked ? `${right} right of ${asked} asked` : "";
  }

  async renderBoard() {
    const node = this.shownNode;
    const path = node.path.length ? `After ${node.path.join(" ")}` : "The root";
    part("path").textContent = path;
    const looking = part("looking");
    looking.hidden = this.looking === null;
    if (this.looking !== null) {
      const at = this.node.path.join(" ") || "the root";
      find("span", looking).textContent = `You are looking at this position. The search is at ${at}.`;
    }
    const place = part("board");
    if (place.dataset.node === String(node.number)) return;
    this.boardWanted = node.number;
    if (this.boardComing) return; // when it arrives, it requests the board wanted by then
    this.boardComing = true;
    try {
      const picture = await this.recording.board(node.number);
      if (this.boardWanted === node.number || this.playing !== null) {
        place.innerHTML = picture; // the server's own SVG, with all text escaped
        place.dataset.node = String(node.number);
      }
    } catch {
      setTimeout(() => this.renderBoard(), AGAIN);
      return;
    } finally {
      this.boardComing = false;
    }
    if (this.boardWanted !== node.number) this.renderBoard();
  }

  renderFacts() {
    const { now, shownNode: node } = this;
    const searched = node.children.filter((child) => child <= this.step.newest).length;
    const [alpha, beta] = windowAt(node, now);
    /** @type {[string, string][]} */
    const facts = [["Ply", `${node.ply}`]];
    if (node.move !== null) facts.unshift(["Move", node.move]);
    if (node.kind === "leaf") {
      facts.push(["Leaf", node.end === "over" ? "the game is over" : node.reason]);
    } else {
      facts.push(["To move", `player ${node.player + 1} (${node.kind})`]);
    }
    if (this.windowed) facts.push(["Alpha", alpha], ["Beta", beta]);
    const value = valued(node, now) ? `${bounded[node.bound]}${node.value}` : "not yet known";
    facts.push(["Value", value]);
    if (node.cost !== null && valued(node, now)) facts.push(["Cost in the old program", node.cost]);
    if (node.kind !== "leaf") {
      const left = cutBy(node, now) ? [] : node.moves.slice(searched);
      facts.push(["Looked at", named(node.moves.slice(0, searched)) || "nothing yet"]);
      if (left.length) facts.push(["Still to look at", named(left)]);
      if (cutBy(node, now)) facts.push(["Cut off", named(node.cut_moves)]);
    }
    part("facts").replaceChildren(...facts.map(([name, text]) => {
      const pair = make("div", name.length + text.length > 17 ? "long" : "");
      pair.append(make("dt", "", name), make("dd", "figures", text));
      return pair;
    }));
  }

  // The tree: one row for each visible node, in order

  wantedRows() {
    const { now } = this;
    const { newest } = this.step;
    const way = new Set(this.way(this.node));
    /** @type {Row[]} */
    const rows = [];
    /** @type {(number: number, place: number, among: number) => void} */
    const visit = (number, place, among) => {
      const node = this.recording.nodes.get(number);
      if (!node) {
        rows.push({ key: `w${number}`, level: 0, place, among, moves: null });
        return;
      }
      const children = node.children.filter((child) => child <= newest);
      const cut = cutBy(node, now);
      const lost = now === this.last && node.unreached.length > 0;
      const inside = children.length + Number(cut) + Number(lost);
      const open = (way.has(number) && !this.closed.has(number)) || this.opened.has(number);
      rows.push({
        key: `n${number}`, node, level: node.ply + 1, place, among,
        expanded: inside ? open : null,
        current: node === this.node,
        window: this.windowed && way.has(number) && node.end !== "over" ? windowAt(node, now) : null,
        known: valued(node, now),
        below: Math.min(node.below, newest - number),
        looked: this.looking === number,
      });
      if (!inside || !open) return;
      for (const [which, child] of children.entries()) visit(child, which + 1, inside);
      const level = node.ply + 2;
      if (cut) rows.push({ key: `c${number}`, level, place: inside, among: inside, moves: node.cut_moves, cut: true });
      if (lost) rows.push({ key: `u${number}`, level, place: inside, among: inside, moves: node.unreached });
    };
    visit(0, 1, 1);
    return rows;
  }

  renderTree(follow = false) {
    if (this.isDrawn) this.renderDrawn();
    else this.renderList(follow);
  }

  renderDrawn() {
    const { now, scene } = this;
    if (!scene) return;
    const way = new Set(this.way(this.node));
    this.drawn.show(scene, this.recording.nodes, {
      newest: this.step.newest,
      current: this.node.number,
      way,
      best: now === this.last ? this.principal : new Set(),
      known: (node) => valued(node, now),
      cut: (node) => cutBy(node, now),
      value: (node) => (valued(node, now) ? valueText(node) : "?"),
      crossed: (node) => (this.windowed ? windowAt(node, now) : null),
      window: (node) => (this.windowed && way.has(node.number) && node.end !== "over" ? windowAt(node, now) : null),
    });
  }

  /** @param {boolean} follow */
  renderList(follow) {
    const focused = all(":focus", this.tree)[0];
    const rows = this.wantedRows();
    const keys = new Set(rows.map((row) => row.key));
    for (const [key, { element }] of this.rows) {
      if (!keys.has(key)) {
        element.remove();
        this.rows.delete(key);
      }
    }
    /** @type {HTMLElement | null} */
    let before = null;
    for (const row of rows) {
      const seen = this.rows.get(row.key) ?? { element: make("div"), signature: "" };
      this.rows.set(row.key, seen);
      const signature = JSON.stringify({ ...row, node: row.node?.number });
      if (signature !== seen.signature) {
        drawRow(seen.element, row, this.colours);
        seen.signature = signature;
      }
      /** @type {ChildNode | null} */
      const next = before ? before.nextSibling : this.tree.firstChild;
      if (next !== seen.element) this.tree.insertBefore(seen.element, next);
      before = seen.element;
    }
    const current = this.rowOf(this.step.node) ?? find("*", this.tree);
    const kept = focused?.isConnected;
    if (!kept) this.focusRow(current);
    if (focused && !kept) current.focus({ preventScroll: true });
    if (follow && !focused) reveal(this.tree, current);
  }

  /** @param {number} number */
  rowOf(number) { return this.rows.get(`n${number}`)?.element; }

  /**
   * Make a row the one that the tab key reaches.
   * @param {HTMLElement} row
   */
  focusRow(row) {
    for (const other of all('[tabindex="0"]', this.tree)) other.tabIndex = -1;
    row.tabIndex = 0;
  }

  /**
   * @param {number} number
   * @param {boolean} open
   */
  async setOpen(number, open) {
    this.closed.delete(number);
    this.opened.delete(number);
    if (open) {
      this.opened.add(number);
      this.renderTree(); // at once, with places for nodes still to be loaded
      await this.recording.children(number).catch(() => { this.opened.delete(number); });
    } else {
      this.closed.add(number);
    }
    this.renderTree();
  }

  /** @param {number} number */
  look(number) {
    this.stop();
    this.looking = number === this.step.node ? null : number;
    this.layOut();
    this.renderTree();
    this.renderBoard();
    this.renderFacts();
  }

  // The parts beside the board, of which small screens show one

  /** @param {string} name */
  choose(name) {
    this.section.dataset.panel = name === "code" || name === "facts" ? name : "tree";
    if (name === "drawn" || name === "list") {
      local.set(FORM, name);
      this.isDrawn = name === "drawn";
    }
    this.showParts();
    if (this.recording.step(this.now)) this.showTree();
  }

  /** @param {string} how */
  zoom(how) {
    if (!this.isDrawn || !this.scene) return;
    this.drawn.zoom(how);
    this.renderDrawn();
    find('[data-zoom="fit"]').setAttribute("aria-pressed", String(this.drawn.wished === "whole"));
  }

  async showTree() {
    await this.loadScene(this.now).catch(() => {});
    this.renderTree(true);
    showLine(this.step);
  }

  showParts() {
    const { panel } = this.section.dataset;
    const form = this.isDrawn ? "drawn" : "list";
    this.tree.hidden = this.isDrawn;
    this.drawn.place.hidden = !this.isDrawn;
    this.section.classList.toggle("is-drawn", this.isDrawn && panel === "tree");
    for (const button of all("[data-show]")) {
      button.setAttribute("aria-pressed", String(button.dataset.show === (panel === "tree" ? form : panel)));
    }
  }

  /**
   * Where a click on a node of the drawn tree leads: to its value, or to where the search entered it.
   * @param {Node} node
   */
  visit(node) {
    this.stop();
    const { entered } = node;
    const value = node.valued ?? entered;
    return this.show(valued(node, this.now) && value !== this.now ? value : entered);
  }

  // Input

  listen() {
    for (const button of all("[data-show]")) {
      button.addEventListener("click", () => this.choose(button.dataset.show ?? ""));
    }
    for (const button of all("[data-zoom]")) {
      button.addEventListener("click", () => this.zoom(button.dataset.zoom ?? ""));
    }
    const beside = matchMedia(BESIDE);
    beside.addEventListener("change", () => { if (beside.matches) this.choose("tree"); });
    new ResizeObserver(() => { if (this.isDrawn && this.scene && this.recording.step(this.now)) this.renderDrawn(); }).observe(this.drawn.place);
    this.drawn.place.addEventListener("click", (event) => {
      /** @type {SVGElement | null} */
      const place = target(event).closest("[data-node], [data-cut]");
      const { node, cut } = place?.dataset ?? {};
      if (node) this.visit(this.recording.node(Number(node)));
      if (cut) this.show(this.recording.node(Number(cut)).cut ?? this.now);
    });
    document.addEventListener("click", (event) => {
      const button = target(event).closest("[data-go]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.go(button.getAttribute("data-go") ?? "");
    });
    part("play").addEventListener("click", () => this.toggle());
    part("all").addEventListener("click", () => {
      const all = this.section.classList.toggle("all");
      part("all").setAttribute("aria-expanded", String(all));
    });
    part("guess").addEventListener("click", () => this.setGuessing(!this.guessing));
    /** @type {HTMLInputElement} */
    const slider = part("slider");
    slider.addEventListener("input", () => {
      this.stop();
      this.show(Number(slider.value) - 1);
    });
    const speed = part("speed");
    const tell = () => {
      const rate = this.rate();
      speed.setAttribute("aria-valuetext", rate < 1 ? "one step every two seconds" : `${rate} step${rate === 1 ? "" : "s"} a second`);
    };
    speed.addEventListener("input", tell);
    tell();
    part("back").addEventListener("click", () => this.look(this.step.node));
    part("there").addEventListener("click", () => this.show(this.shownNode.entered));
    this.tree.addEventListener("click", (event) => {
      /** @type {HTMLElement | null} */
      const row = target(event).closest("[data-node]");
      if (!row) return;
      const number = Number(row.dataset.node);
      this.focusRow(row);
      row.focus();
      if (target(event).closest(".caret") && row.hasAttribute("aria-expanded")) {
        this.setOpen(number, row.getAttribute("aria-expanded") === "false");
      } else {
        this.look(number);
      }
    });
    this.tree.addEventListener("keydown", (event) => this.treeKey(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (!isShortcut(event) || (key === " " && target(event).closest("button, a, summary"))) return;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowRight: () => this.go("on"),
      ArrowLeft: () => this.go("back"),
      ArrowDown: () => this.go("over"),
      ArrowUp: () => this.go("out"),
      Home: () => this.go("first"),
      End: () => this.go("last"),
      " ": () => this.toggle(),
      g: () => this.setGuessing(!this.guessing),
      c: () => this.go("cut"),
      "+": () => this.zoom("in"),
      "-": () => this.zoom("out"),
      0: () => this.zoom("fit"),
    };
    const { open } = this;
    if (open !== null) {
      const answers = this.questionOf(open).kind === "cut" ? ["y", "n"] : ["1", "2", "3"];
      for (const [which, name] of answers.entries()) keys[name] = () => this.answer(open, which);
      keys.s = () => this.skip(open);
    }
    const act = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!act || !this.recording.step(this.now)) return;
    event.preventDefault();
    act();
  }

  // The keys of a tree, by the ARIA practices.
  /** @param {KeyboardEvent} event */
  treeKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {HTMLElement | null} */
    const row = target(event).closest('[role="treeitem"]');
    if (!row) return;
    const number = Number(row.dataset.node ?? -1);
    const expanded = row.getAttribute("aria-expanded");
    const level = Number(row.getAttribute("aria-level"));
    /** @type {Element | null} */
    let next = null;
    if (event.key === "ArrowDown") next = row.nextElementSibling;
    else if (event.key === "ArrowUp") next = row.previousElementSibling;
    else if (event.key === "Home") next = this.tree.firstElementChild;
    else if (event.key === "End") next = this.tree.lastElementChild;
    else if (event.key === "ArrowRight") {
      if (expanded === "false") this.setOpen(number, true);
      else if (expanded === "true") next = row.nextElementSibling;
    } else if (event.key === "ArrowLeft") {
      if (expanded === "true") this.setOpen(number, false);
      else {
        next = row.previousElementSibling;
        while (next && Number(next.getAttribute("aria-level")) >= level) next = next.previousElementSibling;
      }
    } else if (event.key === "Enter" || event.key === " ") {
      if (number >= 0) this.look(number);
    } else return;
    event.preventDefault();
    if (!(next instanceof HTMLElement)) return;
    this.focusRow(next);
    next.focus();
  }
}

for (const section of all("[data-recording]")) {
  const box = new GlassBox(section);
  const asked = Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 1);
  box.show(asked - 1);
}
