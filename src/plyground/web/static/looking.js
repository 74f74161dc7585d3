// The page of the glass box: its search is the server's, its steps are taken again here.

import { find } from "../../browser/elements.js";
import { GlassBox } from "../../browser/glassbox.js";
import { Recording, rulesIn } from "../../browser/recording.js";
import { inLine } from "./in_line.js";
import { ROOT, SILENT, hold } from "./page.js";

/** @import { Node, Search } from "../../browser/recording.js" */

const SOON = 6; // steps whose boards are loaded before they are needed
const BOARDS = 400; // to keep at most
const REMEMBERED = 400; // milliseconds: browsers object if an address changes too often

const section = find("box");

/**
 * The answer of the server to the fields of this page's address, some of them changed.
 * @param {string} path
 * @param {Record<string, string>} [changed]
 */
async function ask(path, changed = {}) {
  const fields = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), ...changed });
  const answer = await fetch(`${ROOT}glassbox/${path}?${fields}`).catch(() => null);
  if (!answer) throw new Error(SILENT);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? SILENT);
  return answer;
}

/** @type {Map<number, Promise<string>>} node -> its board */
const boards = new Map();

/**
 * @param {Search} search
 * @param {Node} node
 */
function board(search, { number, path }) {
  const known = boards.get(number);
  if (known) return known;
  const [oldest] = boards.keys();
  if (boards.size >= BOARDS) boards.delete(oldest);
  const coming = ask("board", { moves: [...search.history, ...path].join(" ") }).then((answer) => answer.text());
  coming.catch(() => boards.delete(number));
  boards.set(number, coming);
  return coming;
}

/** @param {Search} search */
async function look(search) {
  const said = /** @type {HTMLElement} */ (section.querySelector("[data-said]"));
  said.textContent = "Searching …";
  const end = inLine((words) => { said.textContent = words || "Searching …"; });
  try {
    const listed = await (await ask("steps")).json().catch(() => { throw new Error(SILENT); });
    show(new Recording(search, rulesIn(listed)));
  } catch (error) {
    const again = Object.assign(document.createElement("button"), { type: "button", textContent: "Try again" });
    again.addEventListener("click", () => look(search));
    said.replaceChildren(`${/** @type {Error} */ (error).message} `, again);
  } finally {
    end();
  }
}

/** @param {Recording} recording */
function show(recording) {
  const { search } = recording;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let remembering;
  const made = new GlassBox(section, recording, {
    hold,
    board: (node) => board(search, node),
    deepen: (depth) => {
      const fields = new URLSearchParams(location.search);
      fields.set("depth", String(depth));
      location.assign(`?${fields}`);
    },
    shown: (step) => {
      clearTimeout(remembering);
      remembering = setTimeout(() => { // the address leads back to this step
        history.replaceState(null, "", `${location.pathname}${location.search}#step=${step + 1}`);
      }, REMEMBERED);
      for (let next = step + 1; next <= Math.min(step + SOON, recording.last); next += 1)
        board(search, recording.node(recording.taken[next].node.number)).catch(() => {});
    },
  });
  const step = /^#step=(\d+)$/.exec(location.hash)?.[1];
  made.begin(step === undefined ? undefined : Number(step) - 1);
}

if (section) look(JSON.parse(find("search").textContent ?? ""));
