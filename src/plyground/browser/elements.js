// Finding and making what a page consists of.

export const PHONE = "(max-width: 599px), (max-width: 1100px) and (orientation: portrait)"; // as in page.css

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
