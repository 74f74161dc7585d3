// The page of an experiment. The server does it and draws its answer; watching.js shows what it sends.

import { find } from "./page.js";
import { watch } from "./watching.js";

const GONE = "The server has started again, and this experiment has ended with it. What it had found is below; Run again starts it from the beginning.";

watch(find("#doing"), GONE, {
  end: (how) => { find("#announced").textContent = how === "gone" ? GONE : `${find(".done").textContent} ${find("#shown-sentence").textContent}`; },
});
