// A puzzle: sends answers, and asks for hints and the solution. The server renders everything, and knows what is
// right.

import { restart } from "./line.js";
import { all, target } from "../../browser/elements.js";
import { SILENT, find, hold, ready, textOf } from "./page.js";
import { board, keepTyped, onMove, replaceTable, settle, table, typedFields, warn } from "./playing.js";

const PATIENCE = 300; // milliseconds before the page says that it is waiting
const LOOKING = "Checking your move ...";

let lookingFor = LOOKING; // what an answer waits for

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
  restart();
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

// While the visitor thinks, the server prepares to judge the answer.
ready(table().dataset.preparing ?? "", (words) => {
  lookingFor = words;
  tellWaiting();
}).then(() => {
  lookingFor = LOOKING; // or the answer says what is wrong
  tellWaiting();
});

settle();
