// What board.js and picture.js take and give: for `make lint`, and for people who use them.

/** A part of a picture with gaps, which are numbers: see browser/geometry.py. */
type Pieces = (string | number)[];

type SiteKind = "cell" | "edge";

/** What people point at. Its box is left, top, width and height in percent of the picture. */
interface Target {
  kind: "column" | "cell" | "dot";
  name: string;
  box: number[];
  sites: number[];
  dot?: number;
}

/** What browser/geometry.py makes of a game. */
interface Geometry {
  name: string;
  title: string;
  players: string[];
  colours: string[];
  symbols: string[];
  swatches: string[];
  maxMoves: number;
  /** By code. A legal move without sites, such as a pass, needs a button of the page's own. */
  moves: { text: string; words: string; sites: number[]; label: string }[];
  looks: string[];
  ghosts: (number | null)[];
  targets: Target[];
  edges: ([number, number] | null)[];
  view: string;
  size: string[];
  font: string;
  places: string[][];
  dark: Record<string, string>;
  parts: {
    back: string;
    front: string;
    dots: string;
    sites: Partial<Record<SiteKind, Pieces[][]>>;
    triangles: [number[], string][];
    triangle: Pieces[];
    rows: [number, number[]][];
    links: Pieces[];
    ring: Pieces | null;
    hintedEdge: Pieces;
    hints: Record<"free" | "taken" | "edge", Pieces[]>;
    values: Partial<Record<SiteKind, Pieces[]>>;
  };
}

/** What a move is worth: a short text beside it, and words for screen readers. */
interface MoveValue {
  move: number;
  text: string;
  words?: string;
  kind?: "win" | "draw" | "loss" | "unknown";
  best?: boolean;
}

/** A position to draw. Moves are codes, players are counted from 0. */
interface Shown {
  cells: number[];
  last?: number[];
  deciding?: number[];
  hints?: [number, string][];
  values?: MoveValue[];
  legal?: number[];
  turn?: number;
  description?: string;
}

interface BoardOptions {
  /** Called with each legal move that was picked. */
  onmove?: (code: number) => void;
  /** Called for a pick that is no legal move, with the move that it would be if there is one. */
  onrefuse?: (code: number | null) => void;
  locked?: boolean;
  motion?: "normal" | "none";
  theme?: "auto" | "light" | "dark";
}

type Motion = (element: SVGGElement, view: DOMRect) => number;

declare const PlygroundMotion: { fall: Motion; pop: Motion; grow: Motion };

declare const PlygroundPicture: new (geometry: Geometry) => {
  /** The parts from back to front: those below what a page may add to the sites, and those above. */
  picture(position: Shown): { below: string[]; above: string[] };
  site(site: number, look: number, state?: number): string;
  kind(site: number): SiteKind;
  sized(parts: Pieces[], text: string): Pieces;
  filled(pieces: Pieces, site: number, text?: string, kind?: string): string;
};

declare const PlygroundBoard: new (element: HTMLElement, geometry: Geometry, options?: BoardOptions) => {
  /** Show a position; what is new since the last one arrives. */
  draw(position: Shown): void;
  /** Whether picks are refused. */
  locked: boolean;
  theme: "auto" | "light" | "dark";
  /** Move the focus to the board. */
  focus(): void;
  /** Take the board out of its element. */
  remove(): void;
};
