// Where the dots of a board lie: in one ring, in two, at random, or where people move them.
//
// Only the picture changes. The browser remembers the places for each number of dots.

import { local } from "./storage.js";

/**
 * @import { Board } from "./board.js"
 * @import { Geometry } from "./picture.js"
 */

/** @typedef {[number, number]} Point in units of the picture */

const EDGE = 27; // units from a dot's centre to the edge of the picture, at least
const STEP = 6; // units that a key moves a dot
const TRIES = 400; // arrangements at random, of which the clearest is taken
const ALONG = [0.5, 0.4, 0.6, 0.32, 0.68]; // where on an edge its badge may be

/** @type {(one: Point, other: Point) => number} */
const apart = ([x, y], [u, v]) => Math.hypot(u - x, v - y);

/**
 * How far the nearest dot is from a line between two others, or from another dot.
 * @param {Point[]} points
 */
function clearance(points) {
  let least = Number.POSITIVE_INFINITY;
  for (const [i, a] of points.entries()) {
    for (const b of points.slice(i + 1)) {
      const length = apart(a, b);
      least = Math.min(least, length / 2);
      for (const c of points) {
        if (c === a || c === b) continue;
        const [dx, dy, ex, ey] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
        const along = (dx * ex + dy * ey) / length;
        if (along > 0 && along < length) least = Math.min(least, Math.abs(dx * ey - dy * ex) / length);
      }
    }
  }
  return least;
}

/**
 * The clearest of some arrangements.
 * @param {Point[][]} given
 */
function clearest(given) {
  return given.map((points) => ({ points, room: clearance(points) })).reduce((best, each) => (each.room > best.room ? each : best)).points;
}

/**
 * Numbers at equal steps, from some tenths to others.
 * @type {(from: number, to: number, steps: number) => number[]}
 */
const tenths = (from, to, steps) => [...Array(steps + 1).keys()].map((step) => (from + ((to - from) * step) / steps) / 10);

export class Dots {
  /**
   * The dots of a board.
   * @param {Board} board
   * @param {HTMLElement} over what has the board's buttons
   * @param {HTMLButtonElement[]} buttons one for each of its targets
   */
  constructor(board, over, buttons) {
    this.board = board;
    this.over = over;
    this.buttons = buttons;
    this.usual = board.geometry;
    this.numbers = board.geometry.view.split(" ").map(Number); // left, top, width and height
    /** @type {Point[]} */
    this.ring = [];
    for (const [site, edge] of this.usual.edges.entries()) {
      const [x1, y1, x2, y2] = this.usual.places[site].slice(2).map(Number);
      for (const [at, point] of edge ? /** @type {[number, Point][]} */ ([[edge[0], [x1, y1]], [edge[1], [x2, y2]]]) : [])
        this.ring[at] = point;
    }
    this.points = this.kept() ?? this.ring;
    if (this.points !== this.ring) this.lay(this.points);
  }

  get key() {
    return `dots-${this.ring.length}`;
  }

  /** @returns {Point[] | null} */
  kept() {
    const points = local.read(this.key);
    const right = Array.isArray(points) && points.length === this.ring.length
      && points.every((point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite));
    return right ? points.map((point) => this.inside(point)) : null;
  }

  /**
   * @param {Point} point
   * @returns {Point}
   */
  inside([x, y]) {
    const [left, top, width, height] = this.numbers;
    /** @type {(value: number, from: number, size: number) => number} */
    const within = (value, from, size) => Math.round(Math.min(Math.max(value, from + EDGE), from + size - EDGE));
    return [within(x, left, width), within(y, top, height)];
  }

  /** @param {"ring" | "rings" | "random"} layout */
  arrange(layout) {
    this.keep(layout === "ring" ? this.ring : layout === "rings" ? this.rings() : this.random());
  }

  /** @returns {Point[]} */
  rings() {
    const [left, top, width, height] = this.numbers;
    const [x, y, radius] = [left + width / 2, top + height / 2, Math.min(width, height) / 2 - EDGE];
    const dots = this.ring.length;
    /** @type {(outer: number, share: number, ahead: number) => Point[]} */
    const drawn = (outer, share, ahead) => this.ring.map((_, dot) => {
      const turn = 2 * Math.PI * (dot < outer ? dot / outer : (dot - outer + ahead) / (dots - outer));
      const r = dot < outer ? radius : share * radius;
      return this.inside([x + r * Math.sin(turn), y - r * Math.cos(turn)]);
    });
    const half = Math.ceil(dots / 2);
    const given = [half, half + 1, half + 2].filter((outer) => outer <= dots).flatMap((outer) => tenths(2, 8, 30)
      .flatMap((share) => tenths(0, 10, 20).map((ahead) => drawn(outer, share, ahead))));
    return clearest(given); // no edge runs through a third dot
  }

  /** @returns {Point[]} */
  random() {
    const [left, top, width, height] = this.numbers;
    return clearest(
      [...Array(TRIES)].map(() => this.ring.map(() => this.inside([left + width * Math.random(), top + height * Math.random()]))),
    );
  }

  /** @param {Point[]} points */
  keep(points) {
    this.lay(points);
    if (points === this.ring) local.remove(this.key);
    else local.write(this.key, points);
  }

  /** @param {Point[]} points */
  lay(points) {
    this.points = points;
    const geometry = points === this.ring ? this.usual : this.moved(points);
    for (const [number, button] of this.buttons.entries()) {
      const [left, top] = geometry.targets[number].box;
      Object.assign(button.style, { left: `${left}%`, top: `${top}%` });
    }
    this.board.lay(geometry);
  }

  /**
   * The board with its dots elsewhere.
   * @param {Point[]} points
   * @returns {Geometry}
   */
  moved(points) {
    const { usual, ring } = this;
    const [, , width, height] = this.numbers;
    const taken = [...points];
    const places = usual.edges.map((edge, site) => {
      if (!edge) return usual.places[site];
      const [a, b] = edge.map((dot) => points[dot]);
      /** @type {(share: number) => Point} */
      const on = (share) => [Math.round(a[0] + share * (b[0] - a[0])), Math.round(a[1] + share * (b[1] - a[1]))];
      /** @param {Point} spot */
      const room = (spot) => Math.min(...taken.map((each) => apart(spot, each)));
      const badge = ALONG.map(on).reduce((best, each) => (room(each) > room(best) + 3 ? each : best));
      taken.push(badge);
      return [on(0.5), badge].map(([x, y]) => `translate(${x} ${y})`).concat([...a, ...b].map(String));
    });
    const dots = points.reduce(
      (drawn, [x, y], dot) => drawn.replace(`data-dot="${dot}"`, `$& transform="translate(${x - ring[dot][0]} ${y - ring[dot][1]})"`),
      usual.parts.dots,
    );
    /** @type {[number[], string][]} */
    const triangles = usual.parts.triangles.map(([sites]) => {
      const corners = new Set(sites.flatMap((site) => usual.edges[site] ?? []));
      return [sites, `M${[...corners].map((dot) => points[dot].join(" ")).join("L")}Z`];
    });
    const targets = usual.targets.map((target) => {
      if (target.dot === undefined) return target;
      const [left, top, ...size] = target.box;
      const [x, y] = [0, 1].map((side) => points[/** @type {number} */ (target.dot)][side] - ring[/** @type {number} */ (target.dot)][side]);
      return { ...target, box: [left + (100 * x) / width, top + (100 * y) / height, ...size] };
    });
    return { ...usual, places, targets, parts: { ...usual.parts, dots, triangles } };
  }

  /** Let people move the dots by pointer and by arrow keys, until they press Escape or "Done". */
  move() {
    const { board, over, buttons } = this;
    if (over.classList.contains("moving")) return;
    const stopped = new AbortController();
    const listening = { capture: true, signal: stopped.signal };
    const done = document.createElement("button");
    done.type = "button";
    done.className = "done";
    done.textContent = "Done";
    const [left, top, width, height] = this.numbers;
    /** @type {(corner: string) => number} how far the nearest dot is from a corner */
    const free = (corner) => {
      const [down, across] = corner.split(" ").map(Number);
      return Math.min(...this.points.map((point) => apart(point, [left + across * width, top + down * height])));
    };
    const [down, across] = ["1 1", "1 0", "0 1", "0 0"].reduce((best, each) => (free(each) > free(best) ? each : best)).split(" ");
    Object.assign(done.style, { [down === "1" ? "bottom" : "top"]: "8px", [across === "1" ? "right" : "left"]: "8px" });
    over.classList.add("moving");
    /** @type {number | undefined} */
    let held;
    /** @param {Event} event */
    const dotOf = ({ target }) => {
      const at = target instanceof HTMLButtonElement ? buttons.indexOf(target) : -1;
      return board.geometry.targets[at]?.dot;
    };
    /** @type {(dot: number, to: Point) => void} */
    const put = (dot, to) => this.keep(this.points.map((point, at) => (at === dot ? this.inside(to) : point)));
    /** @param {Event} event */
    const mine = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const stop = () => {
      stopped.abort();
      done.remove();
      for (const [number, each] of buttons.entries()) each.tabIndex = number ? -1 : 0;
      over.classList.remove("moving");
      board.focus();
    };
    over.addEventListener("pointerdown", (event) => {
      held = dotOf(event);
      if (held === undefined) return;
      mine(event);
      /** @type {HTMLElement} */ (event.target).setPointerCapture(event.pointerId);
      /** @type {HTMLElement} */ (event.target).focus({ preventScroll: true });
    }, listening);
    over.addEventListener("pointermove", (event) => {
      if (held === undefined) return;
      const box = over.getBoundingClientRect();
      put(held, [left + (width * (event.clientX - box.left)) / box.width, top + (height * (event.clientY - box.top)) / box.height]);
    }, listening);
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) over.addEventListener(kind, () => { held = undefined; }, listening);
    over.addEventListener("click", (event) => { if (event.target !== done) mine(event); }, listening);
    over.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        mine(event);
        stop();
        return;
      }
      /** @type {Record<string, Point>} */
      const ways = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
      const [dot, way] = [dotOf(event), ways[event.key]];
      if (dot === undefined || !way) return;
      mine(event);
      put(dot, [this.points[dot][0] + way[0], this.points[dot][1] + way[1]]);
    }, listening);
    done.addEventListener("click", stop);
    over.append(done);
    for (const each of buttons) each.tabIndex = 0;
    board.focus();
  }
}
