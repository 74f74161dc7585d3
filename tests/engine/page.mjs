// The engine of a page in Node.js: reads questions from its standard input, one a line, as JSON, and
// answers each with a line. Words are texts, as JSON has no numbers of 64 bits.

import { createInterface } from "node:readline";
import { compileFunction, runInThisContext } from "node:vm";

const texts = new Map();
URL.createObjectURL = (blob) => {
  texts.set("worker", blob.text());
  return "worker";
};
URL.revokeObjectURL = () => {};

// A worker of a page, here in the same thread.
globalThis.Worker = class {
  constructor(address) {
    this.ready = texts.get(address).then((text) => {
      const run = compileFunction(text, ["postMessage", "addEventListener"]);
      run((data) => this.onmessage?.({ data }), (_, listen) => (this.listen = listen));
    });
  }

  postMessage(data) {
    this.ready.then(() => this.listen({ data }));
  }

  terminate() {}
};

const words = (text) => text.map(BigInt);
const texted = (found) => found.map(String);

/** Answers of 64 bits: engine.js gives numbers, and the same words as numbers with a fraction. */
function exact({ answers, floats }) {
  const bits = new BigInt64Array(Float64Array.from(floats).buffer);
  return answers.map((each, at) => String(Number.isSafeInteger(each) ? each : bits[at]));
}

/** What an entry of the rules answers, which needs no room. */
function asked(engine, { entry, state, given, most, chance }) {
  const { machine, data } = engine;
  machine.fill("state", words(state));
  machine.fill("chance", words(chance));
  machine.fill("moves", Array(most).fill(0n));
  const answers = machine.ask(entry, words(given), data.desk.words - data.desk.answer);
  const floats = machine.floats(answers.length);
  return {
    answers: exact({ answers, floats }),
    moves: texted(machine.array("moves", most)),
    chance: texted(machine.array("chance", 1)),
    words: texted(machine.array("words", 4)),
    state: texted(machine.array("state", state.length)),
  };
}

/** What an entry answers that needs room: the worker has it. */
async function thought(engine, { entry, state, given, chance, nodes, solver }) {
  const position = { state: words(state), ply: BigInt(given[0]) };
  const answers = engine.data.desk.words - engine.data.desk.answer;
  const more = { chance: words(chance), solver };
  const done = await engine.think(entry, position, words(given).slice(1), answers, { nodes }, more);
  return {
    answers: exact(done),
    moves: texted(done.moves),
    results: texted(done.results),
    chance: texted(done.chance),
    counted: done.counted,
  };
}

/** A player's move after some moves, which it has so many positions for. */
async function chosen(engine, { moves, player, nodes }) {
  const { moveTexts } = engine.data;
  const position = moves.reduce((at, move) => engine.play(at, moveTexts.indexOf(move)), engine.start());
  const { move } = await engine.choose(position, player, engine.chance(1), { nodes });
  return { move: moveTexts[move] };
}

let engine;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  let answer = {};
  if (given.script) {
    engine?.close();
    runInThisContext(given.script);
    engine = await Plyground.openEngine(given.data, Buffer.from(given.module, "base64"));
  } else if (given.player) {
    answer = await chosen(engine, given);
  } else {
    answer = given.works ? await thought(engine, given) : asked(engine, given);
  }
  console.log(JSON.stringify(answer));
}
