// Light, dark, or like the system: set before anything is drawn, and kept by the browser.
(() => {
  const root = document.documentElement;
  root.dataset.theme = localStorage.getItem("theme") ?? "auto";
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-theme-button]"))) return;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme === "auto" ? (dark ? "dark" : "light") : root.dataset.theme;
    root.dataset.theme = now === "dark" ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
})();
