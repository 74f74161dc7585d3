// What a page says: `new Words(phrases, players, seats)` fills in the phrases of browser/phrases.py.
//
// The phrases come from Plyground, which says the same in the terminal; here numbers and names are put
// into their gaps.

/**
 * @import { Choice, Player, Said, Value, Values } from "./engine.js"
 * @import { Geometry, MoveValue } from "./picture.js"
 * @import { PlayerKind, PlayerOption } from "./seats.js"
 */

/**
 * @typedef {{ short: string, full: string }} Called a name for people, short and with the settings
 * @typedef {{ players: (Called | null)[], you: number | null, names?: string[] }} Cast
 *   the computers by seat, null for people; the reader's seat; and what people call themselves
 * @typedef {Record<string, Record<string, string>>} Ends sentences by result
 * @typedef {{ you: string, names: string[], busy: string, modes: Record<string, string>, turn: [string, string][],
 *   played: [string, string][], thinking: [string, string, string][], over: Ends, headline: Ends, reason: Ends,
 *   value: Record<string, string>, brief: Record<string, string>, hint: Record<string, string>,
 *   plies: [string, string], grades: { words: string, sign: string }[], review: Record<string, string>,
 *   ended: Record<string, string>, rules: string[], why: { said: string, mark: string }[],
 *   own: number, done: number[], sites: string[] }} Phrases see browser/phrases.py
 */

const MOVES = ["1 move", "{n} moves"];

/** @typedef {[string, string, string]} Voice how a sentence speaks of a player: subject, object, possessive */

/** @type {Voice} */
const SELF = ["I", "me", "my"];
/** @type {Voice} */
const YOU = ["you", "you", "your"];

/**
 * A phrase with its gaps filled in.
 * @param {string} phrase
 * @param {Record<string, string | number>} given
 */
export function filled(phrase, given) {
  return phrase.replace(/\{([^{}]+)\}/g, (gap, name) => String(given[name] ?? gap));
}

/** @param {Value | null} limit */
function limitKey(limit) {
  return limit ? `${limit.verdict}${limit.plies === null ? "" : " in"}` : "none";
}

const LINE = 6; // moves of best play that are said

/** @param {number} number */
function ordinal(number) {
  const [tens, ones] = [number % 100, number % 10];
  const end = tens > 10 && tens < 14 ? "th" : ["th", "st", "nd", "rd"][ones] ?? "th";
  return `${number}${end}`;
}

/**
 * What a value comes to, in words that count the moves of whoever wins; its own words if not two play.
 * @param {number} turn the player to move
 * @param {{ value: string, plies: number | null, words: string }} found the verdict, the plies to the end, and words
 * @param {string[]} names of the players, "You" for the reader
 */
export function outlook(turn, { value, plies, words }, names) {
  if (names.length !== 2) return words;
  if (value === "draw") return "A draw, if both play well";
  if (value === "unknown") return "The values take too long here";
  const name = names[value === "win" ? turn : 1 - turn];
  const [wins, whose] = name === "You" ? ["win", "your"] : ["wins", "their"];
  if (plies === null) return `${name} ${wins}; finding out how soon takes too long`;
  if (value === "win" && plies === 1) return `${name} ${wins} with this move`;
  return `${name} ${wins} with ${whose} ${ordinal(Math.ceil(plies / 2))} move from now`;
}

/**
 * A line of best play as people write it: "4 4 3", but "7 in cell 4, 2 in cell 1, ..."; empty if there is none.
 * @param {{ text: string, words: string }[]} moves
 * @param {boolean} whole whether the game ends with them
 */
export function bestPlay(moves, whole) {
  if (!moves.length) return "";
  const long = moves[0].text.includes("@");
  const shown = moves.slice(0, long ? LINE / 2 : LINE).map(({ text, words }) => (long ? `${words},` : text));
  return `Best play: ${shown.join(" ").replace(/,$/, "")}${whole && moves.length === shown.length ? "" : " …"}`;
}

/**
 * A good move, for a reader who asks for one.
 * @param {string} move
 * @param {number} turn the player to move
 * @param {{ value: string, plies: number | null, words: string }} found what the move is worth
 * @param {string[]} names of the players, "You" for the reader
 */
export function hint(move, turn, found, names) {
  const leads = found.value === "unknown"
    ? "nothing is decided as far as I can see"
    : outlook(turn, found, names).replace(/^(You |A )/, (word) => word.toLowerCase());
  return `Try ${move}: ${leads}.`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export class Words {
  /**
   * @param {Phrases} phrases
   * @param {PlayerKind[]} kinds
   * @param {Geometry} board
   * @param {boolean} pairs whether lengths count one side's moves, as people do, and not plies
   */
  constructor(phrases, kinds, board, pairs = false) {
    this.phrases = phrases;
    this.pairs = pairs;
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.board = board;
  }

  /** @param {number} plies */
  length(plies) {
    return this.pairs ? Math.ceil(plies / 2) : plies;
  }

  /** @param {number} plies */
  plies(plies) {
    return this.counted(this.length(plies));
  }

  /** @param {number} n plies, or moves of one side */
  counted(n) {
    return filled((this.pairs ? MOVES : this.phrases.plies)[n === 1 ? 0 : 1], { n });
  }

  /**
   * The same key as `value_key` gives.
   * @param {Value} value
   */
  key(value) {
    if (value.expectation !== null) return "expectation";
    if (value.score !== null) return value.score > 0 ? "score+" : value.score < 0 ? "score-" : "score";
    if (value.verdict !== "unknown" && !value.atLeast && !value.atMost) return limitKey(value);
    return `${value.verdict} ${limitKey(value.atLeast)} ${limitKey(value.atMost)}`;
  }

  /**
   * @param {Value} value
   * @param {"value" | "brief" | "hint"} manner
   */
  value(value, manner = "value") {
    if (value.words) return value.words;
    const [low, high] = [value.atLeast, value.atMost];
    const known = low && high && low.verdict === high.verdict && this.length(low.plies ?? 0) === this.length(high.plies ?? 0);
    const phrase = this.phrases[manner][known ? limitKey(low) : this.key(value)] ?? value.verdict;
    const a = value.score !== null ? Math.abs(value.score) : value.plies ?? value.atLeast?.plies ?? 0;
    const b = value.atMost?.plies ?? 0;
    return filled(phrase, {
      n: Math.round(100 * (value.expectation ?? 0)),
      a: value.score === null ? this.length(a) : a, b: this.length(b), "a-1": this.length(a - 1), "b-1": this.length(b - 1),
      "a plies": this.plies(a), "b plies": this.plies(b),
      "a-1 plies": this.plies(a - 1), "b-1 plies": this.plies(b - 1),
    });
  }

  /**
   * A value for the board: the length of a win, or with a minus that of a loss.
   * @param {Value} value
   */
  sign(value) {
    if (value.verdict === "unknown") return value.score === null && value.expectation === null ? "?" : this.value(value);
    if (value.verdict === "draw") return "=";
    return `${value.verdict === "loss" ? "−" : "+"}${value.plies !== null ? this.length(value.plies) : value.words ? "" : "?"}`;
  }

  /**
   * A good move, for a reader who asks for one.
   * @param {number} move
   * @param {number} turn the player to move
   * @param {Value | null} value what the move is worth
   * @param {Cast} cast
   */
  hint(move, turn, value, cast) {
    return value ? hint(this.move(move), turn, this.found(value, "hint"), this.listed(cast)) : `Try ${this.move(move)}.`;
  }

  /**
   * @param {Value} value
   * @param {"value" | "hint"} [manner]
   */
  found(value, manner) {
    return { value: value.verdict, plies: value.plies, words: this.value(value, manner) };
  }

  /**
   * The values of all moves for the board.
   * @param {Values} values
   * @returns {MoveValue[]}
   */
  marks({ moves }) {
    const signs = moves.map(({ value }) => this.sign(value));
    const differ = moves[0].value.verdict !== "unknown" && new Set(signs).size > 1;
    return moves.map(({ move, value }, at) => ({
      move, text: signs[at], words: this.value(value),
      kind: /** @type {"win"} */ (value.verdict), best: differ && signs[at] === signs[0],
    }));
  }

  /**
   * What the values of a position come to, in a sentence or two.
   * @param {Values} values
   * @param {number} turn the player to move
   * @param {Cast} cast
   * @param {boolean} whole whether the game ends with the line of best play
   */
  outlook(values, turn, cast, whole) {
    const line = bestPlay(values.line.map((move) => this.board.moves[move]), whole);
    const said = [outlook(turn, this.found(values.value), this.listed(cast)), line, this.scarcity(values)];
    return `${said.filter(Boolean).join(". ")}.`.replace(" ….", " …");
  }

  /**
   * What is to be said where the device had no room for the usual table.
   * @param {{ scarce: boolean }} given
   */
  scarcity({ scarce }) {
    return scarce ? "This device has little free memory, so that took longer" : "";
  }

  /**
   * The same beside a board in a text, which counts plies.
   * @param {Values} values
   */
  best(values) {
    const scarcity = this.scarcity(values);
    return scarcity ? `${this.ofMoves(values)} ${scarcity}.` : this.ofMoves(values);
  }

  /** @param {Values} values */
  ofMoves({ moves }) {
    const unknown = moves.filter(({ value }) => value.verdict === "unknown").length;
    if (unknown === moves.length) return "The values take too long here.";
    if (moves.length > 1 && new Set(moves.map(({ value }) => this.sign(value))).size === 1)
      return `All moves are worth the same: ${this.value(moves[0].value)}.`;
    return `Best is ${this.move(moves[0].move)}: ${this.value(moves[0].value, "hint")}.${unknown ? " Some values take too long." : ""}`;
  }

  /**
   * What a computer's move was based on; nothing for a move without a search or a rule.
   * @param {Choice} choice
   */
  looked(choice) {
    if (choice.rule) return `It followed ${this.phrases.rules[choice.rule - 1]}`;
    if (!choice.nodes) return "";
    const time = choice.seconds < 1 ? `${Math.round(1000 * choice.seconds)} ms` : `${choice.seconds.toFixed(1)} s`;
    const depth = choice.depth ? ` up to ${this.counted(choice.depth)} ahead` : ""; // each is a move on the board
    const looked = `It looked at ${choice.nodes.toLocaleString("en")} positions${depth} in ${time}`;
    return [looked, this.scarcity(choice)].filter(Boolean).join(". ");
  }

  /**
   * Sentences on a move of one player, who is called so, as is the other one.
   * @param {Said[]} said
   * @param {Voice} one
   * @param {Voice} two
   * @param {number} [rule] that decided
   */
  sentences(said, [I, me, my], [they, them, their], rule = 0) {
    const { why, rules, own, sites } = this.phrases;
    return said.map(({ sentence, move, other, site }) => {
      /** @type {Record<string, string | number>} */
      const given = sentence < own ? { move: this.spoken(move), other: this.spoken(other), n: other } : { n: move, other, site: sites[site] };
      return capital(filled(why[sentence].said, { ...given, I, me, my, they, them, their, rule: rules[rule - 1] }));
    }).join(" ");
  }

  /**
   * Why a computer made a move, in its own words: the sentences of its account.
   * @param {Said[]} account
   * @param {number} rule that decided
   */
  why(account, rule) {
    return this.sentences(account, SELF, YOU, rule);
  }

  /**
   * The reasons for a move of the reader, or of a player who is one of two.
   * @param {Said[]} said
   * @param {number} seat
   * @param {Cast} cast
   */
  merits(said, seat, cast) {
    const [one, two] = [seat, 1 - seat].map((each) => {
      const name = this.name(each, cast);
      return cast.you === each ? YOU : /** @type {Voice} */ ([name, name, `${name}'s`]);
    });
    return this.sentences(said, one, two);
  }

  /** A value as a player saw it, in a few letters. @param {Value} value */
  thought(value) {
    if (value.verdict === "unknown") return this.sign(value);
    return value.verdict === "draw" ? "=" : value.verdict;
  }

  /** A move in a few letters: "8 in 2". @param {number} move */
  short(move) {
    return this.board.moves[move].text.replace("@", " in ");
  }

  /** A move within a sentence; nothing for a number that is none. @param {number} move */
  spoken(move) {
    return this.board.moves[move]?.words ?? "";
  }

  /**
   * The end of a sentence on a move: the rule by which a computer chose it, if it did so.
   * @param {Choice | null} choice
   */
  followed(choice) {
    return choice?.rule ? ` by ${this.phrases.rules[choice.rule - 1]}` : "";
  }

  /**
   * The name of a computer player, short and with its settings: as Player.called gives.
   * @param {Player} player
   * @returns {Called}
   */
  called(player) {
    const kind = this.kinds.get(player.name);
    if (!kind) return { short: player.name, full: player.name };
    const given = player.options ?? {};
    const strong = kind.options.filter((each) => each.strength);
    const strength = strong.find((each) => (given[each.name] ?? null) !== null) ?? strong[0];
    const limited = kind.options.some((each) => ["depth", "seconds", "nodes", "playouts"].includes(each.name) && (given[each.name] ?? null) !== null);
    const parts = [kind.label];
    let inner = "";
    for (const each of kind.options) {
      let value = given[each.name] ?? each.default;
      if (each.kind === "player") {
        if (given[each.name]) inner = ` (${this.called(/** @type {Player} */ (given[each.name])).full})`;
        continue;
      }
      if (value === null && each === strength && !limited) value = each.usual;
      else if (value === each.default && each !== strength) continue;
      if (value !== null && value !== undefined) parts.push(this.said(each, value));
    }
    return { short: kind.label, full: parts.join(", ") + inner };
  }

  /**
   * @param {PlayerOption} option
   * @param {unknown} value
   */
  said(option, value) {
    const said = option.said;
    if (typeof said !== "string") return said[typeof value === "boolean" ? (value ? "on" : "off") : String(value)] ?? String(value);
    return filled(said, { n: typeof value === "number" && Number.isInteger(value) ? value.toLocaleString("en") : String(value) });
  }

  // Sentences

  /**
   * @param {number} seat
   * @param {Cast} cast
   */
  name(seat, cast) {
    if (seat === cast.you) return this.phrases.you;
    const called = cast.players[seat];
    if (cast.names?.[seat]) return cast.names[seat];
    if (!called) return this.phrases.names[seat];
    const alike = cast.players.flatMap((each, at) => (each?.short === called.short ? [at] : []));
    if (alike.length === 1) return called.short;
    return cast.players.length > 2 ? `${called.short} ${alike.indexOf(seat) + 1}` : this.phrases.names[seat];
  }

  /**
   * Whether another computer has the same name.
   * @param {number} seat
   * @param {Cast} cast
   */
  shared(seat, cast) {
    return cast.players.filter((each) => each?.short === cast.players[seat]?.short).length > 1;
  }

  /** @param {Cast} cast */
  names(cast) {
    return Object.fromEntries(this.listed(cast).map((name, seat) => [`name${seat}`, name]));
  }

  /** The names by seat. @param {Cast} cast */
  listed(cast) {
    return cast.players.map((_, seat) => this.name(seat, cast));
  }

  /**
   * @param {number} seat
   * @param {Cast} cast
   */
  turn(seat, cast) {
    return filled(this.phrases.turn[seat][seat === cast.you ? 1 : 0], this.names(cast));
  }

  /**
   * @param {number} seat
   * @param {Cast} cast
   */
  thinking(seat, cast) {
    const called = cast.players[seat] ?? { short: "", full: "" };
    const manner = this.shared(seat, cast) ? 0 : called.short === called.full ? 2 : 1;
    return filled(this.phrases.thinking[seat][manner], { ...called, ...this.names(cast) });
  }

  /** @param {number} move */
  move(move) {
    return this.board.moves[move].words;
  }

  /**
   * @param {number} seat
   * @param {number} move
   * @param {Cast} cast
   */
  played(seat, move, cast) {
    const phrase = this.phrases.played[seat][seat === cast.you ? 1 : 0];
    return filled(phrase, { ...this.names(cast), move: this.move(move), text: this.board.moves[move].text });
  }

  /**
   * @param {number} result
   * @param {Cast} cast
   */
  over(result, cast) {
    return this.end("over", result, cast);
  }

  /**
   * How a game ended, in two words and why: `over` is both in one sentence.
   * @param {"over" | "headline" | "reason"} manner
   * @param {number} result
   * @param {Cast} cast
   */
  end(manner, result, cast) {
    return filled(this.phrases[manner][result][cast.you ?? -1], this.names(cast));
  }

  /** A player as a review calls it: "red", or "player 1". @param {number} seat */
  colour(seat) {
    return this.board.players[seat];
  }
}
