// Waits for a review and tells how far it is; whoever leaves the page stops it.

import { SILENT, find } from "./page.js";

const page = find("#reviewing");
const told = find("#told");
/** @type {HTMLProgressElement} */
const bar = find("progress", page);
const again = find("[data-again]", page);
const events = new EventSource(`${page.dataset.address}/events`);

/** @param {string} words */
function failed(words) {
  events.close();
  told.textContent = words;
  again.hidden = false;
}

events.addEventListener("progress", (event) => {
  const { done, of } = JSON.parse(event.data);
  bar.value = done;
  bar.max = of;
  if (done) told.textContent = `${done} of ${of} moves reviewed ...`;
});
events.addEventListener("done", () => {
  events.close();
  location.reload();
});
events.addEventListener("failed", (event) => failed(event.data));
events.addEventListener("error", () => {
  if (events.readyState === EventSource.CLOSED) failed(SILENT);
});
again.addEventListener("click", () => location.reload());
addEventListener("pagehide", () => events.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
