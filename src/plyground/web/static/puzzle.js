// A puzzle: sends answers, asks for hints and the solution, and shows the boards of a line. The server
// renders everything, and knows what is right.

import { board, drop, keepTyped, onMove, settle, table, typedFields, warn } from "./board.js";
import { SILENT, hold } from "./page.js";

const PATIENCE = 300; // milliseconds before it is said that something is being looked for
const LOOKING = "Looking what follows ...";

const all = (selector) => [...document.querySelectorAll(selector)];
const find = (selector) => document.querySelector(selector);
const line = () => find("[data-line]")?.dataset.line.split(" ") ?? [];

let posed = board().cloneNode(true); // the board as the server sent it
let at = shownAtFirst(); // how many moves of the line are on the board
let lookingFor = LOOKING; // what an answer waits for

function shownAtFirst() {
  return running() ? 0 : 1;
}

function running() {
  return table().dataset.running === "yes";
}

// Asking the server

async function send(form, text) {
  const fields = new FormData(form);
  if (text !== undefined) fields.set("text", text);
  const waiting = setTimeout(() => {
    find("[data-waiting]").hidden = false;
    tellWaiting();
  }, PATIENCE);
  const headers = { Accept: "text/html", "HX-Request": "true" };
  const body = new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: "POST", headers, body }).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
  clearTimeout(waiting);
  find("[data-waiting]").hidden = true;
  const fresh = page.getElementById("table");
  if (!running()) return; // it was solved while this was on its way
  if (fresh) replaceTable(fresh);
  else warn(page.querySelector("[role=alert]")?.textContent ?? SILENT);
}

function tellWaiting() {
  const place = find("[data-waiting]");
  place.lastElementChild.textContent = lookingFor;
  if (!place.hidden) find("#said").textContent = lookingFor;
}

function replaceTable(fresh) {
  const active = document.activeElement;
  const focused = active?.closest("#board") ? "board" : active?.closest("#table") && (active.id || "board");
  const typed = typedFields();
  hold();
  table().replaceWith(document.importNode(fresh, true));
  posed = board().cloneNode(true);
  at = shownAtFirst();
  const solved = !running();
  if (solved) {
    board().classList.add("fresh");
    drop();
  }
  settle(!solved);
  keepTyped(typed, active);
  const focus = document.getElementById(solved ? "next" : focused) ?? board();
  if (focused) focus.focus({ preventScroll: true });
  find("#said").textContent = find("[data-said]")?.dataset.said ?? all("[data-hint]").at(-1)?.textContent ?? "";
}

onMove((move) => send(find("[data-typed]"), move));

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-send]")) return;
  event.preventDefault();
  send(event.target);
});

// The line: its boards

async function go(to) {
  const moves = line();
  const wanted = Math.max(shownAtFirst(), Math.min(moves.length, to));
  if (wanted === at || !moves.length) return;
  const [before, place] = [at, board()];
  mark(wanted);
  if (at === shownAtFirst()) {
    showPosed();
    return;
  }
  const query = new URLSearchParams({ line: moves.slice(0, at).join(" ") });
  const answer = await fetch(`/puzzles/${table().dataset.puzzle}/board?${query}`).catch(() => null);
  const drawn = answer?.ok ? await answer.text().catch(() => null) : null;
  if (at !== wanted || place !== board()) return; // gone elsewhere by now
  if (drawn === null) {
    mark(before); // so that it can be asked for again
    warn(SILENT);
    return;
  }
  warn("");
  board().innerHTML = drawn; // the server's own SVG, in which every text is escaped
  board().classList.remove("mine");
  table().dataset.live = "no";
  table().dataset.myTurn = "no";
  find("[data-back]")?.removeAttribute("hidden");
  find("#said").textContent = `After ${moves.slice(0, at).join(" ")}`;
}

// Have a button of the line be the one whose board is shown.
function mark(which) {
  at = which;
  for (const button of all("[data-line] [data-at]")) {
    if (Number(button.dataset.at) === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

function showPosed() {
  const hadFocus = document.activeElement?.closest("[data-back]");
  board().replaceWith(posed.cloneNode(true));
  table().dataset.live = "yes";
  table().dataset.myTurn = running() ? "yes" : "no";
  find("[data-back]")?.setAttribute("hidden", "");
  settle(false);
  if (hadFocus) board().focus({ preventScroll: true });
}

// Who answers, or touches the board, is back at the puzzle.
function back(event) {
  const onBoard = event.target.closest("#board");
  if (table().dataset.live === "yes" || !(onBoard || event.target.matches("[data-typed]"))) return;
  if (onBoard) event.stopPropagation(); // that is no move yet
  go(0);
}

for (const kind of ["click", "submit"]) document.addEventListener(kind, back, { capture: true });

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.step) go(at + Number(button.dataset.step));
  else if (button.dataset.at) go(Number(button.dataset.at));
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "Escape") go(0);
  else return;
  event.preventDefault();
});

// While somebody thinks, what judges their answer is prepared.
const preparing = new EventSource(`/api/compiling?${table().dataset.preparing}`);
preparing.addEventListener("compiling", ({ data }) => {
  const { done, of, parts } = JSON.parse(data);
  if (parts.includes("analysis")) preparing.close();
  lookingFor = parts.includes("analysis") ? LOOKING : `Preparing the game for this computer, once: step ${done + 1} of ${of} ...`;
  tellWaiting();
});
for (const over of ["failed", "error"])
  preparing.addEventListener(over, () => {
    preparing.close();
    lookingFor = LOOKING; // the answer says what is wrong
  });
addEventListener("pagehide", () => preparing.close());

settle(false);
