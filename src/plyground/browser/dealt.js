// Endings that nobody has shown before: `dealt` plays a game by chance and stops where the game's own reasons say who
// wins if nothing else happens, and the exact value agrees.

/**
 * @import { Engine, Position, Said } from "./engine.js"
 * @import { Phrases } from "./words.js"
 */

/**
 * @typedef {{ position: Position, winner: number | null, said: Said[] }} Ending
 *   and who wins, null for nobody, and why
 */

const TRIES = 400;
const DRAWS = 0.3; // of those that nobody wins, so many are dealt: they are the easy ones
const SECONDS = 2; // to solve one

/**
 * The moves of a position that neither end the game nor let the next move end it.
 * @param {Engine} engine
 * @param {Position} position
 */
function quiet(engine, position) {
  return position.moves.filter((move) => {
    const after = engine.play(position, move);
    return !after.over && after.moves.every((reply) => !engine.play(after, reply).over);
  });
}

/**
 * @param {Engine} engine
 * @param {Phrases} phrases
 * @param {number[]} plies the least and the most of them
 * @returns {Promise<Ending>}
 */
export async function dealt(engine, phrases, [least, most]) {
  for (let n = 0; n < TRIES; n += 1) {
    let position = engine.start();
    const length = least + Math.floor(Math.random() * (most - least + 1));
    while (position.ply < length) {
      const among = quiet(engine, position);
      if (!among.length) break;
      position = engine.play(position, among[Math.floor(Math.random() * among.length)]);
    }
    const { parent, move, ply, turn } = position;
    if (ply < length || !parent || move === null) continue;
    const { value } = await engine.values(position, { seconds: SECONDS });
    if (value.verdict === "unknown") continue;
    if (value.verdict === "draw" && Math.random() > DRAWS) continue;
    const winner = value.verdict === "draw" ? null : value.verdict === "win" ? turn : 1 - turn;
    const verdict = winner === null ? "draw" : winner === parent.turn ? "win" : "loss";
    const said = engine.merits(parent, move, { verdict, plies: null }).filter(({ sentence }) =>
      sentence >= phrases.own && !phrases.done.includes(sentence));
    if (said.length) return { position, winner, said };
  }
  throw new Error("no ending was found");
}
