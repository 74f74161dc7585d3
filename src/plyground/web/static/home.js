// The new-game form: a game that is not compiled yet is, with its progress told, before it starts.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "new-game" || form.dataset.ready === "yes") return;
  event.preventDefault();
  const told = form.querySelector("[data-preparing]");
  const query = new URLSearchParams({ part: "board" });
  for (const name of ["game", ...form.dataset.parameters.split(" ").filter(Boolean)])
    query.set(name, form.elements[name].value);
  const start = () => {
    form.dataset.ready = "yes";
    form.requestSubmit();
  };
  const events = new EventSource(`/api/compiling?${query}`);
  events.addEventListener("compiling", (happened) => {
    const { done, of, parts } = JSON.parse(happened.data);
    if (parts.includes("board")) {
      events.close();
      start();
    } else {
      told.textContent = `Preparing the game for this computer, once: step ${done + 1} of ${of} ...`;
    }
  });
  // What the form has against it, the server says in words.
  events.addEventListener("failed", () => (events.close(), start()));
  events.addEventListener("error", () => (events.close(), start()));
});
