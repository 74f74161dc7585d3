// Where the parts of a drawn tree are, and which parts of a large one are drawn at once. Shapes and places are about
// those of render/tree_svg.py.
//
// A scene is the whole tree if that is small. Otherwise it is the part where the search is: the way down to a node whose
// whole subtree is small, that subtree, and beside the way the other children, folded. It stays the same while the
// search is in that subtree. There is room below a node for its window as two lines, or for the number of nodes that
// are folded away there. Below the moves cut off is room for alpha and beta, too.

/** @import { Found, Kind, Recording } from "./recording.js" */

/**
 * @typedef {{ node: number, x: number, y: number, half: number, shape: string, line: string, text: string }} Place
 *   a node, or the moves cut off below one, with its middle at x and y. `shape` is drawn from there: the box of a node,
 *   or the two strokes across a line that was cut. `line` leads from the parent. `text` names the moves cut off.
 * @typedef {Place & { folded: number }} Part a node, and how many are folded away below it
 * @typedef {{ width: number, height: number, parts: Part[], cuts: Place[] }} Scene
 * @typedef {{ ply: number, half: number, below: Block[], x: number, at: number, text: string }} Block
 *   a node at a ply, or a text below one, with half its width
 */

const MOST = 30; // nodes of a subtree that is drawn whole
const MARGIN = 14;
const BOX = 28; // the height of a node's box
const ROOF = 9;
const WINDOW = 32; // the room for the window below a node
const FOLDED = 18; // that for a number
const GAP = 46; // between two plies, for the lines and the moves' texts
const LABEL = 20; // the end of a line, where the move's text is
const BETWEEN = 6; // between two nodes side by side
const NARROWEST = 44; // what a finger can hit
const WIDTH_OF_WINDOW = 70;
const LETTER = 0.58 * 13; // the width of one, about
const SMALL_LETTER = 0.58 * 12; // of one below a node
const LONGEST = 16; // characters of moves cut off; of more, only the number of moves is shown

/** @param {number} value */
const rounded = (value) => Math.round(10 * value) / 10;

/**
 * The node whose subtree is drawn whole in the scene of a node: above it, or the first one below it that the search
 * comes to.
 * @param {Recording} recording
 * @param {number} number
 */
export function shownIn({ found }, number) {
  let node = found[number];
  while (node.below >= MOST && node.children.length) [node] = node.children;
  while (node.parent && node.parent.below < MOST) node = node.parent;
  return node;
}

/**
 * The scene of a node.
 * @param {Recording} recording
 * @param {number} number
 * @returns {Scene}
 */
export function sceneOf(recording, number) {
  const { found, windowed } = recording;
  const whole = shownIn(recording, number);
  const last = whole.number + whole.below;
  const way = new Set([0]);
  const shown = new Set([0]);
  for (let at = whole.parent; at; at = at.parent) {
    way.add(at.number);
    for (const child of at.children) shown.add(child.number);
  }
  for (let at = whole.number; at <= last; at += 1) shown.add(at);
  const nodes = [...shown].sort((one, other) => one - other).map((at) => found[at]);
  /** @param {Found} node how many nodes are folded away below it */
  const folded = (node) => (way.has(node.number) || (whole.number <= node.number && node.number <= last) ? 0 : node.below);
  /** @param {Found} node */
  const boxWidth = (node) => {
    const { value, bound } = recording.node(node.number);
    return rounded(Math.max(36, 10 + LETTER * ((value?.length ?? 0) + (bound ? 2 : 0))));
  };

  /** @type {Map<number, Block>} */
  const blocks = new Map();
  /** @type {Map<number, Block>} */
  const cuts = new Map();
  for (const node of nodes) {
    const below = folded(node);
    const half = Math.max(
      boxWidth(node), windowed && node.kind !== "leaf" ? WIDTH_OF_WINDOW : 0, NARROWEST,
      below ? SMALL_LETTER * `${below.toLocaleString("en")} below`.length : 0,
      LETTER * (recording.node(node.number).move?.length ?? 0) + 8,
    ) / 2;
    /** @type {Block} */
    const block = { ply: node.ply, half, below: [], x: 0, at: node.number, text: "" };
    blocks.set(node.number, block);
    if (node.parent) blocks.get(node.parent.number)?.below.push(block);
  }
  for (const node of nodes) {
    const { cutMoves } = recording.node(node.number);
    if (!cutMoves.length || folded(node)) continue;
    const joined = cutMoves.join(" ");
    const text = joined.length <= LONGEST ? joined : `${cutMoves.length} moves`;
    const half = Math.max(windowed ? WIDTH_OF_WINDOW : NARROWEST, LETTER * text.length + 6) / 2;
    const block = { ply: node.ply + 1, half, below: [], x: 0, at: node.number, text };
    cuts.set(node.number, block);
    blocks.get(node.number)?.below.push(block);
  }
  const every = [...blocks.values(), ...cuts.values()];
  place(every);
  const left = Math.min(...every.map(({ x, half }) => x - half));
  for (const block of every) block.x = rounded(block.x - left + MARGIN);

  const high = BOX + (windowed ? WINDOW : FOLDED);
  /** @param {number} ply */
  const middle = (ply) => MARGIN + ply * (high + GAP) + BOX / 2;
  const parts = nodes.map((node) => {
    const { x, half, ply } = /** @type {Block} */ (blocks.get(node.number));
    const y = middle(ply);
    const parent = node.parent && blocks.get(node.parent.number);
    const line = parent ? branch(parent.x, middle(parent.ply) + BOX / 2, x, y - BOX / 2 - LABEL, LABEL) : "";
    return { node: node.number, x, y, half, shape: box(node.kind, boxWidth(node)), line, text: "", folded: folded(node) };
  });
  return {
    width: Math.max(...every.map(({ x, half }) => x + half)) + MARGIN,
    height: middle(Math.max(...every.map(({ ply }) => ply)) + 1) - BOX / 2 - GAP + MARGIN,
    parts,
    cuts: [...cuts].map(([node, { x, half, ply, text }]) => {
      const parent = /** @type {Block} */ (blocks.get(node));
      const y = middle(ply);
      const end = y - BOX / 2 - 10; // above the moves' text; the strokes are just above it
      return { node, x, y, half, shape: crossing(end - 8 - y), line: branch(parent.x, middle(parent.ply) + BOX / 2, x, end, 0), text };
    }),
  };
}

/**
 * Give every block its x: parents above the middle of their children, and nothing overlaps. Subtrees are pushed
 * together as close as their outlines allow.
 * @param {Block[]} blocks
 */
function place(blocks) {
  /** @type {Map<Block, [number, number][]>} for each ply below: left and right */
  const outlines = new Map();
  /** @type {Map<Block, number>} from a parent to its child */
  const shifts = new Map();
  for (const block of [...blocks].sort((one, other) => other.ply - one.ply)) {
    /** @type {[number, number][]} */
    let whole = [];
    const places = block.below.map((child) => {
      const outline = outlines.get(child) ?? [];
      const apart = outline.slice(0, whole.length).map(([left], ply) => whole[ply][1] - left);
      const at = (apart.length ? Math.max(...apart) : -BETWEEN) + BETWEEN;
      const longer = whole.length > outline.length ? whole : outline;
      whole = longer.map((_, ply) => {
        const [before, after] = [whole[ply], outline[ply]];
        return [before ? before[0] : after[0] + at, after ? after[1] + at : before[1]];
      });
      return at;
    });
    const middle = places.length ? (places[0] + places[places.length - 1]) / 2 : 0;
    for (const [number, child] of block.below.entries()) shifts.set(child, places[number] - middle);
    outlines.set(block, [[-block.half, block.half], .../** @type {[number, number][]} */ (whole.map(([left, right]) => [left - middle, right - middle]))]);
  }
  for (const block of [...blocks].sort((one, other) => one.ply - other.ply))
    for (const child of block.below) child.x = block.x + (shifts.get(child) ?? 0);
}

/**
 * The outline of a node: a house for max, one upside down for min, a box for a leaf.
 * @param {Kind} kind
 * @param {number} wide
 */
function box(kind, wide) {
  const [right, low] = [wide / 2, BOX / 2];
  if (kind === "leaf") return `M${-right} ${1 - low}h${wide}v${BOX - 2}h${-wide}Z`;
  if (kind === "max") return `M${-right} ${ROOF - low}L0 ${-low}L${right} ${ROOF - low}V${low}H${-right}Z`;
  return `M${-right} ${-low}H${right}V${low - ROOF}L0 ${low}L${-right} ${low - ROOF}Z`;
}

/** Two short strokes across an upright line. @param {number} y */
const crossing = (y) => [y - 2.5, y + 2.5].map((at) => `M-6 ${at + 3}l12 -6`).join("");

/**
 * A line from the foot of a node down to a head, and `straight` farther down.
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 * @param {number} straight
 */
function branch(x, y, toX, toY, straight) {
  const bend = (y + toY) / 2;
  return `M${x} ${y}C${x} ${bend} ${toX} ${bend} ${toX} ${toY}${straight ? `V${toY + straight}` : ""}`;
}
