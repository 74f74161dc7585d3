// Unpack the document's scripts and start them, or say why that cannot be.
(async () => {
  const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`; // as it came, to pass it on
  const damaged = new Error("damaged");
  /** @param {string} id */
  async function unpacked(id) {
    try {
      const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (each) => each.charCodeAt(0));
      return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    } catch {
      throw damaged;
    }
  }
  /** @param {string} id */
  const read = async (id) => JSON.parse(new TextDecoder().decode(await unpacked(id)));
  /** @param {unknown} error */
  function failed(error) {
    const opening = /** @type {HTMLElement} */ (document.getElementById("opening"));
    opening.hidden = false;
    /** @type {HTMLElement} */ (document.querySelector("main")).hidden = true; // it may be shown by half
    opening.className = "bad";
    opening.replaceChildren(); // the reason is known
    if (typeof DecompressionStream === "undefined" || !("at" in Array.prototype))
      opening.append("This browser is too old for the game. It takes Chrome 105, Firefox 113 or Safari 16.4, or a later one.");
    else if (typeof WebAssembly === "undefined")
      opening.append("WebAssembly is switched off in this browser, and the game needs it. Allow it for this page, or take another browser.");
    else if (error === damaged || error instanceof SyntaxError || error instanceof WebAssembly.CompileError)
      opening.append("This file is damaged. Get it once more, or make it again.");
    else opening.append(`The game cannot be opened: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    const { script, data } = await read("scripts");
    const element = document.createElement("script");
    element.textContent = script;
    document.head.append(element);
    await /** @type {any} */ (globalThis).Plyground.start(data, { read, unpacked, source, failed });
  } catch (error) {
    failed(error);
  }
})();
