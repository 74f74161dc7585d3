// Shows the value of a slider beside it: <input type="range" data-shown-in="ID of an output">.
document.addEventListener("input", ({ target }) => {
  const shown = document.getElementById(target.dataset.shownIn ?? "");
  if (shown) shown.textContent = target.value;
});
