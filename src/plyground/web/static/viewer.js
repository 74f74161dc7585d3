// A game that is stepped through, by buttons, keys, and clicks on its moves, lines and graph. The
// server draws the positions, and what was seen once is kept; a page that is a file holds them all.

import { SILENT, hold, reveal } from "./page.js";

document.documentElement.classList.add("js");

/** One viewer of the page, and how its keys work. */
function viewing(viewer) {
  const { address } = viewer.dataset;
  const last = Number(viewer.dataset.last);
  const seen = new Map();
  let asked = 0;

  function part(name, within = viewer) {
    return within.querySelector(`[data-part="${name}"]`);
  }

  const { at, then } = part("board").dataset;
  let now = { at: Number(at), then };

  // A position as a document or an element; null if the server does not answer.
  function load(at, then) {
    if (address === undefined) return viewer.querySelector(`[data-step-at="${at}"]`);
    const query = new URLSearchParams(then ? { at, then } : { at }).toString();
    if (!seen.has(query)) {
      const answer = fetch(`${address}/step?${query}`, { headers: { Accept: "text/html" } });
      const text = answer.then((got) => (got.ok ? got.text() : null)).catch(() => null);
      text.then((got) => got === null && seen.delete(query));
      seen.set(query, text.then((got) => got && new DOMParser().parseFromString(got, "text/html")));
    }
    return seen.get(query);
  }

  async function show(to, then = "") {
    const at = Math.max(0, Math.min(last, to));
    const turn = ++asked;
    now = { at, then };
    const fresh = await load(at, then);
    if (turn !== asked) return; // something else was asked for since
    if (!fresh) {
      part("words").textContent = SILENT;
      return;
    }
    hold();
    for (const old of viewer.querySelectorAll(".play [data-part]")) {
      const parts = part(old.dataset.part, fresh)?.childNodes ?? [];
      old.replaceChildren(...[...parts].map((node) => node.cloneNode(true)));
    }
    if (address !== undefined) history.replaceState(null, "", then ? `?${new URLSearchParams({ at, then })}` : `?at=${at}`);
    mark();
    if (!then && at < last) load(at + 1, "");
  }

  // Which move, which point of the graph
  function mark() {
    for (const each of viewer.querySelectorAll("a[data-at]")) {
      const here = Number(each.dataset.at) === now.at && (each.dataset.then ?? "") === now.then;
      if (here) {
        each.setAttribute("aria-current", "step");
        const list = each.closest("ol");
        if (list) reveal(list, each);
      } else each.removeAttribute("aria-current");
    }
    for (const each of viewer.querySelectorAll(".ply-point")) {
      const here = Number(each.dataset.ply) === now.at;
      each.classList.toggle("now", here);
      const graph = each.closest(".graph");
      if (here) reveal(graph, each);
    }
  }

  function step(where) {
    // From a line that was not played the way leads back into the game.
    const back = now.then ? now.at : now.at - 1;
    show({ first: 0, back, on: now.at + 1, last }[where]);
  }

  viewer.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const move = event.target.closest("a[data-at]");
    const point = event.target.closest(".ply-point");
    if (button) step(button.dataset.step);
    else if (move && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(Number(move.dataset.at), move.dataset.then ?? "");
    } else if (point) show(Number(point.dataset.ply));
  });

  mark();
  return { viewer, step };
}

const viewers = [...document.querySelectorAll(".viewer")].map(viewing);
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  // Of several, the one that has the focus, else the first that is not scrolled away.
  const inside = viewers.find(({ viewer }) => viewer.contains(document.activeElement));
  const shown = ({ viewer }) => viewer.getBoundingClientRect().bottom > window.innerHeight / 3;
  (inside ?? viewers.find(shown) ?? viewers[0]).step(KEYS[event.key]);
  event.preventDefault();
});
