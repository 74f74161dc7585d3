// What a server says of a review while it makes it. It goes on with it for as long as someone listens.

import { SILENT } from "./page.js";

/**
 * Listen to the making of a review until it is done, and go on when the page comes back into view.
 * @param {string} address of the review
 * @param {(done: number, of: number, waits: string) => void} progress
 * @param {() => void} done
 * @param {(words: string) => void} failed
 */
export function listen(address, progress, done, failed) {
  /** @type {EventSource | null} */
  let events = null;
  let over = false;

  function end() {
    over = true;
    events?.close();
  }

  function open() {
    events = new EventSource(`${address}/events`);
    events.addEventListener("progress", (event) => {
      const said = JSON.parse(event.data);
      progress(said.done, said.of, said.waits);
    });
    events.addEventListener("done", () => {
      end();
      done();
    });
    events.addEventListener("failed", (event) => {
      end();
      failed(event.data);
    });
    events.addEventListener("error", () => {
      if (over || events?.readyState !== EventSource.CLOSED) return;
      end();
      failed(SILENT);
    });
  }

  open();
  addEventListener("pagehide", () => events?.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted && !over) open(); });
}
