// What is asked for seldom: a sheet over the page, with what a template of the page holds. A button names it.

import { all, target } from "../../browser/elements.js";
import { find, processHtmx } from "./page.js";

const DOUBLE = 600; // milliseconds that a double click lasts

/** @type {() => HTMLDialogElement} */
export const sheet = () => find("#sheet");

let opened = 0; // when the sheet was last opened

/** @param {string} name */
export function openSheet(name) {
  sheet().dataset.name = name;
  refreshSheet();
  if (!templateOf(name)) return;
  if (!sheet().open) sheet().showModal();
  opened = performance.now();
}

/** @param {string} name @returns {HTMLTemplateElement | null} */
const templateOf = (name) => document.querySelector(`template[data-sheet="${name}"]`);

/** The table may be a new one: an open sheet shows what it holds now. */
export function refreshSheet() {
  const { name } = sheet().dataset;
  const template = name ? templateOf(name) : null;
  if (!template) {
    sheet().close();
    return;
  }
  const inside = find("[data-inside]", sheet());
  if (sheet().open && inside.dataset.from === template.innerHTML) return; // the visitor may be at one of its fields
  inside.dataset.from = template.innerHTML;
  find("#sheet-title").textContent = template.dataset.title ?? "";
  inside.replaceChildren(document.importNode(template.content, true));
  processHtmx(inside);
}

document.addEventListener("click", (event) => {
  const name = target(event).closest("button")?.dataset.open;
  if (name) openSheet(name);
});

// What is done with the selected rows of a list waits until one is selected. Browsers keep that for pages that come back.
for (const kind of ["change", "pageshow"])
  addEventListener(kind, () => {
    for (const button of /** @type {HTMLButtonElement[]} */ (all("form:has(.pick) > [data-open]")))
      button.disabled = !button.form?.querySelector(":checked");
  });

// The second half of a double click that has opened a sheet presses nothing in it.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || event.timeStamp > opened + DOUBLE || !sheet().contains(target(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// A tap beside the sheet closes it.
document.addEventListener("click", (event) => { if (event.target === sheet()) sheet().close(); });
