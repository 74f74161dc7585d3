// The form of Watch remembers the last number of rounds of players that are watched.

import { local } from "../../browser/storage.js";

const MOST = 1000; // as the form says
const rounds = () => /** @type {HTMLInputElement | null} */ (document.querySelector(".settings #rounds"));
const kept = local.get("rounds");
const field = rounds();
if (field && kept && !new URLSearchParams(location.search).has("rounds")) field.value = kept;
// What is open stays so when the server draws the form again.
let open = false;
document.addEventListener("htmx:beforeSwap", () => { open = Boolean(document.querySelector(".settings[open]")); });
document.addEventListener("htmx:afterSwap", () => { document.querySelector(".settings")?.toggleAttribute("open", open); });
document.addEventListener("submit", () => {
  const now = rounds();
  if (now && Number(now.value) >= 1 && Number(now.value) <= MOST) local.set("rounds", now.value);
});
