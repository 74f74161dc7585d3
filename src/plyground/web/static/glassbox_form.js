// The form of the glass box: the fields of the selected game, and the wait for the search.

import { all } from "../../browser/elements.js";
import { find, ready } from "./page.js";

/** @type {HTMLFormElement} */
const form = find("[data-ask]");
const waiting = find("[data-waiting]", form);
/** @type {HTMLSelectElement} */
const game = find("[name=game]", form);
game.addEventListener("change", () => {
  for (const each of all("[data-of-game]", form)) {
    each.hidden = each.dataset.ofGame !== game.value;
    if (each instanceof HTMLFieldSetElement) each.disabled = each.hidden;
  }
  /** @type {HTMLInputElement} */
  const moves = find("[name=moves]", form);
  moves.value = "";
});
form.addEventListener("submit", () => {
  const parameters = all("fieldset:enabled input", form).map((each) => each.getAttribute("name"));
  const fields = [...new FormData(form)].filter(([name]) => name === "game" || parameters.includes(name));
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  query.set("part", "players");
  const looking = () => { waiting.textContent = "Searching …"; };
  looking();
  ready(`${query}`, (words) => { waiting.textContent = words; }).then(looking);
});
addEventListener("pageshow", () => { waiting.textContent = ""; });
