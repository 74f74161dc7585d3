// Shows the value of a slider beside it: <input type="range" data-shown-in="ID of an output">.
document.addEventListener("input", (event) => {
  const slider = /** @type {HTMLInputElement} */ (event.target);
  const shown = document.getElementById(slider.dataset.shownIn ?? "");
  if (shown) shown.textContent = slider.value;
});

// Shows the fields that the chosen kind of player takes: <label data-option="its name">.
const showOptions = (select) => {
  const taken = (select.selectedOptions[0]?.dataset.options ?? "").split(" ");
  for (const label of select.closest(".player").querySelectorAll("[data-option]")) {
    label.hidden = !taken.includes(label.dataset.option);
  }
};
const kindsOfPlayers = ".player select";
document.addEventListener("change", ({ target }) => {
  if (target.matches(kindsOfPlayers)) showOptions(target);
});
addEventListener("pageshow", () => document.querySelectorAll(kindsOfPlayers).forEach(showOptions));

// A form that is drawn anew, for another game or board, keeps what was changed since that was asked for.
/** @param {HTMLInputElement} field */
const state = (field) => (field.type === "checkbox" ? field.checked : field.value);
/** @param {Element} form */
const fields = (form) => [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]:not([type=hidden])"))];

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
    // Another game may not have such a choice.
    if (!field || (old instanceof HTMLSelectElement && !field.querySelector(`[value="${CSS.escape(old.value)}"]`))) continue;
    field.value = old.value;
    field.checked = old.checked;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  drawn.get(xhr.active ?? "")?.focus({ preventScroll: true });
  xhr.changed = xhr.active = null;
});
