// The page of a run, and its show. The server plays and draws; watching.js shows what it sends. This script fills
// the screen, and copies the link.

import { keepAwake } from "./awake.js";
import { target } from "../../browser/elements.js";
import { find } from "./page.js";
import { watch } from "./watching.js";

const ANNOUNCED_EVERY = 10_000; // milliseconds between two scores read out
const GONE = "This run has been deleted.";

const run = find("#run");
const announced = find("#announced");
let lately = -Infinity;

const stage = document.getElementById("stage");
if (stage) fill(stage);

/** What has come of it, in words. */
const said = () => ["#shown-score", "#shown-headline", ".done"]
  .map((place) => document.querySelector(place)?.textContent?.trim().replace(/\.$/, "")).filter(Boolean).join(". ");

/** @param {string} name @param {string} data @param {Event} event */
function put(name, data, { timeStamp }) {
  const place = document.getElementById(`shown-${name}`);
  if (place) place.innerHTML = data;
  if (timeStamp - lately < ANNOUNCED_EVERY) return;
  lately = timeStamp;
  announced.textContent = said();
}

watch(run, GONE, {
  board: (data) => {
    const made = document.createElement("template");
    made.innerHTML = data;
    const board = /** @type {Element} */ (made.content.firstElementChild);
    document.getElementById(board.id)?.replaceWith(board);
  },
  score: (data, event) => put("score", data, event),
  end: (how) => { announced.textContent = how === "gone" ? GONE : said(); },
});

document.addEventListener("click", (event) => {
  const button = target(event).closest("[data-copy]");
  const link = /** @type {HTMLInputElement | null} */ (button?.parentElement?.querySelector("[data-link]"));
  if (!button || !link) return;
  link.select();
  const copied = () => { button.textContent = "Copied"; };
  if (navigator.clipboard) navigator.clipboard.writeText(link.value).then(copied, () => document.execCommand("copy") && copied());
  else if (document.execCommand("copy")) copied();
});

/** @param {HTMLElement} stage */
function fill(stage) {
  const stayOn = keepAwake(() => stage.classList.contains("filling"));

  /** @param {boolean} filling */
  const show = (filling) => {
    stage.classList.toggle("filling", filling);
    document.documentElement.classList.toggle("filled", filling);
    find(filling ? "[data-leave]" : "[data-full]").focus();
    stayOn();
  };

  find("[data-full]").addEventListener("click", async () => {
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
