// The page of a game: moves, stepping, values, sound, and the events that keep it current. The server
// renders everything; this script asks for it and reports what the visitor did.

import {
  board, boxOf, data, drop, keepTyped, narrowed, onMove, onPick, picked, settle, shortValue, site, table, typedFields,
  value, valued, warn,
} from "./board.js";
import * as inPage from "./in_page.js";
import { LOST, NONE, all, element, find, hold, isShortcut, ready, reveal, target, textOf } from "./page.js";

const room = table().dataset.room;
const AGAIN = 3000; // milliseconds
const STAY = 150; // milliseconds on a position before its values are requested
const SLOW = 1000; // milliseconds after which the page says why there are no values yet

/** @type {string | null} */
let shown = null; // what the server sent last
let showValues = sessionStorage.getItem("values") === "yes";
let seen = { ply: Number(table().dataset.ply), at: table().dataset.at };
let deadline = 0; // when the time for a move runs out
/** @type {number | null} */
let goal = null; // the ply that the visitor is stepping to
let asked = 0; // questions to the server so far,
let answered = 0; // and the newest shown: older answers may arrive later

// Wait until no mouse button is down: an element replaced under the pointer gets no click.
/** @type {{ promise: Promise<void>, resolve: () => void }} */
let held = { promise: Promise.resolve(), resolve: () => {} };

addEventListener("pointerdown", () => {
  held.resolve();
  /** @type {() => void} */
  let resolve = () => {};
  const promise = /** @type {Promise<void>} */ (new Promise((resume) => { resolve = resume; }));
  held = { promise, resolve };
}, true);
for (const over of ["pointerup", "pointercancel", "contextmenu", "blur"])
  addEventListener(over, () => setTimeout(() => held.resolve()), true); // the click comes first

// Asking the server

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function show(url, options = {}) {
  const number = ++asked;
  const headers = { Accept: "text/html", "HX-Request": "true" };
  const answer = await fetch(url, { headers, ...options }).catch(() => null);
  const text = (await textOf(answer)) ?? "";
  await held.promise;
  if (number < answered && !options.method) return;
  if (text === shown && !options.method) calm(); // nothing is new
  else if (!take(text)) {
    failed(answer?.status, options.method ? `/room/${room}/table` : url, number);
    return;
  }
  answered = Math.max(answered, number);
}

/**
 * Show the table that the server sent; of a table older than the one on the page, only the warning.
 * False if the answer has no table.
 * @param {string} text
 */
function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  if (!fresh) return false;
  if (!inPage.isWanted(fresh)) {
    if (find("#warning", fresh).textContent) warn(find("#warning", fresh).textContent);
  } else if (Number(fresh.dataset.version) >= Number(table().dataset.version)) {
    adopt(text, fresh);
  } else if (find("#warning", fresh).textContent) {
    warn(find("#warning", fresh).textContent);
  }
  return true;
}

/**
 * @param {string} text
 * @param {HTMLElement} fresh
 */
function adopt(text, fresh) {
  shown = text;
  replaceTable(fresh);
  inPage.follow();
}

/**
 * There was no answer, or only one from a proxy: ask for the state of the game again.
 * @param {number | undefined} status
 * @param {string} url
 * @param {number} [number]
 */
function failed(status, url, number = asked) {
  warn(status ? NONE : LOST);
  for (const form of document.querySelectorAll("form.sent")) form.classList.remove("sent"); // it was not
  if (!status || status >= 500) setTimeout(() => number === asked && show(url), AGAIN);
}

// The server is there again.
function calm() {
  if ([LOST, NONE].includes(find("#warning").textContent)) warn("");
}

/** @param {HTMLElement} fresh */
function replaceTable(fresh) {
  const active = document.activeElement;
  const focused = known(active);
  const typed = typedFields();
  hold();
  // The browser reports a change when a field goes away, but the visitor is still typing.
  addEventListener("change", stop, true);
  if (inPage.isDrawn(fresh)) replaceAround(fresh);
  else table().replaceWith(document.importNode(fresh, true));
  removeEventListener("change", stop, true);
  window.htmx?.process(table());
  settled();
  if (focused) all(focused)[0]?.focus({ preventScroll: true });
  keepTyped(typed, active);
}

/**
 * Replace all but the picture of the position, which is there already: a move that arrives goes on.
 * @param {HTMLElement} fresh
 */
function replaceAround(fresh) {
  /** @type {[Element, Element][]} */
  const pairs = [[table(), fresh], [board(), find("#board", fresh)]];
  for (const [kept, given] of pairs)
    for (const { name, value } of given.attributes) if (name !== "class") kept.setAttribute(name, value);
  const said = fresh.querySelector("#board desc");
  if (said) find("desc", board()).textContent = said.textContent;
  find(".side").replaceWith(document.importNode(find(".side", fresh), true));
}

/** @param {Event} event */
function stop(event) {
  event.stopPropagation();
}

/**
 * How to find an element again after the table was redrawn.
 * @param {Element | null} element
 */
function known(element) {
  const part = element?.closest("#board, #course");
  if (part) return `#${part.id}`;
  const form = element?.closest("button") && element.closest("form[hx-post]");
  if (form) return `form[hx-post="${form.getAttribute("hx-post")}"] button`;
  const name = ["data-step", "data-go", "data-pick", "data-values", "data-volume"].find((each) => element?.hasAttribute(each));
  return name && `[${name}="${element?.getAttribute(name)}"]`;
}

function settled() {
  const now = table().dataset;
  const ply = Number(now.ply);
  if (now.live === "yes" && ply > seen.ply) {
    board().classList.add("fresh");
    drop();
    play(now.running === "yes" ? "move" : "end");
  }
  const same = ply === seen.ply && now.at === seen.at;
  seen = { ply, at: now.at };
  settle(same);
  /** @type {HTMLInputElement[]} */
  const links = all("[data-link]");
  for (const link of links) link.value = location.origin + link.defaultValue;
  press();
  for (const current of all(".moves [aria-current]")) reveal(find(".moves"), current);
  /** @type {HTMLInputElement} */
  const volume = find("[data-volume]");
  volume.value = localStorage.getItem("volume") ?? "40";
  showCourse();
  for (const clock of all("[data-clock]")) deadline = performance.now() + 1000 * Number(clock.dataset.clock);
  if (showValues && hasValues()) values();
}

// The time left for a move
setInterval(() => {
  const clock = document.querySelector("[data-clock]");
  if (clock) clock.textContent = `${Math.max(0, Math.ceil((deadline - performance.now()) / 1000))} s`;
}, 500);

/**
 * @param {string} action
 * @param {Record<string, string>} fields
 */
function post(action, fields) {
  return show(`/room/${room}/${action}`, { method: "POST", body: new URLSearchParams(fields) });
}

// Moves

onMove(async (move) => {
  if (inPage.play(move)) return;
  await inPage.drained();
  await post("move", { ply: table().dataset.ply ?? "", text: move });
});
onPick(() => {
  if (valued.size) showBadges();
});

document.addEventListener("click", (event) => {
  const ply = target(event).closest("#course [data-ply]");
  if (ply) {
    go(Number(ply.getAttribute("data-ply")));
    return;
  }
  const button = target(event).closest("button");
  if (!button) return;
  if (button.dataset.step) step(button.dataset.step);
  else if (button.dataset.go) go(Number(button.dataset.go));
  else if ("values" in button.dataset) toggleValues();
  else if ("copy" in button.dataset) copy(button);
});

// Keys

document.addEventListener("keydown", (event) => {
  if (!isShortcut(event)) return; // or it was for the board
  if (event.key === "ArrowLeft") step("back");
  else if (event.key === "ArrowRight") step("on");
  else if (event.key === "Home") step("first");
  else if (event.key === "End") step("last");
  else if (event.key === "v") toggleValues();
  else return;
  event.preventDefault();
});

// Stepping

/** @param {string} where */
function step(where) {
  const ply = Number(table().dataset.ply);
  const at = goal ?? Number(table().dataset.at);
  go({ first: 0, back: at - 1, on: at + 1 }[where] ?? ply);
}

/** @param {number} to */
async function go(to) {
  const ply = Number(table().dataset.ply);
  const at = Math.max(0, Math.min(ply, to));
  goal = at;
  await show(at === ply ? `/room/${room}/table` : `/room/${room}/table?at=${at}`);
  if (goal === at) goal = null;
}

// Values

// People who play by a link may have to wait for them until the game is over.
const hasValues = () => document.querySelector("[data-values]") !== null;

function press() {
  for (const button of all("[data-values]")) button.setAttribute("aria-pressed", String(showValues));
}

function toggleValues() {
  if (!hasValues()) return;
  showValues = !showValues;
  sessionStorage.setItem("values", showValues ? "yes" : "no");
  press();
  if (showValues) values();
  else {
    courses += 1;
    find("[data-course]").hidden = true;
    find("[data-verdict]").hidden = true;
    value([]);
    for (const each of board().querySelectorAll(".value")) each.remove();
  }
}

/** @param {number} pause */
const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

let looks = 0; // the latest look for values

async function values() {
  const at = table().dataset.at;
  const mine = ++looks;
  const left = () => mine !== looks || !showValues || at !== table().dataset.at;
  const verdict = find("[data-verdict]");
  verdict.hidden = false;
  verdict.className = "verdict";
  verdict.textContent = "Finding the values ...";
  await wait(STAY);
  if (left()) return;
  course(at);
  const preparing = new AbortController();
  const tell = (/** @type {string} */ words) => {
    if (!left()) verdict.textContent = words;
  };
  const slow = setTimeout(() => ready(table().dataset.preparing ?? "", tell, preparing.signal), SLOW);
  /** @type {Response | null} */
  let answer = null;
  let found = null;
  if (inPage.findsValues(Number(at))) {
    answer = await fetch(`/room/${room}/values/allowed`).catch(() => null);
    const refused = answer && !answer.ok && answer.status < 500;
    found = refused ? await answer?.json().catch(() => null) : await inPage.values(Number(at));
    if (found && !refused) answer = null;
  }
  while (!found) {
    answer = await fetch(`/room/${room}/values?at=${at}`).catch(() => null);
    found = await answer?.json().catch(() => null); // a proxy's answer has none
    await held.promise;
    if (left()) break;
    if (!found) {
      verdict.textContent = LOST;
      await wait(AGAIN);
    } else if (answer?.status === 429) {
      // The server has no room for more while it works on other positions.
      found = null;
      await wait(1000);
    }
  }
  clearTimeout(slow);
  preparing.abort();
  if (left()) return;
  if (answer && !answer.ok) {
    verdict.textContent = found.error;
    return;
  }
  if (found.value === null) {
    verdict.textContent = "The game is over.";
    return;
  }
  const who = `For player ${found.turn + 1}: ${found.words}`;
  if (!drawn) course(at); // there may be a solved table now
  verdict.textContent = found.line.length ? `${who}. Best play: ${found.line.slice(0, 10).join(" ")}` : who;
  verdict.className = `verdict ${found.value}`;
  value(found.moves);
  showBadges();
}

function showBadges() {
  for (const each of board().querySelectorAll(".value")) each.remove();
  const shown = picked === null ? null : new Set(narrowed(data().moves).map((each) => each.move));
  const places = new Map(); // the best move at each site
  for (const [move, each] of valued)
    if (!places.has(each.sites[0]) && (!shown || shown.has(move))) places.set(each.sites[0], each);
  /** @type {SVGCircleElement[]} */
  const dots = all("[data-dot] > circle", board());
  /** @type {Point[]} */
  const taken = dots.map((dot) => [dot.cx.baseVal.value, dot.cy.baseVal.value]);
  for (const [number, each] of places) badge(number, each, taken);
}

// How the game stood after each ply: the server works it out bit by bit, when it has nothing else to do

let courses = 0; // the latest request
let drawn = ""; // what is shown

function showCourse() {
  const place = find("[data-course]");
  const focused = Boolean(document.activeElement?.closest("#course"));
  place.hidden = !showValues || !drawn;
  place.innerHTML = drawn;
  if (focused) document.getElementById("course")?.focus({ preventScroll: true });
}

/** @param {string | undefined} at */
async function course(at) {
  const mine = ++courses;
  for (let pause = 300; mine === courses; pause = Math.min(2 * pause, 3000)) {
    const answer = await fetch(`/room/${room}/course?at=${at}`).catch(() => null);
    const text = await textOf(answer);
    await held.promise;
    if (mine !== courses) return;
    if (!answer || text === null || answer.status >= 500) {
      await wait(AGAIN);
      continue;
    }
    if (answer.status !== 200) return;
    if (text !== drawn) {
      drawn = text;
      pause = 150;
      showCourse();
    }
    if (find("#course").dataset.missing === "0") return;
    await wait(pause);
  }
}

const ALONG = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];

/** @typedef {[number, number]} Point */

/**
 * Where the badge of a line has most room, away from other badges and dots.
 * @param {SVGLineElement} line
 * @param {Point[]} taken
 * @returns {Point}
 */
function roomiest(line, taken) {
  const [x1, y1, x2, y2] = [line.x1, line.y1, line.x2, line.y2].map((each) => each.baseVal.value);
  /** @param {Point} point */
  const free = ([x, y]) => Math.min(...taken.map(([a, b]) => Math.hypot(a - x, b - y)), 45);
  const places = ALONG.map((t) => /** @type {Point} */ ([x1 + t * (x2 - x1), y1 + t * (y2 - y1)]));
  return places.reduce((one, other) => (free(other) > free(one) + 1 ? other : one));
}

/**
 * @param {number} number
 * @param {import("./board.js").Worth} each
 * @param {Point[]} taken
 */
function badge(number, each, taken) {
  const place = site(number);
  if (!place) return;
  const line = place.querySelector("line");
  const box = boxOf(place);
  const [x, y] = line ? roomiest(line, taken) : [box.x + box.width / 2, box.y + box.height / 2];
  taken.push([x, y]);
  // The sooner the end, the larger the badge.
  const quick = each.plies ? Math.max(0.8, 1.02 - each.plies / 90) : 0.85;
  const size = quick * (line ? 16 : 22);
  const group = element("g", { class: `value ${each.value}` });
  group.append(
    element("title", {}, `${each.move}: ${each.words}`),
    element("circle", { cx: x, cy: y, r: size }),
    element("text", { x, y: y + 0.28 * size, "font-size": 0.8 * size }, shortValue(each)),
  );
  find("svg", board()).append(group);
}

// Sound, made by the page itself

/** @type {AudioContext | null} */
let audio = null;

function volume() {
  return Number(localStorage.getItem("volume") ?? "40") / 100;
}

/** @param {"move" | "end"} what */
function play(what) {
  if (!audio || volume() === 0) return;
  const notes = { move: [392], end: [523, 659, 784] }[what];
  for (const [at, pitch] of notes.entries()) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const begin = audio.currentTime + 0.14 * at;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.25 * volume(), begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.22);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.25);
  }
}

document.addEventListener("input", (event) => {
  const slider = /** @type {HTMLInputElement} */ (target(event));
  if (slider.matches("[data-volume]")) localStorage.setItem("volume", slider.value);
});

// A browser lets a page make sounds only after the first touch.
document.addEventListener("pointerdown", () => { audio ??= new AudioContext(); }, { once: true });

/** @param {HTMLElement} button */
async function copy(button) {
  /** @type {HTMLInputElement} */
  const link = find("[data-link]");
  link.select(); // for copying by hand, if all else fails
  // Unencrypted pages from a network, such as from `plyground serve`, have no clipboard.
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(link.value).then(() => true, () => false)
    : document.execCommand("copy");
  if (copied) button.textContent = "Copied";
}

// Events

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again; // the timer that opens the stream again
let events = listen();

function listen() {
  clearTimeout(again);
  const source = new EventSource(`/room/${room}/events`);
  source.addEventListener("error", () => {
    warn(LOST);
    table().dataset.version = "0"; // another server may count from another number
    shown = null;
    // If the answer is not a stream, the browser does not try again by itself.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(() => { events = listen(); }, AGAIN);
  });
  source.addEventListener("open", () => {
    calm();
    inPage.retry();
  });
  source.addEventListener("change", (event) => {
    const now = table().dataset;
    if (Number(event.data) === Number(now.version) || inPage.awaits(Number(event.data))) return;
    // A visitor who looks at an earlier position keeps it.
    const at = goal ?? (now.live === "yes" ? null : now.at);
    show(at === null ? `/room/${room}/table` : `/room/${room}/table?at=${at}`);
  });
  source.addEventListener("presence", () => {
    // The page shows presence only for people with a link.
    const { live, local } = table().dataset;
    if (live === "yes" && goal === null && local === "no") show(`/room/${room}/table`);
  });
  source.addEventListener("thinking", (event) => {
    const news = JSON.parse(event.data);
    for (const place of all("[data-thinking]")) place.textContent = news.progress || news.words || figures(news);
    for (const status of all("[data-while-thinking]")) {
      const words = news.words || status.dataset.whileThinking;
      if (status.textContent !== words) status.textContent = words; // it is read out
    }
  });
  return source;
}

/** @param {Progress} progress */
function figures({ depth, nodes, seconds }) {
  return `${depth ? `depth ${depth}, ` : ""}${nodes.toLocaleString("en")} positions, ${Number(seconds.toFixed(1))} s`;
}

addEventListener("pagehide", () => {
  clearTimeout(again);
  events.close();
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) events = listen(); });

// What is asked for while moves are on their way waits for them; the table is another one then.
document.body.addEventListener("htmx:confirm", (event) => {
  const form = target(event).closest("form[hx-post]");
  if (form?.getAttribute("hx-post")?.endsWith("/pause")) inPage.halt();
  if (!form || !inPage.isAhead()) return;
  event.preventDefault();
  const same = `form[hx-post="${form.getAttribute("hx-post")}"]`;
  const fields = new Map([...new FormData(/** @type {HTMLFormElement} */ (form))]);
  inPage.drained().then(() => {
    for (const fresh of /** @type {HTMLFormElement[]} */ (all(same))) {
      const seat = new FormData(fresh).get("seat");
      if (seat !== (fields.get("seat") ?? null)) continue;
      for (const field of /** @type {HTMLInputElement[]} */ (all("input", fresh))) field.value = String(fields.get(field.name) ?? field.value);
      fresh.requestSubmit();
    }
  });
});

// The answers to htmx are shown like all others; a refusal, too, brings a table or words.
document.body.addEventListener("htmx:beforeRequest", (event) => target(event).classList.add("sent"));
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { response, status } = detail.xhr;
  detail.isError = false;
  detail.shouldSwap = detail.target.id === "saved" && (status < 400 || response.startsWith("Not saved"));
  if (!detail.shouldSwap && !take(response)) failed(status, `/room/${room}/table`);
});
document.body.addEventListener("htmx:sendError", () => failed(0, `/room/${room}/table`));

inPage.connect({
  adopt,
  ask: () => show(`/room/${room}/table`),
  drawn: () => {
    shown = null;
    settled();
  },
  held: () => held.promise,
  progress: (progress) => {
    for (const place of all("[data-thinking]")) place.textContent = figures(progress);
  },
});
settled();
inPage.follow();
