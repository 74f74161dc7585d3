// Draws the tree of the glass box: tree_scene.js says where everything is, and this shows what was known at a step.

import { element } from "./elements.js";

/**
 * @typedef {import("./recording.js").Node} Node
 * @typedef {import("./tree_scene.js").Scene} Scene
 * @typedef {{
 *   newest: number, current: number, way: Set<number>, best: Set<number>,
 *   value: (node: Node) => string, known: (node: Node) => boolean, cut: (node: Node) => boolean,
 *   window: (node: Node) => string[] | null, crossed: (node: Node) => string[] | null,
 * }} Known what was known at a step; `best` is the best play, once the search is over
 * @typedef {{ name: string, low: string, lower: string, value: string }} Look
 * @typedef {{ group: Element, line: Element, value: Element, plate: Element, low: Element, lower: Element, look: string }} Drawn
 */

const MARGIN = 6; // pixels around what has to be in view
const LETTER = 5.6; // the width of one below a node, about
const READABLE = 0.75; // the size of a tree that is too large to be seen as a whole
const SMALLEST = 0.45; // what a tree is made smaller by at most to be seen as a whole, unless that is asked for
const LARGEST = 2;
const ZOOM = 1.25; // of one press

export class DrawnTree {
  /**
   * @param {HTMLElement} place which scrolls
   * @param {string[]} colours of the players
   */
  constructor(place, colours) {
    this.place = place;
    this.colours = colours;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<number, Drawn>} node -> what is drawn of it */
    this.nodes = new Map();
    /** @type {Map<number, Element>} node -> the moves cut off below it */
    this.cuts = new Map();
    this.current = 0;
    /** @type {"fitting" | "whole" | number} the size that is wished: all of it if letters can be made out, or in any case */
    this.wished = "fitting";
    this.scale = 1;
    this.beside = 0; // the room at the left of a tree narrower than its place
  }

  /**
   * @param {Scene} scene
   * @param {(number: number) => Node} nodes
   * @param {Known} known
   */
  show(scene, nodes, known) {
    if (scene !== this.scene) this.begin(scene, nodes);
    else this.size(scene);
    this.current = known.current;
    for (const { node: number, folded } of scene.parts) {
      const node = nodes(number);
      const drawn = /** @type {Drawn} */ (this.nodes.get(number));
      const look = lookOf(node, folded, known);
      const signature = JSON.stringify(look);
      if (signature === drawn.look) continue;
      drawn.look = signature;
      drawn.group.setAttribute("class", `ply-node ply-${node.kind}${look.name}`);
      drawn.line.setAttribute("class", `ply-branch${look.name}`);
      drawn.value.textContent = look.value;
      const wide = LETTER * Math.max(look.low.length, look.lower.length) + 8;
      drawn.plate.setAttribute("x", String(-wide / 2));
      drawn.plate.setAttribute("width", String(wide));
      drawn.low.textContent = look.low;
      drawn.lower.textContent = look.lower;
    }
    for (const [number, cut] of this.cuts) {
      const node = nodes(number);
      const seen = known.cut(node);
      cut.classList.toggle("unseen", !seen);
      const crossed = seen && known.crossed(node);
      const [alpha, beta] = cut.querySelectorAll(".low");
      alpha.textContent = crossed ? `α ${crossed[0]}` : "";
      beta.textContent = crossed ? `≥ β ${crossed[1]}` : "";
    }
    this.follow(nodes, known);
  }

  /**
   * Another part of the tree. What stays in it stays where it is on the page.
   * @param {Scene} scene
   * @param {(number: number) => Node} nodes
   */
  begin(scene, nodes) {
    const before = this.scene && this.onPage(this.scene);
    this.scene = scene;
    const picture = element("svg", { "aria-hidden": "true" });
    const lines = element("g", { class: "lines" });
    this.nodes.clear();
    this.cuts.clear();
    for (const cut of scene.cuts) {
      const group = element("g", { class: "ply-pruned unseen", "data-cut": cut.node });
      group.append(
        element("path", { d: cut.line, class: "line" }),
        element("path", { d: cut.shape, class: "crossing", transform: `translate(${cut.x} ${cut.y})` }),
        element("text", { x: cut.x, y: cut.y + 5 }, `✂ ${cut.text}`),
        element("text", { x: cut.x, y: cut.y + 21, class: "low" }),
        element("text", { x: cut.x, y: cut.y + 35, class: "low" }),
        hit(cut.x, cut.y, cut.half),
      );
      lines.append(group);
      this.cuts.set(cut.node, group);
    }
    const boxes = scene.parts.map((part) => this.node(lines, part, nodes(part.node)));
    picture.append(lines, ...boxes);
    this.place.replaceChildren(picture);
    this.size(scene);
    const after = before && this.onPage(scene, before.number);
    if (before && after) {
      this.place.scrollTo({
        left: this.place.scrollLeft + after.x - before.x, top: this.place.scrollTop + after.y - before.y,
        behavior: "instant",
      });
    }
  }

  /**
   * @param {Element} lines
   * @param {import("./tree_scene.js").Part} part
   * @param {Node} node
   */
  node(lines, { node: number, x, y, half, shape, line }, node) {
    const branch = element("g", { class: "ply-branch unseen" });
    const drop = { max: 2, min: -2, leaf: 0 }[node.kind];
    if (line) {
      branch.append(element("path", { d: line, class: "line" }), element("text", { x, y: y - 21, class: node.overlooked ? "move overlooked" : "move" }, node.move ?? ""));
    }
    lines.append(branch);
    const group = element("g", { class: "ply-node unseen", transform: `translate(${x} ${y})`, "data-node": number });
    const fill = node.kind === "leaf" ? "none" : this.colours[node.player];
    const box = element("path", { d: shape, fill, class: node.end === "over" ? "box over" : "box" });
    const value = element("text", { y: 4.5 + drop, class: "value" });
    const plate = element("rect", { class: "plate", y: 16, height: 32, rx: 6 });
    const low = element("text", { y: 29, class: "low" });
    const lower = element("text", { y: 43, class: "low" });
    group.append(element("path", { d: shape, class: "ground" }), plate, box, value, low, lower, hit(0, 0, half));
    this.nodes.set(number, { group, line: branch, value, plate, low, lower, look: "" });
    return group;
  }

  /**
   * Where a node is on the page: the current one, or the nearest above it that the scene has.
   * @param {Scene} scene
   * @param {number} [number]
   */
  onPage(scene, number = this.current) {
    const part = scene.parts.find((each) => each.node === number);
    const picture = this.place.firstElementChild;
    if (!part || !picture) return null;
    const { left, top } = picture.getBoundingClientRect();
    return { number, x: left + (this.beside + part.x) * this.scale, y: top + part.y * this.scale };
  }

  /** @param {string} how in, out or fit */
  zoom(how) {
    const [whole] = this.scene ? this.sizes(this.scene) : [1];
    if (how === "fit") this.wished = this.scale === whole && whole < READABLE ? READABLE : "whole";
    else this.wished = Math.min(LARGEST, Math.max(Math.min(whole, 1), how === "in" ? this.scale * ZOOM : this.scale / ZOOM));
  }

  /**
   * The scales at which all of a scene is in view, and at which a search begins.
   * @param {Scene} scene
   */
  sizes({ width, height }) {
    const whole = Math.min(1, this.place.clientWidth / width, this.place.clientHeight / height);
    return [whole, whole < SMALLEST ? READABLE : whole];
  }

  /**
   * Make the picture as large as is wished, and at least as wide as its place: so it never moves.
   * @param {Scene} scene
   */
  size(scene) {
    const [whole, fitting] = this.sizes(scene);
    const { clientWidth } = this.place;
    if (!clientWidth) return; // it is not shown
    this.scale = this.wished === "whole" ? whole : this.wished === "fitting" ? fitting : this.wished;
    const wide = Math.max(scene.width, clientWidth / this.scale);
    this.beside = (wide - scene.width) / 2;
    const picture = this.place.firstElementChild;
    picture?.setAttribute("width", String(wide * this.scale));
    picture?.setAttribute("height", String(scene.height * this.scale));
    picture?.setAttribute("viewBox", `${-this.beside} 0 ${wide} ${scene.height}`);
  }

  /**
   * Scroll as little as it takes to see the current node, those next to it, the ones above, and what else there is room
   * for: the newer the nodes, the sooner.
   * @param {(number: number) => Node} nodes
   * @param {Known} known
   */
  follow(nodes, { current, way, newest }) {
    const { place, scene, scale, beside } = this;
    const width = place.clientWidth / scale - 2 * MARGIN;
    const height = place.clientHeight / scale - 2 * MARGIN;
    if (!scene || width <= 0 || height <= 0) return;
    const above = scene.parts.filter((part) => way.has(part.node)).reverse();
    const [recent, ...older] = scene.parts.filter((part) => part.node <= newest).reverse();
    const cut = scene.cuts.filter((each) => each.node === current && !this.cuts.get(current)?.classList.contains("unseen"));
    const [here, ...higher] = above;
    if (!here) return;
    /** @type {(part: import("./tree_scene.js").Part) => boolean} */
    const near = ({ node }) => [current, higher[0]?.node ?? 0].includes(nodes(node).parent ?? -1);
    let view = boxOf(here);
    for (const part of [...cut, ...higher.slice(0, 1), recent, ...older.filter(near), ...higher.slice(1), ...older]) {
      const wider = joined(view, boxOf(part));
      if (wider.low - wider.top > height) continue;
      view = wider.right - wider.left <= width ? wider : { ...wider, left: view.left, right: view.right };
    }
    place.scrollTo({
      left: scale * moved(place.scrollLeft / scale, place.clientWidth / scale, beside + view.left, beside + view.right),
      top: scale * moved(place.scrollTop / scale, place.clientHeight / scale, view.top, view.low),
    });
  }
}

/** @type {(x: number, y: number, half: number) => Element} */
const hit = (x, y, half) => element("rect", { class: "hit", x: x - half, y: y - 24, width: 2 * half, height: 48 });

/**
 * @param {Node} node
 * @param {number} folded
 * @param {Known} known
 * @returns {Look}
 */
function lookOf(node, folded, known) {
  const { number } = node;
  const window = known.window(node);
  const below = Math.min(folded, known.newest - number);
  const names = {
    unseen: number > known.newest, way: known.way.has(number), current: number === known.current,
    best: known.best.has(number), known: known.known(node), [node.tone || "even"]: known.known(node),
    windowed: window !== null,
  };
  const name = Object.entries(names).filter(([, is]) => is).map(([each]) => ` ${each}`).join("");
  const more = below > 0 ? `${below.toLocaleString("en")} below` : "";
  return { name, value: known.value(node), low: window ? `α ${window[0]}` : more, lower: window ? `β ${window[1]}` : "" };
}

/** @param {{ x: number, y: number, half: number }} part */
const boxOf = ({ x, y, half }) => ({ left: x - half, right: x + half, top: y - 18, low: y + 48 });

/**
 * @param {ReturnType<typeof boxOf>} a
 * @param {ReturnType<typeof boxOf>} b
 */
const joined = (a, b) => ({
  left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top), low: Math.max(a.low, b.low),
});

/**
 * Where to scroll along one axis, so that from..to is in view.
 * @param {number} start
 * @param {number} length
 * @param {number} from
 * @param {number} to
 */
function moved(start, length, from, to) {
  if (from - MARGIN < start) return from - MARGIN;
  return Math.max(start, to + MARGIN - length);
}
