// The line that shows why an answer is right or wrong: its moves are stepped on the board of the position to
// solve. The server draws the boards.

import { all, isShortcut, target } from "../../browser/elements.js";
import { SILENT, find, textOf } from "./page.js";
import { board, settle, show, table, warn } from "./playing.js";

const moves = () => all("[data-line]")[0]?.dataset.line?.split(" ") ?? [];

let at = first(); // how many moves of the line are on the board

/** How many of them the board shows when the line is new. */
function first() {
  return Number(all("[data-line]")[0]?.dataset.first ?? 0);
}

/** The page has another line, or none. */
export function restart() {
  at = first();
}

/** @param {number} to */
async function go(to) {
  const line = moves();
  const wanted = Math.max(first(), Math.min(line.length, to));
  if (wanted === at || !line.length) return;
  const before = at;
  mark(wanted);
  if (at === first()) {
    showPosed();
    return;
  }
  const address = new URL(table().dataset.boards ?? "", location.href);
  address.searchParams.set("line", line.slice(0, at).join(" "));
  const answer = await fetch(address).catch(() => null);
  const drawn = answer?.ok ? await textOf(answer) : null;
  if (at !== wanted || line.join() !== moves().join()) return; // the visitor has moved on
  if (drawn === null) {
    mark(before); // so that it can be requested again
    warn(SILENT);
    return;
  }
  warn("");
  Object.assign(table().dataset, { live: "no", myTurn: "no" });
  show(JSON.parse(drawn));
  for (const each of all("[data-back]")) each.hidden = table().dataset.running !== "yes";
  find("#said").textContent = `After ${line.slice(0, at).join(" ")}`;
}

/**
 * Mark the button of the line whose board is shown.
 * @param {number} which
 */
function mark(which) {
  at = which;
  for (const button of all("[data-line] [data-at]")) {
    if (Number(button.dataset.at) === at) {
      button.setAttribute("aria-current", "step");
      const row = /** @type {HTMLElement} */ (button.closest("[data-line]"));
      row.scrollLeft = button.offsetLeft - row.offsetLeft - row.clientWidth / 3;
    } else button.removeAttribute("aria-current");
  }
}

function showPosed() {
  const hadFocus = document.activeElement?.closest("[data-back]");
  table().dataset.live = "yes";
  table().dataset.myTurn = table().dataset.running === "yes" ? "yes" : "no";
  for (const each of all("[data-back]")) each.hidden = true;
  settle();
  if (hadFocus) board?.focus();
}

/**
 * A visitor who answers, or touches the board, is back at the position.
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
