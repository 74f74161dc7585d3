// Clicks made before the page's own scripts have loaded wait for them, and a form is sent only once,
// however often it is clicked.
(() => {
  /** @type {Event[]} */
  const early = []; // what was done, in order
  /** @param {Event} event */
  const keep = (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("button[type=button]:not([data-settings-button], [data-about-button], [data-keys-button], [data-menu-button], #settings *, #about-page *)");
    if (event.type === "click" ? !button && !target.closest("#board") : target.hasAttribute("action")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(event);
  };
  const kinds = ["click", "submit"];
  for (const kind of kinds) document.addEventListener(kind, keep, { capture: true });
  addEventListener("DOMContentLoaded", () => setTimeout(() => { // htmx begins then
    for (const kind of kinds) document.removeEventListener(kind, keep, { capture: true });
    for (const event of early) {
      const Kind = /** @type {typeof Event} */ (event.constructor);
      event.target?.dispatchEvent(new Kind(event.type, event));
    }
  }));

  addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form")) delete form.dataset.sent;
  });
})();
