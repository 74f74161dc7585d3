// The reader's lost moments on the pages of puzzles: those that wait, as small boards, and the way to them.

import { all, made } from "../../browser/elements.js";
import { gameOf, waiting, waits } from "../../browser/past.js";
import { ROOT, textOf } from "./page.js";

/** @import { Moment } from "../../browser/past.js" */

/** Where a moment is asked, or drawn. @param {Moment} moment */
export function momentAddress({ place, moves }, what = "retry") {
  const [game, values] = gameOf(place);
  values.set("moves", moves.join(" "));
  values.set("ply", String(moves.length));
  return `${ROOT}lost/${game}/${what}?${values}`;
}

const moments = waiting();
for (const place of moments.length ? all("[data-lost]") : []) {
  const boards = made("span", { class: "boards", "aria-hidden": "true" });
  const words = made("span", {}, made("b", {}, "Your lost moments"), " ", made("small", {}, waits(moments.length)));
  place.replaceChildren(made("a", { href: momentAddress(moments[0]) }, boards, words));
  place.hidden = false;
  Promise.all(moments.map(async (moment) => {
    const answer = await fetch(momentAddress(moment, "picture")).catch(() => null);
    return (answer?.ok && (await textOf(answer))) || "";
  })).then((drawn) => { boards.innerHTML = drawn.join(""); });
}
