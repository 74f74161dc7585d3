// Says how many come first, while the server has what this page asks for in turn: in a strip for a page or a
// part of one that comes late, and by `inLine` for what a script asks for.

import { target } from "../../browser/elements.js";
import { ROOT, onHtmx } from "./page.js";

const SOON = 1500; // milliseconds until the first look, and between two
const LOOKS = 5; // looks in a row at which nothing waits, and the strip looks no more: a download leaves the page

/**
 * Tell how many come first, in words, and an empty text where nothing waits any more. Returns what ends it.
 * @param {(words: string) => void} tell
 * @returns {() => void}
 */
export function inLine(tell) {
  let said = "";
  let quiet = 0;
  let timer = setTimeout(look, SOON);
  let ended = false;
  async function look() {
    const answer = await fetch(`${ROOT}api/in-line`).catch(() => null);
    const words = answer?.ok ? (await answer.json()).words : "";
    if (ended) return;
    if (words !== said) tell(words);
    said = words;
    quiet = words ? 0 : quiet + 1;
    if (quiet < LOOKS) timer = setTimeout(look, SOON);
  }
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** @type {(() => void) | null} */
let shown = null;

function begin() {
  end();
  const strip = Object.assign(document.createElement("p"), { className: "in-line", hidden: true });
  strip.setAttribute("role", "status");
  document.body.append(strip);
  const over = inLine((words) => {
    strip.hidden = !words;
    strip.textContent = words;
  });
  shown = () => {
    over();
    strip.remove();
  };
}

function end() {
  shown?.();
  shown = null;
}

addEventListener("submit", (event) => { if (!event.defaultPrevented) begin(); });
addEventListener("click", (event) => {
  const link = target(event).closest?.("a");
  const leaves = link && link.origin === location.origin && !link.target && !link.download && !link.hash;
  if (leaves && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) begin();
});
onHtmx("beforeRequest", begin);
onHtmx("afterRequest", end);
addEventListener("pageshow", end);
addEventListener("pagehide", end);
