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
  moves: { text: string; words: string; sites: number[]; label: string; from?: number; to?: number }[];
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
    rows: number[][];
    strike: Pieces;
    frame: Pieces;
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
  /** A move to "try" is a hint. */
  kind?: "win" | "draw" | "loss" | "unknown" | "try";
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
  /** Null where it is not known or not shown. */
  standing?: Standing | null;
}

/** Who is better, from -1 to 1 for the first player. */
interface Standing {
  height: number;
  words: string;
}

interface BoardOptions {
  /** Called with each legal move that was picked. */
  onmove?: (code: number) => void;
  /** Called for a pick that is no legal move, with the move that it would be if there is one. */
  onrefuse?: (code: number | null) => void;
  locked?: boolean;
  /** Whether there is room for a bar that shows who is better. */
  valued?: boolean;
  theme?: "auto" | "light" | "dark";
}

type Motion = (element: SVGGElement, view: DOMRect) => number;

/** Nothing moves where the root element has data-motion="off", or the system asks for less motion. */
declare const PlygroundMotion: {
  still(): boolean;
  fall: Motion;
  pop: Motion;
  draw(element: Element, delay?: number): number;
  appear(element: Element, delay: number): void;
  cheer(place: HTMLElement, colours: string[]): void;
};

type Sound = "counter" | "line" | "mark" | "win" | "loss";

declare const PlygroundSound: { play(sound: Sound, delay?: number): void };

declare const PlygroundSheet: { STYLE: string; DARK: Record<string, string> };

declare const PlygroundBar: new (colours: string[]) => {
  element: HTMLElement;
  show(standing: Standing | null): void;
};

declare const PlygroundChooser: new (signal: AbortSignal) => {
  element: HTMLElement;
  readonly open: boolean;
  readonly buttons: HTMLButtonElement[];
  ask(
    choices: { label: string; words: string; value?: MoveValue; act: () => void }[],
    target: Target,
    asked: HTMLButtonElement,
  ): void;
  close(back: boolean): void;
};

declare const PlygroundTray: new (does: {
  pick: (label: string) => void;
  over: (label: string, x: number, y: number) => void;
  drop: (label: string, x: number, y: number) => void;
}) => {
  element: HTMLElement;
  readonly buttons: HTMLButtonElement[];
  show(
    labels: string[],
    free: Set<string>,
    picked: string | null,
    open: boolean,
    value: (label: string) => MoveValue | undefined,
  ): void;
};

declare const PlygroundPicking: {
  choosable(geometry: Geometry): string[];
  meant(geometry: Geometry, places: number[], labels: string[] | null): number | null;
  star(geometry: Geometry, legal: number[], move: number, words: string): MoveValue;
  at(buttons: HTMLButtonElement[], x: number, y: number): HTMLButtonElement | undefined;
  walk(
    from: HTMLButtonElement,
    buttons: HTMLButtonElement[],
    direction: [number, number],
    around: boolean,
  ): HTMLButtonElement | null;
};

declare const PlygroundPicture: new (geometry: Geometry) => {
  /** The parts from back to front: those below what a page may add to the sites, and those above. */
  picture(position: Shown): { below: string[]; above: string[] };
  site(site: number, look: number, state?: number): string;
  kind(site: number): SiteKind;
  sized(parts: Pieces[], text: string): Pieces;
  filled(pieces: Pieces, site: number, text?: string, kind?: string): string;
};

/** In units of the picture. */
type Point = [number, number];

declare const PlygroundDots: new (
  board: InstanceType<typeof PlygroundBoard>,
  over: HTMLElement,
  buttons: HTMLButtonElement[],
) => {
  arrange(layout: "ring" | "rings" | "random"): void;
  /** Let people move them, until they press "Done". */
  move(): void;
};

declare const PlygroundBoard: new (element: HTMLElement, geometry: Geometry, options?: BoardOptions) => {
  /** Show a position; what is new since the last one arrives. */
  draw(position: Shown): void;
  /** Show at once what a legal move puts down, until draw() says what it led to. */
  anticipate(code: number): void;
  /** Show the same board with its dots elsewhere. */
  lay(geometry: Geometry): void;
  geometry: Geometry;
  /** Where its dots lie, if it has any. */
  readonly dots: InstanceType<typeof PlygroundDots> | null;
  /** Let a few pieces of paper in a player's colour come down. */
  cheer(player: number): void;
  /** Whether picks are refused. */
  locked: boolean;
  theme: "auto" | "light" | "dark";
  /** Move the focus to the board. */
  focus(): void;
  /** Take the board out of its element. */
  remove(): void;
};
