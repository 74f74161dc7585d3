// The positions of a game that the server plays, in place of an engine: those that it has sent, and no rule.

import { Refused } from "./app_table.js";

/**
 * @import { Data, Engine, Position, Value } from "../../browser/engine.js"
 */

/**
 * @typedef {Position & { cells: number[], deciding: number[], svg?: string }} Known
 * @typedef {Omit<Known, "state" | "ply" | "parent">} Sent see _position in pages/room_state.py
 */

export class Remote {
  /**
   * @param {{ text: string }[]} moves of the game
   * @param {Data["kinds"]} kinds of players that ask another one
   */
  constructor(moves, kinds) {
    this.data = /** @type {Data} */ ({ moveTexts: moves.map(({ text }) => text), kinds });
    /** @type {Known[]} */
    this.line = [];
  }

  /** It is used as one. */
  get engine() {
    return /** @type {Engine} */ (/** @type {unknown} */ (this));
  }

  /**
   * The server has sent the positions after this many plies and more. Those that are there already stay the same.
   * @param {number} ply
   * @param {Sent[]} sent
   */
  learn(ply, sent) {
    const line = this.line.slice(0, ply);
    for (const each of sent) {
      const parent = line[line.length - 1] ?? null;
      const old = this.line[line.length];
      const same = old?.parent === parent && old.move === each.move;
      line.push(same ? Object.assign(old, each) : { ...each, state: [], ply: line.length, parent });
    }
    this.line = line;
  }

  start() {
    return this.line[0];
  }

  /**
   * @param {Position} position
   * @param {number} move
   */
  play(position, move) {
    const next = this.line[position.ply + 1];
    if (next?.parent !== position || next.move !== move) throw new Error("the server has not sent this position");
    return next;
  }

  /** @param {Position} position @returns {number[]} */
  history({ parent, move }) {
    return parent ? [...this.history(parent), /** @type {number} */ (move)] : [];
  }

  /** @param {Known} position */
  cells({ cells }) {
    return cells;
  }

  /** @param {Known} position */
  deciding({ deciding }) {
    return deciding;
  }

  /** @param {Position} position @param {Value & { height?: number }} value */
  height({ turn }, { height = 0 }) {
    return turn ? -height : height;
  }

  chance() {
    return { state: [] };
  }

  /** What is not proven, the server does not advise. */
  async choose() {
    throw new Refused("Nothing is decided as far as I can see.");
  }
}
