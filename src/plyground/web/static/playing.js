// The board of a page to play on: a Board in the element #board. Its picks and typed
// moves go to the page. The data of #table say whether the visitor may play, and what to say otherwise;
// those of #board what the board shows. A game that has no geometry is a picture, and its moves are typed.
// A page may replace its board by that of another game.

import { star } from "../../browser/choices.js";
import { session } from "../../browser/storage.js";
import { all, target } from "../../browser/elements.js";
import { boardIn } from "./boards.js";
import { find } from "./page.js";

/** @import { Board } from "../../browser/board.js" */
/** @import { Geometry, MoveValue, Shown, Standing } from "../../browser/picture.js" */

/** @typedef {Shown & { svg?: string }} Position */

export const table = () => find("#table");

/** @type {HTMLElement} */
let place = document.createElement("div"); // that of the board
/** @type {Geometry | null} */
export let geometry = null;
/** @type {Board | null} */
export let board = null;
/** @type {Map<string, number>} */
let codes = new Map();

/** @type {(move: string, isShown: boolean) => Promise<unknown>} */
let send = async () => {}; // what to do with a move, which the board may show already
let sending = false; // whether a move is on its way: further ones are ignored
let tooMany = false; // whether there were any: the page then says whose turn it is
/** @type {Position} */
let now = { cells: [] };

/**
 * Set the function that sends each move; it gets whether the board shows the move already.
 * @param {(move: string, isShown: boolean) => Promise<unknown>} how
 */
export function onMove(how) {
  send = how;
}

/**
 * The code of a move; undefined for a text that is none.
 * @param {string} move
 */
export function codeOf(move) {
  return codes.get(move);
}

/** @type {(string | Node)[]} */
let news = []; // what the visitor has not seen for certain

/** @param {string} text */
export function warn(text) {
  find("#warning").replaceChildren(...(text ? [text] : news));
}

/**
 * Say something that stays when other moves are drawn, until the visitor does something.
 * @param {string} text
 * @param {string} [address] of another page that has to do with it
 * @param {string} [words] for the link to it
 */
export function tell(text, address, words = "") {
  news = text ? [text] : [];
  if (address) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = words;
    news.push(" ", link);
  }
  warn("");
}

/** Whether the page says something that stays. */
export const isTold = () => news.length > 0;

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, (event) => { if (!target(event).closest?.("#warning")) news = []; }, true);

// What the board shows

/**
 * Show a position. Values belong to the one before.
 * @param {Position} position
 */
export function show(position) {
  const same = String(position.cells) === String(now.cells);
  now = same ? { ...position, values: now.values, standing: now.standing } : position;
  draw();
}

/**
 * Show what the moves of the position on view are worth, and who is better.
 * @param {MoveValue[]} values
 * @param {Standing | null} [standing]
 */
export function value(values, standing = null) {
  now = { ...now, values, standing };
  draw();
}

/**
 * Mark a good move.
 * @param {string} move
 * @param {string} words
 */
export function point(move, words) {
  const code = codeOf(move);
  if (geometry && code !== undefined) value([star(geometry, now.legal ?? [], code, words)], now.standing);
}

/** The board of the page: what it was made from may be another one now. */
function open() {
  const found = document.getElementById("board");
  if (!found || found === place) return;
  place = found;
  now = { cells: [] };
  geometry = JSON.parse(document.getElementById("geometry")?.textContent || "null");
  codes = new Map(geometry?.moves.map(({ text }, code) => [text, code]));
  board = geometry && boardIn(place, geometry, {
    theme: "light", // the page has all colours, dark ones too
    valued: place.dataset.valued === "yes",
    onmove: picked,
    onrefuse: refused,
    onask: warn,
  });
  place.addEventListener("click", early);
  if (document.readyState !== "complete") addEventListener("DOMContentLoaded", () => setTimeout(clear));
  else clear();
}

/** The first picture goes. */
function clear() {
  if (board) place.replaceChildren();
}

/**
 * Before the board is there, the server's picture takes clicks. They are made again when the page is complete.
 * @param {MouseEvent} event
 */
function early(event) {
  const inside = place.shadowRoot;
  if (!inside || event.composedPath().includes(inside)) return; // the board has had it
  const over = inside.elementFromPoint(event.clientX, event.clientY);
  over?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
}

document.addEventListener("click", (event) => {
  const button = target(event).closest("[data-lay]");
  const layout = button?.getAttribute("data-lay");
  if (!button || !board?.dots) return;
  button.closest("dialog")?.close();
  if (layout === "move") board.dots.move();
  else board.dots.arrange(layout === "rings" || layout === "random" ? layout : "ring");
});

/** Show what the server says, and whether the visitor can play. */
export function settle() {
  open();
  show(JSON.parse(place.dataset.shown || '{ "cells": [] }'));
}

function draw() {
  if (board) {
    board.locked = table().dataset.live !== "yes" || table().dataset.running !== "yes" || table().dataset.myTurn !== "yes";
    board.draw(now);
  } else if (now.svg) place.innerHTML = now.svg; // the server's own, with all text escaped
}

/**
 * Replace the table by the one that the server sent, except for the board itself.
 * @param {HTMLElement} fresh
 */
export function replaceTable(fresh) {
  for (const { name } of [...table().attributes]) if (!fresh.hasAttribute(name)) table().removeAttribute(name);
  /** @type {[Element, Element][]} */
  const pairs = [[table(), fresh], [place, find("#board", fresh)]];
  for (const [kept, given] of pairs) for (const { name, value } of given.attributes) kept.setAttribute(name, value);
  for (const old of all(":scope > :not(#board)", /** @type {Element} */ (place.parentElement))) old.remove();
  place.after(...[.../** @type {Element} */ (find("#board", fresh).parentElement).children].slice(1));
  find(".side").replaceWith(document.importNode(find(".side", fresh), true));
  if (news.length) warn(find("#warning").textContent);
}

// Keys go on where they were on the page before. A mouse or a finger needs no focus.

const KEYS = "keys"; // the number of a target of the board

/** @type {() => HTMLElement[]} */
const targets = () => place.shadowRoot ? all(".target", place.shadowRoot) : [];

export function keepKeys() {
  const at = targets().findIndex((each) => each.matches(":focus-visible"));
  if (at >= 0) session.set(KEYS, String(at));
}

export function takeKeys() {
  const at = session.get(KEYS);
  session.remove(KEYS);
  if (at !== null) targets()[Number(at)]?.focus({ preventScroll: true });
}

// Moves

/** @param {number} code */
function picked(code) {
  if (mayMove()) make(geometry?.moves[code].text ?? "", code);
}

/** @param {number | null} code */
function refused(code) {
  const { live, running, invalid, at } = table().dataset;
  if (running !== "yes") return;
  if (live !== "yes") {
    warn(`You are looking at ${at === "0" ? "the start" : `move ${at}`}. Go back to the last move to play on.`);
  } else if (sending) tooMany = true;
  else if (!mayMove()) return;
  else if (code === null) warn(invalid || "That move is not possible.");
  else make(geometry?.moves[code].text ?? ""); // the server says why not, in the game's words
}

/**
 * @param {string} move
 * @param {number} [code] of a legal move, which is shown at once
 * @param {(move: string, isShown: boolean) => Promise<unknown>} [how] it is sent
 */
export async function make(move, code, how = send) {
  if (sending) {
    tooMany = true;
    return;
  }
  [sending, tooMany] = [true, false];
  if (code !== undefined) board?.anticipate(code);
  try {
    await how(move, code !== undefined);
  } finally {
    sending = false;
  }
  if (tooMany) mayMove(); // says whose turn it is
}

function mayMove() {
  const { live, running, myTurn, busy } = table().dataset;
  if (live !== "yes" || running !== "yes") return false;
  if (myTurn === "yes") return true;
  warn(busy ?? "");
  return false;
}

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
  const fields = all("form:not(.sent) input:is([name=text], [name=strength], [name^=name])", table());
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
