// The board of a page to play on: a Board in the element #board. Its picks and typed
// moves go to the page. The data of #table say whether the visitor may play, and what to say otherwise;
// those of #board what the board shows. A game that has no geometry is a picture, and its moves are typed.
// A page may replace its board by that of another game.

import { session } from "../../browser/storage.js";
import { all, target } from "../../browser/elements.js";
import { boardIn } from "./boards.js";
import { find } from "./page.js";

/** @import { Board } from "../../browser/board.js" */
/** @import { Geometry, Shown } from "../../browser/picture.js" */

/** @typedef {Shown & { svg?: string }} Position */

export const table = () => find("#table");

/** @type {HTMLElement} */
let place = document.createElement("div"); // that of the board
/** @type {Geometry | null} */
let geometry = null;
/** @type {Board | null} */
export let board = null;
/** @type {(move: string) => Promise<unknown>} */
let send = async () => {}; // what to do with a move, which the board may show already
let sending = false; // whether a move is on its way: further ones are ignored
let tooMany = false; // whether there were any: the page then says whose turn it is
/** @type {Position} */
let now = { cells: [] };

/**
 * Set the function that sends each move.
 * @param {(move: string) => Promise<unknown>} how
 */
export function onMove(how) {
  send = how;
}

/** @param {string} text */
export function warn(text) {
  find("#warning").textContent = text;
}

// What the board shows

/** @param {Position} position */
export function show(position) {
  now = position;
  draw();
}

/** The board of the page: what it was made from may be another one now. */
function open() {
  const found = document.getElementById("board");
  if (!found || found === place) return;
  place = found;
  now = { cells: [] };
  geometry = JSON.parse(document.getElementById("geometry")?.textContent || "null");
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
}

// Keys go on where they were on the page before. A mouse or a finger needs no focus.

const KEYS = "keys"; // the number of a target of the board

/** @type {() => HTMLElement[]} */
const targets = () => place.shadowRoot ? all(".target", place.shadowRoot) : [];

export function keepKeys() {
  const at = targets().findIndex((each) => each.matches(":focus-visible"));
  if (at >= 0) session.set(KEYS, String(at));
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
 */
async function make(move, code) {
  if (sending) {
    tooMany = true;
    return;
  }
  [sending, tooMany] = [true, false];
  if (code !== undefined) board?.anticipate(code);
  try {
    await send(move);
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
