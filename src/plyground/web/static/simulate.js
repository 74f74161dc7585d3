// The simulation page. The server plays and draws; this script shows what it sends, fills the screen, and
// remembers the last number of rounds.

import { keepAwake } from "./awake.js";
import { LOST, find } from "./page.js";

const ANNOUNCED_EVERY = 10_000; // milliseconds between two scores read out
const AGAIN = 3000; // milliseconds until the page listens again

const stage = document.getElementById("stage");
if (document.getElementById("setup")) remember();
if (stage) {
  watch(stage);
  if (stage.querySelector("[data-full]")) fill(stage);
}

function remember() {
  /** @type {() => HTMLInputElement} */
  const rounds = () => find("#rounds");
  const kept = localStorage.getItem("rounds");
  if (kept && !new URLSearchParams(location.search).has("rounds") && location.pathname === "/simulate") {
    rounds().value = kept;
  }
  document.addEventListener("submit", () => {
    localStorage.setItem("rounds", rounds().value);
  });
}

/** @param {HTMLElement} stage */
function watch(stage) {
  if ("ended" in stage.dataset) return;
  const address = stage.dataset.simulation ?? "";
  const announced = find("#announced");
  const problem = find("#problem");
  const score = find("#shown-score");
  let lately = -Infinity;
  let events = listen();
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  function listen() {
    const source = new EventSource(`${address}/events`);
    source.addEventListener("board", ({ data }) => {
      const made = document.createElement("template");
      made.innerHTML = data;
      const board = /** @type {Element} */ (made.content.firstElementChild);
      document.getElementById(board.id)?.replaceWith(board);
    });
    for (const name of ["figures", "score", "chart", "sentence"]) {
      const place = document.getElementById(`shown-${name}`); // a show has fewer of them
      if (place) source.addEventListener(name, ({ data }) => { place.innerHTML = data; });
    }
    source.addEventListener("score", ({ timeStamp }) => {
      if (timeStamp - lately < ANNOUNCED_EVERY) return;
      lately = timeStamp;
      announced.textContent = score.textContent;
    });
    source.addEventListener("end", ({ data }) => {
      source.close();
      stage.dataset.ended = data;
      announced.textContent = score.textContent;
    });
    source.addEventListener("problem", ({ data }) => { problem.textContent = data; });
    source.addEventListener("error", async () => {
      problem.textContent = LOST;
      if (source.readyState !== EventSource.CLOSED) return;
      // There was an answer, perhaps from a proxy, so the browser does not try again by itself.
      const answer = await fetch(address).catch(() => null);
      if (answer?.status === 404) {
        problem.textContent = "This simulation has been removed.";
        stage.dataset.ended = "removed";
      } else setTimeout(() => { events = listen(); }, AGAIN);
    });
    source.addEventListener("open", () => { problem.textContent = ""; });
    return source;
  }
}

/** @param {HTMLElement} stage */
function fill(stage) {
  const stayOn = keepAwake(() => stage.classList.contains("filling"));

  /** @param {boolean} filling */
  const show = (filling) => {
    stage.classList.toggle("filling", filling);
    document.documentElement.classList.toggle("filled", filling);
    find(filling ? "[data-leave]" : "[data-full]", stage).focus();
    stayOn();
  };

  find("[data-full]", stage).addEventListener("click", async () => {
    show(true);
    try {
      await stage.requestFullscreen();
    } catch {
      // Some phones have no full screen for pages: fill the window instead.
    }
  });
  find("[data-leave]", stage).addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else show(false);
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) show(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && stage.classList.contains("filling")) show(false);
  });
}
