// Pictures of positions, put together from the parts that Python drew: `new Picture(geometry)`.
//
// The order and the choice of parts are those of render/svg.py; how anything looks is in the parts.

/**
 * @typedef {(string | number)[]} Pieces a part of a picture with gaps, which are numbers: see browser/geometry.py
 * @typedef {"cell" | "edge"} SiteKind
 * @typedef {{ kind: "column" | "cell" | "dot", name: string, box: number[], sites: number[], dot?: number }} Target
 *   what people point at; its box is left, top, width and height in percent of the picture
 * @typedef {{ text: string, words: string, sites: number[], label: string, from?: number, to?: number }} Move
 *   a legal one without sites, such as a pass, needs a button of the page's own
 * @typedef {{ back: string, front: string, dots: string, sites: Partial<Record<SiteKind, Pieces[][]>>,
 *   triangles: [number[], string][], triangle: Pieces[], rows: number[][], strike: Pieces, frame: Pieces,
 *   hintedEdge: Pieces, hints: Record<"free" | "taken" | "edge", Pieces[]>,
 *   unseen: Partial<Record<SiteKind, Pieces>>, values: Partial<Record<SiteKind, Pieces[]>> }} Parts
 * @typedef {{ name: string, title: string, players: string[], colours: string[], symbols: string[],
 *   swatches: string[], maxMoves: number, moves: Move[], looks: string[], ghosts: (number | null)[],
 *   targets: Target[], edges: ([number, number] | null)[], view: string, size: string[], font: string,
 *   places: string[][], dark: Record<string, string>, parts: Parts }} Geometry
 *   what browser/geometry.py makes of a game; moves by code
 * @typedef {{ move: number, text: string, words?: string, kind?: "win" | "draw" | "loss" | "unknown" | "try",
 *   best?: boolean }} MoveValue
 *   what a move is worth: a short text beside it, and words for screen readers; one to "try" is a hint
 * @typedef {{ height: number, words: string }} Standing who is better, from -1 to 1 for the first player
 * @typedef {{ cells: number[], last?: number[], deciding?: number[], hints?: [number, string][],
 *   unseen?: number[], line?: number[], faces?: Map<number, string[]>, values?: MoveValue[], legal?: number[], turn?: number, description?: string,
 *   standing?: Standing | null }} Shown
 *   a position to draw; `unseen` are sites that a player overlooked, and `line` those that would decide the game
 *   by one of these; `faces` are pictures at moves; moves are codes, players are counted from 0, a standing that is not known is null
 */

const TEXT = 9; // the gap for a text from outside
const KIND = 8; // the gap for the classes of a value
const ENDS = 3; // the first gap for the ends of a line
const REACH = 18; // as in render/stamps.py

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

export class Picture {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
  }

  /**
   * @param {Pieces} pieces
   * @param {number} site
   * @param {string} [text]
   * @param {string} [kind]
   */
  filled(pieces, site, text = "", kind = "") {
    const gaps = [String(site), ...(this.geometry.places[site] ?? [])];
    gaps[TEXT] = escaped(text);
    gaps[KIND] = kind;
    return pieces.map((each) => (typeof each === "string" ? each : gaps[each])).join("");
  }

  /**
   * @param {number} site
   * @returns {SiteKind}
   */
  kind(site) {
    return this.geometry.edges[site] ? "edge" : "cell";
  }

  /**
   * A site by what it holds; `state` is 1 for the last move, 2 if it decided the game, 4 if others did.
   * @param {number} site
   * @param {number} look
   * @param {number} [state]
   */
  site(site, look, state = 0) {
    const looks = /** @type {Pieces[][]} */ (this.geometry.parts.sites[this.kind(site)]);
    return this.filled(looks[look][state], site);
  }

  /**
   * A text of this length has its own part; longer ones share the last.
   * @param {Pieces[]} parts
   * @param {string} text
   */
  sized(parts, text) {
    return parts[Math.min([...text].length, parts.length - 1)];
  }

  /**
   * The parts from back to front: those below what a page may add to the sites, and those above.
   * @param {Shown} position
   */
  picture({ cells, last: last_ = [], deciding: deciding_ = [], hints = [], unseen = [], line = [] }) {
    const { parts, edges } = this.geometry;
    const last = new Set(last_);
    const deciding = new Set(deciding_);
    const below = [parts.back];
    for (const [sites, outline] of parts.triangles)
      if (sites.every((site) => deciding.has(site)))
        below.push(this.filled(parts.triangle[cells[sites[0]]], sites[0], outline));
    /** @param {number} site */
    const depth = (site) => 4 * Number(deciding.has(site)) + 2 * Number(last.has(site)) + Number(cells[site] > 0);
    const order = [...cells.keys()].sort((one, other) => depth(one) - depth(other) || one - other);
    for (const site of order) {
      const faded = edges[site] && deciding.size > 0 ? 4 : 0;
      below.push(this.site(site, cells[site], Number(last.has(site)) + (deciding.has(site) ? 2 : faded)));
    }
    const above = [parts.front];
    const decided = [...deciding].sort((one, other) => one - other);
    const rows = this.runs(deciding, last);
    for (const site of decided)
      if (!edges[site] && !rows.some((row) => row.includes(site))) above.push(this.filled(parts.frame, site));
    for (const row of rows) above.push(this.strike(row));
    for (const row of this.runs(new Set(line), new Set(unseen))) above.push(`<g class="ply-dashed">${this.strike(row)}</g>`);
    for (const site of line) if (edges[site]) above.push(this.filled(parts.hintedEdge, site));
    for (const [site] of hints) if (edges[site]) above.push(this.filled(parts.hintedEdge, site));
    above.push(parts.dots);
    for (const [site, text] of hints) {
      const kind = edges[site] ? "edge" : cells[site] ? "taken" : "free";
      above.push(this.filled(this.sized(parts.hints[kind], text), site, text));
    }
    for (const site of unseen) above.push(this.filled(/** @type {Pieces} */ (parts.unseen[this.kind(site)]), site));
    return { below, above };
  }

  /**
   * The stroke through a row of cells, which reaches beyond the centres of its ends.
   * @param {number[]} row
   */
  strike(row) {
    const [[x1, y1], [x2, y2]] = [row[0], row[row.length - 1]].map((site) => (this.geometry.places[site][0].match(/[-.\d]+/g) ?? []).map(Number));
    const [dx, dy] = [REACH * Math.sign(x2 - x1), REACH * Math.sign(y2 - y1)];
    const ends = [x1 - dx, y1 - dy, x2 + dx, y2 + dy];
    return this.geometry.parts.strike.map((each) => (typeof each === "string" ? each : Math.round(100 * ends[each - ENDS]) / 100)).join("");
  }

  /**
   * The deciding cells side by side, three or more; only those through the last move if there are any.
   * @param {Set<number>} deciding
   * @param {Set<number>} last
   */
  runs(deciding, last) {
    /** @type {number[][]} */
    const runs = [];
    for (const row of deciding.size ? this.geometry.parts.rows : []) {
      /** @type {number[]} */
      let run = [];
      for (const site of [...row, -1]) {
        if (deciding.has(site)) run.push(site);
        else {
          if (run.length >= 3) runs.push(run);
          run = [];
        }
      }
    }
    const through = runs.filter((run) => run.some((site) => last.has(site)));
    return through.length ? through : runs;
  }
}
