// The glass box: steps through a recorded search, in an element that has the parts of glassbox.html.
//
// What a recording has of a node is about the whole search; this shows what was known at the current step. It only
// works out what to show.

import { all, isShortcut, reveal, target } from "./elements.js";
import { local } from "./storage.js";
import { DrawnTree } from "./tree_drawn.js";
import { drawRow, make, named, sign } from "./tree_rows.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
const AGAIN = 1000; // milliseconds after which a missing board is requested again
const FORM = "tree"; // the browser keeps whether the tree is drawn or a list
const ROOM = "(min-width: 600px)"; // for a drawn tree
const BESIDE = "(min-width: 72rem) and (min-height: 700px)"; // room for all parts at once

/**
 * @import { Node, Recording, Step } from "./recording.js"
 * @import { Row } from "./tree_rows.js"
 * @typedef {{ right: boolean, reason: string, truth: string }} Verdict of a guess
 * @typedef {object} Around what a page does for its box
 * @property {(node: Node) => string | Promise<string>} board the picture of a position, as SVG with all text escaped
 * @property {(depth: number) => void} deepen search to another depth
 * @property {(step: number) => void} [shown] a step is shown
 * @property {() => void} [hold] keep the page as tall as it is
 */

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

export class GlassBox {
  /**
   * @param {HTMLElement} section
   * @param {Recording} recording
   * @param {Around} around
   */
  constructor(section, recording, around) {
    this.section = section;
    this.recording = recording;
    this.around = around;
    this.principal = new Set(recording.principal);
    this.colours = recording.search.colours;
    this.players = recording.search.players;
    this.now = 0; // the current step
    this.step = recording.step(0);
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
    this.boardWanted = -1;
    this.boardComing = false;
    this.ended = new AbortController();
    this.tree = this.part("tree");
    this.drawn = new DrawnTree(this.part("drawn"), this.colours);
    this.isDrawn = (local.get(FORM) ?? (matchMedia(ROOM).matches ? "drawn" : "list")) === "drawn";
    this.question = this.part("question");
    this.about();
    this.listen();
    this.showParts();
  }

  get last() { return this.recording.last; }
  get windowed() { return this.recording.windowed; }
  get node() { return this.recording.node(this.step.node); }
  get shownNode() { return this.looking === null ? this.node : this.recording.node(this.looking); }

  /**
   * @template {HTMLElement} [T=HTMLElement]
   * @param {string} name
   * @returns {T}
   */
  part(name) { return this.find(`[data-${name}]`); }

  /**
   * @template {HTMLElement} [T=HTMLElement]
   * @param {string} selector of an element of the box; there has to be one
   * @returns {T}
   */
  find(selector) { return /** @type {T} */ (this.section.querySelector(selector)); }

  /** Stop, and hear nothing any more. */
  close() {
    this.stop();
    this.ended.abort();
  }

  /** What is the same at all steps. */
  about() {
    const { recording, recording: { search, search: { title, depth, players, inside } } } = this;
    const moves = depth === 1 ? "1 move" : `${depth} moves`;
    this.part("title").textContent = `${title}, ${moves} ahead`;
    const struck = search.overlooked?.length ? " The computer overlooked what is struck out; this search sees it." : "";
    const rates = inside.heuristic ? ` At full depth, “${inside.heuristic}” rates the position.` : "";
    this.part("about").textContent = `${recording.about}. Values are for ${players[recording.me]}, the maximiser.${rates}`;
    this.part("cut-short").textContent = recording.cutShort;
    this.part("cut-short").hidden = !recording.cutShort;
    this.part("summary").textContent = `${recording.summary}${struck}`;
    this.part("depth").textContent = String(depth);
    for (const button of all("[data-deepen]", this.section)) {
      const wanted = depth + Number(button.dataset.deepen);
      const tooLarge = wanted > depth && recording.cutShort !== "";
      button.setAttribute("aria-disabled", String(wanted < 1 || wanted > inside.deepest || tooLarge));
      if (tooLarge) button.title = "A deeper search would be cut short too";
    }
    if (!this.windowed) for (const each of all("[data-windows]", this.section)) each.remove();
    for (const legend of all("[data-sign]", this.section)) {
      const name = /** @type {"max" | "min" | "leaf" | "over"} */ (legend.dataset.sign);
      legend.replaceWith(sign(name === "over" ? "leaf" : name, name === "over", "currentColor"));
    }
    this.part("signs").append(this.find(".legend").cloneNode(true));
    this.part("code").replaceChildren(...inside.algorithms[search.algorithm].lines.map((line) => {
      const text = make("code");
      const [before, ...after] = line.split("-INFINITY"); // which does not break
      text.append(before, ...after.flatMap((each) => [make("span", "", "-INFINITY"), each]));
      const item = make("li");
      item.dataset.level = String((line.length - line.trimStart().length) / 2);
      item.append(text);
      return item;
    }));
    this.part("slider").setAttribute("max", String(this.last + 1));
    this.part("count").style.setProperty("--letters", String(this.countOf(this.last).length));
  }

  /** @param {Node} node */
  way(node) {
    const numbers = [node.number];
    for (let { parent } = node; parent !== null; { parent } = this.recording.node(parent)) numbers.unshift(parent);
    return numbers;
  }

  // Going from step to step

  /**
   * Begin: with the first step, or the end if a computer overlooked something, which is then in sight.
   * @param {number} [number]
   */
  begin(number) {
    const { struck } = this.recording;
    for (const each of struck) for (const over of this.way(this.recording.node(each)).slice(0, -1)) this.opened.add(over);
    this.show(number ?? (struck.length ? this.last : 0));
  }

  /**
   * @param {number} number
   * @param {Verdict | null} [verdict]
   */
  show(number, verdict = null) {
    this.now = Math.max(0, Math.min(this.last, number));
    this.step = this.recording.step(this.now);
    this.open = null;
    this.verdict = verdict;
    this.looking = null;
    this.closed.clear();
    this.render();
    this.around.shown?.(this.now);
  }

  /** One step forward, or the question that comes before it. */
  on() {
    if (this.open !== null) {
      this.nudge(this.open);
      return;
    }
    const next = this.now + 1;
    if (next > this.last) this.stop();
    else if (this.guessing && !this.answers.has(next) && this.recording.step(next).question) this.ask(next);
    else this.show(next);
  }

  /** @param {string} where */
  go(where) {
    this.stop();
    const { node, now } = this;
    if (where === "on") this.on();
    else if (where === "back") this.show(this.open === null ? now - 1 : now);
    else if (where === "first") this.show(0);
    else if (where === "last") this.show(this.last);
    else if (where === "cut") this.show(this.recording.nextCut(now) ?? now);
    else if (where === "over") this.show(node.left === null ? this.last : Math.max(node.left, now + 1));
    else this.show(now > node.entered || node.parent === null ? node.entered : this.recording.node(node.parent).entered);
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
    let again = this.now === this.last;
    const beat = () => {
      if (again) this.show(0);
      else this.on();
      again = false;
      if (this.playing === playing) playing.timer = setTimeout(beat, 1000 / this.rate());
    };
    this.setPlaying(playing);
    beat();
  }

  rate() {
    /** @type {HTMLInputElement} */
    const speed = this.part("speed");
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
    const button = this.part("play");
    button.classList.toggle("playing", playing !== null);
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.part("said").setAttribute("aria-live", playing ? "off" : "polite"); // or a screen reader would never stop
  }

  // Guessing

  /** @param {boolean} guessing */
  setGuessing(guessing) {
    this.guessing = guessing;
    this.part("guess").setAttribute("aria-pressed", String(guessing));
    if (!guessing && this.open !== null) this.show(this.now);
    this.layOut();
    this.renderScore();
  }

  /**
   * The question before a step.
   * @param {number} number
   */
  questionOf(number) {
    return /** @type {import("./guessing.js").Question} */ (this.recording.step(number).question);
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
    this.part("play").setAttribute("aria-disabled", "true"); // it says so if it is pressed
    this.layOut();
    this.renderScore();
    this.bringQuestion();
  }

  // A question, and what is looked at, take more room while they are there.
  layOut() { this.section.classList.toggle("asks", this.guessing || this.looking !== null); }

  // On a low screen the question may be out of sight, and the page would seem stuck.
  bringQuestion() { this.question.scrollIntoView({ block: "nearest" }); }

  /** @param {number} number */
  nudge(number) {
    this.find(".asked").textContent = `${this.questionOf(number).text} Answer first, or press Skip.`;
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
    if (this.question.contains(document.activeElement)) this.find('[data-go="on"]').focus({ preventScroll: true });
  }

  // What the page shows

  render() {
    const { step, now } = this;
    this.around.hold?.();
    const said = this.part("said");
    if (this.verdict === null) {
      said.replaceChildren(step.said, ...(step.crossed ? [" ", make("strong", "figures", step.crossed)] : []));
    } else {
      const { right, reason, truth } = this.verdict;
      const mark = make("strong", right ? "right" : "wrong", right ? "✓ Right." : `✗ Wrong. The answer: ${truth}.`);
      said.replaceChildren(mark, ` ${reason}`);
    }
    this.question.hidden = true;
    this.part("play").setAttribute("aria-disabled", "false");
    this.layOut();
    this.renderScore();
    /** @type {HTMLInputElement} */
    const slider = this.part("slider");
    slider.value = String(now + 1);
    const count = this.countOf(now);
    slider.setAttribute("aria-valuetext", count);
    this.part("count").textContent = count;
    this.part("summary").hidden = now !== this.last;
    const ends = { first: !now, back: !now, last: now === this.last, cut: this.recording.nextCut(now) === null };
    for (const [where, disabled] of Object.entries(ends)) {
      this.section.querySelector(`[data-go="${where}"]`)?.setAttribute("aria-disabled", String(disabled));
    }
    this.renderTree(true);
    this.renderBoard();
    this.renderFacts();
    this.renderLine();
  }

  /** @param {number} step */
  countOf(step) { return `Step ${(step + 1).toLocaleString("en")} of ${(this.last + 1).toLocaleString("en")}`; }

  renderScore() {
    const right = [...this.answers.values()].filter(Boolean).length;
    const asked = this.answers.size;
    const soon = this.guessing && this.open === null && this.now < this.last ? "Step on: a question comes soon." : "";
    this.part("score").textContent = asked ? `${right} right of ${asked} asked` : soon;
  }

  async renderBoard() {
    const node = this.shownNode;
    const path = node.path.length ? `After ${node.path.join(" ")}` : "The root";
    this.part("path").textContent = path;
    this.part("looking").hidden = this.looking === null;
    if (this.looking !== null) {
      const at = this.node.path.join(" ") || "the root";
      this.find("[data-looking] span").textContent = `You are looking at this position. The search is at ${at}.`;
    }
    const place = this.part("board");
    if (place.dataset.node === String(node.number)) return;
    this.boardWanted = node.number;
    if (this.boardComing) return; // when it arrives, it requests the board wanted by then
    this.boardComing = true;
    try {
      const picture = await this.around.board(node);
      if (this.boardWanted === node.number || this.playing !== null) {
        place.innerHTML = picture;
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
      facts.push(["To move", `${this.players[node.player]} (${node.kind})`]);
    }
    if (this.windowed) facts.push(["Alpha", alpha], ["Beta", beta]);
    const value = valued(node, now) ? `${bounded[node.bound]}${node.value}` : "not yet known";
    facts.push(["Value", value]);
    if (node.cost !== null && valued(node, now)) facts.push(["Cost in the old program", node.cost]);
    if (node.kind !== "leaf") {
      const left = cutBy(node, now) ? [] : node.moves.slice(searched);
      facts.push(["Looked at", named(node.moves.slice(0, searched)) || "nothing yet"]);
      if (left.length) facts.push(["Still to look at", named(left)]);
      if (cutBy(node, now)) facts.push(["Cut off", named(node.cutMoves)]);
    }
    this.part("facts").replaceChildren(...facts.map(([name, text]) => {
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
      const node = this.recording.node(number);
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
      if (cut) rows.push({ key: `c${number}`, level, place: inside, among: inside, moves: node.cutMoves, cut: true });
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
    const { now } = this;
    const way = new Set(this.way(this.node));
    this.drawn.show(this.recording.scene(this.step.scene), (number) => this.recording.node(number), {
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
        drawRow(seen.element, row, this.colours, this.players);
        seen.signature = signature;
      }
      /** @type {ChildNode | null} */
      const next = before ? before.nextSibling : this.tree.firstChild;
      if (next !== seen.element) this.tree.insertBefore(seen.element, next);
      before = seen.element;
    }
    const current = this.rowOf(this.step.node) ?? /** @type {HTMLElement} */ (this.tree.firstElementChild);
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
  setOpen(number, open) {
    this.closed.delete(number);
    this.opened.delete(number);
    if (open) this.opened.add(number);
    else this.closed.add(number);
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
    this.renderTree(true);
    this.renderLine();
  }

  /** @param {string} how */
  zoom(how) {
    if (!this.isDrawn) return;
    this.drawn.zoom(how);
    this.renderDrawn();
    this.find('[data-zoom="fit"]').setAttribute("aria-pressed", String(this.drawn.wished === "whole"));
  }

  /** The line of the code that has just run, and what its variables are. */
  renderLine() {
    const { line, variables } = this.step;
    const list = this.part("code");
    for (const [at, each] of all("li", list).entries()) {
      if (at !== line) each.removeAttribute("aria-current");
      else {
        each.setAttribute("aria-current", "step");
        reveal(list, each);
      }
    }
    this.part("variables").replaceChildren(...Object.entries(variables).map(([name, value]) => {
      const pair = make("div");
      pair.append(make("dt", "", name), make("dd", "", value));
      return pair;
    }));
  }

  showParts() {
    const { panel } = this.section.dataset;
    const form = this.isDrawn ? "drawn" : "list";
    this.tree.hidden = this.isDrawn;
    this.drawn.place.hidden = !this.isDrawn;
    this.section.classList.toggle("is-drawn", this.isDrawn && panel === "tree");
    for (const button of all("[data-show]", this.section)) {
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
    this.show(valued(node, this.now) && value !== this.now ? value : entered);
  }

  // Input

  listen() {
    const { signal } = this.ended;
    for (const button of all("[data-show]", this.section)) {
      button.addEventListener("click", () => this.choose(button.dataset.show ?? ""));
    }
    for (const button of all("[data-zoom]", this.section)) {
      button.addEventListener("click", () => this.zoom(button.dataset.zoom ?? ""));
    }
    const beside = matchMedia(BESIDE);
    beside.addEventListener("change", () => { if (beside.matches) this.choose("tree"); }, { signal });
    const resized = new ResizeObserver(() => { if (this.isDrawn) this.renderDrawn(); });
    resized.observe(this.drawn.place);
    signal.addEventListener("abort", () => resized.disconnect());
    this.drawn.place.addEventListener("click", (event) => {
      /** @type {SVGElement | null} */
      const place = target(event).closest("[data-node], [data-cut]");
      const { node, cut } = place?.dataset ?? {};
      if (node) this.visit(this.recording.node(Number(node)));
      if (cut) this.show(this.recording.node(Number(cut)).cut ?? this.now);
    });
    this.section.addEventListener("click", (event) => {
      /** @type {HTMLElement | null} */
      const button = target(event).closest("[data-go], [data-deepen]");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const { go, deepen } = button.dataset;
      if (go) this.go(go);
      else this.around.deepen(this.recording.search.depth + Number(deepen));
    }, { signal });
    this.part("play").addEventListener("click", () => this.toggle());
    this.part("all").addEventListener("click", () => {
      const all = this.section.classList.toggle("all");
      this.part("all").setAttribute("aria-expanded", String(all));
    });
    this.part("guess").addEventListener("click", () => this.setGuessing(!this.guessing));
    /** @type {HTMLInputElement} */
    const slider = this.part("slider");
    slider.addEventListener("input", () => {
      this.stop();
      this.show(Number(slider.value) - 1);
    });
    const speed = this.part("speed");
    const tell = () => {
      const rate = this.rate();
      speed.setAttribute("aria-valuetext", rate < 1 ? "one step every two seconds" : `${rate} step${rate === 1 ? "" : "s"} a second`);
    };
    speed.addEventListener("input", tell);
    tell();
    this.part("back").addEventListener("click", () => this.look(this.step.node));
    this.part("there").addEventListener("click", () => this.show(this.shownNode.entered));
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
    document.addEventListener("keydown", (event) => this.key(event), { signal });
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
    if (!act) return;
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
