// Games that this page owns: its engine draws a move at once, and lets computers think and finds values in a
// worker. The server keeps each game as the page has it. Where the page cannot, the server plays.

import { Play } from "../../browser/play.js";
import { local, session } from "../../browser/storage.js";
import { drawPosition, drawStatus, rehearse, textsOf } from "./drawing.js";
import { Keeper, begins } from "./keeper.js";
import { ALONE, LOST, NONE, ROOT, find, refusalIn } from "./page.js";
import { geometry, table, tell, warn } from "./playing.js";

/**
 * @import { Choice, Data, Engine, Position, Progress, Value } from "../../browser/engine.js"
 * @import { Line, Theirs } from "./keeper.js"
 * @typedef {import("./drawing.js").Known} Known
 * @typedef {import("./drawing.js").Given} Given
 * @typedef {import("./drawing.js").Opened} Opened
 */

const SOON = 1000; // milliseconds until the server's table is asked for while a computer thinks
const AWAY = 10_000; // milliseconds for which a computer is left to the page that made the last move
const LONGEST = 600; // seconds for a move of a computer
const VALUE_SECONDS = 10;
const LEAVING = "This game went on in another way elsewhere: yours goes on as a copy, in a moment.";
const COPIED = "copied"; // in the tab's storage: the game of which this one is a copy
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
/** @type {Play | null} */
let game = null;
let opening = false;
let unable = false; // whether this page has no engine, for good
let old = false; // whether the server has another engine than this page
let following = false; // whether the game changes because the server says so
/** @type {Position | null} */
let drawn = null; // the last position that the page knew
let mine = true; // whether a computer to move is this page's: it came with it, or the move before is this page's
let missed = 0; // the newest version that was not asked for, because an answer tells of it
/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience; // ends the wait for another page
/** @type {WeakMap<Position, object>} */
const founds = new WeakMap(); // what computers of earlier pages found, as the server takes it

/** @param {typeof page} hooks */
export function connect(hooks) {
  page = hooks;
}

// What the server says

/** @param {HTMLElement} fresh @returns {Known | null} */
function read(fresh) {
  return JSON.parse(fresh.dataset.inPage ?? "null");
}

/** @param {string} text */
function tableIn(text) {
  return new DOMParser().parseFromString(text, "text/html").getElementById("table");
}

/** The moves of the game, as texts. */
function history() {
  return opened && game ? textsOf(opened, game.last) : [];
}

/** The server's game for the keeper. @param {Known} known @returns {Theirs} */
function theirs({ moves, seats, running }) {
  return { moves, computers: seats.map((seat) => seat !== null), ended: !running && !(game && isOver(moves)) };
}

/** Whether the rules have ended a game. @param {string[]} moves */
function isOver(moves) {
  if (!opened) return false;
  const { engine, data } = opened;
  try {
    return moves.reduce((position, move) => engine.play(position, data.moveTexts.indexOf(move)), engine.start()).over;
  } catch {
    return false;
  }
}

const keeper = new Keeper(room, {
  stop() {
    stop();
    Object.assign(table().dataset, { myTurn: "no", busy: LEAVING });
  },
  soon: () => Boolean(game?.thinking),
  held: () => page.held(),
  read(text) {
    const fresh = tableIn(text);
    const known = fresh && read(fresh);
    return fresh && known && { theirs: theirs(known), version: Number(fresh.dataset.version) };
  },
  adopt(text) {
    const fresh = tableIn(text);
    if (!fresh || !isWanted(fresh)) return;
    find("#warning", fresh).textContent = ""; // which of two games goes on is settled
    page.adopt(text, fresh);
  },
  saved(version) {
    table().dataset.version = String(version);
  },
  silent: (status) => warn(status ? NONE : local.lasts ? LOST : ALONE),
  calm() {
    if ([LOST, NONE, ALONE].includes(find("#warning").textContent)) warn("");
    setTimeout(() => game?.thinking && !keeper.ahead && page.ask(), SOON);
  },
  refused(text, lost) {
    const fresh = tableIn(text);
    const words = fresh ? find("#warning", fresh).textContent : refusalIn(new DOMParser().parseFromString(text, "text/html"));
    stop();
    const said = `${words ? `${words.replace(/\.$/, "")}. ` : ""}Your moves could not be kept: ${lost.join(" ")}.`;
    if (fresh) page.adopt(text, fresh);
    else if (text) page.ask(); // it may be gone
    tell(said);
  },
  copied(copy) {
    session.set(COPIED, room);
    location.assign(`${ROOT}room/${copy}`);
  },
  found({ moves, found, waits }) {
    if (!game || !state) return;
    following = true;
    game.follow({ ...given(state), moves: codes(moves), waits });
    following = false;
    for (const position of game.line)
      if (position.parent && found[position.parent.ply]) founds.set(position, found[position.parent.ply]);
    changed();
  },
});

/** The game as the keeper takes it. @returns {Line} */
function line() {
  /** @type {Record<number, object>} */
  const found = {};
  for (const position of game?.line ?? []) {
    const choice = game?.reasons.get(position);
    const known = choice ? reported(choice) : founds.get(position);
    if (position.parent && known) found[position.parent.ply] = known;
  }
  return { moves: history(), found, waits: game?.waits ?? false };
}

/**
 * Whether a table is to be shown. One that lacks moves that are on their way is not, unless the visitor
 * looks at an earlier position.
 * @param {HTMLElement} fresh
 */
export function isWanted(fresh) {
  const known = read(fresh);
  if (!keeper.ahead || !known) return true;
  const moves = history();
  if (known.moves.length === moves.length && begins(known.moves, moves)) return true;
  return fresh.dataset.live === "no" || table().dataset.live === "no";
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
  if (keeper.ahead) {
    if (table().dataset.live === "yes") attempt(draw);
    return;
  }
  keeper.follow(Number(table().dataset.version), state.moves);
  attempt(() => take(/** @type {Known} */ (state)));
}

/** Take over the game of the server. @param {Known} known */
function take(known) {
  if (!game) return;
  const moves = history();
  const same = begins(known.moves, moves) && known.moves.length === moves.length;
  const by = known.seats[(known.moves.length - 1) % known.seats.length];
  if (!same && drawn && by?.player !== null) leave();
  following = true;
  game.follow({ ...given(known), moves: codes(known.moves), waits: known.stopped });
  following = false;
  drawn = game.last;
}

/** Another page has made the last move, and lets the next computer think; if it is gone, this one does. */
function leave() {
  clearTimeout(patience);
  mine = false;
  patience = setTimeout(() => {
    mine = true;
    game?.changed();
  }, AWAY);
}

/** The seats for the game, and how far it goes back. @param {Known} known */
function given({ seats }) {
  return { seats: seats.map((seat) => (seat ? JSON.stringify(seat) : "here")), floor: Number(table().dataset.start) };
}

/** @param {string[]} moves */
function codes(moves) {
  return moves.map((move) => opened?.data.moveTexts.indexOf(move) ?? -1);
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
    const [data, bytes, engine, sentences] = await Promise.all([
      fetched(given.data), fetched(given.module), import("../../browser/engine.js").catch(silent), import("../../browser/words.js").catch(silent),
    ]);
    if (!data || !bytes || !engine || !sentences) return;
    const [{ openEngine }, { Words }] = [engine, sentences];
    /** @type {Data} */
    const known = JSON.parse(new TextDecoder().decode(data));
    opened = {
      given, data: known, engine: await openEngine(known, bytes), another: () => openEngine(known, bytes),
      words: new Words(given.phrases, [], geometry, true),
    };
    game = playing(opened.engine);
  } catch {
    unable = true;
  } finally {
    opening = false;
  }
  if (unable) letThink("server");
  else if (opened) {
    if (state?.home === "server") letThink("page");
    follow();
    attempt(() => {
      if (opened && game) rehearse(opened, game.last);
    });
    if (state?.owner) await keeper.resume(() => (game && state ? theirs(state) : null));
    performance.mark("engine");
  }
}

/** @param {Engine} engine */
function playing(engine) {
  const play = new Play(engine, (text) => JSON.parse(text), {
    changed,
    progress: (progress) => page.progress(progress),
    failed: () => {
      play.waits = false;
      letThink("server");
    },
    wanted: () => false,
    valued: () => {},
    judged: () => {},
    thinks,
  });
  play.seconds = LONGEST;
  return play;
}

/** Whether this page lets the computer to move think. */
function thinks() {
  if (!state?.owner || !state.running || state.home === "server" || !mine || !game?.toMove.player) return false;
  return !(state.busy && state.moves.length === game.last.ply); // else the server has begun
}

/**
 * A script that did not arrive is asked for again; one that the browser cannot read is not.
 * @param {unknown} error
 */
function silent(error) {
  if (error instanceof TypeError) return null;
  throw error;
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
  close();
  warn(OLD);
  letThink("server");
}

/** There is no such game any more. */
export function end() {
  state = null;
  stop();
}

/** Play no longer. */
function close() {
  stop();
  clearTimeout(patience);
  opened?.engine.close();
  [opened, game] = [null, null];
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

addEventListener("pagehide", stop);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && keeper.leaving) location.reload(); // back from the copy
  else if (persisted) game?.changed();
});

// Moves

/** Something has happened in the game. */
function changed() {
  if (!game || following || game.last === drawn) return;
  drawn = game.last;
  mine = true;
  clearTimeout(patience);
  keeper.save(line());
  if (table().dataset.live === "yes") attempt(draw);
}

/**
 * Make a visitor's move in this page, if it can: false otherwise.
 * @param {string} text
 */
export function play(text) {
  if (keeper.leaving) return true; // it is made on the page of the copy, if at all
  const now = table().dataset;
  if (!opened || !game || !state || now.live !== "yes" || now.myTurn !== "yes" || Number(now.ply) !== game.last.ply) return false;
  const code = opened.data.moveTexts.indexOf(text);
  if (!game.last.moves.includes(code)) return false;
  return attempt(() => game?.move(code));
}

/**
 * Do what a button asks for, if this page can: false otherwise.
 * @param {string} action
 */
export function act(action) {
  if (keeper.leaving) return true;
  if (!game || !state?.owner) return false;
  if (action === "back") {
    if (game.before) return attempt(() => game?.takeBack());
    warn("You have no move to take back.");
    return true;
  }
  if (state.home === "server") return false;
  if (action === "pause" && game.thinking) {
    game.halt();
    drawStatus("The computer has stopped thinking", null);
  } else if (action === "go-on" && game.waits) game.resume();
  else return false;
  keeper.save(line());
  return true;
}

/** Whether moves are on their way. */
export function isAhead() {
  return keeper.ahead;
}

/** When all moves have arrived. */
export async function drained() {
  await keeper.drained();
  if (missed > Number(table().dataset.version)) page.ask();
  missed = 0;
}

/** The connection is back. */
export function retry() {
  keeper.wake();
  if (!opened && state) open();
}

/**
 * Whether an answer is on its way that tells of a version of the room.
 * @param {number} version
 */
export function awaits(version) {
  if (!keeper.ahead) return false;
  if (!missed) keeper.drained().then(drained);
  missed = Math.max(missed, version);
  return true;
}

// Computers

/** End the work of a computer. */
function stop() {
  game?.stop();
}

/**
 * A choice as the server takes it.
 * @param {Choice} choice
 */
function reported(choice) {
  const { moveTexts } = /** @type {Opened} */ (opened).data;
  const { value, depth, line: moves, nodes, leaves, cutoffs, tableHits, seconds, rule } = choice;
  return {
    value: value && worth(value), depth, line: moves.map((code) => moveTexts[code]),
    nodes, leaves, cutoffs, table_hits: tableHits, seconds, rule,
  };
}

/** @param {Value} value */
function worth({ verdict, plies, score, expectation, atLeast, atMost }) {
  /** @param {Value | null} limit */
  const limit = (limit) => limit && { value: limit.verdict, plies: limit.plies };
  return { value: verdict, plies, score, expectation, at_least: limit(atLeast), at_most: limit(atMost) };
}

/** Draw the last position. What only the server knows comes with its table. */
function draw() {
  if (!opened || !state || !game) return;
  drawPosition(opened, state, game.last, game.reasons.get(game.last) ?? null);
  page.drawn();
}

if (session.get(COPIED)) {
  const address = `${ROOT}room/${session.get(COPIED)}`;
  session.remove(COPIED);
  tell("This game went on in another way elsewhere, so this is a copy of yours.", address, "The other one");
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
  if (!opened || !game || !state || opened.data.players !== 2 || at < opened.given.book) return null;
  /** @type {Position | null} */
  let position = game.last;
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
