// Another try at a position that went wrong: the server judges the moves, this script keeps the count. A lost moment comes
// back, or not: see past.js.

import { answered, following, waiting } from "../../browser/past.js";
import { session } from "../../browser/storage.js";
import { momentAddress } from "./lost.js";
import { restart } from "./line.js";
import { all, made } from "../../browser/elements.js";
import { ROOT, SILENT, find } from "./page.js";
import { onMove, settle, table, warn } from "./playing.js";

const PATIENCE = 300; // milliseconds before the page says that it is waiting

const said = find("#said");
const { address = "", which = "", n = "", of = "" } = table().dataset;
const key = `${address}?${which}`;

/** @typedef {"found" | "later" | "shown"} Result how a position was solved: at the first try, later, or not */

/** @type {Record<string, Result>} by position */
const results = session.read(key) ?? {};
let tries = 0;

const moment = "moment" in table().dataset ? waiting().find((each) => momentAddress(each) === location.pathname + location.search) : undefined;

/** The moment was found, or not: what is said of that. Another one may follow. @param {boolean | null} right */
function come(right) {
  if (!moment) return "";
  const said = right !== null && answered(moment, right);
  const after = following(moment, waiting());
  const next = find("[data-next]", table());
  for (const link of [next, find("[data-skip]", table())]) link.setAttribute("href", after ? momentAddress(after) : `${ROOT}puzzles`);
  next.textContent = after ? "Next" : "Puzzles";
  return said;
}

/** @param {Result} result */
function note(result) {
  results[n] ??= result;
  session.write(key, results);
}

/**
 * @param {string} what
 * @param {Record<string, string>} [more]
 */
async function ask(what, more = {}) {
  warn("");
  const wait = find("[data-waiting]");
  const waiting = setTimeout(() => { wait.hidden = false; }, PATIENCE);
  const query = new URLSearchParams([...new URLSearchParams(which), ["n", n], ...Object.entries(more)]);
  const headers = { Accept: "application/json" };
  const answer = await fetch(`${address}/${what}?${query}`, { headers }).catch(() => null);
  const verdict = await answer?.json().catch(() => null);
  clearTimeout(waiting);
  wait.hidden = true;
  if (answer?.ok && verdict) return verdict;
  warn(verdict?.error ?? SILENT);
  return null;
}

/**
 * Show the verdict on an answer: its words, its line, and its board.
 * @param {{ right: boolean, said: string, board: string, verdict: string }} verdict
 * @param {string} look
 */
function tell(verdict, look) {
  find("[data-verdict]").innerHTML = verdict.verdict; // the server's own, with all text escaped
  said.textContent = verdict.said;
  const place = find("#board");
  place.className = look;
  place.dataset.shown = verdict.board;
  restart();
  settle();
}

/** The visitor can no longer answer. */
function end() {
  Object.assign(table().dataset, { running: "no", myTurn: "no" });
  for (const each of all("[data-typed], [data-show], [data-skip]", table())) each.hidden = true;
  const next = find("[data-next]", table());
  next.hidden = false;
  next.focus({ preventScroll: true });
}

/** @param {string} move */
async function play(move) {
  const verdict = await ask("try", { move });
  if (verdict === null) {
    settle(); // the move was shown already
    return;
  }
  tries += 1;
  const back = come(verdict.right);
  for (const form of /** @type {HTMLFormElement[]} */ (all("[data-typed].sent", table()))) form.reset();
  if (verdict.right) {
    note(tries === 1 ? "found" : "later");
    end();
  }
  tell(verdict, verdict.right ? "right" : "wrong");
  if (back) find("[data-verdict] .verdict").append(made("p", {}, back));
}

async function solve() {
  const verdict = await ask("answer");
  if (verdict === null) return;
  note("shown");
  come(false);
  end();
  tell(verdict, "");
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
    session.remove(key);
  }
  onMove(play);
  settle();
  come(null);
  find("[data-show]", table()).addEventListener("click", solve);
} else if (of !== "0") count();
