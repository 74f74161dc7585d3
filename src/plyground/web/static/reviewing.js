// Waits for a review and shows its progress; leaving the page stops it.

import { SILENT, find } from "./page.js";

const page = find("#reviewing");
const progress = find("#progress");
const begins = progress.textContent;
/** @type {HTMLProgressElement} */
const bar = find("progress", page);
const again = find("[data-again]", page);
const events = new EventSource(`${page.dataset.address}/events`);

/** @param {string} words */
function failed(words) {
  events.close();
  progress.textContent = words;
  again.hidden = false;
}

events.addEventListener("progress", (event) => {
  const { done, of, waits } = JSON.parse(event.data);
  bar.value = done;
  bar.max = of;
  if (waits) progress.textContent = waits;
  else progress.textContent = done ? `${done} of ${of} moves reviewed ...` : begins;
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
