// What the pages share: sentences, and finding elements.

export const SILENT = "The server does not answer. Try again in a moment.";
export const LOST = "Connection lost. Trying again …";
export const LATER = "Connection lost. What you asked for is done when it is back.";
export const ALONE = "Connection lost. Only this page has your last moves: keep it open until they are saved.";
export const BUSY = "The server cannot answer now. Trying again …";
export const NONE = "The server's answer cannot be shown. Reload the page.";

/** Where the app is on its site, as its addresses begin: with a slash, or for example /games/ */
export const ROOT = document.documentElement.dataset.root ?? "/";

/**
 * The element that a selector finds; there has to be one.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`This page has no ${selector}`);
  return /** @type {T} */ (found);
}

/**
 * What htmx tells of a request.
 * @typedef {{ target: HTMLElement, isError: boolean, shouldSwap: boolean,
 *   xhr: XMLHttpRequest & { kept?: () => (form: Element) => void, put?: (form: Element) => void } }} HtmxRequest
 */

/**
 * Do something at an event of htmx.
 * @param {string} name
 * @param {(event: CustomEvent<HtmxRequest>) => void} act
 */
export function onHtmx(name, act) {
  document.body.addEventListener(`htmx:${name}`, (event) => act(/** @type {CustomEvent<HtmxRequest>} */ (event)));
}

/** Let htmx see what is new in the page. @param {Element} element */
export function processHtmx(element) {
  /** @type {{ htmx?: { process(element: Element): void } }} */ (window).htmx?.process(element);
}

/**
 * The text of the answer; null if there is none, for example because a proxy cut it off.
 * @param {Response | null} answer
 */
export async function textOf(answer) {
  return (await answer?.text().catch(() => null)) ?? null;
}

/**
 * Compile what a page needs of a game, and report the progress. Resolves when it is ready, or when it
 * cannot be compiled: the server gives the reason to the next request.
 * @param {string} query the game, its parameters, and the part that is needed
 * @param {(words: string) => void} tell
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function ready(query, tell, signal) {
  const part = new URLSearchParams(query).get("part") ?? "";
  return new Promise((resolve) => {
    const events = new EventSource(`${ROOT}api/compiling?${query}`);
    const end = () => {
      events.close();
      resolve();
    };
    events.addEventListener("compiling", ({ data }) => {
      const { parts, words } = JSON.parse(data);
      if (parts.includes(part)) end();
      else tell(words);
    });
    for (const over of ["failed", "error"]) events.addEventListener(over, end);
    signal?.addEventListener("abort", end);
    addEventListener("pagehide", () => events.close());
  });
}

/**
 * Why the server has refused something, as its page says it; empty for any other page.
 * @param {ParentNode} page
 */
export function refusalIn(page) {
  return page.querySelector("[data-refused]")?.textContent ?? "";
}

/** How far a computer is. @param {import("../../browser/engine.js").Progress} progress */
export function figures({ depth, nodes, seconds, scarce }) {
  const far = depth ? `depth ${depth}, ` : "";
  return `${far}${nodes.toLocaleString("en")} positions, ${Number(seconds.toFixed(1))} s${scarce ? ", little memory" : ""}`;
}

const main = find("#main");

/** Keep the page as tall as it is: if it gets shorter, the browser may scroll it. */
export function hold() {
  main.style.minHeight = `${main.offsetHeight}px`;
}

addEventListener("resize", () => main.style.removeProperty("min-height"));
