// What the scripts of a document define for each other, and the data that browser/pages.py writes into it:
// for `make lint`.

interface PageValue {
  verdict: string;
  plies: number | null;
  score: number | null;
  expectation: number | null;
  atLeast: PageValue | null;
  atMost: PageValue | null;
}

interface Position {
  state: bigint[];
  ply: number;
  turn: number;
  result: number;
  over: boolean;
  standings: number[];
  moves: number[];
  move: number | null;
  parent: Position | null;
}

interface EnginePlayer {
  name: string;
  options?: Record<string, unknown>;
}

interface EngineChoice {
  move: number;
  value: PageValue | null;
  depth: number | null;
  line: number[];
  nodes: number;
  leaves: number;
  cutoffs: number;
  tableHits: number;
  seconds: number;
  scarce: boolean;
  rule: number;
}

interface EngineValues {
  value: PageValue;
  moves: { move: number; value: PageValue }[];
  line: number[];
  scarce: boolean;
}

interface Progress {
  nodes: number;
  depth: number;
  seconds: number;
  scarce?: boolean;
}

interface How {
  seconds?: number;
  nodes?: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

interface Chance {
  state: bigint[];
}

/** What engine.js opens, as far as a page uses it. */
interface PageEngine {
  start(): Position;
  play(position: Position, move: number): Position;
  cells(position: Position): number[];
  deciding(position: Position): number[];
  history(position: Position): number[];
  chance(seed?: number | bigint, match?: number, seat?: number): Chance;
  choose(position: Position, player: EnginePlayer, chance: Chance, how: How): Promise<EngineChoice>;
  values(position: Position, how: How): Promise<EngineValues>;
  /** A place in the list of grades. */
  grade(best: PageValue, made: PageValue): number;
  /** How good a position is for the player to move, from -1 to 1. */
  height(position: Position, value: PageValue): number;
  close(): void;
}

/** A name for people, short and with the settings. */
interface Called {
  short: string;
  full: string;
}

/** The computers by seat, null for people; and the reader's seat. */
interface Cast {
  players: (Called | null)[];
  you: number | null;
  names?: string[]; // what people call themselves
}

interface Seat {
  kind: "here" | "away" | "computer";
  text: string;
  player: EnginePlayer | null;
  called: Called | null;
}

/** A game that came with a document. */
interface Handed {
  /** Its name and sizes, as in the names of files. */
  game: string;
  start: GameStart;
}

/** A puzzle. Moves are codes. */
interface Posed {
  moves: number[];
  solution: number;
  /** The solution and another move. */
  doubt: number[];
  keeps: "win" | "draw";
  plies: number | null;
  level: string;
}

/** What browser/arcade.py writes into a document with several games. */
interface ArcadeData {
  common: PageData;
  games: { stem: string; title: string }[];
  /** Day by day a place among the games, and one among its puzzles. */
  days: [number, number][];
}

/** How a script gets at what the document packs: see loader.js. */
interface Unpacking {
  read(id: string): Promise<Record<string, unknown>>;
  unpacked(id: string): Promise<ArrayBuffer>;
  source: string;
  failed(error: unknown): void;
}

interface Challenge {
  side: number;
  aim: string;
  player: string;
}

interface GameStart {
  seats: string[];
  moves?: number[];
  floor?: number;
  match?: string;
  challenge?: Challenge | null;
  waits?: boolean;
}

type Message =
  | { kind: "p"; match: string; turn: number; moves: number[] }
  | { kind: "c"; moves: number[]; side: number; player: string; aim: string };

interface JudgedMove {
  seat: number;
  ply: number;
  grade: number;
  move: number;
  value: PageValue;
  best: number;
  bestValue: PageValue;
}

/** A position of a game, how good it is for the first player, and the move made there if it was graded. */
interface Judged {
  position: Position;
  height: number | null;
  move: JudgedMove | null;
}

/** See browser/phrases.py. */
interface Phrases {
  you: string;
  names: string[];
  busy: string;
  modes: Record<string, string>;
  turn: [string, string][];
  played: [string, string][];
  thinking: [string, string, string][];
  over: Record<string, Record<string, string>>;
  headline: Record<string, Record<string, string>>;
  reason: Record<string, Record<string, string>>;
  value: Record<string, string>;
  brief: Record<string, string>;
  hint: Record<string, string>;
  plies: [string, string];
  grades: { words: string; sign: string }[];
  clauses: Record<string, string>[];
  remark: string;
  rules: string[];
}

interface PlayerOption {
  name: string;
  kind: "whole" | "percent" | "number" | "switch" | "choice" | "heuristic" | "player";
  label: string;
  help: string;
  unit: string;
  least: number;
  most: number | null;
  above: boolean;
  choices: string[];
  strength: boolean;
  bare: boolean;
  default: unknown;
  usual: unknown;
  said: string | Record<string, string>;
}

interface PlayerKind {
  name: string;
  label: string;
  help: string;
  options: PlayerOption[];
}

/** An opponent for a person. */
interface Level {
  label: string;
  player: string;
  help: string;
  beaten: string;
  /** An SVG element. */
  face: string;
  /** How strong, from 1 to 5; 0 where that is not known, null for one that is not offered first. */
  dots: number | null;
  perfect: boolean;
}

/** What browser/pages.py writes into a document. */
interface PageData {
  engine: { kinds?: { name: string }[] };
  board: Geometry;
  phrases: Phrases;
  kinds: PlayerKind[];
  levels: Level[];
  /** The player of a first game's computers. */
  usual: string;
  /** The player whose moves are hints where nothing is proven. */
  hinter: string;
  puzzles: Posed[];
  /** The colours of the board for people who see few. */
  safe: Record<"light" | "dark", Record<string, string>>;
  /** Differs for other rules. */
  identity: string;
  game: {
    name: string;
    title: string;
    summary: string;
    size: string;
    values: Record<string, number>;
    players: number;
    ends: string[];
    moveHint: string;
    source: string;
    file: string;
  };
  version: string;
  embed: boolean;
}

declare var PlygroundWords: new (phrases: Phrases, kinds: PlayerKind[], board: Geometry, pairs?: boolean) => {
  value(value: PageValue, manner?: "value" | "brief" | "hint"): string;
  sign(value: PageValue): string;
  hint(value: PageValue): string;
  marks(values: EngineValues): MoveValue[];
  outlook(values: EngineValues): string;
  scarcity(given: { scarce: boolean }): string;
  looked(choice: EngineChoice): string;
  followed(choice: EngineChoice | null): string;
  plies(count: number): string;
  called(player: EnginePlayer): Called;
  name(seat: number, cast: Cast): string;
  turn(seat: number, cast: Cast): string;
  thinking(seat: number, cast: Cast): string;
  move(move: number): string;
  played(seat: number, move: number, cast: Cast): string;
  over(result: number, cast: Cast): string;
  end(manner: "over" | "headline" | "reason", result: number, cast: Cast): string;
  colour(seat: number): string;
  clause(seat: number, ply: number, move: number, value: PageValue, cast: Cast): string;
  remark(made: JudgedMove, cast: Cast): string;
  phrases: Phrases;
};

declare var PlygroundSeats: {
  read(text: string, kinds: PlayerKind[]): EnginePlayer | null;
  write(player: EnginePlayer, kinds: PlayerKind[]): string;
  Controls: new (label: string, people: { value: string; label: string }[], kinds: PlayerKind[], value: string) => {
    element: HTMLElement;
    readonly value: string;
  };
};

declare var PlygroundMessages: {
  new (game: { name: string; title: string; values: Record<string, number>; moves: number }): {
    play(game: { match: string; turn: number; moves: number[] }): string;
    challenge(challenge: { moves: number[]; side: number; player: string; aim: string }): string;
    read(text: string): Message;
  };
  MessageError: new (message?: string) => Error;
  newMatch(): string;
  checksum(text: string): string;
};

declare var PlygroundCode: {
  rows(text: string, mask?: number): number[][] | null;
  svg(text: string): string | null;
};

declare var PlygroundPassing: {
  handed(): Handed | null;
  file(source: string, given: Handed): File;
  save(given: File): void;
  link(text: string): string;
};

declare var PlygroundPuzzles: new (page: OpenPage) => PuzzlesOfPage;

declare var PlygroundArcade: { open(data: ArcadeData, unpacking: Unpacking): Promise<void> };

interface PlayModel {
  seats: Seat[];
  last: Position;
  shown: Position;
  floor: number;
  match: string;
  challenge: Challenge | null;
  seconds: number;
  waits: boolean;
  reasons: WeakMap<Position, EngineChoice>;
  readonly data: GameStart;
  readonly moves: number[];
  readonly line: Position[];
  readonly cast: Cast;
  readonly live: boolean;
  readonly toMove: Seat;
  readonly open: boolean;
  readonly thinking: boolean;
  readonly awaits: boolean;
  readonly met: boolean | null;
  readonly before: Position | null;
  begin(given: GameStart): void;
  move(code: number): void;
  takeBack(): void;
  goOn(): void;
  view(ply: number): void;
  stop(): void;
  halt(): void;
  resume(): void;
}

declare var PlygroundPlay: new (
  engine: PageEngine,
  computer: (text: string) => { player: EnginePlayer; called: Called } | null,
  watch: { changed: () => void; progress: (progress: Progress) => void; failed: (error: Error) => void },
) => PlayModel;

declare var PlygroundCourse: {
  judged(
    engine: PageEngine,
    line: Position[],
    how: { seconds: number; signal: AbortSignal; onProgress: (done: Judged[]) => void },
  ): Promise<Judged[]>;
  drawn(
    course: Judged[],
    look: { width: number; height: number; names: string[]; signs: string[]; at: number; title: string; working: boolean },
  ): string;
};

interface Settings {
  theme: string;
  /** Colours for people who see few. */
  safe: boolean;
  labels: boolean;
  values: boolean;
  motion: boolean;
  sound: boolean;
  seconds: number;
  seats: string[] | null;
}

interface Kept {
  settings: Settings;
  game?: GameStart;
}

interface PuzzlesOfPage {
  readonly list: Posed[];
  readonly active: boolean;
  readonly open: boolean;
  readonly kept: GameStart | undefined;
  readonly waiting: Position;
  readonly count: number;
  readonly following: number;
  readonly said: { status: string; note: string; actions: [string, () => void, boolean?][] } | null;
  pose(number: number): void;
  answer(code: number): void;
  hint(): void;
}

/** What the dialogs use of a page. */
interface OpenPage {
  data: PageData;
  engine: PageEngine;
  words: InstanceType<typeof PlygroundWords>;
  messages: InstanceType<typeof PlygroundMessages>;
  play: PlayModel;
  board: InstanceType<typeof PlygroundBoard>;
  settings: Settings;
  readonly two: boolean;
  readonly secret: boolean;
  computer(text: string): { player: EnginePlayer; called: Called } | null;
  level(text: string): Level | undefined;
  dots(number: number | null): HTMLElement[];
  readonly usual: string[];
  readonly source: string;
  readonly stem: string;
  readonly advice: { close(): void; judge(): void };
  readonly puzzles: PuzzlesOfPage;
  drawBoard(values?: MoveValue[]): void;
  themed(): void;
  changed(): void;
  say(text: string): void;
  note(text: string): void;
  failed(error: Error): void;
  set(): void;
}

declare var PlygroundDialogs: new (page: OpenPage) => {
  fresh(): void;
  more(): void;
  again(): void;
  pass(): void;
  send(): void;
  read(given?: string): void;
  linked(): void;
  aim(aim: string): string;
};

declare var PlygroundAdvice: new (page: OpenPage) => {
  readonly shown: MoveValue[];
  readonly standing: Standing | null;
  readonly reviewing: boolean;
  readonly lost: number[];
  readonly following: number | undefined;
  ask(): void;
  hint(): void;
  judge(): void;
  close(): void;
  draw(): void;
  sign(ply: number): string;
  remark(): string | null;
};

declare var PlygroundPage: {
  made<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes?: Record<string, string>,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Name];
  find<Kind extends HTMLElement = HTMLElement>(id: string): Kind;
  early(): void;
  open(data: PageData, module: BufferSource, source: string, handed?: Handed | null, stem?: string): Promise<OpenPage>;
};
