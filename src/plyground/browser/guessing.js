// Questions about a recorded search, for a viewer who guesses each next step.
//
// There are two. "value" asks for the value of a position, before it is evaluated and before it returns the best of
// several values. "cut" asks whether the remaining moves of a position are left out. It comes only where a window has
// just become smaller and is bounded on both sides, because nothing can be cut off elsewhere, and never about minimax,
// which cuts nothing off.

/** @import { Found, Recording, Taken } from "./recording.js" */

/**
 * @typedef {{ kind: "value" | "cut", text: string, choices: string[], answer: number, reason: string }} Question
 *   before a step: the place of the right choice, and why it is right
 */

const CHOICES = 3; // values that a question offers

/**
 * The question before a step; null if there is none.
 * @param {Recording} recording
 * @param {number} number
 * @returns {Question | null}
 */
export function questionOf(recording, number) {
  const step = recording.taken[number];
  const { action, node } = step;
  if (action === "evaluate") return aboutValue(recording, step, recording.said.step(recording, step));
  if (action === "return" && new Set(node.children.map(({ value }) => value)).size > 1)
    return aboutValue(recording, step, why(recording, node));
  return number > 0 && (action === "enter" || action === "cut") ? aboutCut(recording, recording.taken[number - 1], step) : null;
}

/**
 * @param {Recording} recording
 * @param {Taken} step
 * @param {string} reason
 * @returns {Question}
 */
function aboutValue(recording, { node, value }, reason) {
  const known = /** @type {number} */ (value);
  const offered = [...new Set([known, ...plausible(recording, node, known)])];
  const choices = offered.slice(0, CHOICES).sort((one, other) => one - other);
  return {
    kind: "value", text: `What will this position be worth to ${recording.search.players[recording.me]}?`,
    choices: choices.map((each) => recording.said.score(each)), answer: choices.indexOf(known), reason,
  };
}

/**
 * Values that a viewer might expect, the most plausible first.
 *
 * The values of children or siblings come in an order that looks like chance and is the same every time, so that the
 * true value is not always the greatest or the middle one.
 * @param {Recording} recording
 * @param {Found} node
 * @param {number} value
 */
function plausible(recording, node, value) {
  const win = recording.search.inside.win - node.ply;
  const family = node.kind === "leaf" && node.parent ? node.parent.children : node.children;
  const known = new Set(family.map((each) => recording.value(each)).filter((each) => each !== null));
  const order = [...known].sort((one, other) => mixed(one, node.number) - mixed(other, node.number));
  const ends = node.reason ? [win, -win, 0] : [];
  return [...ends, ...order, -value || 0, 0, win - 1, 1 - win];
}

/** @type {(value: number, number: number) => number} */
const mixed = (value, number) => Math.imul(Math.imul(value, 0x9e3779b1) ^ number, 0x85ebca6b) >>> 8;

/**
 * Why a searched position has its value.
 * @param {Recording} recording
 * @param {Found} node
 */
function why({ said, search }, { children, kind, place, value }) {
  const worths = children.map((child) => `${search.moves[/** @type {number} */ (child.move)].text} ${said.score(/** @type {number} */ (child.value))}`);
  const takes = kind === "max" ? "the most" : "the least";
  return `${search.players[place.turn]} (${kind}) takes ${takes} of ${worths.join(", ")}: ${said.score(/** @type {number} */ (value))}`;
}

/**
 * @param {Recording} recording
 * @param {Taken} before
 * @param {Taken} step
 * @returns {Question | null}
 */
function aboutCut(recording, before, step) {
  const { said, search } = recording;
  const { alpha, beta } = before;
  const bounded = Number.isFinite(alpha) && Number.isFinite(beta);
  if (!recording.windowed || !bounded || (before.action !== "raise" && before.action !== "lower")) return null;
  const cut = step.action === "cut";
  const reason = cut ? said.step(recording, step)
    : `nothing is cut off: alpha ${said.score(alpha)} is less than beta ${said.score(beta)}, so ${search.moves[/** @type {number} */ (step.node.move)].text} may still matter`;
  return { kind: "cut", text: "Will the rest here be cut off?", choices: ["yes", "no"], answer: cut ? 0 : 1, reason };
}
