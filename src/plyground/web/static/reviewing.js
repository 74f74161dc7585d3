// Waits for a review and shows its progress.

import { listen } from "./news.js";
import { find } from "./page.js";

const page = find("#reviewing");
const words = find("#progress");
const begins = words.textContent;
/** @type {HTMLProgressElement} */
const bar = find("progress", page);
const again = find("[data-again]", page);

listen(
  page.dataset.address ?? "",
  (done, of, waits) => {
    bar.value = done;
    bar.max = of;
    if (waits) words.textContent = waits;
    else words.textContent = done ? `${done} of ${of} moves reviewed ...` : begins;
  },
  () => location.reload(),
  (trouble) => {
    words.textContent = trouble;
    again.hidden = false;
  },
);
again.addEventListener("click", () => location.reload());
