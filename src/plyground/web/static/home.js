// The page of a game: a board to play on before there is a game, who begins, and the sheet of all else. The first move
// sends the form, which makes the room of the game; until then nothing is kept.

import { all, target } from "../../browser/elements.js";
import { lastWeek, placeOf } from "../../browser/past.js";
import { ROOT, SILENT, find, ready, refusalIn, textOf } from "./page.js";
import { keeping } from "./players.js";
import { keepKeys, onMove, settle, table, warn } from "./playing.js";

const NEXT = ["../../browser/advice.js", "../../browser/engine.js", "../../browser/eyes.js", "../../browser/ladder.js", "../../browser/play.js", "../../browser/seats.js", "../../browser/table.js", "../../browser/why.js", "../../browser/words.js", "app_table.js", "graph.js", "keeper.js", "owned.js", "sheet.js"]
  .map((name) => new URL(name, import.meta.url).href); // what the page of a game loads
const SLOW = 800; // milliseconds after which the page says why the game has not begun
const WATCHED = 1000; // milliseconds between two questions whether a game in a file has a fault
const LONGEST = 700; // milliseconds in which what was played arrives on the board

/** @type {() => HTMLFormElement} */
const form = () => find("#new-game");
/** @type {() => HTMLDialogElement} */
const sheet = () => find("#options");
/** @type {() => HTMLDialogElement} */
const friends = () => find("#friend");

// The first move

onMove(async (move) => {
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form())]));
  body.set("move", move);
  warn("");
  const headers = { Accept: "text/html", "HX-Request": "true" };
  const status = find("#status");
  const said = status.textContent;
  const slow = setTimeout(() => { status.textContent = "Getting the game ready …"; }, SLOW);
  const answer = await fetch(`${ROOT}rooms`, { method: "POST", headers, body }).catch(() => null);
  clearTimeout(slow);
  const room = answer?.headers.get("HX-Redirect");
  if (room) {
    const arrives = find("#board").shadowRoot?.getAnimations() ?? [];
    const arrived = Promise.allSettled(arrives.map(({ finished }) => finished));
    await Promise.race([arrived, new Promise((resume) => setTimeout(resume, LONGEST))]);
    keepKeys();
    location.assign(room);
    await new Promise(() => {}); // this page is over
  }
  const refused = refusalIn(new DOMParser().parseFromString((await textOf(answer)) ?? "", "text/html"));
  status.textContent = said;
  settle(); // the move was shown already
  warn(refused || SILENT);
});

// A page that the browser has kept shows the board as it was: by now there may be a game to go on with.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

// Who is near the board will play: the page of the game finds what it needs here already.
let near = false;
for (const kind of ["pointerover", "focusin"])
  document.addEventListener(kind, (event) => {
    if (near || !target(event).closest("#board")) return;
    near = true;
    const engine = (table().dataset.engine ?? "").split(" ").filter(Boolean).map((each) => ROOT + each);
    for (const [rel, addresses] of /** @type {const} */ ([["prefetch", engine], ["modulepreload", NEXT]]))
      for (const href of addresses) document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  });

// The opponent. The fields under Options count; the faces set them.

/** @type {() => HTMLSelectElement[]} */
const kinds = () => all("[data-seat-kind]");

/** @param {string} opponent */
function seat(opponent) {
  const own = kinds().find((each) => each.value === "here") ?? kinds()[0];
  for (const [number, kind] of kinds().entries()) {
    if (kind !== own) kind.value = "computer";
    if (kind.value !== "computer") continue;
    /** @type {HTMLSelectElement} */
    const rival = find(`[name="opponent-${number + 1}"]`);
    rival.value = opponent;
  }
}

/** Open the sheet where the first computer's algorithm is chosen. */
function showAlgorithm() {
  const first = kinds().find(({ value }) => value === "computer");
  const group = /** @type {HTMLDetailsElement | null | undefined} */ (first?.closest("details"));
  if (group) group.open = true;
  if (!sheet().open) sheet().showModal();
  group?.querySelector(".player select")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (target(event));
  if (field.name === "opponent") {
    const [alone] = all("[data-rival-name]");
    seat(field.value);
    if (alone) alone.textContent = field.dataset.name ?? "";
    describe();
    // What stands for another opponent, or for friends, is drawn by the server.
    if (!alone || table().dataset.myTurn === "no" || field.closest("#options") || document.querySelector(".pick.chosen")) again();
    if (!field.value) showAlgorithm();
  } else if (field.name === "begins") {
    /** @type {HTMLSelectElement} */
    const first = find("#first");
    first.value = field.value;
    again();
  } else if (field.matches(".player *, [data-seat-kind], [data-rival], [name=first], #moves-before, [type=color], [id^=parameter-]")) again();
  if (field.closest("#options")) describe();
});

document.addEventListener("click", (event) => {
  const at = target(event);
  const size = /** @type {HTMLElement | null} */ (at.closest("[data-values]"));
  if (size) {
    for (const [name, value] of sizeOf(size)) parameter(name).value = String(value);
    describe();
    again();
  }
  else if (at.closest("[data-show-options]")) showMore(/** @type {HTMLElement} */ (at.closest("[data-show-options]")).dataset.showOptions ?? "");
  else if (at.closest("[data-show-friend]")) friends().showModal();
  else if (at === sheet() || at === friends()) /** @type {HTMLDialogElement} */ (at).close(); // beside the sheet
});

/** @param {string} group the id of the one to be open; empty for that which is */
function showMore(group) {
  const place = /** @type {HTMLDetailsElement | null} */ (group ? document.getElementById(group) : null);
  if (place) place.open = true;
  sheet().showModal();
}

/** @param {string} name @returns {HTMLInputElement} */
const parameter = (name) => find(`[name="${name}"]`, form());
/** The parameters that a button of a size sets. @param {HTMLElement} button @returns {[string, number][]} */
const sizeOf = (button) => Object.entries(JSON.parse(button.dataset.values ?? ""));

// Each group of options says what is chosen in it. The sizes follow the fields, which count.
function describe() {
  for (const button of all("[data-values]", sheet())) {
    const present = sizeOf(button).every(([name, value]) => parameter(name).value === String(value));
    button.setAttribute("aria-pressed", String(present));
  }
  for (const group of all("details", sheet())) {
    const now = find("[data-now]", group);
    /** @type {HTMLSelectElement[]} */
    const [kind, ...others] = all("select", group);
    if (!kind || group.id === "group-opponent") continue;
    const rival = others.find((each) => "rival" in each.dataset);
    const computer = kind.value === "computer" && (rival?.value ? rival : others.find((each) => each.name.startsWith("kind-")));
    now.textContent = (computer || kind).selectedOptions[0]?.textContent ?? "";
  }
}

let asked = 0; // drawings so far

/** Have the table drawn for the fields as they are now. The sheet stays as it is, and so does what is changed meanwhile. */
async function again() {
  const number = ++asked;
  const kept = keeping(form());
  const fields = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form())]));
  const answer = await fetch(`${ROOT}new?${fields}`).catch(() => null);
  const text = (await textOf(answer)) ?? "";
  if (number !== asked) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("new-game");
  if (!fresh) {
    warn(SILENT);
    return;
  }
  history.replaceState(null, "", answer?.headers.get("X-Address") ?? location.href);
  const put = kept();
  const { open } = sheet();
  const groups = all("details[open]", sheet()).map((each) => each.id);
  const focused = document.activeElement?.id ?? "";
  form().replaceWith(document.importNode(fresh, true));
  /** @type {HTMLDetailsElement[]} */
  const details = all("details", sheet());
  for (const group of details) group.open = groups.includes(group.id);
  if (open) sheet().showModal();
  put(form());
  document.getElementById(focused)?.focus({ preventScroll: true });
  settled();
}

/** What has to be compiled before it can be drawn comes later, one after the other. */
async function fill() {
  for (const place of all("[data-later]")) {
    const answer = await fetch(place.dataset.later ?? "").catch(() => null);
    const text = answer?.ok ? await textOf(answer) : null;
    if (text === null) continue;
    place.removeAttribute("data-later");
    if (place.matches("a")) place.outerHTML = text;
    else place.innerHTML = text;
  }
}

/** Whoever mends a game in a file sees here, soon after saving it, whether it is mended. */
async function watch() {
  const version = document.getElementById("suggested")?.dataset.version;
  if (!version || document.hidden) return;
  const answer = await fetch(`${ROOT}suggested?version=${version}`).catch(() => null);
  const text = answer?.status === 200 ? await textOf(answer) : null;
  if (text === null) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["suggested", "own-faults"]) {
    const now = document.getElementById(id);
    const focused = now === document.activeElement;
    const next = fresh.getElementById(id);
    if (!now || !next) continue;
    now.replaceWith(document.adoptNode(next));
    if (focused) next.focus({ preventScroll: true });
  }
}

/** *Last week's you*, from the games that this browser keeps. */
function week() {
  const button = /** @type {HTMLButtonElement | null} */ (form().querySelector("[data-week]"));
  if (!button) return;
  const names = (form().dataset.parameters ?? "").split(" ").filter(Boolean);
  const { player, said } = lastWeek(placeOf(/** @type {HTMLInputElement} */ (find("[name=game]", form())).value, names.map((name) => [name, parameter(name).value])));
  /** @type {HTMLInputElement} */ (find("[name=week]", form())).value = player;
  button.disabled = !player;
  find("small", button).textContent = said;
}

function settled() {
  settle();
  week();
  describe();
  if (!find("[data-preparing]").hidden) prepare();
}

/** The rules are compiled, once on this computer: meanwhile all else can be used. */
async function prepare() {
  const names = (form().dataset.parameters ?? "").split(" ").filter(Boolean);
  const fields = new FormData(form());
  const asked = ["game", ...names].map((name) => [name, String(fields.get(name))]);
  const line = find("[data-preparing]");
  await ready(`${new URLSearchParams([...asked, ["part", "board"]])}`, (words) => {
    line.textContent = words;
  });
  if (line.isConnected) again();
}

settled();
fill();
setInterval(watch, WATCHED);
if ("opens" in sheet().dataset) sheet().showModal();
