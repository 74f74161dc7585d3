// The engine of a page: a game's compiled rules, searches and players, as the WebAssembly module that
// Plyground made of them. It holds no rule, no search and no formula: it lends the module its memory, passes
// numbers, and names the answers.
//
//   const engine = await openEngine(data, bytes);         // what Plyground wrote for the game
//   let position = engine.start();                        // positions are values
//   position = engine.play(position, position.moves[0]);  // position.parent takes it back
//   engine.cells(position); engine.deciding(position);
//   const chance = engine.chance(seed, match, seat);
//   const choice = await engine.choose(position, { name: "alphabeta", options: { depth: 7 } }, chance,
//     { seconds: 5, onProgress, signal });
//   const values = await engine.values(position, { seconds: 2 });
//
// The rules answer at once; what thinks does so in a worker, which is made of the text of
// functions here: those have no names from outside.

/**
 * @typedef {{ plies: number, firsts: number[], keyWords: number, values: string }} Book
 *   the values of the first plies, deflated, in base64: see search/exact_entries.py
 * @typedef {{ addresses: string[], whole: number, measure: number, argument: number, answer: number, words: number }} Desk
 *   where the words of the desk are: see position/desk.py
 * @typedef {{ name: string, kind: string, choices: string[], default: unknown }} Option an option of a player
 * @typedef {{ name: string, entry: string, options: Option[], given: number[], history: boolean,
 *   other: Player | null }} Kind a kind of player; `other` moves where it does not
 * @typedef {{ title: string, players: number, maxMoves: number, sites: number, stateWords: number,
 *   moveTexts: string[], heuristics: string[], desk: Desk, entries: Record<string, number>,
 *   counters: Record<string, number>, stops: Record<string, number>, kinds: Kind[],
 *   defaults: number[], book: Book | null, learned?: object,
 *   values: { words: number, none: number, verdicts: string[], estimates: string[], manners: string[] } }} Data what the engine knows of a game: see browser/data.py
 * @typedef {{ state: bigint[], ply: number, turn: number, result: number, over: boolean,
 *   standings: number[], moves: number[], move: number | null, parent: Position | null }} Position
 *   after the end, `standings` says for each player 1 for good, 0 for a draw, -1 for bad
 * @typedef {{ name: string, options?: Record<string, unknown> }} Player
 *   its options by name; an option of kind player is such an object itself
 * @typedef {{ state: bigint[] }} Chance a generator, which changes when it is used
 * @typedef {{ verdict: string, plies: number | null, score: number | null, expectation: number | null,
 *   atLeast: Value | null, atMost: Value | null, words?: string }} Value see plyground.search.Value; of more than two players
 *   in its own `words`
 * @typedef {{ move: number, value: Value | null, depth: number | null, line: number[], nodes: number,
 *   leaves: number, cutoffs: number, tableHits: number, seconds: number, scarce: boolean, rule: number, manner: string, drawn: string,
 *   thoughts: { move: number, value: Value }[] }} Choice
 *   `rule` is the number of the rule that decided, 0 for none; `manner` says how the player saw: see search/answers.py;
 *   `drawn` is the state of the generator before the choice, empty where it is not known.
 *   `thoughts` are the moves that it weighed, as it saw them, if the `whole` was asked for
 * @typedef {{ best: string, worth: string, keeping: number, reply: number, better: number }} Truth what a move was worth:
 *   the verdicts of the best move and of its own, and how many moves have that one; if it gave the result away, the best
 *   reply and the best move, else none
 * @typedef {{ sentence: number, move: number, other: number, site: number, line?: number[] }} Said a sentence on a
 *   move, by number, see analysis/sentences.py; and the sites by which the move that it names would decide the game, if known
 * @typedef {{ value: Value, moves: { move: number, value: Value }[], line: number[], nodes: number,
 *   seconds: number, memory: number, scarce: boolean }} Values
 *   of the position and of its moves, the best first; `memory` is the table's in MiB, `scarce` if the
 *   device had no room for a larger one
 * @typedef {{ nodes: number, depth: number, seconds: number, scarce: boolean }} Progress
 * @typedef {{ seconds?: number, nodes?: number, onProgress?: (progress: Progress) => void,
 *   signal?: AbortSignal, whole?: boolean }} How the limits of some work; a function that gets its progress; what ends it without a result
 * @typedef {{ entry: string, state: bigint[], chance: bigint[] | null, given: (number | bigint)[],
 *   floats: [number, number][], solver: number | null, seconds: number | null, nodes: number | null,
 *   answers: number, whole?: boolean }} Task what the worker does
 * @typedef {{ answers: number[], floats: number[], moves: number[], results: bigint[], chance: bigint[], progress: Progress,
 *   counted: Record<string, number>, memory: number }} Done
 */

/**
 * What the page and its worker share: an instance of the module, and how to ask it.
 * It is one function, because its text becomes a part of the worker.
 */
function shared() {
  const SMALL = 64; // words of each array but `moves`
  const SPARE = 256; // words for moves that should not exist, and for lines
  const PROGRESS_EVERY = 100; // milliseconds
  const MEMORIES = [64, 16, 4, 1]; // MiB for the exact solver: the first that the device has

  const BOOKED = ["perfect", "strongest", "values", "solve_position"]; // entries that look into the book

  class EngineError extends Error {}

  class Machine {
    /**
     * @param {Data} data
     * @param {WebAssembly.Module} module
     */
    constructor(data, module) {
      this.data = data;
      /** @type {(progress: Progress) => void} */
      this.onProgress = () => {};
      /** @type {BigInt64Array | undefined} */
      this.view = undefined;
      this.solver = 0; // MiB of its table
      this.scarce = false; // whether what runs has a smaller table than usual
      this.solverWords = 0;
      this.deadline = Number.POSITIVE_INFINITY;
      this.begun = 0;
      this.reported = 0;
      this.broken = false; // whether the code has stopped in the middle: its stack stays as it was there
      const instance = new WebAssembly.Instance(module, { env: { pulse: () => this.pulse() } });
      const { serve, memory, heap } = instance.exports;
      this.serve = /** @type {(entry: number, desk: number) => number} */ (serve);
      this.memory = /** @type {WebAssembly.Memory} */ (memory);
      this.desk = /** @type {WebAssembly.Global} */ (heap).value;
      /** @type {Record<string, number>} */
      this.at = {};
      this.free = this.desk + 8 * data.desk.words;
      this.large = Math.max(data.maxMoves, data.sites) + SPARE; // words of `moves`, for a line to the end too
      for (const name of data.desk.addresses) this.lend(name, name === "moves" ? this.large : SMALL);
      this.kept = this.free; // what lies before stays from call to call
    }

    /** The memory as words; other ones after it has grown. */
    get words() {
      if (this.view?.buffer !== this.memory.buffer) {
        this.view = new BigInt64Array(this.memory.buffer, 0, this.memory.buffer.byteLength >> 3);
      }
      return this.view;
    }

    /**
     * Make room for an array, empty, and write its address to the desk.
     * @param {string} name
     * @param {number} count words
     */
    lend(name, count) {
      const end = this.free + 8 * count;
      const missing = end - this.memory.buffer.byteLength;
      if (missing > 0) {
        try {
          this.memory.grow(Math.ceil(missing / 65536));
        } catch {
          throw new EngineError("this device has too little memory for that");
        }
      }
      this.at[name] = this.free;
      this.words.fill(0n, this.free >> 3, end >> 3);
      this.put(this.data.desk.addresses.indexOf(name), this.free);
      this.free = end;
    }

    /**
     * Write a word of the desk.
     * @param {number} word
     * @param {number | bigint} value
     */
    put(word, value) {
      this.words[(this.desk >> 3) + word] = BigInt(value);
    }

    /**
     * Write a number with a fraction as an argument.
     * @param {number} place
     * @param {number} value
     */
    putFloat(place, value) {
      const word = this.data.desk.argument + place;
      new Float64Array(this.memory.buffer)[(this.desk >> 3) + word] = value;
    }

    /**
     * The first answers, as numbers with a fraction.
     * @param {number} count
     */
    floats(count) {
      const start = (this.desk >> 3) + this.data.desk.answer;
      return [...new Float64Array(this.memory.buffer, 0, this.memory.buffer.byteLength >> 3).subarray(start, start + count)];
    }

    /**
     * The first words of an array, as they are.
     * @param {string} name
     * @param {number} count
     */
    array(name, count) {
      const start = this.at[name] >> 3;
      return [...this.words.subarray(start, start + count)];
    }

    /**
     * @param {string} name
     * @param {number} count
     */
    numbers(name, count) {
      return this.array(name, count).map(Number);
    }

    /**
     * @param {string} name
     * @param {bigint[]} words
     */
    fill(name, words) {
      this.words.set(words, this.at[name] >> 3);
    }

    /**
     * Ask an entry; its first answers.
     * @param {string} entry
     * @param {(number | bigint)[]} given
     * @param {number} answers
     * @param {[number, number][]} floats places and values of arguments with a fraction
     */
    ask(entry, given, answers, floats = []) {
      const { argument, answer } = this.data.desk;
      given.forEach((value, place) => {
        this.put(argument + place, value);
      });
      for (const [place, value] of floats) this.putFloat(place, value);
      let status = 0;
      try {
        status = this.serve(this.data.entries[entry], this.desk);
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
        this.broken = true;
        throw new EngineError(`the game's code has stopped (${error.message})`);
      }
      if (status) throw new EngineError(`the rules of ${this.data.title} have raised an error`);
      const start = (this.desk >> 3) + answer;
      return [...this.words.subarray(start, start + answers)].map(Number);
    }

    /** What the module calls while it works: progress, and the end of the time. */
    pulse() {
      const now = performance.now();
      if (now >= this.deadline) {
        this.counter("stop", this.data.stops.enough);
      }
      if (now - this.reported >= PROGRESS_EVERY) {
        this.reported = now;
        this.onProgress(this.progress());
      }
    }

    /**
     * A counter of the search that runs; with a value, set it.
     * @param {string} name
     * @param {number} [value]
     */
    counter(name, value) {
      const place = (this.at.counters >> 3) + this.data.counters[name];
      if (value !== undefined) this.words[place] = BigInt(value);
      return Number(this.words[place]);
    }

    /** @returns {Progress} */
    progress() {
      return {
        nodes: this.counter("nodes"),
        depth: this.counter("depth"),
        seconds: (performance.now() - this.begun) / 1000,
        scarce: this.scarce,
      };
    }
  }

  /**
   * Lend the machine the game's book; it lists the positions itself.
   * @param {Machine} machine
   * @param {Uint8Array} values
   */
  function openBook(machine, values) {
    const book = /** @type {Book} */ (machine.data.book);
    const { plies, firsts, keyWords } = book;
    const keys = 1 + firsts.length + (firsts.at(-1) ?? 0) * keyWords;
    machine.free = machine.kept;
    machine.lend("book", keys + Math.ceil(values.length / 8));
    machine.kept = machine.free;
    machine.fill("book", [plies, ...firsts].map(BigInt));
    new Uint8Array(machine.memory.buffer).set(values, machine.at.book + 8 * keys);
    perform(machine, { ...IDLE, entry: "open_book" });
  }

  /** @type {Task} */
  const IDLE = {
    entry: "", state: [], chance: null, given: [], floats: [], solver: null, seconds: null, nodes: null,
    answers: 0,
  };

  /**
   * Do what a worker is asked to.
   * @param {Machine} machine
   * @param {Task} task
   * @returns {Done}
   */
  function perform(machine, task) {
    const { data } = machine;
    machine.begun = performance.now();
    machine.reported = machine.begun;
    machine.deadline = task.seconds === null ? Number.POSITIVE_INFINITY : machine.begun + 1000 * task.seconds;
    const memory = task.solver === null ? 0 : solverMemory(machine);
    machine.scarce = memory > 0 && memory < MEMORIES[0];
    const given = [...task.given];
    if (task.solver !== null) given[task.solver] = machine.solverWords;
    machine.free = machine.kept;
    machine.lend("counters", SMALL);
    machine.fill("state", task.state);
    if (task.chance) machine.fill("chance", task.chance);
    machine.put(data.desk.whole, task.whole ? 1 : 0);
    machine.put(data.desk.measure, 1);
    const [room, table, results] = machine.ask(task.entry, given, 3, task.floats);
    machine.put(data.desk.measure, 0);
    machine.lend("room", room);
    machine.lend("table", table);
    machine.lend("results", results);
    machine.counter("nodeLimit", task.nodes ?? Number.MAX_SAFE_INTEGER);
    const answers = machine.ask(task.entry, given, task.answers, task.floats);
    /** @type {Record<string, number>} */
    const counted = {};
    for (const name of Object.keys(data.counters)) counted[name] = machine.counter(name);
    return {
      answers,
      floats: machine.floats(task.answers),
      moves: machine.numbers("moves", machine.large),
      results: machine.array("results", results),
      chance: machine.array("chance", task.chance?.length ?? 0),
      progress: machine.progress(),
      counted,
      memory,
    };
  }

  /**
   * Give the exact solver the largest table that the device has room for; its size in MiB. It stays,
   * with all that the solver remembers, until the worker ends.
   * @param {Machine} machine
   */
  function solverMemory(machine) {
    if (machine.solver) return machine.solver;
    machine.free = machine.kept;
    for (const memory of MEMORIES) {
      const [words] = machine.ask("solver_words", [memory], 1);
      try {
        machine.lend("solver", words);
      } catch (error) {
        if (memory === MEMORIES.at(-1)) throw error;
        continue;
      }
      machine.kept = machine.free;
      machine.solver = memory;
      machine.solverWords = words;
      break;
    }
    return machine.solver;
  }

  return { Machine, EngineError, perform, openBook, BOOKED, IDLE };
}

/**
 * What a worker does: it gets the module once, then tasks, one after the other.
 * @param {ReturnType<typeof shared>} parts
 */
function work({ Machine, perform, openBook, BOOKED }) {
  /** @type {InstanceType<typeof Machine>} */
  let machine;
  /** @type {Uint8Array | null} */
  let book = null;
  /** @param {unknown} error */
  const failed = (error) => postMessage({ error: error instanceof Error ? error.message : String(error) });
  /** @type {unknown} */
  let broken = null; // why there is no machine
  addEventListener("message", ({ data: message }) => {
    if (message.module) {
      try {
        machine = new Machine(message.data, message.module);
      } catch (error) {
        broken = error;
        return;
      }
      book = message.book;
      machine.onProgress = (progress) => postMessage({ progress });
      return;
    }
    if (broken) {
      failed(broken);
      return;
    }
    try {
      if (book && BOOKED.includes(message.task.entry)) {
        openBook(machine, book);
        book = null;
      }
      postMessage({ done: perform(machine, message.task) });
    } catch (error) {
      failed(error);
    }
  });
}

const SENTENCES = 5; // on a move, at most
const SENTENCE = 4; // words

const { Machine, EngineError, perform, IDLE } = shared();
export { EngineError };

/** A worker that does one task at a time. The next ones wait; one that is cancelled costs a worker. */
class Thinker {
  /**
   * @param {Data} data
   * @param {WebAssembly.Module} module
   * @param {Uint8Array | null} book
   */
  constructor(data, module, book) {
    this.data = data;
    this.module = module;
    this.book = book;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    this.spare = this.made();
  }

  made() {
    const text = `(${work})((${shared})());`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.postMessage({ module: this.module, data: this.data, book: this.book });
    return worker;
  }

  /**
   * @param {Task} task
   * @param {How} how
   * @returns {Promise<Done>}
   */
  think(task, how) {
    const next = this.last.then(() => this.now(task, how));
    this.last = next.catch(() => {});
    return next;
  }

  /**
   * @param {Task} task
   * @param {How} how
   * @returns {Promise<Done>}
   */
  now(task, { onProgress, signal }) {
    return new Promise((resolve, reject) => {
      const worker = this.spare;
      const end = () => {
        worker.onmessage = null;
        worker.onerror = null;
        signal?.removeEventListener("abort", cancel);
      };
      const cancel = () => {
        end();
        worker.terminate();
        this.spare = this.made();
        reject(signal?.reason ?? new DOMException("cancelled", "AbortError"));
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener("abort", cancel);
      worker.onmessage = ({ data: message }) => {
        if (message.progress) {
          onProgress?.(message.progress);
          return;
        }
        end();
        if (message.done) resolve(message.done);
        else {
          worker.terminate(); // after an error its memory may be anything
          this.spare = this.made();
          reject(new EngineError(message.error));
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        cancel();
        reject(new EngineError(event.message || "the worker has stopped"));
      };
      worker.postMessage({ task });
    });
  }

  end() {
    this.spare.terminate();
  }
}

const NO_ESTIMATE = { score: null, expectation: null, atLeast: null, atMost: null };

export class Engine {
  /**
   * @param {Data} data
   * @param {WebAssembly.Module} module
   * @param {Uint8Array | null} book
   */
  constructor(data, module, book) {
    this.data = data;
    this.module = module;
    this.own = new Machine(data, module);
    this.thinker = new Thinker(data, module, book);
  }

  /** What answers for the rules: another one after its code has stopped. */
  get machine() {
    if (this.own.broken) this.own = new Machine(this.data, this.module);
    return this.own;
  }

  /** End the worker; the rules go on answering. */
  close() {
    this.thinker.end();
  }

  /** @returns {Position} */
  start() {
    this.machine.ask("start", [], 0);
    return this.seen(0, null, null);
  }

  /**
   * The position after a legal move.
   * @param {Position} position
   * @param {number} move
   */
  play(position, move) {
    if (!position.moves.includes(move)) {
      throw new EngineError(`${this.data.moveTexts[move] ?? move} is not a legal move here`);
    }
    this.machine.fill("state", position.state);
    this.machine.ask("play", [move], 0);
    return this.seen(position.ply + 1, move, position);
  }

  /**
   * The position whose state the machine has.
   * @param {number} ply
   * @param {number | null} move
   * @param {Position | null} parent
   * @returns {Position}
   */
  seen(ply, move, parent) {
    const { players, stateWords } = this.data;
    const [turn, result, count, ...standings] = this.machine.ask("look", [], 3 + players);
    return {
      state: this.machine.array("state", stateWords),
      ply,
      turn,
      result,
      over: result !== 0,
      standings,
      moves: this.machine.numbers("moves", count),
      move,
      parent,
    };
  }

  /**
   * What each site of the board holds.
   * @param {Position} position
   */
  cells(position) {
    this.machine.fill("state", position.state);
    this.machine.fill("moves", Array(this.data.sites).fill(0n));
    this.machine.ask("cells", [], 0);
    return this.machine.numbers("moves", this.data.sites);
  }

  /**
   * The sites that decided a finished game.
   * @param {Position} position
   */
  deciding(position) {
    if (!position.standings.some((each) => each !== 0)) return [];
    this.machine.fill("state", position.state);
    const [count] = this.machine.ask("deciding", [], 1);
    return this.machine.numbers("moves", count);
  }

  /**
   * What the game's usual heuristic says of a position to a player.
   * @param {Position} position
   * @param {number} player
   */
  estimate(position, player) {
    this.machine.fill("state", position.state);
    return this.machine.ask("estimate", [player, this.data.defaults[1]], 1)[0];
  }

  /**
   * The same questions as Plyground's own tests ask: see browser/rules_entries.py.
   * @param {string} entry
   * @param {(number | bigint)[]} given
   * @param {number} answers
   */
  ask(entry, given, answers) {
    return this.machine.ask(entry, given, answers);
  }

  /**
   * A generator: by a seed, or different each time.
   * @param {number | bigint} [seed]
   * @param {number} [match]
   * @param {number} [seat]
   * @returns {Chance}
   */
  chance(seed, match = 0, seat = 0) {
    const own = seed ?? crypto.getRandomValues(new BigUint64Array(1))[0];
    this.machine.ask("seed", [BigInt.asIntN(64, BigInt(own)), match, seat], 0);
    return { state: this.machine.array("chance", 1) };
  }

  /**
   * The moves of a line, from its first position to this one.
   * @param {Position} position
   * @returns {number[]}
   */
  history(position) {
    return position.parent ? [...this.history(position.parent), position.move ?? 0] : [];
  }

  /**
   * A player's move in a position. What it leaves to chance is drawn from `chance`.
   * @param {Position} position
   * @param {Player} player
   * @param {Chance} chance
   * @param {How} [how]
   * @returns {Promise<Choice>}
   */
  async choose(position, player, chance, how = {}) {
    const drawn = String(BigInt.asUintN(64, chance.state[0]));
    const kind = this.data.kinds.find((each) => each.name === player.name);
    if (!kind) throw new EngineError(`a page has no player ${player.name}`);
    /** @type {[number, number][]} */
    const floats = [];
    const numbers = kind.options
      .filter((option) => option.kind !== "player")
      .map((option, place) => {
        const value = player.options?.[option.name] ?? option.default;
        if (option.kind === "number" && option.name !== "seconds") {
          floats.push([3 + place, Number(value)]);
          return 0;
        }
        return this.numbered(option, value);
      });
    const { values, defaults } = this.data;
    const given = [...defaults, ...numbers, ...kind.given, ...(kind.history ? this.history(position) : [])];
    const done = await this.think(kind.entry, position, given, values.words + 7, how, {
      whole: how.whole,
      chance: chance.state,
      floats,
      solver: kind.entry === "perfect" ? 3 : null,
      seconds: /** @type {number | null} */ (player.options?.seconds ?? how.seconds ?? null),
      nodes: /** @type {number | null} */ (player.options?.nodes ?? how.nodes ?? null),
    });
    chance.state = done.chance;
    if (done.answers[0] === values.none) {
      const inner = kind.options.find((option) => option.kind === "player");
      const own = /** @type {Player} */ (player.options?.[inner?.name ?? ""] ?? inner?.default ?? kind.other);
      return { ...(await this.choose(position, own, chance, how)), drawn };
    }
    return {
      move: done.answers[0],
      value: this.value(done, 1),
      depth: done.answers[1 + values.words] === values.none ? null : done.answers[1 + values.words],
      line: done.moves.slice(0, done.answers[2 + values.words]),
      nodes: done.counted.nodes,
      leaves: done.counted.leaves,
      cutoffs: done.counted.cutoffs,
      tableHits: done.counted.tableHits,
      seconds: done.progress.seconds,
      scarce: done.progress.scarce,
      rule: done.answers[3 + values.words],
      manner: values.manners[done.answers[4 + values.words]],
      drawn,
      thoughts: this.listed(done, done.answers[6 + values.words], done.answers[5 + values.words]),
    };
  }

  /**
   * What a computer says of its choice in a position, and of what that was worth, if it is known.
   * @param {Position} position
   * @param {Choice} choice
   * @param {Truth | null} [truth]
   * @returns {Said[]}
   */
  account(position, { move, value, depth, line, rule, manner }, truth = null) {
    const { none, verdicts, manners } = this.data.values;
    const verdict = value ? verdicts.indexOf(value.verdict) : none;
    const gave = truth ? [...[truth.best, truth.worth].map((each) => verdicts.indexOf(each)), truth.reply, truth.better, truth.keeping]
      : [none, none, none, none, 0];
    const given = [...this.data.defaults, move, line[1] ?? -1, depth ?? none, verdict, rule, manners.indexOf(manner), ...gave];
    return this.said("account", position, given);
  }

  /**
   * The reasons for a move, in a game for two.
   * @param {Position} position
   * @param {number} move
   * @param {Pick<Value, "verdict" | "plies"> | null} [value] for the player to move, if it is exact
   * @param {number} [keeping] how many moves have its verdict
   */
  merits(position, move, value = null, keeping = 0) {
    const { none, verdicts } = this.data.values;
    const known = value && value.verdict !== "unknown" ? value : null;
    const given = [move, known ? verdicts.indexOf(known.verdict) : none, known?.plies ?? none, known ? keeping : 0];
    return this.said("merits", position, [...this.data.defaults, ...given]);
  }

  /**
   * The sentences of an entry on a move.
   * @param {string} entry
   * @param {Position} position
   * @param {number[]} given
   * @returns {Said[]}
   */
  said(entry, { ply, state }, given) {
    const { answers } = perform(this.machine, { ...IDLE, entry, state, given: [ply, ...given], answers: 1 + SENTENCES * SENTENCE });
    const [count, ...words] = answers;
    return Array.from({ length: count }, (_, at) => {
      const [sentence, move, other, site] = words.slice(SENTENCE * at);
      return { sentence, move, other, site };
    });
  }

  /**
   * The values of a position and of its moves, in a game for two, and best play to the end: exact
   * where the time allows.
   * @param {Position} position
   * @param {How} [how]
   * @returns {Promise<Values>}
   */
  async values(position, how = {}) {
    const { words } = this.data.values;
    const done = await this.think("values", position, [0], words + 2, how, { solver: 1 });
    return this.valued(done, done.moves.slice(0, done.answers[words + 1]));
  }

  /**
   * The same by a search of a depth, which sees no farther; without one, of the usual depth.
   * @param {Position} position
   * @param {number | null} depth
   * @param {How} [how]
   * @returns {Promise<Values>}
   */
  async estimates(position, depth = null, how = {}) {
    const { words, none } = this.data.values;
    const given = [...this.data.defaults, depth ?? none];
    return this.valued(await this.think("estimates", position, given, words + 2, how), []);
  }

  /**
   * @param {Done} done
   * @param {number[]} line
   * @returns {Values}
   */
  valued(done, line) {
    const { words } = this.data.values;
    return {
      value: /** @type {Value} */ (this.value(done, 0)),
      moves: this.listed(done, 0, done.answers[words]),
      line,
      nodes: done.counted.nodes,
      seconds: done.progress.seconds,
      memory: done.memory,
      scarce: done.progress.scarce,
    };
  }

  /**
   * Moves and their values, from a place of the results on.
   * @param {Done} done
   * @param {number} start
   * @param {number} count
   */
  listed({ results }, start, count) {
    const width = this.data.values.words + 1;
    const numbers = results.slice(start, start + count * width).map(Number);
    const floats = [...new Float64Array(BigInt64Array.from(results.slice(start, start + count * width)).buffer)];
    return Array.from({ length: count }, (_, place) => {
      const at = place * width;
      return { move: numbers[at], value: /** @type {Value} */ (this.value({ answers: numbers, floats }, at + 1)) };
    });
  }

  /**
   * The grade of a move, by the value of the best move and its own: a place in the list of grades.
   * @param {Value} best
   * @param {Value} made
   * @param {number} [typical] the median difference that a move makes to an estimate
   */
  grade(best, made, typical = 0) {
    return this.machine.ask("grade", [...this.three(best), ...this.three(made), 0], 1, [[6, typical]])[0];
  }

  /**
   * How good a position is for the player to move, from -1 to 1.
   * @param {Position} position
   * @param {Value} value
   * @param {number} [typical]
   */
  height(position, value, typical = 0) {
    this.machine.ask("height", [...this.three(value), position.ply, 0], 1, [[4, typical]]);
    return this.machine.floats(1)[0];
  }

  /** @param {Value} value */
  three(value) {
    const { none, verdicts } = this.data.values;
    return [verdicts.indexOf(value.verdict), value.plies ?? none, value.score ?? none];
  }

  /**
   * The value of an option as the engine takes it.
   * @param {Option} option
   * @param {unknown} value
   */
  numbered(option, value) {
    if (value === null || value === undefined) return this.data.values.none;
    if (option.kind === "switch") return Number(value === true || value === "on");
    if (option.kind === "choice") return option.choices.indexOf(String(value));
    if (option.kind === "heuristic") return this.data.heuristics.indexOf(String(value));
    return option.name === "seconds" ? 1 : Number(value);
  }

  /**
   * A value among the answers; null if there is none.
   * @param {{ answers: number[], floats: number[] }} done
   * @param {number} at
   * @returns {Value | null}
   */
  value(done, at) {
    const { none, verdicts, estimates } = this.data.values;
    const [verdict, plies, low, lowPlies, high, highPlies, estimate, number] = done.answers.slice(at);
    if (verdict === none) return null;
    const of = (/** @type {number} */ word) => (word === none ? null : word);
    const limit = (/** @type {number} */ word, /** @type {number} */ count) =>
      word === none ? null : { ...NO_ESTIMATE, verdict: verdicts[word], plies: of(count) };
    const kind = estimates[estimate];
    return {
      verdict: verdicts[verdict],
      plies: of(plies),
      score: kind === "score" ? number : null,
      expectation: kind === "expectation" ? done.floats[at + 7] : null,
      atLeast: limit(low, lowPlies),
      atMost: limit(high, highPlies),
    };
  }

  /**
   * Let the worker do something.
   * @param {string} entry
   * @param {Position} position
   * @param {(number | bigint)[]} given
   * @param {number} answers
   * @param {How} how
   * @param {Partial<Task>} more
   */
  think(entry, position, given, answers, how, more = {}) {
    /** @type {Task} */
    const task = {
      entry,
      state: position.state,
      chance: null,
      given: [position.ply, ...given],
      floats: [],
      solver: null,
      seconds: how.seconds ?? null,
      nodes: how.nodes ?? null,
      answers,
      ...more,
    };
    return this.thinker.think(task, how);
  }
}

/**
 * Open a game.
 * @param {Data} data
 * @param {BufferSource} bytes the module
 */
export async function openEngine(data, bytes) {
  const [module, book] = await Promise.all([
    WebAssembly.compile(bytes),
    data.book ? unpacked(data.book.values, "deflate").arrayBuffer() : null,
  ]);
  return new Engine(data, module, book && new Uint8Array(book));
}

/**
 * What was compressed and written in base64.
 * @param {string} text
 * @param {CompressionFormat} [format]
 */
export const unpacked = (text, format = "gzip") =>
  new Response(new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream(format)));
