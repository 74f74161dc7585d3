// The new-game form: before the game starts, it has the game compiled if necessary, and shows the progress.

import { find, ready, target } from "./page.js";

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (target(event));
  if (form.id !== "new-game" || form.dataset.ready === "yes") return;
  event.preventDefault();
  const line = find("[data-preparing]", form);
  const names = (form.dataset.parameters ?? "").split(" ").filter(Boolean);
  const fields = new FormData(form);
  const asked = ["game", ...names].map((name) => [name, String(fields.get(name))]);
  await ready(`${new URLSearchParams([...asked, ["part", "board"]])}`, (words) => {
    line.textContent = words;
  });
  form.dataset.ready = "yes"; // if the form is not valid, the server says why
  form.requestSubmit();
});
