// How a game went: `judged` finds out what every move was worth, from the last position back to the first, and
// `drawn` draws the course as an SVG.
//
// Values, grades and heights are the engine's.

/** @import { Engine, How, Position, Value, Values } from "./engine.js" */

/**
 * @typedef {{ position: Position, seat: number, ply: number, grade: number, move: number, value: Value, best: number[],
 *   bestValue: Value, ends: boolean, grades: Map<number, number> }} JudgedMove
 *   a move, made in a position of this ply; whether it ended the game; and the grades of all moves whose value is known
 * @typedef {{ position: Position, height: number | null, move: JudgedMove | null }} Judged
 *   a position of a game, how good it is for the first player, and the move made there if it was graded
 * @typedef {{ moves: string, course: Judged[], done: number }} Course
 *   how a game of these moves went, as far as it is known: so many positions have been looked at, the last ones
 */

const [INACCURACY, MISTAKE] = [2, 3]; // places in the list of grades
const LESS = 0.5; // of the time, after a position that took too long
const LEAST_SECONDS = 0.25;
const SIDE = 10;
const TOP = 2;
const BOTTOM = 15;
const DIGITS = 18; // how wide two are
const LABEL = 100; // and the name of a half
const EVERY = 3; // plies that have their number

/** Whether a move of a grade gave something away: a result, or much time. @param {{ grade: number }} move */
export const isPoor = ({ grade }) => grade >= INACCURACY;

/** Whether another result was to be expected after it. @param {{ grade: number }} move */
export const isTurn = ({ grade }) => grade >= MISTAKE;

/**
 * Whether another move is right in place of one that gave something away: it keeps the result, and takes not much
 * longer where that was the fault.
 * @param {JudgedMove} made
 * @param {number} code
 */
export function isGoodEnough(made, code) {
  const grade = made.grades.get(code);
  if (grade === undefined) return false;
  return isTurn(made) ? !isTurn({ grade }) : !isPoor({ grade });
}

/**
 * What every position of a game and every move was worth, by ply. Positions whose value takes too
 * long have none, and those before them get less time, because they are harder.
 * @param {Engine} engine
 * @param {Position[]} line
 * @param {{ seconds: number, signal: AbortSignal, ask: (position: Position, how: How) => Promise<Values>,
 *   onProgress: (course: Judged[], done: number) => void }} how
 */
export async function judged(engine, line, { seconds, signal, ask, onProgress }) {
  const course = line.map((position) => /** @type {Judged} */ ({ position, height: null, move: null }));
  let left = seconds;
  for (let at = line.length - 1; at >= 0; at--) {
    const position = line[at];
    if (position.over) course[at].height = position.standings[0];
    else course[at] = judgedOne(engine, position, line[at + 1], await ask(position, { seconds: left, signal }));
    if (course[at].height === null) left = Math.max(left * LESS, LEAST_SECONDS);
    onProgress(course, line.length - at);
  }
  return course;
}

/**
 * What one position and the move made there were worth.
 * @param {Engine} engine
 * @param {Position} position
 * @param {Position | undefined} child
 * @param {Values} values
 * @returns {Judged}
 */
export function judgedOne(engine, position, child, { value, moves }) {
  const known = moves.filter((each) => each.value.verdict !== "unknown");
  const height = value.verdict === "unknown" ? null : engine.height(position, value);
  const up = height === null || position.turn === 0 ? height : -height;
  const made = child && known.find(({ move }) => move === child.move);
  const bestValue = moves[0]?.value;
  if (!child || !made || bestValue.verdict === "unknown") return { position, height: up, move: null };
  const grades = new Map(known.map((each) => [each.move, engine.grade(bestValue, each.value)]));
  return {
    position, height: up,
    move: {
      position, seat: position.turn, ply: position.ply, grade: grades.get(made.move) ?? 0, move: made.move, value: made.value,
      best: position.moves.filter((code) => grades.get(code) === 0), bestValue, grades, ends: child.over,
    },
  };
}

/**
 * The course as an SVG: up is good for the first player. Each ply is a column with the class "ply".
 * @param {Judged[]} course
 * @param {{ width: number, height: number, halves: string[], colours: string[], at: number, title: string, whole: boolean }} look
 */
export function drawn(course, { width, height, halves, colours, at, title, whole }) {
  const step = (width - 2 * SIDE) / Math.max(course.length - 1, 1);
  const half = (height - TOP - BOTTOM) / 2;
  const x = (/** @type {number} */ place) => SIDE + step * place;
  const y = (/** @type {number} */ value) => TOP + 6 + (half - 6) * (1 - value);
  const middle = TOP + half;
  const turned = course.map((_, place) => isTurning(course, place));
  const numbers = numbered(course, turned, step);
  const reach = (/** @type {number} */ up, /** @type {boolean} */ right) => Math.max(...course.map(({ height: value }, place) =>
    (value === null || (right ? width - x(place) : x(place)) > LABEL ? -1 : up * value)));
  const label = (/** @type {number} */ seat, /** @type {number} */ below) => {
    const right = reach(seat ? -1 : 1, false) > reach(seat ? -1 : 1, true);
    return `<text x="${right ? width - 6 : 6}" y="${below}"${right ? ' text-anchor="end"' : ""}>${halves[seat]}</text>`;
  };
  const line = course.map(({ height: value }, place) =>
    (value === null ? "" : `${place && course[place - 1].height !== null ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`));
  const now = course.findIndex(({ position }) => position.ply === at);
  const points = course.map(({ position, height: value }, place) => {
    const inside = [`<rect class="touch" x="${(x(place) - step / 2).toFixed(1)}" y="0" width="${step.toFixed(1)}" height="${height}"/>`];
    const mark = turned[place] ? ' class="turned"' : "";
    if (value !== null) inside.push(`<circle${mark} cx="${x(place).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${turned[place] ? 6 : 3}"/>`);
    else if (whole) inside.push(`<text class="number" x="${x(place).toFixed(1)}" y="${middle - 4}">?</text>`);
    if (numbers.has(place)) inside.push(`<text class="number"${mark && ' data-turned=""'} x="${x(place).toFixed(1)}" y="${height - 3}">${position.ply}</text>`);
    return `<g class="ply" data-ply="${position.ply}">${inside.join("")}</g>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
    <rect class="half" y="${TOP}" width="${width}" height="${half}" rx="6" fill="${colours[0]}"/>
    <rect class="half" y="${middle}" width="${width}" height="${half}" rx="6" fill="${colours[1]}"/>
    <path class="middle" d="M0 ${middle}H${width}"/>
    ${now < 0 ? "" : `<path class="at" d="M${x(now)} ${TOP}V${TOP + 2 * half}"/>`}
    <path class="curve" d="${line.join("")}"/>${points.join("")}
    ${label(0, TOP + 13)}${label(1, TOP + 2 * half - 5)}</svg>`;
}

/**
 * Whether the move that led to a position was a turning point.
 * @param {Judged[]} course
 * @param {number} place
 */
function isTurning(course, place) {
  const move = course[place - 1]?.move;
  return Boolean(move && isTurn(move));
}

/**
 * The places that have their number below: the turning points, and some others where there is room.
 * @param {Judged[]} course
 * @param {boolean[]} turned
 * @param {number} step
 */
function numbered(course, turned, step) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const room = (/** @type {number} */ place) => [...chosen].every((other) => Math.abs(other - place) * step >= DIGITS);
  for (const [place, turns] of turned.entries()) if (turns && room(place)) chosen.add(place);
  for (const [place, { position }] of course.entries()) if (position.ply && position.ply % EVERY === 0 && room(place)) chosen.add(place);
  return chosen;
}
