// The glass box: steps through a recorded search. The server has the recording and gives it out in
// parts; what a node's part says holds for the whole search, and this page shows of it what was
// known at the step where it is. Nothing is computed here but what is to be seen.

import { SILENT, hold, reveal } from "./page.js";

const PART = 200; // steps of a part, as on the server
const AHEAD = 40; // steps before the end of a part at which the next one is loaded
const BOARDS = 400; // that are kept
const NAMED = 12; // moves that a line names
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second

const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const find = (name) => document.querySelector(`[data-${name}]`);

const AGAIN = 1000; // milliseconds after which a board that did not come is asked for again
const ask = (address) => fetch(address).catch(() => { throw new Error(SILENT); });
const json = (response) => response.json().catch(() => { throw new Error(SILENT); }); // a proxy's

// The form

const form = find("ask");
form.elements.game.addEventListener("change", ({ target }) => {
  for (const part of form.querySelectorAll("[data-of-game]")) {
    const other = part.dataset.ofGame !== target.value;
    part.hidden = other;
    if (part.matches("fieldset")) part.disabled = other;
  }
  form.elements.moves.value = "";
});
form.addEventListener("submit", () => {
  find("waiting").textContent = "Looking inside. A game that is new here is prepared first.";
});
addEventListener("pageshow", () => { find("waiting").textContent = ""; });

// The recording

class Recording {
  constructor(id, last) {
    this.id = id;
    this.last = last;
    this.parts = new Map(); // number -> its steps, or the promise of them
    this.nodes = new Map();
    this.boards = new Map(); // node -> the promise of its board
    this.renewal = null;
  }

  async get(path) {
    const id = this.id;
    let response = await ask(`/glassbox/${id}/${path}`);
    if (response.status === 404) { // not kept any longer: the same search is recorded again
      if (id === this.id) {
        this.renewal ??= this.renew().finally(() => { this.renewal = null; });
        await this.renewal;
      }
      response = await ask(`/glassbox/${this.id}/${path}`);
    }
    if (!response.ok) throw new Error((await json(response)).error);
    return response;
  }

  async renew() {
    const response = await ask(`/glassbox/record${location.search}`);
    const answer = await json(response);
    if (!response.ok) throw new Error(answer.error);
    this.id = answer.id;
  }

  keep(nodes) {
    for (const node of nodes) this.nodes.set(node.number, node);
  }

  step(number) {
    const steps = this.parts.get(Math.floor(number / PART));
    return Array.isArray(steps) ? steps[number % PART] : undefined;
  }

  // Have the part of a step at hand.
  async load(number) {
    const part = Math.floor(number / PART);
    if (!this.parts.has(part)) {
      const promise = this.get(`steps/${part}`).then(json);
      this.parts.set(part, promise);
      try {
        const answer = await promise;
        this.keep(answer.nodes);
        this.parts.set(part, answer.steps);
      } catch (error) {
        this.parts.delete(part);
        throw error;
      }
    }
    await this.parts.get(part);
  }

  async children(number) {
    if (this.nodes.get(number).children.every((child) => this.nodes.has(child))) return;
    this.keep((await json(await this.get(`children/${number}`))).nodes);
  }

  board(number) {
    if (!this.boards.has(number)) {
      if (this.boards.size >= BOARDS) this.boards.delete(this.boards.keys().next().value);
      const promise = this.get(`boards/${number}`).then((response) => response.text());
      promise.catch(() => this.boards.delete(number));
      this.boards.set(number, promise);
    }
    return this.boards.get(number);
  }
}

// What of a node was known after a step

const valued = (node, now) => node.value !== null && node.valued <= now;
const cutBy = (node, now) => node.cut !== null && node.cut <= now;
const windowAt = (node, now) => node.windows.findLast(([step]) => step <= now).slice(1);
const named = (moves) => moves.length <= NAMED
  ? moves.join(" ")
  : `${moves.slice(0, NAMED).join(" ")} and ${moves.length - NAMED} more`;
const role = (node) => {
  if (node.end === "over") return "the game is over";
  return `player ${node.player + 1} to move${node.kind === "leaf" ? "" : `, ${node.kind}`}`;
};
const bounded = { "≤": "at most ", "≥": "at least ", "": "" };

// The sign of a node: a house for max, one upside down for min, a box for a leaf.
const OUTLINES = {
  max: "M2 8L9 2L16 8V16H2Z",
  min: "M2 2H16V10L9 16L2 10Z",
  leaf: "M3 4H15V14H3Z",
};
function sign(kind, over, colour) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 18 18");
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("sign", kind);
  if (over) picture.classList.add("over");
  const outline = document.createElementNS(space, "path");
  outline.setAttribute("d", OUTLINES[kind]);
  if (kind !== "leaf" && colour) outline.setAttribute("fill", colour);
  picture.append(outline);
  return picture;
}

class GlassBox {
  constructor(section) {
    this.recording = new Recording(section.dataset.recording, Number(section.dataset.last));
    this.colours = section.dataset.colours.split(" ");
    this.player = section.dataset.player;
    this.now = 0; // the step that was made last
    this.wanted = 0; // the step that is to be shown, maybe not loaded yet
    this.opened = new Set(); // nodes that were opened by hand
    this.closed = new Set(); // nodes on the way to the current one that were closed by hand
    this.looking = null; // the node that is looked at, if it is not the search's
    this.rows = new Map(); // key -> row of the tree
    this.playing = null; // while playing, what holds the timer
    this.guessing = false;
    this.open = null; // the step whose question is open
    this.answers = new Map(); // step -> whether the answer was right
    this.verdict = null;
    this.tree = find("tree");
    this.question = find("question");
    for (const legend of document.querySelectorAll("[data-sign]")) {
      const name = legend.dataset.sign;
      legend.replaceWith(sign(name === "over" ? "leaf" : name, name === "over", "currentColor"));
    }
    this.listen();
  }

  get last() { return this.recording.last; }
  get step() { return this.recording.step(this.now); }
  get node() { return this.recording.nodes.get(this.step.node); }
  get shownNode() { return this.looking === null ? this.node : this.recording.nodes.get(this.looking); }

  way(node) {
    const numbers = [];
    for (let at = node; at; at = this.recording.nodes.get(at.parent)) numbers.push(at.number);
    return numbers.reverse();
  }

  // Going from step to step

  async show(number, verdict = null) {
    const wanted = Math.max(0, Math.min(this.last, number));
    this.wanted = wanted;
    try {
      await this.recording.load(wanted);
    } catch (error) {
      if (this.wanted !== wanted) return;
      this.wanted = this.now;
      this.stop();
      find("said").textContent = error.message;
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
  }

  // One step on, or the question that stands before it.
  async on() {
    if (this.open !== null) {
      this.nudge();
      return;
    }
    const next = this.wanted + 1;
    if (next > this.last) {
      this.stop();
      return;
    }
    if (this.guessing && !this.answers.has(next)) {
      await this.recording.load(next).catch(() => {}); // if it fails, show says why
      if (this.now !== next - 1 || this.wanted !== this.now) return; // gone elsewhere by now
      if (this.recording.step(next)?.question) {
        this.ask(next);
        return;
      }
    }
    await this.show(next);
  }

  go(where) {
    this.stop();
    if (where === "on") return this.on();
    if (where === "back") return this.open === null ? this.show(this.wanted - 1) : this.show(this.now);
    if (where === "first") return this.show(0);
    if (where === "last") return this.show(this.last);
    if (!this.step) return undefined;
    const node = this.node;
    if (where === "over") {
      if (node.left === null) return this.show(this.last);
      return this.show(node.left > this.now ? node.left : this.now + 1);
    }
    const above = this.recording.nodes.get(node.parent) ?? node;
    return this.show(this.now > node.entered ? node.entered : above.entered);
  }

  toggle() {
    if (this.playing !== null) {
      this.stop();
      return;
    }
    const playing = { timer: null };
    let anew = this.wanted === this.last;
    const beat = async () => {
      await (anew ? this.show(0) : this.on());
      anew = false;
      if (this.playing === playing) playing.timer = setTimeout(beat, 1000 / SPEEDS[find("speed").value]);
    };
    this.setPlaying(playing);
    beat();
  }

  stop() {
    if (this.playing === null) return;
    clearTimeout(this.playing.timer);
    this.setPlaying(null);
  }

  setPlaying(playing) {
    this.playing = playing;
    const button = find("play");
    button.classList.toggle("playing", playing !== null);
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    find("said").setAttribute("aria-live", playing ? "off" : "polite"); // it would be read all the time
  }

  // The address leads back to this step. Browsers do not like it to change all the time.
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      history.replaceState(null, "", `${location.pathname}${location.search}#step=${this.now + 1}`);
    }, 400);
  }

  // Guessing

  setGuessing(guessing) {
    this.guessing = guessing;
    find("guess").setAttribute("aria-pressed", String(guessing));
    if (!guessing && this.open !== null) this.show(this.now);
    this.renderScore();
  }

  ask(number) {
    this.stop();
    this.open = number;
    this.verdict = null;
    const { text, choices, kind } = this.recording.step(number).question;
    const keys = kind === "cut" ? ["y", "n"] : ["1", "2", "3"];
    const buttons = choices.map((choice, which) => {
      const button = make("button", "choice", choice);
      button.type = "button";
      button.append(" ", make("kbd", "", keys[which]));
      button.setAttribute("aria-keyshortcuts", keys[which]);
      button.addEventListener("click", () => this.answer(which));
      return button;
    });
    const skip = make("button", "quiet", "Skip");
    skip.type = "button";
    skip.addEventListener("click", () => this.skip());
    const row = make("div", "row");
    row.append(...buttons, skip);
    this.question.replaceChildren(make("p", "asked", text), row);
    this.question.hidden = false;
  }

  nudge() {
    const asked = this.question.querySelector(".asked");
    const { text } = this.recording.step(this.open).question;
    asked.textContent = `${text} Answer first, or skip it.`;
  }

  answer(which) {
    const number = this.open;
    const { answer, choices, reason } = this.recording.step(number).question;
    const right = which === answer;
    this.answers.set(number, right);
    this.leaveQuestion();
    this.show(number, { right, reason, truth: choices[answer] });
  }

  skip() {
    const number = this.open;
    this.leaveQuestion();
    this.show(number);
  }

  leaveQuestion() {
    if (this.question.contains(document.activeElement)) document.querySelector('[data-go="on"]').focus();
  }

  // What is seen

  render() {
    const { step, now } = this;
    hold();
    const said = find("said");
    if (this.verdict === null) {
      said.textContent = step.said;
    } else {
      const { right, reason, truth } = this.verdict;
      const mark = make("strong", right ? "right" : "wrong", right ? "✓ Right." : `✗ Wrong, it is: ${truth}.`);
      said.replaceChildren(mark, ` ${reason}`);
    }
    this.question.hidden = true;
    this.renderScore();
    const slider = find("slider");
    slider.value = now + 1;
    const count = `Step ${(now + 1).toLocaleString("en")} of ${(this.last + 1).toLocaleString("en")}`;
    slider.setAttribute("aria-valuetext", count);
    find("count").textContent = count;
    find("summary").hidden = now !== this.last;
    for (const [where, disabled] of [["first", !now], ["back", !now], ["last", now === this.last]]) {
      const button = document.querySelector(`[data-go="${where}"]`);
      button.setAttribute("aria-disabled", String(disabled));
    }
    this.renderTree(true);
    this.renderBoard();
    this.renderFacts();
  }

  renderScore() {
    const right = [...this.answers.values()].filter(Boolean).length;
    const asked = this.answers.size;
    find("score").textContent = this.guessing || asked ? `${right} right of ${asked} asked` : "";
  }

  async renderBoard() {
    const node = this.shownNode;
    const path = node.path.length ? `From the root: ${node.path.join(" ")}` : "The root: the position that is searched";
    find("path").textContent = path;
    const looking = find("looking");
    looking.hidden = this.looking === null;
    if (this.looking !== null) {
      const at = this.node.path.join(" ") || "the root";
      looking.querySelector("span").textContent = `You look at this position; the search is at ${at}.`;
    }
    const place = find("board");
    if (place.dataset.node === String(node.number)) return;
    this.boardWanted = node.number;
    if (this.boardComing) return; // the one that comes asks for the one that is wanted by then
    this.boardComing = true;
    try {
      const picture = await this.recording.board(node.number);
      if (this.boardWanted === node.number || this.playing !== null) {
        place.innerHTML = picture; // the server's own SVG, in which every text is escaped
        place.dataset.node = node.number;
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
    const facts = [["Ply", `${node.ply}`]];
    if (node.move !== null) facts.unshift(["Move", node.move]);
    if (node.kind === "leaf") {
      facts.push(["Leaf", node.end === "over" ? "the game is over" : node.reason]);
    } else {
      facts.push(["To move", `player ${node.player + 1} (${node.kind})`]);
    }
    facts.push(["Alpha", alpha], ["Beta", beta]);
    const value = valued(node, now) ? `${bounded[node.bound]}${node.value}` : "not known yet";
    facts.push(["Value", value]);
    if (node.cost !== null && valued(node, now)) facts.push(["Cost in the old program", node.cost]);
    if (node.kind !== "leaf") {
      const left = cutBy(node, now) ? [] : node.moves.slice(searched);
      facts.push(["Looked at", named(node.moves.slice(0, searched)) || "nothing yet"]);
      if (left.length) facts.push(["Still to look at", named(left)]);
      if (cutBy(node, now)) facts.push(["Cut off", named(node.cut_moves)]);
    }
    find("facts").replaceChildren(...facts.map(([name, text]) => {
      const pair = make("div");
      pair.append(make("dt", "", name), make("dd", "figures", text));
      return pair;
    }));
  }

  // The tree: one row for each node that is to be seen, in order

  wantedRows() {
    const { now } = this;
    const { newest } = this.step;
    const way = new Set(this.way(this.node));
    const rows = [];
    const visit = (number, place, among) => {
      const node = this.recording.nodes.get(number);
      if (!node) {
        rows.push({ key: `w${number}`, level: 0, waiting: true, place, among });
        return;
      }
      const children = node.children.filter((child) => child <= newest);
      const cut = cutBy(node, now);
      const lost = now === this.last && node.unreached.length > 0;
      const inside = children.length + cut + lost;
      const open = (way.has(number) && !this.closed.has(number)) || this.opened.has(number);
      rows.push({
        key: `n${number}`, node, level: node.ply + 1, place, among,
        expanded: inside ? open : null,
        current: node === this.node,
        window: way.has(number) && node.end !== "over" ? windowAt(node, now) : null,
        known: valued(node, now),
        below: Math.min(node.below, newest - number),
        looked: this.looking === number,
      });
      if (!inside || !open) return;
      children.forEach((child, which) => visit(child, which + 1, inside));
      const level = node.ply + 2;
      if (cut) rows.push({ key: `c${number}`, level, place: inside, among: inside, moves: node.cut_moves, cut: true });
      if (lost) rows.push({ key: `u${number}`, level, place: inside, among: inside, moves: node.unreached });
    };
    visit(0, 1, 1);
    return rows;
  }

  renderTree(follow = false) {
    const focused = this.tree.contains(document.activeElement) ? document.activeElement : null;
    const rows = this.wantedRows();
    const keys = new Set(rows.map((row) => row.key));
    for (const [key, { element }] of this.rows) {
      if (!keys.has(key)) {
        element.remove();
        this.rows.delete(key);
      }
    }
    let before = null;
    for (const row of rows) {
      const seen = this.rows.get(row.key) ?? { element: make("div"), signature: "" };
      this.rows.set(row.key, seen);
      const signature = JSON.stringify({ ...row, node: row.node?.number });
      if (signature !== seen.signature) {
        this.draw(seen.element, row);
        seen.signature = signature;
      }
      const next = before ? before.nextSibling : this.tree.firstChild;
      if (next !== seen.element) this.tree.insertBefore(seen.element, next);
      before = seen.element;
    }
    const current = this.rowOf(this.step.node) ?? this.tree.firstChild;
    if (!this.tree.contains(focused)) this.focusRow(current);
    if (focused && !this.tree.contains(focused)) current.focus({ preventScroll: true });
    if (follow && !focused) reveal(this.tree, current);
  }

  rowOf(number) { return this.rows.get(`n${number}`)?.element; }

  draw(element, row) {
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", row.level);
    element.setAttribute("aria-posinset", row.place);
    element.setAttribute("aria-setsize", row.among);
    element.style.setProperty("--level", row.level - 1);
    if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
    if (!row.node) {
      const text = row.waiting ? "…" : named(row.moves);
      element.className = row.cut ? "item cut" : "item unreached";
      const words = row.cut ? "cut off, not looked at:" : "not reached:";
      element.replaceChildren(make("span", "scissors", row.cut ? "✂" : "⋯"), `${row.waiting ? "" : words} ${text}`);
      element.firstChild.setAttribute("aria-hidden", "true");
      return;
    }
    const { node } = row;
    element.dataset.node = node.number;
    element.className = "item";
    element.classList.toggle("current", row.current);
    element.classList.toggle("way", row.window !== null || row.current);
    element.classList.toggle("looked", row.looked);
    element.setAttribute("aria-selected", String(row.looked));
    if (row.current) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
    if (row.expanded === null) element.removeAttribute("aria-expanded");
    else element.setAttribute("aria-expanded", String(row.expanded));

    // What is read aloud is what stands here, and a few words that are not to be seen.
    const quietly = (text) => make("span", "visually-hidden", text);
    const caret = make("span", "caret", row.expanded === null ? "" : row.expanded ? "▾" : "▸");
    caret.setAttribute("aria-hidden", "true");
    const parts = [caret, sign(node.kind, node.end === "over", this.colours[node.player])];
    parts.push(make("span", "move", node.move ?? "root"), quietly(`, ${role(node)}, value`));
    const value = row.known ? `${node.bound}${node.bound ? " " : ""}${node.value}` : "?";
    parts.push(make("span", `value ${row.known ? node.tone : "unknown"}`, value));
    if (row.window) {
      const [alpha, beta] = row.window;
      parts.push(quietly(", window"), make("span", "window figures", `α ${alpha} · β ${beta}`));
    }
    if (row.current) {
      parts.push(quietly(", the search is"), make("span", "here", "◂ here"));
    } else if (!row.expanded && row.below > 0) {
      const below = make("span", "below", `${row.below.toLocaleString("en")} `);
      below.append(quietly("positions "), "below");
      parts.push(quietly(", "), below);
    }
    element.replaceChildren(...parts);
  }

  // Have a row be the one that the tab key comes to.
  focusRow(row) {
    for (const other of this.tree.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    row.tabIndex = 0;
  }

  async setOpen(number, open) {
    this.closed.delete(number);
    this.opened.delete(number);
    if (open) {
      this.opened.add(number);
      this.renderTree(); // at once, with places for those that have to be loaded
      await this.recording.children(number).catch(() => this.opened.delete(number));
    } else {
      this.closed.add(number);
    }
    this.renderTree();
  }

  look(number) {
    this.stop();
    this.looking = number === this.step.node ? null : number;
    this.renderTree();
    this.renderBoard();
    this.renderFacts();
  }

  // Input

  listen() {
    document.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-go]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.go(button.dataset.go);
    });
    find("play").addEventListener("click", () => this.toggle());
    find("guess").addEventListener("click", () => this.setGuessing(!this.guessing));
    find("slider").addEventListener("input", ({ target }) => {
      this.stop();
      this.show(target.value - 1);
    });
    const speed = find("speed");
    const tell = () => {
      const rate = SPEEDS[speed.value];
      speed.setAttribute("aria-valuetext", rate < 1 ? "one step in two seconds" : `${rate} step${rate === 1 ? "" : "s"} a second`);
    };
    speed.addEventListener("input", tell);
    tell();
    find("back").addEventListener("click", () => this.look(this.step.node));
    find("there").addEventListener("click", () => this.show(this.shownNode.entered));
    this.tree.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-node]");
      if (!row) return;
      const number = Number(row.dataset.node);
      this.focusRow(row);
      row.focus();
      if (target.closest(".caret") && row.hasAttribute("aria-expanded")) {
        this.setOpen(number, row.getAttribute("aria-expanded") === "false");
      } else {
        this.look(number);
      }
    });
    this.tree.addEventListener("keydown", (event) => this.treeKey(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    if (target.closest("input, select, textarea")) return;
    if (key === " " && target.closest("button, a, summary")) return;
    const keys = {
      ArrowRight: () => this.go("on"),
      ArrowLeft: () => this.go("back"),
      ArrowDown: () => this.go("over"),
      ArrowUp: () => this.go("out"),
      Home: () => this.go("first"),
      End: () => this.go("last"),
      " ": () => this.toggle(),
      g: () => this.setGuessing(!this.guessing),
    };
    if (this.open !== null) {
      const { kind } = this.recording.step(this.open).question;
      const answers = kind === "cut" ? ["y", "n"] : ["1", "2", "3"];
      answers.forEach((name, which) => { keys[name] = () => this.answer(which); });
      keys.s = () => this.skip();
    }
    const act = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!act || !this.step) return;
    event.preventDefault();
    act();
  }

  // The keys of a tree, as the ARIA practices have them.
  treeKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest('[role="treeitem"]');
    if (!row) return;
    const number = row.dataset.node === undefined ? null : Number(row.dataset.node);
    const expanded = row.getAttribute("aria-expanded");
    const level = Number(row.getAttribute("aria-level"));
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
      if (number !== null) this.look(number);
    } else return;
    event.preventDefault();
    if (!next) return;
    this.focusRow(next);
    next.focus();
  }
}

const section = find("recording");
if (section) {
  const box = new GlassBox(section);
  const asked = Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 1);
  box.show(asked - 1);
}
