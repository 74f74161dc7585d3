// Positions of a game that this page plays itself, drawn over a table of the server.

import { Picture } from "../../browser/picture.js";
import { all } from "../../browser/elements.js";
import { ALONE, LOST, find, processHtmx } from "./page.js";
import { geometry, show, table, warn } from "./playing.js";

/**
 * @import { Choice, Data, Engine, Player, Position } from "../../browser/engine.js"
 * @import { Shown } from "../../browser/picture.js"
 * @import { Called, Phrases, Words } from "../../browser/words.js"
 */

/**
 * @typedef {{ called: Called, player: Player | null }} Computer
 * @typedef {{ key: string, home: "page" | "server", busy: boolean, owner: boolean, running: boolean, stopped: boolean,
 *   moves: string[], seats: (Computer | null)[], names: string[], you: number | null }} Known what a table says: see pages/in_page.py
 * @typedef {{ key: string, data: string, module: string, phrases: Phrases,
 *   book: number }} Given what the server gives to play with
 * @typedef {{ given: Given, data: Data, engine: Engine, another: () => Promise<Engine>,
 *   words: Words }} Opened
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
 * Draw the last position of a game over a table of the server, as the server does.
 * @param {Opened} opened
 * @param {Known} known
 * @param {Position} position
 * @param {Choice | null} choice a computer's that led to it
 */
export function drawPosition(opened, { seats, names, you }, position, choice) {
  const { given, words } = opened;
  const cast = { players: seats.map((seat) => seat?.called ?? null), names, you };
  const seat = position.over ? null : seats[position.turn];
  const mine = !position.over && !seat;
  const turn = words.turn(position.turn, cast);
  Object.assign(table().dataset, {
    ply: position.ply, at: position.ply, mark: "", live: "yes", running: position.over ? "no" : "yes", myTurn: mine ? "yes" : "no",
    busy: seat ? given.phrases.busy : turn,
  });
  const said = position.over ? words.end("headline", position.result, cast) : turn;
  show({ ...shownOf(opened.engine, position), description: said });
  if (![LOST, ALONE].includes(find("#warning").textContent)) warn("");
  if (position.parent && position.move !== null)
    find(".announcement").textContent = (position.over && words.end("reason", position.result, cast)) || words.played(position.parent.turn, position.move, cast) + words.followed(choice);
  drawStatus(seat ? words.thinking(position.turn, cast) : said, seat);
  drawSeats(position);
  drawMoves(textsOf(opened, position));
}

/**
 * A position for the board.
 * @param {Engine} engine
 * @param {Position} position
 * @returns {Shown}
 */
function shownOf(engine, position) {
  const cells = engine.cells(position);
  const before = position.parent ? engine.cells(position.parent) : cells;
  const last = cells.flatMap((cell, site) => (cell === before[site] ? [] : [site]));
  return { cells, last, deciding: engine.deciding(position), legal: position.moves, turn: position.turn };
}

/**
 * Do once what drawing a move takes, for nobody to see: a browser does everything slowly the first time.
 * @param {Opened} opened
 * @param {Position} position
 */
export function rehearse({ engine }, position) {
  if (position.over || !geometry) return;
  for (const move of position.moves) engine.cells(engine.play(position, move));
  const { below, above } = new Picture(geometry).picture(shownOf(engine, engine.play(position, position.moves[0])));
  document.createElementNS("http://www.w3.org/2000/svg", "svg").innerHTML = [...below, ...above].join("");
}

/**
 * @param {string} words
 * @param {Computer | null} computer
 */
export function drawStatus(words, computer) {
  const status = find("#status");
  status.textContent = words;
  status.classList.remove("aborted");
  if (computer) status.dataset.whileThinking = words;
  else delete status.dataset.whileThinking;
  for (const each of all(".thinking")) each.remove();
  /** @type {HTMLTemplateElement} */
  const row = find("template[data-thinking-row]");
  if (computer) {
    find("#actions").prepend(document.importNode(row.content, true));
    processHtmx(find(".thinking"));
  }
}

/** @param {Position} position */
function drawSeats(position) {
  for (const [seat, item] of all(".seats > li").entries()) {
    const turn = !position.over && position.turn === seat;
    item.classList.toggle("turn", turn);
    item.querySelector(".to-move")?.remove();
    if (turn) item.querySelector(".who p")?.insertAdjacentHTML("beforeend", '<span class="visually-hidden to-move">, to move</span>');
  }
}

/** @param {string[]} moves */
function drawMoves(moves) {
  const list = find(".moves");
  const listed = moves.map((move, at) => {
    const words = move.includes("@") && geometry?.moves.find(({ text }) => text === move)?.words;
    return `${at + 1}. ${words || move}`;
  });
  const differs = [...list.children].findIndex((item, at) => item.textContent?.trim() !== listed[at]);
  if (differs >= 0) for (const item of [...list.children].slice(differs)) item.remove();
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  for (let ply = list.children.length + 1; ply <= moves.length; ply++) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.go = String(ply);
    const number = document.createElement("small");
    number.textContent = `${ply}.`;
    button.append(number, listed[ply - 1].slice(number.textContent.length));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  list.lastElementChild?.firstElementChild?.setAttribute("aria-current", "step");
}
