// What the pages share: sentences, finding elements, and scrolling a list without moving the page.

export const SILENT = "The server does not answer. Try again in a moment.";
export const LOST = "Connection lost. Trying again …";
export const ALONE = "Connection lost. Only this page has your last moves: keep it open until they are saved.";
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
 * The elements that a selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T[]}
 */
export function all(selector, within = document) {
  return [.../** @type {NodeListOf<T>} */ (within.querySelectorAll(selector))];
}

/**
 * The element where an event happens.
 * @param {Event} event
 */
export function target(event) {
  return /** @type {HTMLElement} */ (event.target);
}

/**
 * A new element of an SVG.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export function element(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
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
 * Whether a key is for the page, and not for a field or the browser, nor handled already.
 * @param {KeyboardEvent} event
 */
export function isShortcut(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !target(event).closest("input, select, textarea, dialog");
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

/**
 * Scroll a list, or a wide graph, so that one of its items is well inside it, or inside the part of it that is
 * on the screen. The page itself does not move, as it would with scrollIntoView.
 * @param {Element} list
 * @param {Element} item
 */
export function reveal(list, item) {
  const outer = list.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  const seen = Math.min(outer.bottom, innerHeight) - outer.top;
  list.scrollBy(
    shift(outer.left, outer.width, inner.left, inner.width),
    shift(outer.top, seen > inner.height ? seen : outer.height, inner.top, inner.height),
  );
}

const main = find("#main");

/** Keep the page as tall as it is: if it gets shorter, the browser may scroll it. */
export function hold() {
  main.style.minHeight = `${main.offsetHeight}px`;
}

addEventListener("resize", () => main.style.removeProperty("min-height"));

/**
 * How far to scroll along one axis: to the middle, unless the item is well inside. One that is about as long as
 * the list only has to be inside, and one that is longer stays where it is.
 * @param {number} start
 * @param {number} length
 * @param {number} itemStart
 * @param {number} itemLength
 */
function shift(start, length, itemStart, itemLength) {
  const margin = itemLength > 0.6 * length ? 0 : length / 5;
  const inside = itemStart >= start + margin && itemStart + itemLength <= start + length - margin;
  if (inside || itemLength > length) return 0;
  return itemStart + itemLength / 2 - start - length / 2;
}
