// Positions of a game that this page plays itself, drawn over a table of the server.

import { board, data as described, table, warn } from "./board.js";
import { LOST, all, find } from "./page.js";

/**
 * @typedef {{ called: Called, player: EnginePlayer | null }} Computer
 * @typedef {{ key: string, home: "page" | "server", busy: boolean, owner: boolean, running: boolean, stopped: boolean,
 *   moves: string[], seats: (Computer | null)[], you: number | null }} Known what a table says: see pages/in_page.py
 * @typedef {{ key: string, data: string, module: string, script: string, board: Geometry, phrases: Phrases,
 *   book: number, pauses: [number, number] }} Given what the server gives to play with
 * @typedef {{ given: Given, data: EngineData, bytes: ArrayBuffer, engine: PageEngine, words: InstanceType<typeof PlygroundWords>,
 *   picture: InstanceType<typeof PlygroundPicture> }} Opened
 */

/**
 * The moves to a position, as texts.
 * @param {Opened} opened
 * @param {Position} position
 */
export function textsOf({ engine, data: { moveTexts } }, position) {
  return engine.history(position).map((code) => moveTexts[code]);
}

/**
 * The sites that a move changes.
 * @param {PageEngine} engine
 * @param {Position} position
 * @param {number} move
 */
export function changed(engine, position, move) {
  const before = engine.cells(position);
  return engine.cells(engine.play(position, move)).flatMap((cell, site) => (cell === before[site] ? [] : [site]));
}

/**
 * Draw the last position of a game over a table of the server, as the server does.
 * @param {Opened} opened
 * @param {Known} known
 * @param {Position} position
 */
export function drawPosition(opened, { seats, you }, position) {
  const { given, words } = opened;
  const cast = { players: seats.map((seat) => seat?.called ?? null), you };
  const seat = position.over ? null : seats[position.turn];
  const mine = !position.over && !seat;
  const turn = words.turn(position.turn, cast);
  Object.assign(table().dataset, {
    ply: position.ply, at: position.ply, live: "yes", running: position.over ? "no" : "yes", myTurn: mine ? "yes" : "no",
    busy: seat ? given.phrases.busy : turn,
  });
  drawBoard(opened, position, mine);
  if (find("#warning").textContent !== LOST) warn("");
  if (position.parent && position.move !== null)
    find(".announcement").textContent = words.played(position.parent.turn, position.move, cast);
  drawStatus(position, position.over ? words.over(position.result, cast) : seat ? words.thinking(position.turn, cast) : turn, seat);
  drawSeats(position);
  drawMoves(textsOf(opened, position));
}

/**
 * @param {PageEngine} engine
 * @param {InstanceType<typeof PlygroundPicture>} picture
 * @param {Position} position
 */
function pictureOf(engine, picture, position) {
  const cells = engine.cells(position);
  const before = position.parent ? engine.cells(position.parent) : cells;
  const last = cells.flatMap((cell, site) => (cell === before[site] ? [] : [site]));
  const { below, above } = picture.picture({ cells, last, deciding: engine.deciding(position) });
  return [...below, ...above].join("");
}

/**
 * Do once what drawing a move takes, for nobody to see: a browser does everything slowly the first time.
 * @param {Opened} opened
 * @param {Position} position
 */
export function rehearse({ engine, picture }, position) {
  if (position.over) return;
  for (const move of position.moves) changed(engine, position, move);
  const svg = /** @type {Element} */ (find("svg", board()).cloneNode());
  svg.innerHTML = pictureOf(engine, picture, engine.play(position, position.moves[0]));
}

/**
 * @param {Opened} opened
 * @param {Position} position
 * @param {boolean} mine
 */
function drawBoard({ engine, data: { moveTexts }, given, picture }, position, mine) {
  const place = board();
  const svg = find("svg", place);
  const said = [...svg.querySelectorAll(":scope > title, :scope > desc")];
  svg.innerHTML = pictureOf(engine, picture, position);
  svg.prepend(...said);
  place.classList.toggle("mine", mine);
  const moves = position.moves.map((code) => ({ move: moveTexts[code], sites: changed(engine, position, code), label: given.board.moves[code].label }));
  place.dataset.board = JSON.stringify({ ...described(), moves: mine ? moves : [] });
}

/**
 * @param {Position} position
 * @param {string} words
 * @param {Computer | null} computer
 */
function drawStatus(position, words, computer) {
  const status = find("#status");
  status.textContent = words;
  status.classList.remove("aborted");
  if (computer) status.dataset.whileThinking = words;
  else delete status.dataset.whileThinking;
  for (const each of all(".status-row > .swatch")) each.remove();
  const swatch = position.over ? null : all(".seats .swatch")[position.turn].cloneNode(true);
  if (swatch) status.before(swatch);
  for (const each of all(".thinking")) each.remove();
  /** @type {HTMLTemplateElement} */
  const row = find("template[data-thinking-row]");
  if (computer) {
    find("#warning").after(document.importNode(row.content, true));
    window.htmx?.process(find(".thinking"));
  }
}

/** @param {Position} position */
function drawSeats(position) {
  for (const [seat, item] of all(".seats > li").entries()) {
    const turn = !position.over && position.turn === seat;
    item.classList.toggle("turn", turn);
    item.querySelector(".to-move")?.remove();
    if (turn) item.querySelector(".who")?.insertAdjacentHTML("beforeend", '<span class="visually-hidden to-move">, to move</span>');
  }
}

/** @param {string[]} moves */
function drawMoves(moves) {
  const list = find(".moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  for (let ply = list.children.length + 1; ply <= moves.length; ply++) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.dataset.go = String(ply);
    const number = document.createElement("span");
    number.className = "muted";
    number.textContent = `${ply}.`;
    button.append(number, ` ${moves[ply - 1]}`);
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  list.lastElementChild?.firstElementChild?.setAttribute("aria-current", "step");
}
