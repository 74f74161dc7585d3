// The page of a game: moves, stepping, values, sound, and the events that keep it current. The server
// renders everything; this script asks for it and reports what the visitor did.

import { playSound } from "../../browser/sound.js";
import { inLine } from "./in_line.js";
import { local, session } from "../../browser/storage.js";
import { bestPlay, hint as suggestion, outlook } from "../../browser/words.js";
import { all, isShortcut, reveal, target } from "../../browser/elements.js";
import { Graph } from "./graph.js";
import { ALONE, LOST, NONE, ROOT, figures, find, onHtmx, processHtmx, ready, refusalIn, textOf } from "./page.js";
import { board, codeOf, geometry, isTold, keepTyped, make, onMove, point, replaceTable, settle, table, takeKeys, tell, typedFields, value, warn } from "./playing.js";
import { refreshSheet, sheet } from "./sheet.js";

/** @import { MoveValue } from "../../browser/picture.js" */

const room = table().dataset.room;
const here = `${ROOT}room/${room}`;
const AGAIN = 3000; // milliseconds
const STAY = 150; // milliseconds on a position before its values are requested
const END = 700; // milliseconds from the last move to the sound of the end
const SLOW = 1000; // milliseconds after which the page says why there are no values yet
const TAB = Math.random().toString(36).slice(2); // by which this page answers the server's beats
const QUIET = 10_000; // milliseconds without an answer after which a line is taken for dead: two beats
const GLANCE = 500; // milliseconds between two looks at that
const PATIENCE = 8000; // milliseconds for an answer to a move
const STILL = 60_000; // milliseconds for which someone who waits is not asked again
const BACK = "the line is there again"; // why an attempt ends
const AWAY = "Reconnecting …";
const KEPT = "Reconnecting … Your move waits.";
const UNSENT = `plyground:move:${room}:`; // in the browser's storage: moves that the server may not have yet
const LONGEST = 24 * 3600e3; // milliseconds for which such a move is made when its page comes back

/** @type {string | null} */
let shown = null; // what the server sent last
let showValues = session.get("values") === room; // in this game, also after a reload
let celebrated = table().dataset.running !== "yes"; // or it had ended before
let deadline = 0; // when the time for a move runs out
let copied = ""; // the link that was copied last
/** @type {number | null} */
let goal = null; // the ply that the visitor is stepping to
const graph = new Graph(here, () => held.promise);
const HEADERS = { Accept: "text/html", "HX-Request": "true" };
let underWay = false; // whether a move is: its answer shows the game
let attempt = new AbortController(); // ends the latest attempt to send it
let wake = () => {}; // ends the wait for another attempt to send it
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
  addEventListener(over, () => {
    const { resolve } = held; // and not that of a press that comes before the timer
    setTimeout(resolve); // the click comes first
  }, true);

// Asking the server

/** @param {string} url */
async function show(url) {
  const number = ++asked;
  const answer = await fetch(url, { headers: HEADERS }).catch(() => null);
  const text = (await textOf(answer)) ?? "";
  if (answer?.ok) contact();
  await held.promise;
  if (number < answered) return;
  if (answer?.status === 404) { // the game was deleted
    Object.assign(table().dataset, { running: "no", myTurn: "no" });
    value([]);
    if (isTold()) return; // what was lost with it
  }
  if (text === shown) calm(); // nothing is new
  else if (!take(text, underWay ? Number(table().dataset.ply) + 1 : 0)) {
    failed(answer?.status, url, number);
    return;
  }
  answered = Math.max(answered, number);
}

/**
 * Send a move until the server has answered, whatever happens to it or to the connection. A move that is
 * there already counts once. Until then the page shows it, and no table without it; it is in the browser's
 * storage too, for the next page if this one goes.
 * @param {string} move
 * @param {string} ply plies before it
 * @param {string} mark of these plies; empty if it is not known
 * @param {string} place in the storage
 */
async function send(move, ply, mark, place) {
  const body = new URLSearchParams({ ply, text: move, mark });
  underWay = true;
  for (;;) {
    const number = ++asked;
    if (silent) warn(KEPT);
    attempt = new AbortController();
    const late = setTimeout(() => attempt.abort(), PATIENCE);
    const answer = await fetch(`${here}/move`, { method: "POST", headers: HEADERS, body, keepalive: true, signal: attempt.signal }).catch(() => null);
    clearTimeout(late);
    if (attempt.signal.reason === BACK) continue;
    const text = (await textOf(answer)) ?? "";
    await held.promise;
    if (answer && answer.status < 500 && take(text)) {
      underWay = false;
      answered = Math.max(answered, number);
      local.remove(place);
      if (!answer.ok) {
        value([]); // a move that was refused is not on the board
        tell(find("#warning").textContent);
      }
      return;
    }
    warn(silent ? KEPT : answer ? NONE : lost()); // such as the answer of a hotel's network, which is nobody's
    const back = new Promise((resume) => { wake = () => resume(null); });
    await Promise.race([wait(AGAIN), back]);
  }
}

/** Make the moves of earlier pages that had no answer: their visitor has seen them. */
async function resume() {
  for (const name of local.names(UNSENT)) {
    const { ply = "", mark = "", move = "", at = 0 } = local.read(name) ?? {};
    if (Math.abs(Date.now() - at) > LONGEST) local.remove(name);
    else {
      const shows = table().dataset.ply === ply && table().dataset.myTurn === "yes";
      await make(move, shows ? codeOf(move) : undefined, () => send(move, ply, mark, name));
    }
  }
}

/**
 * Show the table that the server sent; of a table older than the one on the page, only the warning.
 * False if the answer has neither a table nor a refusal.
 * @param {string} text
 * @param {number} [least] plies that a table needs to be shown
 */
function take(text, least = 0) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("table");
  if (!fresh) {
    const refusal = refusalIn(page);
    if (refusal) warn(refusal);
    return refusal !== "";
  }
  if (Number(fresh.dataset.ply) < least) return true;
  if (Number(fresh.dataset.version) >= Number(table().dataset.version)) {
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
  redraw(fresh);
}

/**
 * There was no answer, or only one from a proxy: ask for the state of the game again.
 * @param {number | undefined} status
 * @param {string} url
 * @param {number} [number]
 */
function failed(status, url, number = asked) {
  warn(status ? NONE : lost());
  for (const form of document.querySelectorAll("form.sent")) form.classList.remove("sent"); // it was not
  if (!status || status >= 500) setTimeout(() => number === asked && show(url), AGAIN);
}

/** What is said without a connection: a move waits, and may be in this page alone. */
function lost() {
  if (!local.lasts && underWay) return ALONE;
  return underWay ? KEPT : LOST;
}

// The server is there again.
function calm() {
  if ([ALONE, LOST, NONE, AWAY, KEPT].includes(find("#warning").textContent)) warn("");
}

/** @param {HTMLElement} fresh */
function redraw(fresh) {
  const active = document.activeElement;
  const focused = known(active);
  const keys = active?.matches(":focus-visible");
  const typed = typedFields();
  // The browser reports a change when a field goes away, but the visitor is still typing.
  addEventListener("change", stop, true);
  replaceTable(fresh);
  removeEventListener("change", stop, true);
  processHtmx(table());
  settle();
  settled();
  if (focused) {
    const same = all(focused)[0];
    if (same) same.focus({ preventScroll: true });
    else if (keys) board?.focus(); // what was pressed has gone
  }
  keepTyped(typed, active);
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
  if (element?.closest("#course")) return "#course";
  const form = element?.closest("button") && element.closest("form[hx-post]");
  if (form) return `form[hx-post="${form.getAttribute("hx-post")}"] button`;
  const name = ["data-step", "data-go", "data-values", "data-hint", "data-open", "data-copy"].find((each) => element?.hasAttribute(each));
  return name && `[${name}="${element?.getAttribute(name)}"]`;
}

// The name that a visitor has given is there in the next game with others

document.addEventListener("submit", (event) => {
  /** @type {HTMLInputElement | null} */
  const name = target(event).closest(".joining")?.querySelector("[placeholder]") ?? null;
  if (name?.value) local.set("name", name.value);
}, true);

function fillName() {
  /** @type {HTMLInputElement | null} */
  const name = document.querySelector(".joining [placeholder]");
  if (name && !name.value) name.value = local.get("name") ?? "";
}

function settled() {
  const now = table().dataset;
  if ("owned" in now && !underWay) location.reload(); // this page plays the game by now
  if (offering && now.rematch) location.assign(now.rematch);
  offering = "offering" in now;
  hold();
  if (silent) warn(underWay ? KEPT : AWAY);
  fillName();
  document.title = now.title ?? "";
  if (now.running === "yes") celebrated = false;
  else if (now.live === "yes") celebrate();
  explain();
  press();
  sized.disconnect();
  sized.observe(find(".moves"));
  refreshSheet();
  graph.show(showValues);
  showCopied();
  for (const clock of all("[data-clock]")) deadline = performance.now() + 1000 * Number(clock.dataset.clock);
  if (showValues && hasValues()) values();
}

let offering = false; // whether a rematch that this visitor offers waits for an answer
let patient = 0; // until when the visitor waits for the other one to come back

/** Leave out the question whether to end a game that the other one has left, for someone who waits. */
function hold() {
  for (const button of all("[data-wait], [data-open=left]")) button.hidden = performance.now() < patient;
}

/** Scroll the list of moves to the one on view. */
function follow() {
  for (const current of all(".moves [aria-current]")) reveal(find(".moves"), current);
}

const sized = new ResizeObserver(follow); // the moves have less room beside values

/** The game has just ended: once the server says who has won. */
function celebrate() {
  const { won, lost } = find(".now").dataset;
  if (celebrated || (won === undefined && lost === undefined)) return;
  celebrated = true;
  playSound(won ? "win" : "loss", END);
  if (won) setTimeout(() => board?.cheer(Number(won)), END);
}

// The time left for a move
setInterval(() => {
  const clock = document.querySelector("[data-clock]");
  if (clock) clock.textContent = `${Math.max(0, Math.ceil((deadline - performance.now()) / 1000))} s`;
}, 500);

// Moves

onMove(async (move, isShown) => {
  const { ply = "", mark = "" } = table().dataset;
  const place = UNSENT + TAB;
  if (isShown) local.write(place, { ply, mark, move, at: Date.now() });
  await send(move, ply, mark, place);
});

document.addEventListener("click", (event) => {
  const ply = target(event).closest("#course [data-ply]");
  if (ply) {
    go(Number(ply.getAttribute("data-ply")));
    return;
  }
  const button = target(event).closest("button");
  if (!button) return;
  // Some tools are below More, too: what they show is on the table.
  if (["values", "hint", "whyButton"].some((each) => each in button.dataset) && sheet().open) sheet().close();
  if (button.dataset.step) step(button.dataset.step);
  else if (button.dataset.go) go(Number(button.dataset.go));
  else if ("values" in button.dataset) toggleValues();
  else if ("hint" in button.dataset) hint();
  else if ("whyButton" in button.dataset) toggleWhy();
  else if ("copy" in button.dataset) copy();
  else if ("wait" in button.dataset) {
    patient = performance.now() + STILL;
    setTimeout(hold, STILL);
    hold();
  }
});

// An old refusal goes at the next touch. What is said of the connection stays.
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, (event) => {
    const place = find("#warning");
    if (target(event).closest?.("#warning")) return; // it may be a link
    if (![ALONE, LOST, NONE, AWAY, KEPT].includes(place.textContent ?? "") && !("stays" in place.dataset)) warn("");
  }, true);

// Keys

document.addEventListener("keydown", (event) => {
  if (!isShortcut(event)) return; // or it was for the board
  if (event.key === "ArrowLeft") step("back");
  else if (event.key === "ArrowRight") step("on");
  else if (event.key === "Home") step("first");
  else if (event.key === "End") step("last");
  else if (event.key === "v") toggleValues();
  else if (event.key === "Escape" && explained !== null) toggleWhy();
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
  await show(at === ply ? `${here}/table` : `${here}/table?at=${at}`);
  if (goal === at) goal = null;
}

// Values

// People who play by a link may have to wait for them until the game is over.
const hasValues = () => !("secret" in table().dataset);

function press() {
  for (const button of all("[data-values]")) button.setAttribute("aria-pressed", String(showValues));
  for (const button of all(".tools [data-why-button]")) button.setAttribute("aria-pressed", String(explained !== null));
}

// Why? The card says it in place of what happened, until there is something newer to say.

/** @type {string | null} */
let explained = null; // the ply of the move that is

/** @returns {HTMLTemplateElement | null} */
const reason = () => document.querySelector("template[data-why-of]");

function toggleWhy() {
  const of = reason()?.dataset.whyOf ?? null;
  if (of !== null && explained === null) local.set("why", "seen");
  explained = explained === null ? of : null;
  if (explained !== null) find("[data-verdict]").hidden = true;
  explain();
  press();
}

/** Show why, if that was asked for the move on view; invite to ask, once, after the first answer. */
function explain() {
  const template = reason();
  const of = template?.dataset.whyOf ?? null;
  if (of !== explained) explained = null;
  const place = find("[data-why]");
  place.hidden = explained === null;
  place.replaceChildren(...(explained !== null && template ? [document.importNode(template.content, true)] : []));
  invite(of);
}

/** @param {string | null} of the ply of the answer on view */
function invite(of) {
  const [button] = all(".tools [data-why-button]:not(:disabled)");
  if (of === null || !button || table().dataset.running !== "yes") return;
  const answer = `${room} ${of}`;
  if (!local.get("why")) local.set("why", answer);
  const invites = local.get("why") === answer;
  button.classList.toggle("invites", invites);
  for (const old of all("[data-invites]")) old.remove();
  if (!invites) return;
  const note = find("#note");
  const words = document.createElement("span");
  words.dataset.invites = "";
  words.textContent = `${note.textContent?.trim() ? ". " : ""}Press Why? to see what ${note.dataset.thinker ?? "the computer"} was thinking.`;
  note.append(words);
}

/** @param {boolean} shows */
function keepValues(shows) {
  showValues = shows;
  session.set("values", (shows && room) || "");
}

function toggleValues() {
  if (!hasValues()) return;
  keepValues(!showValues);
  explains = showValues;
  press();
  if (showValues) values();
  else {
    graph.end();
    find("[data-verdict]").hidden = true;
    follow(); // the moves have more room now
    value([]);
  }
}

/** @param {number} pause */
const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

let explains = showValues; // whether the next values come with what their signs mean
let looks = 0; // the latest look for values, or for a hint

/**
 * What the moves of the position on view are worth; null if the visitor has gone on, or may not know, which is
 * then said in the place for the verdict.
 * @param {() => boolean} left whether the visitor has gone on
 * @param {string} doing what is said meanwhile
 */
async function found(left, doing) {
  const { at } = table().dataset;
  const verdict = find("[data-verdict]");
  const preparing = new AbortController();
  const tell = (/** @type {string} */ words) => {
    if (!left()) verdict.textContent = words;
  };
  const waiting = inLine((words) => tell(words || `${doing} ...`));
  const slow = setTimeout(() => ready(table().dataset.preparing ?? "", tell, preparing.signal), SLOW);
  /** @type {Response | null} */
  let answer = null;
  let values = null;
  while (!values) {
    answer = await fetch(`${here}/values?at=${at}`).catch(() => null);
    values = await answer?.json().catch(() => null); // a proxy's answer has none
    await held.promise;
    if (left()) break;
    if (!values) {
      verdict.textContent = LOST;
      await wait(AGAIN);
    } else if (answer?.status === 429) {
      // The server has no room for more while it works on other positions.
      verdict.textContent = "Waiting for other games ...";
      values = null;
      await wait(1000);
    }
  }
  clearTimeout(slow);
  waiting();
  preparing.abort();
  if (left()) return null;
  if (answer && !answer.ok) {
    verdict.textContent = values.error;
    keepValues(false); // the next position would have none either
    press();
    return null;
  }
  if (values.value === null) {
    const phone = verdict.offsetParent === null; // which has no room for the verdict beside its buttons
    (phone ? find("#note") : verdict).textContent = "The game is over: step back to see what moves were worth.";
    return null;
  }
  return values;
}

/**
 * Begin a look: the function says whether the visitor has gone on since.
 * @param {string} words what is said meanwhile
 */
function look(words) {
  const { at } = table().dataset;
  const mine = ++looks;
  const verdict = find("[data-verdict]");
  explained = null;
  explain();
  press();
  verdict.hidden = false;
  verdict.className = "verdict";
  verdict.textContent = words;
  return () => mine !== looks || at !== table().dataset.at;
}

async function values() {
  const { at } = table().dataset;
  const stays = look("Finding the values ...");
  const left = () => stays() || !showValues;
  await wait(STAY);
  if (left()) return;
  graph.ask(at, () => showValues);
  const known = await found(left, "Finding the values");
  if (!known) return;
  const verdict = find("[data-verdict]");
  const who = outlook(known.turn, known, names());
  if (!graph.drawn) graph.ask(at, () => showValues); // there may be a solved table now
  const best = bestPlay(known.line.map((/** @type {string} */ text) => geometry?.moves[codeOf(text) ?? -1] ?? { text, words: text }), known.line.length === known.plies);
  verdict.textContent = [who, best, known.note].filter(Boolean).join(". ");
  verdict.className = `verdict ${known.value}`;
  if (explains && known.value !== "unknown") {
    const legend = document.createElement("small");
    legend.textContent = "+3 wins with the 3rd move from now, −2 loses in 2, = is a draw.";
    verdict.append(" ", legend);
    explains = false;
  }
  const proven = geometry?.players.length === 2 && typeof known.height === "number" && !unknown(known);
  value(known.moves.every(unknown) ? [] : marks(known.moves), proven ? { height: known.height, words: who } : null);
}

/** Plies as moves of one side. @param {number} plies */
const own = (plies) => Math.ceil(plies / 2);

/** @returns {string[]} of the players */
const names = () => JSON.parse(table().dataset.names ?? "[]");

/** @param {{ value: string }} move */
const unknown = ({ value }) => value === "unknown";

const SIGNS = { win: "+", draw: "=", loss: "−", unknown: "?" };

/**
 * What moves are worth, the best one first, for the board.
 * @param {{ move: string, value: "win" | "draw" | "loss" | "unknown", plies: number | null, words: string }[]} moves
 * @returns {MoveValue[]}
 */
function marks(moves) {
  const signs = moves.map((each) => SIGNS[each.value] + (each.value === "draw" || each.plies === null ? "" : own(each.plies)));
  const differ = moves[0]?.value !== "unknown" && new Set(signs).size > 1;
  return moves.flatMap(({ move, value, plies, words: said }, at) => {
    const code = codeOf(move);
    const ends = { win: "wins", loss: "loses", draw: "draw", unknown: "unknown" }[value];
    const open = geometry?.players.length === 2 ? ends : said;
    const words = plies === null || ends === value ? open : `${ends} in ${own(plies)}`;
    return code === undefined ? [] : [{ move: code, text: signs[at], words, kind: value, best: differ && signs[at] === signs[0] }];
  });
}

async function hint() {
  const known = await found(look("Looking for a good move ..."), "Looking for a good move");
  if (!known) return;
  const [best] = known.moves;
  const verdict = find("[data-verdict]");
  if (known.moves.every(unknown)) {
    verdict.textContent = "Nothing is decided as far as I can see.";
    return;
  }
  verdict.textContent = suggestion(known.best, known.turn, best, names());
  verdict.className = `verdict ${best.value}`;
  point(best.move, best.words);
}

async function copy() {
  /** @type {HTMLInputElement} */
  const link = find("[data-link]");
  link.select(); // for copying by hand, if all else fails
  // Unencrypted pages from a network, such as from `plyground serve`, have no clipboard.
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(link.value).then(() => true, () => false)
    : document.execCommand("copy");
  if (!done) return;
  copied = link.value;
  showCopied();
  find("[data-copy]").focus({ preventScroll: true });
}

/** The button says so, also after the table was redrawn: someone may come or go meanwhile. */
function showCopied() {
  for (const link of /** @type {HTMLInputElement[]} */ (all("[data-link]")))
    if (link.value === copied) find("[data-copy]").textContent = "Copied";
}

// Events

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again; // the timer that opens the stream again
let events = listen();

function listen() {
  clearTimeout(again);
  const source = new EventSource(`${here}/events?tab=${TAB}`);
  source.addEventListener("error", () => {
    warn(lost());
    table().dataset.version = "0"; // another server may count from another number
    shown = null;
    // If the answer is not a stream, the browser does not try again by itself.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(() => { events = listen(); }, AGAIN);
  });
  source.addEventListener("open", () => {
    contact();
    calm();
    wake();
  });
  source.addEventListener("beat", ({ data }) => answer(data));
  source.addEventListener("change", (event) => {
    const now = table().dataset;
    if (Number(event.data) === Number(now.version)) return;
    // A visitor who looks at an earlier position keeps it.
    const at = goal ?? (now.live === "yes" ? null : now.at);
    show(at === null ? `${here}/table` : `${here}/table?at=${at}`);
  });
  source.addEventListener("presence", () => {
    // The page shows presence only for people with a link.
    const { live, local } = table().dataset;
    if (live === "yes" && goal === null && local === "no") show(`${here}/table`);
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

// Packets may be lost without an error. The server sends a beat every few seconds to a game by link, and the page
// answers; when no answer has come back for a while, it says so, and opens the stream again.

let heard = performance.now(); // when the server last answered
let looked = heard;
let silent = false; // whether it has not for a while

function contact() {
  heard = performance.now();
  if (!silent) return;
  silent = false;
  document.body.classList.remove("silent");
  calm();
  attempt.abort(BACK); // on a dead line; a move that is there already counts once
  wake();
}

/** @param {string} beat */
async function answer(beat) {
  const body = new URLSearchParams({ tab: TAB, beat });
  const attempt = new AbortController();
  const late = setTimeout(() => attempt.abort(), PATIENCE);
  const found = await fetch(`${here}/beat`, { method: "POST", body, signal: attempt.signal }).catch(() => null);
  clearTimeout(late);
  if (found?.ok) contact();
}

setInterval(() => {
  const now = performance.now();
  if (now - looked > 4 * GLANCE) heard = Math.max(heard, now - QUIET / 2); // the page itself stood still
  looked = now;
  const { local, running } = table().dataset;
  if (local === "yes" || running !== "yes" || now - heard < QUIET) return;
  heard = now - QUIET / 2; // for the next attempt
  silent = true;
  document.body.classList.add("silent");
  warn(underWay ? KEPT : AWAY);
  events.close();
  events = listen();
}, GLANCE);

addEventListener("pagehide", () => {
  clearTimeout(again);
  events.close();
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) events = listen(); });

onHtmx("confirm", (event) => {
  const form = target(event).closest("form[hx-post]");
  if (form?.getAttribute("hx-target") === "#table") sheet().close();
});

// The answers to htmx are shown like all others; a refusal, too, brings a table or words.
onHtmx("beforeRequest", (event) => target(event).classList.add("sent"));
onHtmx("beforeSwap", ({ detail }) => {
  const { response, status } = detail.xhr;
  detail.isError = false;
  detail.shouldSwap = detail.target.id === "saved" && (status < 400 || response.startsWith("Not saved"));
  if (!detail.shouldSwap && !take(response)) failed(status, `${here}/table`);
});
onHtmx("sendError", () => failed(0, `${here}/table`));

settle();
settled();
takeKeys();
resume();
