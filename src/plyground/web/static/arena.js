// The page of a tournament. The server plays and draws; watching.js shows what it sends.

import { find } from "./page.js";
import { watch } from "./watching.js";

const GONE = "This tournament has been deleted.";

watch(find("#contest"), GONE, {
  board: (data) => {
    const made = document.createElement("template");
    made.innerHTML = data;
    const board = /** @type {Element} */ (made.content.firstElementChild);
    document.getElementById(board.id)?.replaceWith(board);
  },
  end: (how) => { find("#announced").textContent = how === "gone" ? GONE : find(".done").textContent; },
});
