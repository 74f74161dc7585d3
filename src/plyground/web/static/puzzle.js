// A puzzle: sends answers, asks for hints and the solution, and shows the boards of a line. The server
// renders everything, and knows what is right.

import { SILENT, all, find, hold, isShortcut, ready, target, textOf } from "./page.js";
import { board, keepTyped, onMove, replaceTable, settle, show, table, typedFields, warn } from "./playing.js";

const PATIENCE = 300; // milliseconds before the page says that it is waiting
const LOOKING = "Checking your move ...";

const line = () => all("[data-line]")[0]?.dataset.line?.split(" ") ?? [];

let at = shownAtFirst(); // how many moves of the line are on the board
let lookingFor = LOOKING; // what an answer waits for

function shownAtFirst() {
  return running() ? 0 : 1;
}

function running() {
  return table().dataset.running === "yes";
}

// Asking the server

/**
 * @param {HTMLFormElement} form
 * @param {string} [text] the answer, if it is not in the form
 */
async function send(form, text) {
  const fields = new FormData(form);
  if (text !== undefined) fields.set("text", text);
  const waiting = setTimeout(() => {
    find("[data-waiting]").hidden = false;
    tellWaiting();
  }, PATIENCE);
  const headers = { Accept: "text/html", "HX-Request": "true" };
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(form.action, { method: "POST", headers, body }).catch(() => null);
  const page = new DOMParser().parseFromString((await textOf(answer)) ?? "", "text/html");
  clearTimeout(waiting);
  find("[data-waiting]").hidden = true;
  const fresh = page.getElementById("table");
  if (!running()) return; // solved while this was on its way
  if (fresh) redraw(fresh);
  else {
    settle(); // the move was shown already
    warn(page.querySelector("[role=alert]")?.textContent || SILENT);
  }
}

function tellWaiting() {
  const place = find("[data-waiting]");
  find("span:last-child", place).textContent = lookingFor;
  if (!place.hidden) find("#said").textContent = lookingFor;
}

/** @param {HTMLElement} fresh */
function redraw(fresh) {
  const active = document.activeElement;
  const focused = active?.closest("#table") && (active.id || "other");
  const typed = typedFields();
  hold();
  replaceTable(fresh);
  at = shownAtFirst();
  const solved = !running();
  settle();
  if (solved) reward();
  keepTyped(typed, active);
  if (focused && (solved || focused !== "board")) (document.getElementById(solved ? "next" : focused) ?? board)?.focus({ preventScroll: true });
  find("#said").textContent = all("[data-said]")[0]?.dataset.said ?? all("[data-hint]").at(-1)?.textContent ?? "";
}

onMove((move) => send(find("[data-typed]"), move));

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (target(event));
  if (!form.matches("[data-send]")) return;
  event.preventDefault();
  send(form);
});

/** The board is glad with whoever has solved the puzzle, unless motion is off. */
function reward() {
  board?.cheer(Number(table().dataset.turn));
  for (const each of all("[data-took]")) each.textContent = `Time ${spent()}.`;
}

// The time, which the settings can hide

const begun = performance.now();

function spent() {
  const seconds = Math.floor((performance.now() - begun) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const each of all(".timer")) if (running()) each.textContent = spent();
}

tick();
setInterval(tick, 1000);

// The line: its boards

/** @param {number} to */
async function go(to) {
  const moves = line();
  const wanted = Math.max(shownAtFirst(), Math.min(moves.length, to));
  if (wanted === at || !moves.length) return;
  const before = at;
  mark(wanted);
  if (at === shownAtFirst()) {
    showPosed();
    return;
  }
  const query = new URLSearchParams({ line: moves.slice(0, at).join(" ") });
  const answer = await fetch(`/puzzles/${table().dataset.puzzle}/board?${query}`).catch(() => null);
  const drawn = answer?.ok ? await textOf(answer) : null;
  if (at !== wanted || moves.join() !== line().join()) return; // the visitor has moved on
  if (drawn === null) {
    mark(before); // so that it can be requested again
    warn(SILENT);
    return;
  }
  warn("");
  Object.assign(table().dataset, { live: "no", myTurn: "no" });
  show(JSON.parse(drawn));
  for (const each of all("[data-back]")) each.hidden = false;
  find("#said").textContent = `After ${moves.slice(0, at).join(" ")}`;
}

/**
 * Mark the button of the line whose board is shown.
 * @param {number} which
 */
function mark(which) {
  at = which;
  for (const button of all("[data-line] [data-at]")) {
    if (Number(button.dataset.at) === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

function showPosed() {
  const hadFocus = document.activeElement?.closest("[data-back]");
  table().dataset.live = "yes";
  table().dataset.myTurn = running() ? "yes" : "no";
  for (const each of all("[data-back]")) each.hidden = true;
  settle();
  if (hadFocus) board?.focus();
}

/**
 * A visitor who answers, or touches the board, is back at the puzzle.
 * @param {Event} event
 */
function back(event) {
  const onBoard = target(event).closest("#board");
  if (table().dataset.live === "yes" || !(onBoard || target(event).matches("[data-typed]"))) return;
  if (onBoard) event.stopPropagation(); // no move has been made yet
  go(0);
}

for (const kind of ["click", "submit"]) document.addEventListener(kind, back, { capture: true });

document.addEventListener("click", (event) => {
  const button = target(event).closest("button");
  if (!button) return;
  if (button.dataset.step) go(at + Number(button.dataset.step));
  else if (button.dataset.at) go(Number(button.dataset.at));
});

document.addEventListener("keydown", (event) => {
  if (!isShortcut(event)) return;
  if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "Escape") go(0);
  else return;
  event.preventDefault();
});

// While the visitor thinks, the server prepares to judge the answer.
ready(table().dataset.preparing ?? "", (words) => {
  lookingFor = words;
  tellWaiting();
}).then(() => {
  lookingFor = LOOKING; // or the answer says what is wrong
  tellWaiting();
});

settle();
