// A recorded search of the glass box: loaded in parts, and recorded again if the server no longer keeps it.

import { ROOT, SILENT } from "./page.js";

export const PART = 200; // steps of a part, as on the server
const BOARDS = 400; // to keep at most
const SCENES = 200;

/**
 * @typedef {{ kind: string, text: string, choices: string[], answer: number, reason: string }} Question
 * @typedef {{ action: string, node: number, newest: number, scene: number, said: string, crossed: string, line: number, variables: Record<string, string>,
 *   question: Question | null }} Step
 * @typedef {{
 *   number: number, parent: number | null, ply: number, path: string[], move: string | null,
 *   kind: "max" | "min" | "leaf", player: number, end: string, reason: string,
 *   entered: number, left: number | null, valued: number | null,
 *   value: string | null, tone: string, bound: "≤" | "≥" | "", cost: string | null,
 *   windows: [number, string, string][], children: number[], below: number,
 *   cut: number | null, cut_moves: string[], unreached: string[], moves: string[],
 * }} Node a position of the search: see services/recordings.py
 * @typedef {{ node: number, x: number, y: number, half: number, shape: string, line: string, text: string }} Place
 * @typedef {Place & { folded: number }} Part a node of a drawn tree, and how many are folded away below it
 * @typedef {{ width: number, height: number, parts: Part[], cuts: Place[] }} Scene see render/tree_scene.py
 */

/** @param {string} address */
const ask = (address) => fetch(address).catch(() => { throw new Error(SILENT); });

/**
 * The data of the server's answer; an answer from a proxy has none.
 * @param {Response} response
 * @returns {Promise<any>}
 */
const json = (response) => response.json().catch(() => { throw new Error(SILENT); });

/**
 * @param {Map<number, unknown>} kept
 * @param {number} most
 */
function forgetOldest(kept, most) {
  const [oldest] = kept.keys();
  if (kept.size >= most) kept.delete(oldest);
}

export class Recording {
  /**
   * @param {string} id
   * @param {number} last the last step
   */
  constructor(id, last) {
    this.id = id;
    this.last = last;
    /** @type {Map<number, Step[] | Promise<unknown>>} number -> its steps, or the promise of them */
    this.parts = new Map();
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {Map<number, Promise<string>>} node -> its board */
    this.boards = new Map();
    /** @type {Map<number, Scene | Promise<Scene>>} node -> its scene, or the promise of it */
    this.scenes = new Map();
    /** @type {Promise<void> | null} */
    this.renewal = null;
  }

  /** @param {string} path */
  async get(path) {
    const id = this.id;
    let response = await ask(`${ROOT}glassbox/${id}/${path}`);
    if (response.status === 404) { // no longer kept: the same search is recorded again
      if (id === this.id) {
        this.renewal ??= this.renew().finally(() => { this.renewal = null; });
        await this.renewal;
      }
      response = await ask(`${ROOT}glassbox/${this.id}/${path}`);
    }
    if (!response.ok) throw new Error((await json(response)).error);
    return response;
  }

  async renew() {
    const response = await ask(`${ROOT}glassbox/record${location.search}`);
    const answer = await json(response);
    if (!response.ok) throw new Error(answer.error);
    this.id = answer.id;
  }

  /** @param {Node[]} nodes */
  keep(nodes) {
    for (const node of nodes) this.nodes.set(node.number, node);
  }

  /**
   * A node that has been loaded.
   * @param {number} number
   */
  node(number) {
    return /** @type {Node} */ (this.nodes.get(number));
  }

  /** @param {number} number */
  step(number) {
    const steps = this.parts.get(Math.floor(number / PART));
    return Array.isArray(steps) ? /** @type {Step | undefined} */ (steps[number % PART]) : undefined;
  }

  /**
   * Load the part that holds a step.
   * @param {number} number
   */
  async load(number) {
    const part = Math.floor(number / PART);
    if (!this.parts.has(part)) {
      const promise = this.get(`steps/${part}`).then(json);
      this.parts.set(part, promise);
      try {
        const answer = await promise;
        this.keep(answer.nodes);
        this.parts.set(part, answer.steps);
      } catch (error) {
        this.parts.delete(part);
        throw error;
      }
    }
    await this.parts.get(part);
  }

  /** @param {number} number */
  async children(number) {
    if (this.node(number).children.every((child) => this.nodes.has(child))) return;
    this.keep((await json(await this.get(`children/${number}`))).nodes);
  }

  /**
   * The scene of a step that has been loaded.
   * @param {Step} step
   */
  scene({ scene: number }) {
    const known = this.scenes.get(number);
    if (known) return known;
    forgetOldest(this.scenes, SCENES);
    const promise = this.get(`scenes/${number}`).then(json).then(({ nodes, ...scene }) => {
      this.keep(nodes);
      this.scenes.set(number, scene);
      return scene;
    });
    promise.catch(() => this.scenes.delete(number));
    this.scenes.set(number, promise);
    return promise;
  }

  /**
   * The next step after one at which moves are cut off, or null.
   * @param {number} number
   * @returns {Promise<number | null>}
   */
  async nextCut(number) { return (await json(await this.get(`cuts/${number}`))).step; }

  /** @param {number} number */
  board(number) {
    const known = this.boards.get(number);
    if (known) return known;
    forgetOldest(this.boards, BOARDS);
    const promise = this.get(`boards/${number}`).then((response) => response.text());
    promise.catch(() => this.boards.delete(number));
    this.boards.set(number, promise);
    return promise;
  }
}
