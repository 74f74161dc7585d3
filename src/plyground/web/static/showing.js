// After a visitor has taken a show over: the game that they play takes them back, after a minute without a
// touch or a key. A strip in place of the pages' head says so. On other pages the show is over for this tab.

import { session } from "../../browser/storage.js";

const QUIET = 60_000; // milliseconds
const GLANCE = 250; // milliseconds between two looks at the time

const show = session.get("show");
const { root } = document.documentElement.dataset;
if (show && location.pathname !== root && !location.pathname.startsWith(`${root}room/`)) session.remove("show");
else if (show) leadBack(show);

/** @param {string} show its address */
function leadBack(show) {
  document.documentElement.classList.add("from-show");

  /** @param {string} name @param {string} text @param {string} [kind] */
  const made = (name, text, kind = "") => Object.assign(document.createElement(name), { textContent: text, className: kind });
  const strip = made("div", "", "back-to-show");
  const words = made("p", "", "figures");
  words.setAttribute("role", "timer");
  const now = made("a", "Now", "button");
  now.setAttribute("href", show);
  now.setAttribute("aria-label", "Back to the show now");
  const stay = made("button", "Stay");
  strip.append(words, now, stay);
  document.querySelector(".top")?.append(strip);

  let ends = Date.now() + QUIET;
  const timer = setInterval(look, GLANCE);
  const touched = () => { ends = Date.now() + QUIET; look(); };
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, touched, { capture: true, passive: true });
  look();

  function look() {
    const left = Math.ceil((ends - Date.now()) / 1000);
    words.textContent = `Back to the show in ${Math.max(left, 0)} s`;
    if (left > 0) return;
    ends = Date.now() + QUIET; // asked once, and again if the network is away
    back();
  }

  async function back() {
    const answer = await fetch(show).catch(() => null);
    if (answer?.ok) location.assign(show);
    else if (answer) end(); // the simulation is gone
  }

  function end() {
    session.remove("show");
    clearInterval(timer);
    for (const kind of ["pointerdown", "keydown", "wheel"]) removeEventListener(kind, touched, { capture: true });
    document.documentElement.classList.remove("from-show");
    strip.remove();
    document.getElementById("main")?.focus();
  }
  stay.addEventListener("click", end);
}
