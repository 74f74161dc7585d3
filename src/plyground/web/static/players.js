// Shows the value of a slider beside it: <input type="range" data-shown-in="ID of an output">.
document.addEventListener("input", ({ target }) => {
  const shown = document.getElementById(target.dataset.shownIn ?? "");
  if (shown) shown.textContent = target.value;
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
const state = (field) => (field.type === "checkbox" ? field.checked : field.value);
const fields = (form) => [...form.elements].filter((each) => each.name && each.type !== "hidden");

document.addEventListener("htmx:beforeRequest", ({ detail: { xhr, target } }) => {
  if (target.matches("form")) xhr.asked = new Map(fields(target).map((each) => [each.name, state(each)]));
});
document.addEventListener("htmx:beforeSwap", ({ detail: { xhr, target } }) => {
  if (!xhr.asked) return;
  xhr.changed = fields(target).filter((each) => state(each) !== xhr.asked.get(each.name));
  xhr.active = document.activeElement.name;
});
document.addEventListener("htmx:afterSwap", ({ detail: { xhr, target } }) => {
  const { elements } = document.getElementById(target.id) ?? {};
  for (const old of xhr.changed ?? []) {
    const field = elements[old.name];
    if (!field) continue;
    const drawn = field.value;
    field.value = old.value;
    if (old.type === "checkbox") field.checked = old.checked;
    if (field.selectedIndex === -1) field.value = drawn; // this game has no such choice
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  if (xhr.active) elements[xhr.active]?.focus({ preventScroll: true });
  xhr.changed = xhr.active = null;
});
