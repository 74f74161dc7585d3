// What live.js takes: see browser/live.py.

/** A game's part: the engine's data, the board and the phrases. */
interface LiveData {
  engine: object;
  board: Geometry;
  phrases: Phrases;
}

interface LiveGame {
  board: Geometry;
  engine: PageEngine;
  words: InstanceType<typeof PlygroundWords>;
}

/** What an element says: the moves that lead to its position, and the computer that can be asked. */
interface LiveStart {
  moves: number[];
  computer: { player: EnginePlayer; called: Called };
}
