// What the visitor has set: how pages look, move and sound. The browser keeps it. The root element has it as
// attributes before anything is drawn. And the menu of a narrow page, which any click closes, and the keys of all
// pages, which "?" shows.
//
// No module runs before a page is drawn, so pages get this one joined with what it imports.

import { forget } from "../../browser/past.js";
import { local, ofSettings, session } from "../../browser/storage.js";

const root = document.documentElement;
/** @type {Record<string, string>} what each of them is at first */
const USUAL = { theme: "auto", palette: "usual", motion: "system", volume: "0", labels: "on", timer: "on" };

function apply() {
  for (const [name, usual] of Object.entries(USUAL)) root.dataset[name] = local.get(name) ?? usual;
  root.dataset.sound = root.dataset.volume === "0" ? "off" : "on";
}

/** @returns {HTMLDialogElement | null} */
const sheet = () => document.querySelector("dialog#settings");

function fill() {
  for (const field of sheet()?.querySelectorAll("input") ?? []) {
    const value = root.dataset[field.name] ?? "";
    if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
  }
  const kept = sheet()?.querySelector("[data-kept]");
  if (kept) kept.textContent = ofSettings();
  say();
}

function say() {
  const said = sheet()?.querySelector("output");
  if (said) said.textContent = root.dataset.sound === "on" ? `${root.dataset.volume} %` : "off";
}

/** @param {HTMLDialogElement | null} dialog */
function show(dialog) {
  for (const other of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (other).close();
  if (dialog === sheet()) fill();
  dialog?.showModal();
}

apply();

// In a tab that was taken over from a show, every page leads back to it.
const showing = session.get("show") && root.dataset.showing;
if (showing)
  addEventListener("DOMContentLoaded", () => {
    document.head.append(Object.assign(document.createElement("script"), { src: showing }));
  });
document.addEventListener("input", ({ target: field }) => {
  if (!(field instanceof HTMLInputElement) || !field.closest("#settings")) return;
  local.set(field.name, field.value);
  apply();
  say();
});
addEventListener("storage", apply); // set in another tab

/** The keys of this page, if it has its own, or those that Help lists. @returns {Promise<Node[]>} */
async function keysOf() {
  /** @type {HTMLTemplateElement | null} */
  const own = document.querySelector("template[data-keys]");
  if (own) return [document.importNode(own.content, true)];
  const help = await fetch(`${root.dataset.root}help`).then((answer) => answer.text()).catch(() => "");
  const listed = new DOMParser().parseFromString(help, "text/html").querySelector('[aria-labelledby="keys"]');
  return [...listed?.children ?? []].filter((each) => each.id !== "keys");
}

async function showKeys() {
  /** @type {HTMLDialogElement | null} */
  const about = document.querySelector("dialog#about-page");
  about?.close();
  const keys = await keysOf();
  if (!keys.length || document.querySelector("dialog[open]")) return;
  const dialog = Object.assign(document.createElement("dialog"), { className: "keys" });
  dialog.setAttribute("aria-labelledby", "keys");
  const head = document.createElement("header");
  const close = Object.assign(document.createElement("button"), { textContent: "Close" });
  close.dataset.close = "";
  head.append(Object.assign(document.createElement("h2"), { id: "keys", textContent: "Keys" }), close);
  dialog.append(head, ...keys);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
  showKeys();
});

document.addEventListener("click", ({ target: place }) => {
  if (!(place instanceof Element)) return;
  const menu = place.closest("[data-menu-button]");
  const pages = document.getElementById("pages");
  const opens = menu !== null && !pages?.classList.contains("open");
  pages?.classList.toggle("open", opens);
  document.querySelector("[data-menu-button]")?.setAttribute("aria-expanded", String(opens));
  if (place.closest("[data-settings-button]")) show(sheet());
  else if (place.closest("[data-about-button]")) show(document.querySelector("dialog#about-page"));
  else if (place.closest("[data-keys-button]")) showKeys();
  else if (place instanceof HTMLDialogElement && ["settings", "about-page"].includes(place.id)) place.close(); // beside it
  else if (place.closest("[data-close]")) place.closest("dialog")?.close();
});

// What this browser keeps goes with what the server keeps.
document.addEventListener("submit", ({ target: form }) => {
  if (!(form instanceof HTMLFormElement)) return;
  if (form.id === "own") for (const room of new FormData(form).getAll("room")) forget(String(room));
  if (!form.matches("[data-forget]")) return;
  local.clear();
  session.clear();
});
