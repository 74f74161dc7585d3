// What was learned of a game, in the page that has it: games that open after this script also have the
// player "learned". It is an engine of its own, whose module holds the weights: `data.learned` says in what
// it differs. A plain script without imports, as engine.js is.

(() => {
  const { open } = PlygroundEngine;

  /** The module, which the document holds as it does the game's. */
  function unpacked() {
    const packed = Uint8Array.from(atob(document.getElementById("learned")?.textContent ?? ""), (each) => each.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  PlygroundEngine.open = async (data, bytes) => {
    const [engine, taught] = await Promise.all([
      open(data, bytes),
      unpacked().then((module) => open({ ...data, ...data.learned }, module)),
    ]);
    const choose = engine.choose.bind(engine);
    engine.choose = (position, player, chance, how) =>
      player.name === "learned" ? taught.choose(position, player, chance, how) : choose(position, player, chance, how);
    return engine;
  };
})();
