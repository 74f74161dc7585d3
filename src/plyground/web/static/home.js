// The new-game form: before the game starts, it has the game compiled if need be, and shows the progress.

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
  form.dataset.ready = "yes"; // what the form has against it, the server says in words
  form.requestSubmit();
});
