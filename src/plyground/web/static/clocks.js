// The clock of the player to move runs between two tables of the server, which has the real one. Without an
// answer of the server nobody knows whose turn it is, unless it is the visitor's: then clocks stand still, with a sign.

const TENTHS_BELOW = 10; // seconds
const GLANCE = 100; // milliseconds

/** @type {WeakMap<Element, number>} */
const begun = new WeakMap(); // when a clock came to the page

/** @param {number} seconds */
function text(seconds) {
  if (seconds < TENTHS_BELOW) return `0:0${(Math.floor(10 * seconds) / 10).toFixed(1)}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** @returns {NodeListOf<HTMLElement>} */
const running = () => document.querySelectorAll(".turn > .clock.runs");

function arrived() {
  for (const clock of running()) if (!begun.has(clock)) begun.set(clock, performance.now());
}

// At once: a browser may let the timers of a tab in the background wait.
new MutationObserver(arrived).observe(document.body, { childList: true, subtree: true });
arrived();

const UNSURE = "?";

/** Whether the clocks cannot be known. */
function unsure() {
  const known = document.getElementById("table")?.dataset.myTurn === "yes";
  return document.body.classList.contains("silent") && !known;
}

setInterval(() => {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll(".clock");
  for (const clock of clocks) {
    const last = clock.textContent?.replace(UNSURE, "") ?? "";
    const shown = unsure() ? `${last}${UNSURE}` : last;
    if (clock.textContent !== shown) clock.textContent = shown;
  }
  if (unsure()) return;
  for (const clock of running()) {
    const spent = performance.now() - (begun.get(clock) ?? performance.now());
    const left = Math.max(0, Number(clock.dataset.left) - spent / 1000);
    if (clock.textContent !== text(left)) clock.textContent = text(left);
    clock.classList.toggle("low", left < TENTHS_BELOW);
  }
}, GLANCE);
