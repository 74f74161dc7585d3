// The controls of computer players in a form, and what a form keeps when it is redrawn.

import { all, target } from "./page.js";

// Shows the value of a slider beside it: <input type="range" data-shown-in="ID of an output">.
document.addEventListener("input", (event) => {
  const slider = /** @type {HTMLInputElement} */ (target(event));
  const shown = document.getElementById(slider.dataset.shownIn ?? "");
  if (shown) shown.textContent = slider.value;
});

// Shows the fields that the selected kind of player has: <label data-option="its name">.
/** @param {HTMLSelectElement} select */
const showOptions = (select) => {
  const taken = (select.selectedOptions[0]?.dataset.options ?? "").split(" ");
  for (const label of all("[data-option]", select.closest(".player") ?? select)) {
    label.hidden = !taken.includes(label.dataset.option ?? "");
  }
};
const KINDS = ".player select";
document.addEventListener("change", (event) => {
  const select = /** @type {HTMLSelectElement} */ (target(event));
  if (select.matches(KINDS)) showOptions(select);
});
addEventListener("pageshow", () => {
  /** @type {HTMLSelectElement[]} */
  const kinds = all(KINDS);
  kinds.forEach(showOptions);
});

// A form that is redrawn, for another game or board, keeps what the visitor has changed since the request.
/** @param {HTMLInputElement} field */
const state = (field) => (field.type === "checkbox" ? field.checked : field.value);
/** @param {Element} form */
const fields = (form) => /** @type {HTMLInputElement[]} */ (all("[name]:not([type=hidden])", form));

document.addEventListener("htmx:beforeRequest", ({ detail: { xhr, target } }) => {
  if (target.matches("form")) xhr.asked = new Map(fields(target).map((each) => [each.name, state(each)]));
});
document.addEventListener("htmx:beforeSwap", ({ detail: { xhr, target } }) => {
  const { asked } = xhr;
  if (!asked) return;
  xhr.changed = fields(target).filter((each) => state(each) !== asked.get(each.name));
  xhr.active = document.activeElement?.getAttribute("name");
});
document.addEventListener("htmx:afterSwap", ({ detail: { xhr, target } }) => {
  const drawn = new Map(fields(document.getElementById(target.id) ?? target).map((each) => [each.name, each]));
  for (const old of xhr.changed ?? []) {
    const field = drawn.get(old.name);
    // Another game may not offer this choice.
    if (!field || (old instanceof HTMLSelectElement && !field.querySelector(`[value="${CSS.escape(old.value)}"]`))) continue;
    field.value = old.value;
    field.checked = old.checked;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  drawn.get(xhr.active ?? "")?.focus({ preventScroll: true });
  xhr.changed = xhr.active = null;
});
