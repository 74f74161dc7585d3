// Steps through a game, by buttons, keys, and clicks on its moves, lines and graph. The server draws the
// positions, and the page keeps those seen; a page saved as a file holds them all. In a review on a server,
// a move made on the board begins a line, and the server says what it is worth. While a review is being made,
// each answer is the whole page as it is by then, and what has been added to it is put in place.

import { all, isShortcut, reveal, target } from "../../browser/elements.js";
import { SILENT, find, hold, textOf } from "./page.js";

/** @import { Geometry } from "../../browser/picture.js" */

document.documentElement.classList.add("js");

/**
 * One viewer of the page, and how its keys work.
 * @param {HTMLElement} viewer
 * @param {typeof import("./boards.js").boardIn | null} boardIn
 */
function viewing(viewer, boardIn) {
  const { address } = viewer.dataset;
  const last = Number(viewer.dataset.last);
  /** @type {Map<string, Promise<Document | null>>} */
  const seen = new Map();
  let asked = 0;
  let moved = new URLSearchParams(location.search).has("at"); // else the server chooses what is on view
  let news = Promise.resolve();
  let newsAsked = false;

  const place = find('[data-part="board"]', viewer);
  /** @type {Geometry | null} */
  const geometry = place.dataset.shown ? JSON.parse(document.getElementById("geometry")?.textContent || "null") : null;
  const board = geometry && boardIn?.(place, geometry, { theme: "light", onmove: tried, onask: say });
  if (board) {
    place.replaceChildren();
    draw();
  }

  let now = onView();

  function onView() {
    const { at, then = "" } = find('[data-part="board"]', viewer).dataset;
    return { at: Number(at), line: then };
  }

  function making() {
    return viewer.dataset.making !== undefined;
  }

  function draw() {
    if (!board) return;
    board.draw(JSON.parse(place.dataset.shown ?? ""));
    board.locked = false;
  }

  /** @param {number} code */
  function tried(code) {
    if (!board || !geometry) return;
    const { text } = geometry.moves[code];
    const { at, line } = now;
    const played = line ? null : viewer.querySelector(`.record [data-at="${at + 1}"]`)?.getAttribute("data-move");
    board.anticipate(code);
    if (text === played) show(at + 1);
    else show(at, line ? `${line} ${text}` : text);
  }

  /** Say what the last move of a line is worth. */
  async function judge() {
    const turn = asked;
    const { at, line: then } = now;
    const query = new URLSearchParams({ at: String(at), then });
    const answer = await fetch(`${address}/tried?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
    const said = answer?.ok ? (await answer.json().catch(() => null))?.said : "";
    if (turn === asked && said) say(said);
  }

  /** Say something below what was played, until another position is on view. @param {string} text */
  function say(text) {
    const words = find('[data-part="words"]', viewer);
    const place = words.querySelector("[data-said]") ?? words.appendChild(document.createElement("p"));
    place.toggleAttribute("data-said", true);
    place.textContent = text;
  }

  /**
   * A position; null if the server does not answer.
   * @param {number} at
   * @param {string} then
   * @returns {Promise<ParentNode | null>}
   */
  async function load(at, then) {
    if (address === undefined) return viewer.querySelector(`[data-step-at="${at}"]`);
    const query = new URLSearchParams(then ? { at: String(at), then } : { at: String(at) }).toString();
    if (making()) return fetched(`${address}?${query}`);
    const coming = seen.get(query) ?? fetched(`${address}/step?${query}`);
    seen.set(query, coming);
    const found = await coming;
    if (!found) seen.delete(query);
    return found;
  }

  /** @param {string} url */
  async function fetched(url) {
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
    const text = answer?.ok ? await textOf(answer) : null;
    return text === null ? null : new DOMParser().parseFromString(text, "text/html");
  }

  /**
   * @param {number} to
   * @param {string} [then]
   */
  async function show(to, then = "") {
    const at = Math.max(0, Math.min(last, to));
    const turn = ++asked;
    now = { at, line: then };
    moved = true;
    if (board) board.locked = true;
    const fresh = await load(at, then);
    if (turn !== asked) return; // something else has been requested since
    if (!fresh) {
      find('[data-part="words"]', viewer).textContent = SILENT;
      draw();
      now = onView();
      return;
    }
    put(fresh);
    if (address !== undefined) history.replaceState(null, "", then ? `?${new URLSearchParams({ at: String(at), then })}` : `?at=${at}`);
    if (!then && at < last && !making()) load(at + 1, "");
    if (then && board) judge();
  }

  /**
   * Show a position.
   * @param {ParentNode} fresh
   */
  function put(fresh) {
    hold();
    look(null); // what the mouse was on goes away
    for (const old of all("[data-part]", viewer).filter((each) => !each.closest(".all-steps"))) {
      /** @type {HTMLElement | null} */
      const given = fresh.querySelector(`[data-part="${old.dataset.part}"]`);
      if (given && old.isEqualNode(given)) continue;
      if (board && given && old === place) {
        Object.assign(place.dataset, given.dataset);
        draw();
        continue;
      }
      const part = given?.cloneNode(true);
      // What is read aloud stays the same element. The others do not: they would move as words get longer.
      if (old.hasAttribute("aria-live")) old.replaceChildren(...(part?.childNodes ?? []));
      else old.replaceWith(part ?? old.cloneNode(false));
    }
    grow(fresh);
    now = onView();
    mark();
  }

  /**
   * Show what has been added to a review that is being made.
   * @param {ParentNode} fresh
   */
  function grow(fresh) {
    if (!making()) return;
    if (!fresh.querySelector("[data-making]")) delete viewer.dataset.making;
    for (const old of all("[data-whole]", viewer)) {
      const given = fresh.querySelector(`[data-whole="${old.dataset.whole}"]`);
      if (!given || old.isEqualNode(given)) continue;
      const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute("data-at") : null;
      old.replaceChildren(...given.cloneNode(true).childNodes);
      if (focused) find(`[data-at="${focused}"]`, old).focus({ preventScroll: true });
    }
  }

  /** Ask for what has been added meanwhile. */
  function renew() {
    if (newsAsked) return;
    newsAsked = true;
    news = news.then(async () => {
      newsAsked = false;
      const turn = asked;
      const { at, line: then } = now;
      const query = new URLSearchParams(moved ? { at: String(at), then } : {});
      const fresh = await fetched(`${address}?${query}`);
      if (!fresh) return;
      if (turn !== asked) {
        grow(fresh);
        mark();
        return;
      }
      put(fresh);
    });
  }

  // Which move, which point of the graph, and whether it is of the game
  function mark() {
    viewer.classList.toggle("apart", now.line !== "");
    for (const each of all("a[data-at]", viewer)) {
      const here = Number(each.dataset.at) === now.at && (each.dataset.then ?? "") === now.line;
      if (here) {
        each.setAttribute("aria-current", "step");
        for (const row of ["ol", ".moves", ".lines"]) {
          const list = each.closest(row);
          if (list) reveal(list, each);
        }
      } else each.removeAttribute("aria-current");
    }
    for (const each of all(".ply-point", viewer)) {
      const here = Number(each.dataset.ply) === now.at;
      each.classList.toggle("now", here);
      if (here) reveal(find(".graph", viewer), each);
    }
  }

  /** @param {string} where */
  function step(where) {
    // From a line that was not played, the way back leads into the game.
    const back = now.line ? now.at : now.at - 1;
    show({ first: 0, back, on: now.at + 1 }[where] ?? last);
  }

  viewer.addEventListener("click", (event) => {
    const button = target(event).closest("[data-step]");
    /** @type {HTMLElement | null} */
    const move = target(event).closest("a[data-at]");
    const point = target(event).closest(".ply-point");
    if (button) step(button.getAttribute("data-step") ?? "");
    else if (move && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(Number(move.dataset.at), move.dataset.then ?? "");
    } else if (point) show(Number(point.getAttribute("data-ply")));
  });

  // A small board beside the move of a line that the mouse is on
  const peek = document.createElement("div");
  peek.className = "peek";
  peek.hidden = true;
  viewer.append(peek);
  let looked = 0;

  /** @param {HTMLElement | null} move */
  async function look(move) {
    const turn = ++looked;
    peek.hidden = true;
    peek.replaceChildren();
    const found = move && (await load(Number(move.dataset.at), move.dataset.then ?? ""));
    const picture = found?.querySelector('[data-part="board"] svg');
    if (!move || !picture || turn !== looked) return;
    peek.append(picture.cloneNode(true));
    peek.hidden = false;
    const place = move.getBoundingClientRect();
    const above = place.top - peek.offsetHeight - 8;
    peek.style.left = `${Math.min(place.left, innerWidth - peek.offsetWidth - 8)}px`;
    peek.style.top = `${above > 0 ? above : place.bottom + 8}px`;
  }

  viewer.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") look(target(event).closest(".lines a[data-then]"));
  });
  viewer.addEventListener("pointerleave", () => look(null));

  mark();
  return { viewer, step, renew };
}

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/**
 * Begin with all viewers of the page, and return them.
 * @param {typeof import("./boards.js").boardIn | null} boardIn what draws a board to play on, where a server says what moves are worth
 */
export function viewAll(boardIn) {
  const viewers = all(".viewer").map((viewer) => viewing(viewer, boardIn));
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event) || !(event.key in KEYS)) return;
    // Of several viewers, the one with the focus, or the first that is not scrolled away.
    const inside = viewers.find(({ viewer }) => viewer.contains(document.activeElement));
    /** @param {{ viewer: HTMLElement }} viewing */
    const shown = ({ viewer }) => viewer.getBoundingClientRect().bottom > window.innerHeight / 3;
    (inside ?? viewers.find(shown) ?? viewers[0]).step(KEYS[event.key]);
    event.preventDefault();
  });
  return viewers;
}
