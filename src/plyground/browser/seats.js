// Players of a page: their texts, such as "mixed:60(minimax:depth=5)", and the controls to pick one.
//
//   readPlayer("minimax:depth=5", kinds)   // { name: "minimax", options: { depth: 5 } }, or null
//   writePlayer(player, kinds)             // the text again
//   new Controls(element, label, choices, kinds)  // a list, with all options of a computer
//
// A text has the form that plyground.players.parse_player reads.

import { made } from "./elements.js";

/** @import { Player } from "./engine.js" */

/**
 * @typedef {{ name: string, kind: "whole" | "percent" | "number" | "switch" | "choice" | "heuristic" | "player",
 *   label: string, help: string, unit: string, least: number, most: number | null, above: boolean,
 *   choices: string[], strength: boolean, bare: boolean, default: unknown, usual: unknown,
 *   said: string | Record<string, string> }} PlayerOption
 * @typedef {{ name: string, label: string, help: string, options: PlayerOption[] }} PlayerKind
 */

/**
 * The value of an option in a text; undefined if it is not one.
 * @param {PlayerOption} option
 * @param {string} text
 */
function optionValue(option, text) {
  if (option.kind === "switch") return text === "on" ? true : text === "off" ? false : undefined;
  if (option.kind === "choice" || option.kind === "heuristic") return option.choices.includes(text) ? text : undefined;
  const whole = option.kind !== "number";
  if (!(whole ? /^-?\d{1,15}$/ : /^-?\d+(\.\d+)?$/).test(text)) return undefined;
  const value = Number(text);
  const most = option.most ?? Number.POSITIVE_INFINITY;
  return value > most || value < option.least || (option.above && value === option.least) ? undefined : value;
}

/**
 * The player of a text; null if it is not one of these kinds.
 * @param {string} text
 * @param {PlayerKind[]} kinds
 * @returns {Player | null}
 */
export function readPlayer(text, kinds) {
  const match = /^([a-z0-9-]+)(?::([^()]*))?(?:\((.*)\))?$/s.exec(text.trim());
  const kind = match && kinds.find((each) => each.name === match[1]);
  if (!match || !kind) return null;
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const stated of match[2] ? match[2].split(",") : []) {
    const [before, after] = stated.trim().split("=");
    const option = kind.options.find((each) => (after === undefined ? each.bare : each.name === before));
    const value = option && option.kind !== "player" ? optionValue(option, after ?? before) : undefined;
    if (!option || value === undefined || option.name in options) return null;
    options[option.name] = value;
  }
  if (kind.options.some((each) => each.bare && !(each.name in options))) return null;
  if (match[3] !== undefined) {
    const option = kind.options.find((each) => each.kind === "player");
    const inner = option && readPlayer(match[3], kinds);
    if (!option || !inner) return null;
    options[option.name] = inner;
  }
  return { name: kind.name, options };
}

/**
 * The text of a player.
 * @param {Player} player
 * @param {PlayerKind[]} kinds
 * @returns {string}
 */
export function writePlayer(player, kinds) {
  const kind = kinds.find((each) => each.name === player.name);
  const stated = [];
  let inner = "";
  for (const each of kind?.options ?? []) {
    const value = player.options?.[each.name];
    if (value === undefined || value === null) continue;
    const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    if (each.kind === "player") inner = `(${writePlayer(/** @type {Player} */ (value), kinds)})`;
    else if (each.bare) stated.push(text);
    else if (value !== each.default) stated.push(`${each.name}=${text}`);
  }
  return `${player.name}${stated.length ? ":" : ""}${stated.join(",")}${inner}`;
}

let count = 0;

export class Controls {
  /**
   * @param {string} label
   * @param {{ value: string, label: string }[]} people the choices that are not computers
   * @param {PlayerKind[]} kinds
   * @param {string} value the text of a player, or the value of one of `people`
   */
  constructor(label, people, kinds, value) {
    this.kinds = kinds;
    this.people = people;
    const id = `seat-${++count}`;
    this.select = made("select", { id });
    for (const each of [...people, ...kinds.map(({ name, label: text }) => ({ value: name, label: text }))])
      this.select.append(made("option", { value: each.value }, each.label));
    this.options = made("div", { class: "options" });
    this.element = made("div", { class: "seat" }, made("label", { for: id }, label), this.select, this.options);
    const player = people.some((each) => each.value === value) ? null : readPlayer(value, kinds);
    this.select.value = player ? player.name : value;
    if (!this.select.value) this.select.selectedIndex = 0;
    this.show(player?.options ?? {});
    this.select.addEventListener("change", () => this.show({}));
  }

  get kind() {
    return this.kinds.find((each) => each.name === this.select.value);
  }

  /**
   * Show the options of the kind on view.
   * @param {Record<string, unknown>} given
   */
  show(given) {
    /** @type {Map<PlayerOption, HTMLInputElement | HTMLSelectElement>} */
    this.fields = new Map();
    const kind = this.kind;
    this.options.replaceChildren();
    if (!kind) return;
    this.options.append(made("p", { class: "help" }, `${kind.help}.`));
    for (const option of kind.options) {
      const field = this.field(option, given[option.name]);
      const id = `seat-${++count}`;
      field.id = id;
      this.fields.set(option, field);
      const unit = option.unit ? `, ${option.unit}` : "";
      const row = made("div", { class: "option" }, made("label", { for: id, title: option.help }, `${option.label}${unit}`), field);
      this.options.append(row);
    }
  }

  /**
   * @param {PlayerOption} option
   * @param {unknown} given
   */
  field(option, given) {
    const value = given ?? (option.bare ? option.usual : option.default);
    if (option.kind === "switch") {
      const box = made("input", { type: "checkbox" });
      box.checked = value === true;
      return box;
    }
    if (option.kind === "choice" || option.kind === "heuristic" || option.kind === "player") {
      const select = made("select");
      const usual = option.kind === "choice" ? [] : [["", "the usual one"]];
      const choices = option.kind === "player" ? this.kinds.filter((each) => !each.options.some((inner) => inner.bare || inner.kind === "player")).map((each) => [each.name, each.label]) : option.choices.map((each) => [each, each]);
      for (const [each, label] of [...usual, ...choices]) select.append(made("option", { value: each }, label));
      select.value = value === null ? "" : typeof value === "object" ? /** @type {Player} */ (value).name : String(value);
      if (select.selectedIndex < 0) select.selectedIndex = 0;
      return select;
    }
    const field = made("input", { type: "number", min: String(option.least), step: option.kind === "number" ? "any" : "1" });
    if (option.most !== null) field.max = String(option.most);
    field.required = option.bare;
    field.placeholder = String(option.usual ?? option.default ?? "no limit");
    field.value = value === null || value === undefined ? "" : String(value);
    return field;
  }

  /** The text of the player, or the value of one of `people`. */
  get value() {
    const kind = this.kind;
    if (!kind) return this.select.value;
    /** @type {Record<string, unknown>} */
    const options = {};
    for (const [option, field] of this.fields ?? []) {
      if (field instanceof HTMLInputElement && field.type === "checkbox") options[option.name] = field.checked;
      else if (field.value !== "") {
        const value = option.kind === "player" ? readPlayer(field.value, this.kinds) : optionValue(option, field.value);
        if (value !== undefined && value !== null) options[option.name] = value;
      }
    }
    return writePlayer({ name: kind.name, options }, this.kinds);
  }
}
