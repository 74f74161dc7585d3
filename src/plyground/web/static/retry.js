// Another try at a position that went wrong: the server judges the moves, this keeps the count.

import { playable } from "./playing.js";

const page = document.getElementById("retry");
const board = document.getElementById("board");
const said = document.getElementById("said");
const { address, player, n, of } = page.dataset;
const key = `${address}?player=${player}`;

// By position: "found" at the first try, "later", or "shown".
const results = JSON.parse(sessionStorage.getItem(key) ?? "{}");
let tries = 0;
let asking = false;

function note(result) {
  results[n] ??= result;
  sessionStorage.setItem(key, JSON.stringify(results));
}

async function ask(what, more = {}) {
  if (asking) return null;
  asking = true;
  said.textContent = "One moment ...";
  const query = new URLSearchParams({ player, n, ...more });
  try {
    const answer = await fetch(`${address}/${what}?${query}`, { headers: { Accept: "application/json" } });
    const told = await answer.json();
    said.textContent = answer.ok ? told.said : told.error;
    return answer.ok ? told : null;
  } catch {
    said.textContent = "The server does not answer. Try again in a moment.";
    return null;
  } finally {
    asking = false;
  }
}

function settle(told) {
  board.innerHTML = told.board;
  board.classList.remove("mine");
  page.querySelector("[data-typed]").hidden = true;
  page.querySelector("[data-show]").hidden = true;
  const next = page.querySelector("[data-next]");
  next.classList.add("primary");
  next.focus();
}

async function play(move) {
  const told = await ask("try", { move });
  if (told === null) return;
  tries += 1;
  said.className = told.right ? "right" : "wrong";
  if (!told.right) return;
  note(tries === 1 ? "found" : "later");
  settle(told);
}

async function show() {
  const told = await ask("answer");
  if (told === null) return;
  note("shown");
  said.className = "";
  settle(told);
}

function count() {
  const all = Object.values(results);
  const found = all.filter((each) => each === "found").length;
  const later = all.filter((each) => each === "later").length;
  const more = later ? `, and ${later} after more tries` : "";
  said.textContent = `You found ${found} of ${of} at the first try${more}.`;
}

if (board) {
  if (n === "1") {
    for (const each of Object.keys(results)) delete results[each];
    sessionStorage.removeItem(key);
  }
  const cursor = document.getElementById("at-cursor");
  playable(board, {
    play,
    warn: () => (said.textContent = page.dataset.invalid || "That is no move."),
    tell: (move) => (cursor.textContent = move),
  });
  page.querySelector("[data-show]").addEventListener("click", show);
  page.querySelector("[data-typed]").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text").trim();
    if (text) play(text);
    event.target.reset();
  });
} else if (of !== "0") count();
