// What the scripts of a page define for each other: for `make lint` alone.

/** The part of the engine's data that other scripts read: see browser/data.py. */
interface EngineData {
  players: number;
  moveTexts: string[];
  /** What differs for the player that has learned the game: see browser/learned.py. */
  learned?: object;
}

declare var PlygroundEngine: {
  open(data: EngineData, bytes: BufferSource): Promise<PageEngine>;
  EngineError: new (message?: string) => Error;
};

// Before offline.js: see browser/arcade.py.
declare const SEAL: string;
declare const INDEX: string;
declare const FILES: string[];
