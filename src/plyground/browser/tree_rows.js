// Draws the rows of the glass box's tree.

import { element } from "./elements.js";

/**
 * @typedef {import("./recording.js").Node} Node
 * @typedef {{ key: string, level: number, place: number, among: number }} Placed a row, and where it is
 * @typedef {Placed & {
 *   node: Node, expanded: boolean | null, current: boolean, window: string[] | null, known: boolean,
 *   below: number, looked: boolean,
 * }} NodeRow a position; `expanded` is null if nothing is below it
 * @typedef {Placed & { node?: undefined, moves: string[], cut?: boolean }} MovesRow
 *   moves that were cut off, or not reached
 * @typedef {NodeRow | MovesRow} Row
 */

const NAMED = 12; // moves that a line names

/**
 * @param {string} name
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** @param {string[]} moves */
export const named = (moves) => moves.length <= NAMED
  ? moves.join(" ")
  : `${moves.slice(0, NAMED).join(" ")} and ${moves.length - NAMED} more`;

/** @type {(node: Node, players: string[]) => string} */
const role = (node, players) => {
  if (node.end === "over") return "the game is over";
  return `${players[node.player]} to move${node.kind === "leaf" ? "" : `, ${node.kind}`}`;
};

const OUTLINES = {
  max: "M2 8L9 2L16 8V16H2Z",
  min: "M2 2H16V10L9 16L2 10Z",
  leaf: "M3 4H15V14H3Z",
};

/**
 * The sign of a node: a house for max, one upside down for min, a box for a leaf.
 * @param {keyof typeof OUTLINES} kind
 * @param {boolean} over
 * @param {string} [colour]
 */
export function sign(kind, over, colour) {
  const picture = element("svg", { viewBox: "0 0 18 18", "aria-hidden": "true", class: `sign ${kind}${over ? " over" : ""}` });
  picture.append(element("path", { d: OUTLINES[kind], ...(kind !== "leaf" && colour && { fill: colour }) }));
  return picture;
}

/**
 * @param {HTMLElement} place
 * @param {Row} row
 * @param {string[]} colours of the players
 * @param {string[]} players their names
 */
export function drawRow(place, row, colours, players) {
  place.setAttribute("role", "treeitem");
  place.setAttribute("aria-level", String(row.level));
  place.setAttribute("aria-posinset", String(row.place));
  place.setAttribute("aria-setsize", String(row.among));
  place.style.setProperty("--level", String(row.level - 1));
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  if (row.node) drawNode(place, row, colours, players);
  else drawMoves(place, row);
}

/**
 * @param {HTMLElement} place
 * @param {MovesRow} row
 */
function drawMoves(place, row) {
  const picture = make("span", "scissors", row.cut ? "✂" : "⋯");
  picture.setAttribute("aria-hidden", "true");
  const words = row.cut ? "cut off, not looked at:" : "not reached:";
  place.className = row.cut ? "item cut" : "item unreached";
  place.replaceChildren(picture, `${words} ${named(row.moves)}`);
}

/**
 * @param {HTMLElement} place
 * @param {NodeRow} row
 * @param {string[]} colours
 * @param {string[]} players
 */
function drawNode(place, row, colours, players) {
  const { node } = row;
  place.dataset.node = String(node.number);
  place.className = "item";
  place.classList.toggle("current", row.current);
  place.classList.toggle("way", row.window !== null || row.current);
  place.classList.toggle("looked", row.looked);
  place.setAttribute("aria-selected", String(row.looked));
  if (row.current) place.setAttribute("aria-current", "step");
  else place.removeAttribute("aria-current");
  if (row.expanded === null) place.removeAttribute("aria-expanded");
  else place.setAttribute("aria-expanded", String(row.expanded));

  // A screen reader reads what is visible here, and a few words more.
  /** @param {string} text */
  const quietly = (text) => make("span", "visually-hidden", text);
  const caret = make("span", "caret", row.expanded === null ? "" : row.expanded ? "▾" : "▸");
  caret.setAttribute("aria-hidden", "true");
  /** @type {Element[]} */
  const parts = [caret, sign(node.kind, node.end === "over", colours[node.player])];
  parts.push(make("span", node.overlooked ? "move overlooked" : "move", node.move ?? "root"), quietly(`${node.overlooked ? ", overlooked" : ""}, ${role(node, players)}, value`));
  const value = row.known ? `${node.bound}${node.bound ? " " : ""}${node.value}` : "?";
  parts.push(make("span", `value ${row.known ? node.tone : "unknown"}`, value));
  if (row.window) {
    const [alpha, beta] = row.window;
    parts.push(quietly(", window"), make("span", "window figures", `α ${alpha} · β ${beta}`));
  }
  if (row.current) {
    parts.push(quietly(", the search is here"));
  } else if (!row.expanded && row.below > 0) {
    const below = make("span", "below", `${row.below.toLocaleString("en")} `);
    below.append(quietly("positions "), "below");
    parts.push(quietly(", "), below);
  }
  place.replaceChildren(...parts);
}
