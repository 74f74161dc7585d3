// Games and challenges as short texts, which people pass from page to page: `new Messages(game)`.
//
//   ply1/p/connect4/7-6/k3f2/0/33354/1a2b3c4      a game: its name, its parameters, which match it is,
//                                                 whose turn, the moves, and a checksum
//   ply1/c/connect4/7-6/33354/0/minimax/win/...   a challenge: the moves that lead to it, the side to
//                                                 play, the opponent, the aim, and a checksum
//
// Each move is one character in base 36, or two where a game has more moves than that. Whether moves are
// legal is for the engine to say.

/**
 * @typedef {{ kind: "p", match: string, turn: number, moves: number[] }
 *   | { kind: "c", moves: number[], side: number, player: string, aim: string }} Message
 */

const VERSION = 1;
const NONE = "-"; // an empty field
const CHECK = 7; // characters of a checksum
const LONGEST = 10_000; // characters of a text with all that was copied with it
const TEXT = /ply(\d+)\/([a-z])\/(\S*?)\/([0-9a-z]{7})(?![0-9a-z/])/i;

export class MessageError extends Error {}

/**
 * FNV-1a: it finds what was cut off or changed, and is no secret.
 * @param {string} text
 */
export function checksum(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36).padStart(CHECK, "0");
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new MessageError("The opponent in this text cannot be read.");
  }
}

export class Messages {
  /** @param {{ name: string, title: string, values: Record<string, number>, moves: number }} game */
  constructor(game) {
    this.game = game;
    this.width = game.moves > 36 ? 2 : 1;
    this.parameters = Object.values(game.values).join("-") || NONE;
  }

  /** @param {number[]} moves */
  packed(moves) {
    return moves.map((move) => move.toString(36).padStart(this.width, "0")).join("") || NONE;
  }

  /** @param {string} text */
  unpacked(text) {
    if (text === NONE) return [];
    const parts = text.match(new RegExp(`.{1,${this.width}}`, "g")) ?? [];
    const moves = parts.map((part) => Number.parseInt(part, 36));
    if (!/^[0-9a-z]*$/i.test(text) || !moves.every((move, at) => move < this.game.moves && parts[at].length === this.width))
      throw new MessageError("Its moves cannot be read.");
    return moves;
  }

  /**
   * @param {string} kind
   * @param {string[]} fields
   */
  sealed(kind, fields) {
    const body = `${kind}/${this.game.name}/${this.parameters}/${fields.join("/")}`;
    return `ply${VERSION}/${body}/${checksum(body)}`;
  }

  /**
   * A game as a text.
   * @param {{ match: string, turn: number, moves: number[] }} game
   */
  play({ match, turn, moves }) {
    return this.sealed("p", [match, String(turn), this.packed(moves)]);
  }

  /**
   * A challenge as a text.
   * @param {{ moves: number[], side: number, player: string, aim: string }} challenge
   */
  challenge({ moves, side, player, aim }) {
    return this.sealed("c", [this.packed(moves), String(side), encodeURIComponent(player), aim]);
  }

  /**
   * What is in a text, among whatever else was copied with it. Raises MessageError, whose message is
   * for the reader.
   * @param {string} text
   * @returns {Message}
   */
  read(text) {
    if (text.length > LONGEST) throw new MessageError("This text is too long for a game. Paste only what your friend sent you.");
    const match = TEXT.exec(text) ?? TEXT.exec(text.replace(/\s+/g, ""));
    if (!match) {
      const begun = /ply\d+\//i.test(text);
      throw new MessageError(
        begun
          ? "This text is not complete. Copy all of it, from “ply” to the end."
          : "This is not a game or a challenge. Such a text begins with “ply”.",
      );
    }
    const [, version, kind, fields, check] = match;
    if (Number(version) !== VERSION) throw new MessageError("This text is from another version of Plyground. Both of you need pages of the same version.");
    if (checksum(`${kind}/${fields}`) !== check)
      throw new MessageError("This text has been changed on its way. Ask for it once more, and copy all of it.");
    const [name, parameters, ...rest] = fields.split("/");
    if (name !== this.game.name)
      throw new MessageError(`This text is for another game, “${name}”. This page plays ${this.game.title}.`);
    if (parameters !== this.parameters)
      throw new MessageError(`This text is for ${this.game.title} of another size: ${this.sizes(parameters)}. This page has ${this.sizes(this.parameters)}.`);
    if (kind === "p" && rest.length === 3)
      return { kind, match: rest[0], turn: Number(rest[1]), moves: this.unpacked(rest[2]) };
    if (kind === "c" && rest.length === 4)
      return { kind, moves: this.unpacked(rest[0]), side: Number(rest[1]), player: decoded(rest[2]), aim: rest[3] };
    throw new MessageError("This text is from another version of Plyground. Both of you need pages of the same version.");
  }

  /** @param {string} parameters */
  sizes(parameters) {
    const numbers = parameters.split("-");
    return Object.keys(this.game.values).map((name, at) => `${numbers[at] ?? "?"} ${name}`).join(", ");
  }
}
