// Watching what the server does: it draws each part and sends it; the page puts the parts into their places.

import { LOST, find } from "./page.js";

const AGAIN = 3000; // milliseconds until the page listens again
const SOON = 300; // milliseconds in which what has ended says so

/**
 * Listen to the events of a run or a lesson until its end; whenever someone comes back to the page after that, look
 * whether it goes on or is gone.
 * @param {HTMLElement} shown has its address; says in data-ended how it ended
 * @param {string} gone what is said when the server no longer has it
 * @param {Record<string, (data: string, event: Event) => void>} happens what to do at events that are more than a part
 * put into its place, "end" among them
 */
export function watch(shown, gone, happens) {
  const address = shown.dataset.watched ?? "";
  const problem = find("#problem");
  /** @type {EventSource | undefined} */
  let events;
  if (!("ended" in shown.dataset)) events = listen();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !["stopped", "failed", "finished"].includes(shown.dataset.ended ?? "")) return;
    const before = shown.dataset.ended;
    events = listen();
    events.addEventListener("progress", () => setTimeout(() => {
      if (events?.readyState === EventSource.OPEN && shown.dataset.ended === before) delete shown.dataset.ended;
    }, SOON));
  });
  addEventListener("pagehide", () => events?.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  /** @param {string} how @param {Event} event */
  function end(how, event) {
    shown.dataset.ended = how;
    happens.end?.(how, event);
  }

  function listen() {
    const source = new EventSource(`${address}/events`);
    /** @param {string} name @param {(data: string, event: Event) => void} act */
    const on = (name, act) => source.addEventListener(name, (event) => act(/** @type {MessageEvent} */ (event).data, event));
    for (const place of shown.querySelectorAll("[id^=shown-]")) {
      const name = place.id.slice("shown-".length);
      if (!(name in happens)) on(name, (data) => { put(place, data); });
    }
    for (const [name, act] of Object.entries(happens)) if (name !== "end") on(name, act);
    on("problem", (data) => { problem.textContent = data; });
    on("end", (how, event) => {
      source.close();
      end(how, event);
    });
    source.addEventListener("error", async (event) => {
      problem.textContent = LOST;
      if (source.readyState !== EventSource.CLOSED) return;
      // There was an answer, perhaps from a proxy, so the browser does not try again by itself.
      const answer = await fetch(address).catch(() => null);
      if (answer?.status === 404) {
        problem.textContent = gone;
        end("gone", event);
      } else setTimeout(() => { events = listen(); }, AGAIN);
    });
    source.addEventListener("open", () => { problem.textContent = ""; });
    return source;
  }
}

/**
 * Put a part that the server drew into its place; what has the focus there keeps it.
 * @param {Element} place @param {string} drawn
 */
function put(place, drawn) {
  const held = place.contains(document.activeElement) ? document.activeElement?.id : "";
  place.innerHTML = drawn;
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
}
