// The browser's own workers, for boards to play on: the next script replaces them, for the search alone.
globalThis.ownWorker = globalThis.Worker;
