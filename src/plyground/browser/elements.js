// Finding and making what a page consists of, and scrolling a list without moving the page.

export const PHONE = "(max-width: 599px), (max-width: 1100px) and (orientation: portrait)"; // as in frame.css

/**
 * The element of a name; there has to be one.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 */
export const find = (id) => /** @type {Kind} */ (document.getElementById(id));

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} inside
 */
export function made(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
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
 * Whether a key is for the page, and not for a field or the browser, nor handled already.
 * @param {KeyboardEvent} event
 */
export function isShortcut(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !target(event).closest("input, select, textarea, dialog");
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
