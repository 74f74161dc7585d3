// The matches of a report: opens what a link leads to, and steps through a match's positions.
//
// The page has its data in the element #data: a board for each game, see
// geometry.py, and for each match its positions, each as what changed since the one before.

import { made } from "./elements.js";
import { Picture } from "./picture.js";

/** @import { Geometry } from "./picture.js" */

/**
 * A position: sites and what they hold now, by turns, the sites of the last move unless they are those, and
 * the sites that decided the game.
 * @typedef {[number[], number[]?, number[]?]} Step
 * @typedef {{ game: number, moves: string[], opening: number, steps: Step[] }} Match
 */

/** @type {{ boards: Geometry[], starts: number[][], matches: Match[] }} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

/** @param {Match} match */
function positions({ game, steps }) {
  let cells = data.starts[game];
  const all = [{ cells, last: /** @type {number[]} */ ([]), deciding: /** @type {number[]} */ ([]) }];
  for (const [changes, last, deciding] of steps) {
    cells = [...cells];
    const sites = changes.filter((_, at) => at % 2 === 0);
    for (const [at, site] of sites.entries()) cells[site] = changes[2 * at + 1];
    all.push({ cells, last: last ?? sites, deciding: deciding ?? [] });
  }
  return all;
}

/**
 * Show a match in its element, by its moves.
 * @param {HTMLElement} place
 * @param {Match} match
 */
function show(place, match) {
  const geometry = data.boards[match.game];
  const picture = new Picture(geometry);
  const all = positions(match);
  const board = made("div", { class: "board", role: "img" });
  const said = made("p", { class: "said", "aria-live": "polite" });
  const moves = match.moves.map((text, at) =>
    made("button", { type: "button", class: at < match.opening ? "given" : "" }, text),
  );
  let now = match.moves.length;

  /** @param {number} to */
  function go(to) {
    now = Math.max(0, Math.min(all.length - 1, to));
    const { below, above } = picture.picture(all[now]);
    const [width, height] = geometry.size;
    board.innerHTML = `<svg viewBox="${geometry.view}" width="${width}" height="${height}" font-family="${geometry.font.replaceAll('"', "'")}">${below.join("")}${above.join("")}</svg>`;
    said.textContent = now ? `Move ${now} of ${match.moves.length}: ${geometry.moves.find(({ text }) => text === match.moves[now - 1])?.words ?? match.moves[now - 1]}` : "The start";
    board.setAttribute("aria-label", said.textContent);
    for (const [at, button] of moves.entries()) {
      if (at + 1 === now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** @type {[string, string, () => number][]} */
  const steps = [
    ["«", "First position", () => 0],
    ["‹", "Back", () => now - 1],
    ["›", "On", () => now + 1],
    ["»", "Last position", () => match.moves.length],
  ];
  const buttons = steps.map(([sign, words, to]) => {
    const button = made("button", { type: "button", "aria-label": words }, sign);
    button.addEventListener("click", () => go(to()));
    return button;
  });
  for (const [at, button] of moves.entries()) button.addEventListener("click", () => go(at + 1));
  place.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: match.moves.length }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(to);
  });
  const side = made("div", { class: "side" }, made("div", { class: "steps" }, ...buttons), said, made("div", { class: "record" }, ...moves));
  place.replaceChildren(board, side);
  go(now);
}

/** @param {Element} list */
function open(list) {
  if (!(list instanceof HTMLDetailsElement)) return;
  const place = list.querySelector(":scope > [data-match]");
  if (!(place instanceof HTMLElement) || place.classList.contains("stepped")) return;
  const match = data.matches[Number(place.dataset.match)];
  if (!match || !data.boards[match.game]) return;
  place.classList.add("stepped");
  show(place, match);
}

document.addEventListener("toggle", (event) => event.target instanceof HTMLDetailsElement && event.target.open && open(event.target), true);

function follow() {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = found; each; each = each.parentElement) if (each instanceof HTMLDetailsElement) each.open = true;
  found?.scrollIntoView();
}

addEventListener("hashchange", follow);
if (location.hash) follow();
