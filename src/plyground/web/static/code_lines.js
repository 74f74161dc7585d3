// The code beside the tree of the glass box: the line that has just run, and what its variables are.

import { all, find, reveal } from "./page.js";
import { make } from "./tree_rows.js";

/** @param {import("./recording.js").Step} step */
export function showLine({ line, variables }) {
  const list = find("[data-code]");
  for (const [at, each] of all("li", list).entries()) {
    if (at !== line) each.removeAttribute("aria-current");
    else {
      each.setAttribute("aria-current", "step");
      reveal(list, each);
    }
  }
  find("[data-variables]").replaceChildren(...Object.entries(variables).map(([name, value]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), make("dd", "", value));
    return pair;
  }));
}
