// What can be put down where a place can take several things, such as numbers: a chooser near the place,
// and a tray beside the board, from which they are picked or dragged.

import { made } from "./elements.js";

/** @import { Geometry, MoveValue, Target } from "./picture.js" */

const FAR = 8; // pixels that a finger moves before it drags

/**
 * Put a text into a button, with what it is worth.
 * @param {HTMLButtonElement} button
 * @param {string} label
 * @param {string} words
 * @param {MoveValue} [value]
 */
function fill(button, label, words, value) {
  button.textContent = label;
  button.className = value ? `ply-${value.kind ?? "unknown"}${value.best ? " ply-best" : ""}` : "";
  button.setAttribute("aria-label", [words, value?.words].filter(Boolean).join(", "));
  if (!value) return;
  const small = made("small");
  small.textContent = value.text;
  button.append(small);
}

export class Chooser {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.element = made("div", { class: "chooser", role: "dialog" });
    this.element.hidden = true;
    /** @type {HTMLButtonElement | null} */
    this.asked = null; // what the question is about
    document.addEventListener("pointerdown", (event) => {
      if (!event.composedPath().includes(this.element)) this.close(false);
    }, { signal });
  }

  get open() {
    return !this.element.hidden;
  }

  get buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  /**
   * Ask which of several moves is meant.
   * @param {{ label: string, words: string, value?: MoveValue, act: () => void }[]} choices
   * @param {Target} target
   * @param {HTMLButtonElement} asked
   */
  ask(choices, target, asked) {
    this.element.replaceChildren(
      ...choices.map(({ label, words, value, act }) => {
        const choice = made("button", { type: "button" });
        fill(choice, label, words, value);
        choice.addEventListener("click", () => {
          this.close(true);
          act();
        });
        return choice;
      }),
    );
    const [left, top, width, height] = target.box;
    const [x, y] = [left + width / 2, top + height / 2];
    Object.assign(this.element.style, { left: `${x}%`, top: `${y}%`, transform: `translate(-${x}%, -${y}%)` });
    this.element.setAttribute("aria-label", `${target.name}: choose`);
    this.element.hidden = false;
    this.asked = asked;
    this.buttons[0]?.focus({ preventScroll: true });
  }

  /** @param {boolean} back whether the focus goes back to where it came from */
  close(back) {
    if (!this.open) return;
    this.element.hidden = true;
    if (back) this.asked?.focus({ preventScroll: true });
    this.asked = null;
  }
}

export class Tray {
  /**
   * @param {{ pick: (label: string) => void, over: (label: string, x: number, y: number) => void,
   *   drop: (label: string, x: number, y: number) => void }} does
   */
  constructor(does) {
    this.does = does;
    this.element = made("div", { class: "tray", role: "group", "aria-label": "What to play" });
    /** @type {HTMLElement | null} */
    this.carried = null; // what is under the finger
  }

  /** @type {HTMLButtonElement[]} */
  get buttons() {
    return [...this.element.querySelectorAll("button")].filter((each) => each.style.visibility !== "hidden");
  }

  /**
   * Show these; one that is not free now keeps its place.
   * @param {string[]} labels
   * @param {Set<string>} free
   * @param {string | null} picked
   * @param {boolean} open whether one can be picked
   * @param {(label: string) => MoveValue | undefined} value
   */
  show(labels, free, picked, open, value) {
    const known = this.element.children;
    if ([...known].map((each) => each.getAttribute("data-label")).join() !== labels.join())
      this.element.replaceChildren(...labels.map((label) => this.button(label)));
    for (const [at, label] of labels.entries()) {
      const button = /** @type {HTMLButtonElement} */ (known[at]);
      const worth = value(label);
      fill(button, label, worth?.words ? `${label}, at best` : label, worth);
      button.setAttribute("aria-pressed", String(label === picked));
      button.setAttribute("aria-disabled", String(!open));
      button.style.visibility = free.has(label) ? "" : "hidden";
    }
  }

  /** @param {string} label */
  button(label) {
    const button = made("button", { type: "button", "data-label": label });
    /** @type {[number, number] | null} */
    let begun = null;
    let dragged = false;
    button.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button || button.getAttribute("aria-disabled") === "true") return;
      begun = [event.clientX, event.clientY];
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (!begun) return;
      if (!dragged && Math.hypot(clientX - begun[0], clientY - begun[1]) < FAR) return;
      dragged = true;
      this.carry(button, clientX, clientY);
      this.does.over(label, clientX, clientY);
    });
    /** @param {PointerEvent} event */
    const end = ({ type, clientX, clientY }) => {
      if (dragged && begun) {
        this.carried?.remove();
        this.carried = null;
        delete button.dataset.away;
        const [x, y] = type === "pointerup" ? [clientX, clientY] : [-1, -1];
        this.does.drop(label, x, y);
      }
      begun = null;
    };
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) button.addEventListener(kind, end);
    button.addEventListener("click", () => {
      if (!dragged) this.does.pick(label);
      dragged = false;
    });
    return button;
  }

  /**
   * Show what is dragged under the finger.
   * @param {HTMLButtonElement} button
   * @param {number} x
   * @param {number} y
   */
  carry(button, x, y) {
    if (!this.carried) {
      this.carried = made("span", { class: "carried", "aria-hidden": "true" });
      this.carried.textContent = button.dataset.label ?? "";
      this.element.parentElement?.append(this.carried);
      button.dataset.away = "yes";
    }
    const box = /** @type {HTMLElement} */ (this.element.parentElement).getBoundingClientRect();
    this.carried.style.transform = `translate(${x - box.x}px, ${y - box.y}px) translate(-50%, -50%)`;
  }
}

/**
 * What is to be chosen besides a place, where the same few things can go to many places.
 * @param {Geometry} geometry
 */
export function choosable({ moves, edges }) {
  const put = moves.filter(({ sites, from }) => sites.length === 1 && from === undefined && !edges[sites[0]]);
  const labels = [...new Set(put.map(({ label }) => label))];
  const places = new Set(put.map(({ sites }) => sites[0]));
  return labels.length > 1 && labels.length <= 12 && 2 * labels.length <= put.length && places.size > 1 ? labels : [];
}

/**
 * The impossible move that was meant on some sites; null if it may be one of several.
 * @param {Geometry} geometry
 * @param {number[]} places
 * @param {string[] | null} labels of what could be put there: one of these moves then stands for all
 */
export function meant({ moves }, places, labels) {
  const found = [...moves.keys()].filter((code) =>
    moves[code].sites.some((site) => places.includes(site)) && (labels?.includes(moves[code].label) ?? true));
  return found.length === 1 || labels ? found[0] ?? null : null;
}

/**
 * What is said of a pick where several lines meet.
 * @param {number} lines
 */
export function several(lines) {
  return `${lines === 2 ? "Two" : lines} lines meet here: pick one of them elsewhere, or pick its two dots.`;
}

/**
 * The button at a point of the window.
 * @param {HTMLButtonElement[]} buttons
 * @param {number} x
 * @param {number} y
 */
export function at(buttons, x, y) {
  return buttons.find((each) => {
    const box = each.getBoundingClientRect();
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  });
}

/**
 * The nearest button in a direction, as seen.
 * @param {HTMLButtonElement} from
 * @param {HTMLButtonElement[]} buttons
 * @param {[number, number]} direction
 * @param {boolean} around
 */
export function walk(from, buttons, [dx, dy], around) {
  /** @param {Element} each */
  const centre = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of buttons) {
    const [ex, ey] = centre(each);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    const cost = along + 2.5 * across;
    if (along >= 2 && cost < least) [best, least] = [each, cost];
  }
  if (best || !around) return best;
  const at = buttons.indexOf(from) + (dx + dy > 0 ? 1 : -1);
  return buttons[(at + buttons.length) % buttons.length];
}

/**
 * A move marked on a board, with which one it is if others are made at the same place.
 * @param {Geometry} geometry
 * @param {number[]} legal
 * @param {number} move
 * @param {string} words
 * @returns {MoveValue}
 */
export function star({ moves }, legal, move, words) {
  const [site, more] = moves[move].sites;
  const others = legal.filter((each) => moves[each].sites.includes(site));
  return { move, text: others.length > 1 && more === undefined ? moves[move].label : "★", words, kind: "try", best: true };
}
