// A game's page with what was learned of the game: it also has the player "learned". That is an engine of its
// own, whose module holds the weights: `data.learned` says in what it differs.

import { openEngine } from "./engine.js";
import { open } from "./page.js";

/** @import { Data } from "./engine.js" */
/** @import { PageData, Unpacking } from "./page.js" */

/**
 * The engine of a game, with the player.
 * @param {Data} data
 * @param {Unpacking["unpacked"]} unpacked
 */
export async function openTaught(data, unpacked) {
  const [engine, taught] = await Promise.all([
    unpacked("module").then((module) => openEngine(data, module)),
    unpacked("learned").then((module) => openEngine({ ...data, ...data.learned }, module)),
  ]);
  const choose = engine.choose.bind(engine);
  engine.choose = (position, player, chance, how) =>
    player.name === "learned" ? taught.choose(position, player, chance, how) : choose(position, player, chance, how);
  return engine;
}

/**
 * Open the game of this document.
 * @param {PageData} data
 * @param {Unpacking} unpacking
 */
export async function start(data, { unpacked, source }) {
  open(data, await openTaught(data.engine, unpacked), source);
}
