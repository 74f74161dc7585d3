// The games of a page of the app, each with a board to try moves on. A review that is being made grows.

import { boardIn } from "./boards.js";
import { listen } from "./news.js";
import { find } from "./page.js";
import { viewAll } from "./viewer.js";

for (const { viewer, renew } of viewAll(boardIn)) {
  if (viewer.dataset.making === undefined) continue;
  const words = find('[data-whole="summary"]', viewer);
  const again = find("[data-again]", viewer);
  listen(
    viewer.dataset.address ?? "",
    (_done, _of, waits) => {
      if (waits) words.textContent = waits;
      else renew();
    },
    renew,
    (trouble) => {
      words.textContent = trouble;
      again.hidden = false;
    },
  );
  again.addEventListener("click", () => location.reload());
}
