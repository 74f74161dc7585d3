// What is done before the page's own scripts are there waits for them, and a form is sent once,
// however often it is clicked.
"use strict";
(() => {
  const early = []; // what was done, in order
  const keep = (event) => {
    const { type, target } = event;
    const button = target.closest("button[type=button]:not([data-theme-button])");
    if (type === "click" ? !button && !target.closest("#board") : target.hasAttribute("action")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(event);
  };
  const kinds = ["click", "submit"];
  for (const kind of kinds) document.addEventListener(kind, keep, { capture: true });
  addEventListener("DOMContentLoaded", () => setTimeout(() => { // htmx begins then
    for (const kind of kinds) document.removeEventListener(kind, keep, { capture: true });
    for (const event of early) event.target.dispatchEvent(new event.constructor(event.type, event));
  }));

  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
})();
