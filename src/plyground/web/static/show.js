// The show: it keeps the screen on, and any key or tap lets a visitor play. From that game showing.js brings
// the show back.

import { session } from "../../browser/storage.js";
import { keepAwake } from "./awake.js";
import { target } from "../../browser/elements.js";
import { ROOT, find } from "./page.js";

const AGAIN = 15_000; // milliseconds until a simulation that has ended begins again
const LEFT_ALONE = new Set(["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Escape", "F11"]);

const stage = find("#run");
session.remove("show"); // nobody has taken it over
keepAwake(() => true)();

/** Whether an event is meant for a control of the page. @param {Event} event */
const isControl = (event) => Boolean(target(event).closest("a, button, dialog"));

function play() {
  session.set("show", location.pathname);
  location.assign(stage.dataset.play ?? ROOT);
}

document.addEventListener("click", (event) => {
  if (!isControl(event)) play();
});
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (LEFT_ALONE.has(key) || ctrlKey || altKey || metaKey) return;
  if ((key === "Enter" || key === " ") && isControl(event)) return;
  event.preventDefault();
  play();
});

const whole = find("[data-whole]");
if (!document.fullscreenEnabled) whole.hidden = true;
whole.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // refused: the window stays as it is
});
document.addEventListener("fullscreenchange", () => {
  whole.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
});

// The show goes on: who started the simulation starts it again once all rounds are played. One that failed would
// fail again, and one that was stopped was meant to end.
const again = /** @type {HTMLFormElement | null} */ (document.getElementById("again"));
const repeat = () => { if (stage.dataset.ended === "finished") setTimeout(() => again?.submit(), AGAIN); };
new MutationObserver(repeat).observe(stage, { attributeFilter: ["data-ended"] });
repeat();
