// The page of an experiment. The server does it and draws its answer; this script shows what it sends.

import { LOST, find } from "./page.js";

const AGAIN = 3000; // milliseconds until the page listens again
const GONE = "The server has started again, and this experiment has ended with it. What it had found is below; Run again starts it from the beginning.";

const doing = find("#doing");
if (!("ended" in doing.dataset)) watch(doing);

/** @param {HTMLElement} doing */
function watch(doing) {
  const address = doing.dataset.experiment ?? "";
  const announced = find("#announced");
  const problem = find("#problem");
  let events = listen();
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

  /** @param {string} words */
  function end(words) {
    doing.dataset.ended = "";
    announced.textContent = words;
  }

  function listen() {
    const source = new EventSource(`${address}/events`);
    for (const name of ["progress", "answer"]) {
      const place = find(`#shown-${name}`);
      source.addEventListener(name, ({ data }) => { place.innerHTML = data; });
    }
    source.addEventListener("problem", ({ data }) => { problem.textContent = data; });
    source.addEventListener("end", () => {
      source.close();
      end(find(".done").textContent ?? "");
    });
    source.addEventListener("error", async () => {
      problem.textContent = LOST;
      if (source.readyState !== EventSource.CLOSED) return;
      // There was an answer, perhaps from a proxy, so the browser does not try again by itself.
      const answer = await fetch(address).catch(() => null);
      if (answer?.status === 404) {
        problem.textContent = GONE;
        end(GONE);
      } else setTimeout(() => { events = listen(); }, AGAIN);
    });
    source.addEventListener("open", () => { problem.textContent = ""; });
    return source;
  }
}
