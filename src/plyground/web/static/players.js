// The controls of computer players in a form, and what a form keeps when it is redrawn.

import { all, target } from "../../browser/elements.js";
import { onHtmx } from "./page.js";

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
const ticked = (field) => field.type === "checkbox" || field.type === "radio";
/** @param {HTMLInputElement} field */
const state = (field) => (ticked(field) ? field.checked : field.value);
/** What a field is known by: those of one choice share a name. @param {HTMLInputElement} field */
const known = (field) => (field.type === "radio" ? `${field.name}=${field.value}` : field.name);
/** @param {Element} form */
const fields = (form) => /** @type {HTMLInputElement[]} */ (all("[name]:not([type=hidden])", form));

/**
 * Remember a form that is to be replaced. The function, called before that, remembers what has been changed
 * since, and gives one that puts this into the new form.
 * @param {Element} form
 */
export function keeping(form) {
  const asked = new Map(fields(form).map((each) => [known(each), state(each)]));
  return () => {
    const changed = fields(form).filter((each) => state(each) !== asked.get(known(each)));
    const { activeElement } = document;
    const active = activeElement?.hasAttribute("name") ? known(/** @type {HTMLInputElement} */ (activeElement)) : "";
    /** @param {Element} fresh */
    return (fresh) => {
      const drawn = new Map(fields(fresh).map((each) => [known(each), each]));
      for (const old of changed) {
        const field = drawn.get(known(old));
        // Another game may not offer this choice.
        if (!field || (old instanceof HTMLSelectElement && !field.querySelector(`[value="${CSS.escape(old.value)}"]`))) continue;
        field.value = old.value;
        field.checked = old.checked;
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
      }
      drawn.get(active)?.focus({ preventScroll: true });
    };
  };
}

onHtmx("beforeRequest", ({ detail: { xhr, target } }) => {
  if (target.matches("form")) xhr.kept = keeping(target);
});
onHtmx("beforeSwap", ({ detail: { xhr } }) => {
  xhr.put = xhr.kept?.();
});
onHtmx("afterSwap", ({ detail: { xhr, target } }) => {
  xhr.put?.(document.getElementById(target.id) ?? target);
});
