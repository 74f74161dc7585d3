// Another try at a position that went wrong: the server judges the moves, this keeps the count.

import { board, onMove, settle, table, warn } from "./board.js";
import { SILENT } from "./page.js";

const said = document.getElementById("said");
const { address, player, n, of } = table().dataset;
const key = `${address}?player=${player}`;

// By position: "found" at the first try, "later", or "shown".
const results = JSON.parse(sessionStorage.getItem(key) ?? "{}");
let tries = 0;

function note(result) {
  results[n] ??= result;
  sessionStorage.setItem(key, JSON.stringify(results));
}

async function ask(what, more = {}) {
  warn("");
  said.textContent = "One moment ...";
  const query = new URLSearchParams({ player, n, ...more });
  const headers = { Accept: "application/json" };
  const answer = await fetch(`${address}/${what}?${query}`, { headers }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  said.textContent = told?.said ?? "";
  if (answer?.ok && told) return told;
  warn(told?.error ?? SILENT);
  return null;
}

// The board with the answer on it: it is looked at, and played on no more.
function end(told) {
  board().innerHTML = told.board;
  board().classList.remove("mine");
  Object.assign(table().dataset, { running: "no", myTurn: "no" });
  for (const each of table().querySelectorAll("[data-typed], [data-show], [data-palette]")) each.hidden = true;
  const next = table().querySelector("[data-next]");
  next.classList.add("primary");
  next.focus({ preventScroll: true });
}

async function play(move) {
  const told = await ask("try", { move });
  if (told === null) return;
  tries += 1;
  said.className = told.right ? "right" : "wrong";
  table().querySelector("[data-typed].sent")?.reset(); // unless something is typed since
  if (!told.right) return;
  note(tries === 1 ? "found" : "later");
  end(told);
}

async function show() {
  const told = await ask("answer");
  if (told === null) return;
  note("shown");
  said.className = "";
  end(told);
}

function count() {
  const all = Object.values(results);
  const found = all.filter((each) => each === "found").length;
  const later = all.filter((each) => each === "later").length;
  const more = later ? `, and ${later} after more tries` : "";
  said.textContent = `You found ${found} of ${of} at the first try${more}.`;
}

if (board()) {
  if (n === "1") {
    for (const each of Object.keys(results)) delete results[each];
    sessionStorage.removeItem(key);
  }
  onMove(play);
  settle(false);
  table().querySelector("[data-show]").addEventListener("click", show);
  board().classList.add("mine"); // from now on
} else if (of !== "0") count();
