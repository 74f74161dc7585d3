// Unpack the page's scripts and start them, or say why that cannot be.
(async () => {
  /** @param {string} id */
  const packed = (id) => Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (each) => each.charCodeAt(0));
  /** @param {string} id */
  const unpacked = (id) => new Response(new Blob([packed(id)]).stream().pipeThrough(new DecompressionStream("gzip")));
  let whole = false; // whether the file holds what it should
  try {
    const { script, data } = await unpacked("scripts").json();
    const module = await unpacked("module").arrayBuffer();
    whole = true;
    const element = document.createElement("script");
    element.textContent = script;
    document.head.append(element);
    await PlygroundPage.open(data, module);
  } catch (error) {
    const opening = /** @type {HTMLElement} */ (document.getElementById("opening"));
    opening.hidden = false;
    /** @type {HTMLElement} */ (document.querySelector("main")).hidden = true; // it may be shown by half
    opening.className = "bad";
    opening.replaceChildren(); // the reason is known
    if (typeof DecompressionStream === "undefined" || !("at" in Array.prototype))
      opening.append("This browser is too old for the game. It takes Chrome 105, Firefox 113 or Safari 16.4, or a later one.");
    else if (typeof WebAssembly === "undefined")
      opening.append("WebAssembly is switched off in this browser, and the game needs it. Allow it for this page, or take another browser.");
    else if (!whole || error instanceof WebAssembly.CompileError)
      opening.append("This file is damaged. Get it once more, or make it again.");
    else opening.append(`The game cannot be opened: ${error instanceof Error ? error.message : error}.`);
  }
})();
