// A board to play on: clicks, taps, keys and typed moves become moves. The board is #board, and its
// data-board describes it. The data of #table, around it, says whether the visitor may play, and what to
// say otherwise.

import { all, element, find, isShortcut, target } from "./page.js";

/**
 * @typedef {{ move: string, sites: number[], label: string }} Move a legal move
 * @typedef {{ move: string, value: "win" | "draw" | "loss" | "unknown", plies: number | null, words: string }} Worth
 *   what a move is worth
 * @typedef {{ kind: string, moves: Move[], drops: (string | null)[], edges: ([number, number] | null)[] }} Data
 *   what describes a board: see web/boards.py
 */

export const table = () => find("#table");
export const board = () => find("#board");

/** @type {(move: string) => Promise<unknown>} */
let send = async () => {}; // what to do with a move
let whenPicked = () => {}; // what to do when the visitor picks what to put down
let sending = false; // whether a move is on its way: further clicks are ignored
let tooMany = false; // whether there were any: the page then says whose turn it is
/** @type {number | null} */
let first = null; // the first dot chosen, where two make a move
/** @type {string | null} */
export let picked = null; // what to put down, where a place can take several things
/** @type {Map<string, Worth & { sites: number[] }>} */
export let valued = new Map(); // what each move is worth, where that is known and shown
/** @type {Move | null} */
let cursor = null; // the move that the arrow keys are at

/**
 * Set the function that sends each move.
 * @param {(move: string) => Promise<unknown>} how
 */
export function onMove(how) {
  send = how;
}

/**
 * Set the function to call when the visitor picks what to put down, or unpicks it.
 * @param {() => void} how
 */
export function onPick(how) {
  whenPicked = how;
}

/** @type {() => HTMLDialogElement} */
const chooser = () => find("#chooser");

/**
 * After the table was redrawn: a move that was begun goes on, unless the position has changed.
 * @param {boolean} same
 */
export function settle(same) {
  if (same && first !== null) mark(first, true);
  else first = null;
  const text = same ? cursor?.move : undefined;
  cursor = data().moves.find((each) => each.move === text) ?? null;
  preview(cursor);
  if (!same) {
    picked = null;
    chooser().close(); // its question is about the old position
  }
  value([]);
}

// What the board is

let parsed = { text: "", data: /** @type {Data} */ ({ kind: "", moves: [], drops: [], edges: [] }) };

/** @returns {Data} */
export function data() {
  const text = board().dataset.board ?? "";
  if (text !== parsed.text) parsed = { text, data: JSON.parse(text) };
  return parsed.data;
}

/**
 * @param {number} number
 * @returns {SVGGElement | null}
 */
export function site(number) {
  return board().querySelector(`[data-site="${number}"]`);
}

/**
 * The box of a site in the units of the board.
 * @param {SVGGElement} place
 */
export function boxOf(place) {
  const { x, y, width, height } = place.getBBox();
  const moved = place.transform.baseVal.consolidate()?.matrix;
  return { x: x + (moved?.e ?? 0), y: y + (moved?.f ?? 0), width, height };
}

/** @param {string} text */
export function warn(text) {
  find("#warning").textContent = text;
}

// How far a counter falls: from above the board.
export function drop() {
  if (data().kind !== "holes") return;
  /** @type {SVGGElement[]} */
  const landed = all(".ply-last.ply-taken", board());
  for (const each of landed) {
    const box = boxOf(each);
    each.style.setProperty("--fall", `${-(box.y + box.height)}px`);
  }
}

// Moves

/** @param {string} move */
async function make(move) {
  if (sending) {
    tooMany = true;
    return;
  }
  [sending, tooMany] = [true, false];
  try {
    await send(move);
  } finally {
    sending = false;
  }
  if (tooMany) mayMove(); // says whose turn it is
}

function mayMove() {
  const now = table().dataset;
  if (now.live !== "yes" || now.running !== "yes") return false;
  if (now.myTurn === "yes") return true;
  warn(now.busy ?? "");
  return false;
}

/** @param {Move[]} moves */
function choose(moves) {
  if (moves.length === 1) {
    make(moves[0].move);
    return;
  }
  const dialog = chooser();
  find("[data-choices]", dialog).replaceChildren(
    ...moves.map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = each.label;
      button.setAttribute("aria-label", labelled(each.move, valued.get(each.move)));
      addChip(button, valued.get(each.move));
      button.addEventListener("click", () => {
        dialog.close();
        make(each.move);
      });
      return button;
    }),
  );
  // The board that had the focus may have been redrawn since.
  dialog.addEventListener("close", () => board().focus({ preventScroll: true }), { once: true });
  dialog.showModal();
}

// What can be put down, where a place can take several things: the visitor may pick one before the place

function labels() {
  const { moves } = data();
  const places = new Set(moves.map((each) => each.sites[0]));
  return places.size < moves.length ? [...new Set(moves.map((each) => each.label))] : [];
}

/**
 * The moves among these that put down what is picked; all of them if none does.
 * @param {Move[]} moves
 */
export function narrowed(moves) {
  const kept = moves.filter((each) => each.label === picked);
  return kept.length ? kept : moves;
}

/**
 * Show the worth of each of these moves where the visitor chooses moves.
 * @param {(Worth & { sites: number[] })[]} moves
 */
export function value(moves) {
  valued = new Map(moves.map((each) => [each.move, each]));
  showPalette();
}

function showPalette() {
  const palette = find("[data-palette]");
  const given = labels();
  const focused = document.activeElement?.getAttribute("data-pick");
  palette.hidden = !given.length;
  if (picked !== null && !given.includes(picked)) picked = null;
  find("[data-labels]", palette).replaceChildren(
    ...given.map((label) => {
      const button = document.createElement("button");
      const worth = best(data().moves.filter((each) => each.label === label));
      button.type = "button";
      button.textContent = label;
      button.dataset.pick = label;
      button.setAttribute("aria-pressed", String(label === picked));
      if (worth) button.setAttribute("aria-label", labelled(`${label}, at best`, worth));
      addChip(button, worth);
      return button;
    }),
  );
  for (const each of all(`[data-pick="${focused}"]`, palette)) each.focus({ preventScroll: true });
}

/** @param {string} label */
function pick(label) {
  picked = picked === label ? null : label;
  showPalette();
  whenPicked();
}

/**
 * The worth of the best of some moves; `valued` has the best first.
 * @param {Move[]} moves
 */
function best(moves) {
  const texts = new Set(moves.map((each) => each.move));
  for (const [move, worth] of valued) if (texts.has(move)) return worth;
  return null;
}

/**
 * @param {string} text
 * @param {Worth | null | undefined} worth
 */
function labelled(text, worth) {
  return worth ? `${text}: ${worth.words}` : text;
}

/**
 * @param {HTMLElement} button
 * @param {Worth | null | undefined} worth
 */
function addChip(button, worth) {
  if (!worth) return;
  const chip = document.createElement("span");
  chip.className = `chip ${worth.value}`;
  chip.textContent = shortValue(worth);
  button.append(chip);
}

const SIGNS = { win: "+", draw: "=", loss: "−", unknown: "?" };

/** @param {Worth} each */
export function shortValue(each) {
  return SIGNS[each.value] + (each.value === "draw" ? "" : (each.plies ?? ""));
}

/** @param {number} number */
function clickSite(number) {
  const known = data();
  const moves = narrowed(known.moves.filter((each) => each.sites.includes(number)));
  const dropped = known.drops[number];
  if (dropped !== null) {
    make(dropped);
  } else if (moves.length) {
    choose(moves);
  } else if (known.edges[number]) {
    refuse();
  } else {
    make(String(number + 1)); // taken: the server will say so in the game's words
  }
}

/** @param {number} dot */
function clickDot(dot) {
  if (first === null) {
    first = dot;
    mark(dot, true);
    return;
  }
  const [a, b] = [Math.min(first, dot), Math.max(first, dot)];
  const chosen = data().moves.find((each) => {
    const edge = data().edges[each.sites[0]];
    return edge && edge[0] === a && edge[1] === b;
  });
  mark(first, false);
  first = null;
  if (chosen) make(chosen.move);
  else refuse();
}

function refuse() {
  if (first !== null) mark(first, false);
  first = null;
  warn(table().dataset.invalid || "That move is not possible.");
}

/**
 * @param {number} dot
 * @param {boolean} on
 */
function mark(dot, on) {
  board().querySelector(`[data-dot="${dot}"]`)?.classList.toggle("chosen", on);
}

document.addEventListener("click", (event) => {
  const button = target(event).closest("button");
  if (button && "close" in button.dataset) button.closest("dialog")?.close();
  else if (button?.dataset.pick) pick(button.dataset.pick);
  if (!target(event).closest("#board")) return;
  const dot = target(event).closest("[data-dot]")?.getAttribute("data-dot");
  const place = target(event).closest("[data-site]")?.getAttribute("data-site");
  if (table().dataset.live !== "yes" || table().dataset.running !== "yes") return;
  if (!dot && !place && !(data().kind === "edges" && first !== null)) return;
  if (!mayMove()) return;
  if (dot) clickDot(Number(dot));
  else if (place && !(data().kind === "edges" && first !== null)) {
    // The second half of a double click is not the next player's move.
    if (event.detail < 2) clickSite(Number(place));
    else tooMany = true;
  }
  else refuse();
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (target(event));
  if (!form.matches("[data-typed]")) return;
  event.preventDefault();
  const text = String(new FormData(form).get("text")).trim();
  if (!text || !mayMove()) return;
  if (!sending) form.classList.add("sent"); // otherwise it stays, to be sent after the answer to the last one
  make(text);
});

// What a visitor is typing

document.addEventListener("input", (event) => target(event).closest("form")?.classList.remove("sent"));

// The fields that a visitor may be typing in, by their purpose. A table that is redrawn because of
// another player's move must not empty them. A field that was just sent begins empty.
export function typedFields() {
  /** @type {HTMLInputElement[]} */
  const fields = all("form:not(.sent) input:is([name=text], [name=strength])", table());
  return new Map(
    fields.map((field) => {
      const form = field.form ?? undefined;
      return [`${form?.getAttribute("hx-post")} ${new FormData(form).get("seat")}`, field];
    }),
  );
}

/**
 * For a field that lost the focus and was not redrawn: the browser reports only what was typed since.
 * @param {HTMLElement} field
 */
function tellChange(field) {
  if (field.isConnected) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * After the table was redrawn: put back what was typed in these fields.
 * @param {Map<string, HTMLInputElement>} typed
 * @param {Element | null} active
 */
export function keepTyped(typed, active) {
  const fields = typedFields();
  for (const [key, old] of typed) {
    const field = fields.get(key);
    if (!field) continue;
    if (old.value !== old.defaultValue) {
      field.value = old.value;
      field.addEventListener("blur", () => setTimeout(tellChange, 0, field), { once: true });
    }
    if (old === active) field.focus({ preventScroll: true });
  }
}

// Hover and keys: they show the move that would be made

/** @param {Move | null | undefined} move */
function preview(move) {
  board().querySelector(".aim")?.remove();
  for (const each of board().querySelectorAll(".preview")) each.classList.remove("preview");
  if (!move) return;
  for (const number of move.sites) site(number)?.classList.add("preview");
  if (data().kind === "holes") aim(move);
}

/** @param {Move} move */
const place = (move) => /** @type {SVGGElement} */ (site(move.sites[0]));

/**
 * The column of a move and the hole that it fills, drawn on top: the front of the board covers all but the holes.
 * @param {Move} move
 */
function aim(move) {
  const column = data().drops.flatMap((dropped, number) => (dropped === move.move ? boxOf(/** @type {SVGGElement} */ (site(number))) : []));
  const top = Math.min(...column.map((each) => each.y));
  const bottom = Math.max(...column.map((each) => each.y + each.height));
  const { x, y, width, height } = boxOf(place(move));
  const bar = element("rect", { x, y: top, width, height: bottom - top, rx: 0.3 * width });
  const ring = element("circle", { cx: x + width / 2, cy: y + height / 2, r: 0.4 * width });
  const group = element("g", { class: "aim" });
  group.append(bar, ring);
  find("svg", board()).append(group);
}

document.addEventListener("pointerover", (event) => {
  if (table().dataset.myTurn !== "yes") return;
  const hovered = target(event).closest("#board [data-site]")?.getAttribute("data-site");
  if (!hovered) {
    preview(cursor);
    return;
  }
  const number = Number(hovered);
  const dropped = data().drops[number];
  preview(data().moves.find((each) => (dropped ? each.move === dropped : each.sites.includes(number))));
});

/** @param {Move} move */
function centre(move) {
  const box = place(move).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function walk(dx, dy) {
  /** @type {Move[]} */
  const moves = [];
  const places = new Set();
  for (const each of data().moves) {
    if (!places.has(each.sites[0])) moves.push(each);
    places.add(each.sites[0]);
  }
  if (!moves.length) return;
  if (!cursor) {
    cursor = moves[0];
  } else {
    const [x, y] = centre(cursor);
    /** @type {Move | null} */
    let best = null;
    let least = Infinity;
    for (const each of moves) {
      const [ex, ey] = centre(each);
      const along = (ex - x) * dx + (ey - y) * dy;
      const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      if (along < 2) continue;
      const cost = along + 2.5 * across;
      if (cost < least) [best, least] = [each, cost];
    }
    if (!best) {
      // Nothing that way: take the next move in order.
      const at = moves.indexOf(cursor) + (dx + dy > 0 ? 1 : -1);
      best = moves[(at + moves.length) % moves.length];
    }
    cursor = best;
  }
  preview(cursor);
  find("#thinking-live").setAttribute("aria-live", "polite");
  find("#thinking-live").textContent = cursor.move;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (!isShortcut(event) || !target(event).closest("#board") || table().dataset.myTurn !== "yes") return;
  const here = cursor?.sites[0];
  if (event.key in ARROWS) walk(...ARROWS[event.key]);
  else if (event.key === "Enter" && cursor) choose(narrowed(data().moves.filter((each) => each.sites[0] === here)));
  else return;
  event.preventDefault();
});
