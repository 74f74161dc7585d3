// Games that this page plays itself. Its engine draws a move at once, and lets computers think and finds
// values in a worker. Each move is sent to the server, which checks it and keeps it; where the server says
// otherwise, its position is shown. Where the page cannot, or the server does not let it, the server plays.

import { drawPosition, rehearse, textsOf } from "./drawing.js";
import { LOST, NONE, ROOT, find, textOf } from "./page.js";
import { geometry, table, tell, warn } from "./playing.js";

/**
 * @import { Choice, Data, Engine, Player, Position, Progress, Value } from "../../browser/engine.js"
 * @typedef {import("./drawing.js").Known} Known
 * @typedef {import("./drawing.js").Given} Given
 * @typedef {import("./drawing.js").Opened} Opened
 * @typedef {{ text: string, ply: number, action: string, fields: Record<string, string> }} Sent a move on its way
 */

const AGAIN = 3000; // milliseconds
const SOON = 1000; // milliseconds until the server's table is asked for while a computer thinks
const LONGEST = 600; // seconds for a move of a computer
const VALUE_SECONDS = 10;
export const OLD = "Plyground has been updated. Reload the page.";

const room = table().dataset.room ?? "";

/** What the page does with a table, and when it shows something else. */
let page = {
  /** Show a table of the server. @type {(text: string, fresh: HTMLElement) => void} */
  adopt: () => {},
  /** Ask for the table. */
  ask: () => {},
  /** What belongs to another position is to be shown. */
  drawn: () => {},
  /** Resolves when no mouse button is down. */
  held: async () => {},
  /** Tell how far a computer is. @type {(progress: Progress) => void} */
  progress: () => {},
};

/** @type {Known | null} */
let state = null;
/** @type {Opened | null} */
let opened = null;
let opening = false;
let unable = false; // whether this page has no engine, for good
let old = false; // whether the server has another engine than this page
/** @type {Position | null} */
let line = null; // the moves played, those on their way included
/** @type {WeakMap<Position, Choice>} */
const reasons = new WeakMap(); // of the computers' moves that this page has found
/** @type {Sent[]} */
let queue = [];
let sending = false;
let missed = 0; // the newest version that was not asked for, because an answer tells of it
/** @type {(() => void) | null} */
let wake = null; // ends the wait for another attempt
/** @type {(() => void)[]} */
let drainers = [];
/** @type {{ about: string, abort: AbortController } | null} */
let thought = null;
let leads = false; // whether this tab thinks for the room
let leading = false; // whether it does, or waits for it
/** @type {(() => void) | null} */
let release = null;

/** @param {number} pause */
const wait = (pause) => new Promise((resume) => setTimeout(resume, pause));

const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(`plyground ${room}`) : null;
tabs?.addEventListener("message", (event) => page.progress(event.data));

/** @param {typeof page} hooks */
export function connect(hooks) {
  page = hooks;
}

// What the server says

/** @param {HTMLElement} fresh @returns {Known | null} */
function read(fresh) {
  return JSON.parse(fresh.dataset.inPage ?? "null");
}

/** The moves of the line, as texts. */
function history() {
  return opened && line ? textsOf(opened, line) : [];
}

/**
 * Whether one list of moves begins another.
 * @param {string[]} start
 * @param {string[]} moves
 */
function begins(start, moves) {
  return start.length <= moves.length && start.every((move, ply) => move === moves[ply]);
}

/**
 * Whether a table is to be shown. One that lacks moves that are on their way is not, unless the visitor
 * looks at an earlier position.
 * @param {HTMLElement} fresh
 */
export function isWanted(fresh) {
  const known = read(fresh);
  if (!queue.length || !known || known.moves.length < queue[0].ply) return true;
  const moves = history();
  if (!begins(known.moves, moves)) return true;
  return known.moves.length === moves.length || fresh.dataset.live === "no" || table().dataset.live === "no";
}

/** After a table of the server was shown. */
export function follow() {
  state = read(table());
  if (!state || old) {
    stop();
    if (old && !find("#warning").textContent) warn(OLD);
    return;
  }
  if (!opened) {
    open();
    return;
  }
  if (opened.given.key !== state.key) {
    retire();
    return;
  }
  const { moves } = state;
  queue = begins(moves, history()) ? queue.filter(({ ply }) => ply >= moves.length) : [];
  attempt(() => {
    if (!queue.length) line = lineOf(moves);
    else if (table().dataset.live === "yes" && moves.length < (line?.ply ?? 0)) draw();
  });
  think();
}

/**
 * The position after some moves; positions that are known stay the same.
 * @param {string[]} moves
 */
function lineOf(moves) {
  if (!opened) throw new Error("there is no engine");
  const { engine, data } = opened;
  let at = line;
  while (at && (at.ply > moves.length || !begins(textsOf(opened, at), moves)))
    at = at.parent;
  let position = at ?? engine.start();
  for (const move of moves.slice(position.ply)) position = engine.play(position, data.moveTexts.indexOf(move));
  return position;
}

// The engine

function able() {
  const needed = ["WebAssembly", "Worker", "BigInt64Array", "DecompressionStream"];
  return needed.every((each) => each in globalThis);
}

async function open() {
  if (opening || unable || !geometry) return;
  opening = true;
  try {
    if (!able()) throw new Error("this browser has no WebAssembly");
    const answer = await fetch(`${ROOT}room/${room}/engine`).catch(() => null);
    if (answer?.status !== 200) return; // the next table is another occasion
    /** @type {Given} */
    const given = await answer.json();
    const [data, bytes, { openEngine }, { Words }] = await Promise.all([
      fetched(given.data), fetched(given.module), import("../../browser/engine.js"), import("../../browser/words.js"),
    ]);
    if (!data || !bytes) return;
    /** @type {Data} */
    const known = JSON.parse(new TextDecoder().decode(data));
    opened = {
      given, data: known, engine: await openEngine(known, bytes), another: () => openEngine(known, bytes),
      words: new Words(given.phrases, [], geometry, true),
    };
  } catch {
    unable = true;
  } finally {
    opening = false;
  }
  if (unable) letThink("server");
  else if (opened) {
    if (state?.home === "server") letThink("page");
    lead();
    follow();
    attempt(() => {
      if (opened && line) rehearse(opened, line);
    });
  }
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(ROOT + address).catch(() => null);
  return answer?.ok ? answer.arrayBuffer().catch(() => null) : null;
}

/** @param {"page" | "server"} home where the computers of the room think from now on */
function letThink(home) {
  if (!state?.owner) return;
  const body = new URLSearchParams({ home });
  fetch(`${ROOT}room/${room}/think-in`, { method: "POST", body }).catch(() => null).then(() => page.ask());
}

/** The server has another engine: it plays for this page, as old as it is. */
function retire() {
  old = true;
  const led = leads;
  close();
  warn(OLD);
  if (led) letThink("server");
}

/** Play no longer. */
function close() {
  opened?.engine.close();
  opened = null;
  release?.();
  [leads, line] = [false, null];
  stop();
}

/**
 * Ask the rules for something. Where their code stops, the server plays from then on; false then.
 * @param {() => void} act
 */
function attempt(act) {
  try {
    act();
    return true;
  } catch {
    unable = true;
    close();
    letThink("server");
    page.ask();
    return false;
  }
}

/** One tab of a browser thinks for the room. Where tabs cannot agree, the first move counts. */
function lead() {
  if (leading || !state?.owner) return;
  leading = true;
  if (!navigator.locks) {
    leads = true;
    return;
  }
  navigator.locks.request(`plyground ${room}`, () => {
    if (!opened) return; // it plays no longer
    leads = true;
    think();
    return new Promise((resolve) => { release = () => resolve(null); });
  }).catch(() => {});
}

addEventListener("pagehide", () => {
  release?.();
  [leads, leading] = [false, false];
  stop();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !opened) return;
  lead();
  think();
});

// Moves

/**
 * Make a visitor's move in this page, if it can: false otherwise.
 * @param {string} text
 */
export function play(text) {
  const now = table().dataset;
  if (!opened || !state || !line || now.live !== "yes" || now.myTurn !== "yes" || Number(now.ply) !== line.ply) return false;
  const code = opened.data.moveTexts.indexOf(text);
  if (!line.moves.includes(code)) return false;
  return make(code, "move", { text });
}

/**
 * Make a move in this page; false if its rules cannot.
 * @param {number} code
 * @param {string} action
 * @param {Record<string, string>} fields
 * @param {Choice} [choice] a computer's
 */
function make(code, action, fields, choice) {
  const { engine, data } = /** @type {Opened} */ (opened);
  const before = /** @type {Position} */ (line);
  if (!attempt(() => { line = engine.play(before, code); })) return false;
  if (choice && line) reasons.set(line, choice);
  queue.push({ text: data.moveTexts[code], ply: before.ply, action, fields: { ply: String(before.ply), ...fields } });
  if (table().dataset.live === "yes") attempt(draw);
  send();
  think();
  return true;
}

/** Whether moves are on their way. */
export function isAhead() {
  return queue.length > 0;
}

/** When all moves have arrived. @returns {Promise<void>} */
export function drained() {
  return queue.length ? new Promise((resolve) => drainers.push(resolve)) : Promise.resolve();
}

/** The connection is back. */
export function retry() {
  wake?.();
  if (!opened && state) open();
}

/** Send the moves, one after the other, until they have arrived. */
async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const [move] = queue;
    const more = queue.length > 1 || thought !== null; // is to be sent soon
    const headers = { Accept: "text/html", "HX-Request": "true", ...(more && { "X-Drawn": "all" }) };
    const body = new URLSearchParams(move.fields);
    const answer = await fetch(`${ROOT}room/${room}/${move.action}`, { method: "POST", headers, body, keepalive: true }).catch(() => null);
    const text = (await textOf(answer)) ?? "";
    await page.held();
    const waits = queue[0] === move; // otherwise another table has state of it
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    if (!answer || answer.status >= 500) {
      if (!waits) continue;
      warn(answer ? NONE : LOST);
      const woken = new Promise((resolve) => { wake = () => resolve(null); });
      await Promise.race([wait(AGAIN), woken]);
    } else if (answer.status === 204) {
      if (waits) queue.shift();
      table().dataset.version = answer.headers.get("X-Version") ?? "0";
      calm();
      setTimeout(() => thought && !queue.length && page.ask(), SOON);
    } else if (!fresh) {
      // It does not understand this page.
      queue = [];
      letThink("server");
      page.ask();
    } else if (arrived(fresh, move)) {
      if (waits) queue.shift();
      calm();
      if (isWanted(fresh)) page.adopt(text, fresh);
    } else {
      queue = [];
      stop();
      page.adopt(text, fresh);
      if (move.action === "move") tell(find("#warning").textContent);
    }
  }
  sending = false;
  if (missed > Number(table().dataset.version)) page.ask();
  missed = 0;
  const waiting = drainers;
  drainers = [];
  for (const resolve of waiting) resolve();
}

/** The server has answered. */
function calm() {
  if ([LOST, NONE].includes(find("#warning").textContent)) warn("");
}

/**
 * Whether an answer is on its way that tells of a version of the room.
 * @param {number} version
 */
export function awaits(version) {
  if (sending) missed = Math.max(missed, version);
  return sending;
}

/**
 * Whether a table has a move.
 * @param {HTMLElement} fresh
 * @param {Sent} move
 */
function arrived(fresh, { text, ply }) {
  const [made] = (read(fresh)?.moves ?? []).slice(ply);
  return made === text;
}

// Computers

/** End the work of a computer. */
export function stop() {
  thought?.abort.abort(new DOMException("stopped", "AbortError"));
  thought = null;
}

/** The visitor stops the computer. */
export function halt() {
  if (state) state.stopped = true;
  stop();
}

/** The computer that is to think here now; null if there is none. */
function thinker() {
  if (!opened || !state || !line || line.over || !leads || !state.owner || !state.running || state.stopped || state.home === "server") return null;
  if (state.busy && state.moves.length === line.ply) return null; // the server has begun
  return state.seats[line.turn]?.player ?? null;
}

/** Let the computer to move think, and no other. */
function think() {
  const player = thinker();
  const about = player && JSON.stringify([history(), player]);
  if (thought?.about === about) return;
  stop();
  if (!player || !about) return;
  thought = { about, abort: new AbortController() };
  choose(player, thought.abort);
}

const ply = Number(table().dataset.ply); // of the position with which this page came

/**
 * @param {Player} player
 * @param {AbortController} abort
 */
async function choose(player, abort) {
  const { engine, given } = /** @type {Opened} */ (opened);
  const position = /** @type {Position} */ (line);
  const begun = position.ply === ply ? 0 : performance.now(); // that move was made before this page
  const { signal } = abort;
  /** @param {Progress} news */
  const onProgress = (news) => {
    page.progress(news);
    tabs?.postMessage(news);
  };
  try {
    const choice = await engine.choose(position, player, engine.chance(), { seconds: LONGEST, signal, onProgress });
    const [first, later] = given.pauses;
    const least = 1000 * (hasMoved(position) ? later : first);
    await wait(Math.max(0, begun + least - performance.now()));
    await page.held();
    if (signal.aborted || line !== position) return;
    thought = null;
    make(choice.move, "computer-move", { sent: JSON.stringify(reported(choice)) }, choice);
  } catch {
    if (signal.aborted) return;
    thought = null;
    letThink("server");
  }
}

/**
 * Whether the player to move has made a move in this room before.
 * @param {Position} position
 */
function hasMoved(position) {
  for (let at = position.parent; at && at.ply >= Number(table().dataset.start); at = at.parent)
    if (at.turn === position.turn) return true;
  return false;
}

/**
 * A choice as the server takes it.
 * @param {Choice} choice
 */
function reported(choice) {
  const { moveTexts } = /** @type {Opened} */ (opened).data;
  const { move, value, depth, line: moves, nodes, leaves, cutoffs, tableHits, seconds, rule } = choice;
  return {
    move: moveTexts[move], value: value && worth(value), depth, line: moves.map((code) => moveTexts[code]),
    nodes, leaves, cutoffs, table_hits: tableHits, seconds, rule,
  };
}

/** @param {Value} value */
function worth({ verdict, plies, score, expectation, atLeast, atMost }) {
  /** @param {Value | null} limit */
  const limit = (limit) => limit && { value: limit.verdict, plies: limit.plies };
  return { value: verdict, plies, score, expectation, at_least: limit(atLeast), at_most: limit(atMost) };
}

/** Draw the last position of the line. What only the server knows comes with its table. */
function draw() {
  if (!opened || !state || !line) return;
  drawPosition(opened, state, line, reasons.get(line) ?? null);
  page.drawn();
}

// Values

/** @type {Promise<Engine> | null} */
let valuer = null; // another engine: values do not wait for a computer that thinks
/** @type {AbortController | null} */
let valuing = null;
/** @type {{ about: string, found: object } | null} */
let valued = null; // the newest

/**
 * The position after some plies, if this page finds its values. Those of positions in a book are known to
 * the server.
 * @param {number} at
 */
function valuable(at) {
  if (!opened || !line || opened.data.players !== 2 || at < opened.given.book) return null;
  /** @type {Position | null} */
  let position = line;
  while (position && position.ply > at) position = position.parent;
  return position?.ply === at ? position : null;
}

/** @param {number} at */
export function findsValues(at) {
  return valuable(at) !== null;
}

/**
 * The values of the moves after some plies, as the server gives them; null if this page cannot find them.
 * @param {number} at
 * @param {(words: string) => void} tell how long it works, each second
 */
export async function values(at, tell) {
  const position = valuable(at);
  if (!opened || !position) return null;
  if (position.over) return { at, value: null, moves: [] };
  const { engine, another, data, words } = opened;
  const about = engine.history(position).join(" ");
  if (valued?.about === about) return valued.found;
  valuing?.abort(new DOMException("moved", "AbortError"));
  valuing = new AbortController();
  const { signal } = valuing;
  try {
    valuer ??= another();
    const found = await (await valuer).values(position, {
      seconds: VALUE_SECONDS, signal,
      onProgress: ({ seconds }) => seconds >= 1 && tell(`${Math.floor(seconds)} of ${VALUE_SECONDS} s`),
    });
    const { value, moves, line: best } = found;
    const answered = {
      at, note: words.scarcity(found), turn: position.turn, value: value.verdict, plies: value.plies, words: words.value(value),
      line: best.map((code) => data.moveTexts[code]), best: words.move(moves[0].move),
      height: (position.turn ? -1 : 1) * engine.height(position, value),
      moves: moves.map((each) => ({
        move: data.moveTexts[each.move], value: each.value.verdict, plies: each.value.plies,
        words: words.value(each.value),
      })),
    };
    valued = { about, found: answered };
    return answered;
  } catch {
    return null;
  }
}
