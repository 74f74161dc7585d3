// Another try at a position that went wrong: the server judges the moves, this script keeps the count.

import { SILENT, all, find } from "./page.js";
import { onMove, settle, show, table, warn } from "./playing.js";

const said = find("#said");
const { address = "", which = "", n = "", of = "" } = table().dataset;
const key = `${address}?${which}`;

/** @typedef {"found" | "later" | "shown"} Result how a position was solved: at the first try, later, or not */

/** @type {Record<string, Result>} by position */
const results = JSON.parse(sessionStorage.getItem(key) ?? "{}");
let tries = 0;

/** @param {Result} result */
function note(result) {
  results[n] ??= result;
  sessionStorage.setItem(key, JSON.stringify(results));
}

/**
 * @param {string} what
 * @param {Record<string, string>} [more]
 */
async function ask(what, more = {}) {
  warn("");
  said.textContent = "One moment ...";
  const query = new URLSearchParams([...new URLSearchParams(which), ["n", n], ...Object.entries(more)]);
  const headers = { Accept: "application/json" };
  const answer = await fetch(`${address}/${what}?${query}`, { headers }).catch(() => null);
  const verdict = await answer?.json().catch(() => null);
  said.textContent = verdict?.said ?? "";
  if (answer?.ok && verdict) return verdict;
  warn(verdict?.error ?? SILENT);
  return null;
}

// Show the board with the answer on it. The visitor can no longer play on it.
/** @param {{ board: string }} verdict */
function end(verdict) {
  Object.assign(table().dataset, { running: "no", myTurn: "no" });
  show(JSON.parse(verdict.board));
  for (const each of all("[data-typed], [data-show]", table())) each.hidden = true;
  const next = find("[data-next]", table());
  next.classList.add("primary");
  next.focus({ preventScroll: true });
}

/** @param {string} move */
async function play(move) {
  const verdict = await ask("try", { move });
  if (!verdict?.right) settle(); // the move was shown already
  if (verdict === null) return;
  tries += 1;
  said.className = verdict.right ? "right" : "wrong";
  for (const form of /** @type {HTMLFormElement[]} */ (all("[data-typed].sent", table()))) form.reset();
  if (!verdict.right) return;
  note(tries === 1 ? "found" : "later");
  end(verdict);
}

async function tell() {
  const verdict = await ask("answer");
  if (verdict === null) return;
  note("shown");
  said.className = "";
  end(verdict);
}

function count() {
  const all = Object.values(results);
  const found = all.filter((each) => each === "found").length;
  const later = all.filter((each) => each === "later").length;
  const more = later ? `, and ${later} after more tries` : "";
  said.textContent = `You found ${found} of ${of} at the first try${more}.`;
}

if (document.getElementById("board")) {
  if (n === "1") {
    for (const each of Object.keys(results)) delete results[each];
    sessionStorage.removeItem(key);
  }
  onMove(play);
  settle();
  find("[data-show]", table()).addEventListener("click", tell);
} else if (of !== "0") count();
