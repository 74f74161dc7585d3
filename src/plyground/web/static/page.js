// What the pages share: words, and scrolling that leaves the page where it is.

export const SILENT = "The server does not answer. Try again in a moment.";
export const LOST = "The connection is lost: trying again…";

/**
 * Scroll a list, or a wide graph, so that one of its items is well inside it. The page itself does not
 * move, as it would with scrollIntoView.
 * @param {Element} list
 * @param {Element} item
 */
export function reveal(list, item) {
  const outer = list.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  list.scrollBy(
    shift(outer.left, outer.width, inner.left, inner.width),
    shift(outer.top, outer.height, inner.top, inner.height),
  );
}

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** Have the page stay as long as it is: of one that gets shorter the browser may show another part. */
export function hold() {
  main.style.minHeight = `${main.offsetHeight}px`;
}

addEventListener("resize", () => main.style.removeProperty("min-height"));

/**
 * How far to scroll along one axis: to the middle, unless the item lies well inside or is about as long.
 * @param {number} start
 * @param {number} length
 * @param {number} itemStart
 * @param {number} itemLength
 */
function shift(start, length, itemStart, itemLength) {
  const margin = length / 5;
  const inside = itemStart >= start + margin && itemStart + itemLength <= start + length - margin;
  if (inside || itemLength > length - 2 * margin) return 0;
  return itemStart + itemLength / 2 - start - length / 2;
}
