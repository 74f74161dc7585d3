// How a game went: `judged` asks the engine what every move was worth, from the last
// position back to the first, and `drawn` draws the course as an SVG.
//
// Values, grades and heights are the engine's.

/** @import { Engine, Position, Value } from "./engine.js" */

/**
 * @typedef {{ seat: number, ply: number, grade: number, move: number, value: Value, best: number, bestValue: Value }} JudgedMove
 * @typedef {{ position: Position, height: number | null, move: JudgedMove | null }} Judged
 *   a position of a game, how good it is for the first player, and the move made there if it was graded
 */

const LESS = 0.5; // of the time, after a position that took too long
const LEAST_SECONDS = 0.25;
const LEFT = 14;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 16;

/**
 * What every position of a game and every move was worth, by ply. Positions whose value takes too
 * long have none, and those before them get less time, because they are harder.
 * @param {Engine} engine
 * @param {Position[]} line
 * @param {{ seconds: number, signal: AbortSignal, onProgress: (done: Judged[]) => void }} how
 * @returns {Promise<Judged[]>}
 */
export async function judged(engine, line, { seconds, signal, onProgress }) {
  const found = line.map((position) => /** @type {Judged} */ ({ position, height: null, move: null }));
  let left = seconds;
  for (let at = line.length - 1; at >= 0; at--) {
    const position = line[at];
    found[at] = position.over ? ended(position) : await judgedOne(engine, position, line[at + 1], left, signal);
    if (found[at].height === null) left = Math.max(left * LESS, LEAST_SECONDS);
    onProgress(found);
  }
  return found;
}

/**
 * @param {Position} position
 * @returns {Judged}
 */
function ended(position) {
  return { position, height: position.standings[0], move: null };
}

/**
 * @param {Engine} engine
 * @param {Position} position
 * @param {Position | undefined} child
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<Judged>}
 */
async function judgedOne(engine, position, child, seconds, signal) {
  const values = await engine.values(position, { seconds, signal });
  const height = values.value.verdict === "unknown" ? null : engine.height(position, values.value);
  const up = height === null || position.turn === 0 ? height : -height;
  const made = child && values.moves.find(({ move }) => move === child.move);
  const best = values.moves[0];
  if (!made || !best || made.value.verdict === "unknown" || best.value.verdict === "unknown") return { position, height: up, move: null };
  const grade = engine.grade(best.value, made.value);
  return {
    position, height: up,
    move: { seat: position.turn, ply: position.ply, grade, move: made.move, value: made.value, best: best.move, bestValue: best.value },
  };
}

/**
 * The course as an SVG: up is good for the first player. Each ply is a column with the class "ply".
 * @param {Judged[]} course
 * @param {{ width: number, height: number, names: string[], signs: string[], at: number, title: string, working: boolean }} look
 */
export function drawn(course, { width, height, names, signs, at, title, working }) {
  const across = width - LEFT - RIGHT;
  const down = height - TOP - BOTTOM;
  const step = across / Math.max(course.length - 1, 1);
  /** @param {number} place */
  const x = (place) => LEFT + step * place;
  /** @param {number} value */
  const y = (value) => TOP + (down * (1 - value)) / 2;
  const parts = [
    `<rect class="up" x="${LEFT}" y="${TOP}" width="${across}" height="${down / 4}"/>`,
    `<rect class="down" x="${LEFT}" y="${y(-0.5)}" width="${across}" height="${down / 4}"/>`,
    `<line class="middle" x1="${LEFT}" x2="${width - RIGHT}" y1="${y(0)}" y2="${y(0)}"/>`,
  ];
  const now = course.findIndex(({ position }) => position.ply === at);
  if (now >= 0) parts.push(`<line class="at" x1="${x(now)}" x2="${x(now)}" y1="${TOP}" y2="${y(-1)}"/>`);
  let path = "";
  let drawing = false;
  for (const [place, { height: value }] of course.entries()) {
    if (value !== null) path += `${drawing ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    drawing = value !== null;
  }
  if (path) parts.push(`<path class="curve" d="${path}"/>`);
  for (const [place, { position, height: value }] of course.entries()) {
    const before = course[place - 1]?.move; // the move that led here
    const sign = before ? signs[before.grade] : "";
    const inside = [`<rect class="touch" x="${(x(place) - step / 2).toFixed(1)}" y="0" width="${step.toFixed(1)}" height="${height}"/>`];
    if (value === null && !working) inside.push(`<text class="unknown" x="${x(place)}" y="${y(0) - 3}">?</text>`);
    else if (value !== null) inside.push(`<circle class="${sign ? `lost seat-${before?.seat}` : ""}" cx="${x(place).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${sign ? 4.5 : 2}"/>`);
    if (sign && value !== null) inside.push(`<text class="sign" x="${x(place).toFixed(1)}" y="${(y(value) > TOP + 20 ? y(value) - 8 : y(value) + 17).toFixed(1)}">${sign}</text>`);
    parts.push(`<g class="ply" data-ply="${position.ply}">${inside.join("")}</g>`);
  }
  parts.push(`<text x="${LEFT + 4}" y="${TOP + 12}">${names[0]}</text>`, `<text x="${LEFT + 4}" y="${y(-1) - 4}">${names[1]}</text>`);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" preserveAspectRatio="none">${parts.join("")}</svg>`;
}
