// Fetches what the boards of a page play with, game by game; each board shows a picture until then.

import { ROOT } from "./page.js";

for (const name of document.querySelector("[data-plays]")?.getAttribute("data-plays")?.split(" ") ?? []) {
  const script = document.createElement("script");
  script.src = `${ROOT}learn/games/${name}.js`;
  document.head.append(script);
}
