// The simulation page. The server plays and draws; watching.js shows what it sends. This script fills the
// screen, and remembers the last number of rounds.

import { local } from "../../browser/storage.js";
import { keepAwake } from "./awake.js";
import { ROOT, find } from "./page.js";
import { watch } from "./watching.js";

const ANNOUNCED_EVERY = 10_000; // milliseconds between two scores read out

const stage = document.getElementById("stage");
if (document.getElementById("setup")) remember();
if (stage) {
  follow(stage);
  if (stage.querySelector("[data-full]")) fill(stage);
}

function remember() {
  /** @type {() => HTMLInputElement} */
  const rounds = () => find("#rounds");
  const kept = local.get("rounds");
  if (kept && !new URLSearchParams(location.search).has("rounds") && location.pathname === `${ROOT}simulate`) {
    rounds().value = kept;
  }
  document.addEventListener("submit", () => {
    local.set("rounds", rounds().value);
  });
}

/** @param {HTMLElement} stage */
function follow(stage) {
  const announced = find("#announced");
  const score = find("#shown-score");
  let lately = -Infinity;
  watch(stage, "This simulation has been removed.", {
    board: (data) => {
      const made = document.createElement("template");
      made.innerHTML = data;
      const board = /** @type {Element} */ (made.content.firstElementChild);
      document.getElementById(board.id)?.replaceWith(board);
    },
    score: (data, { timeStamp }) => {
      score.innerHTML = data;
      if (timeStamp - lately < ANNOUNCED_EVERY) return;
      lately = timeStamp;
      announced.textContent = score.textContent;
    },
    end: () => { announced.textContent = score.textContent; },
  });
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
