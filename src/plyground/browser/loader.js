// Unpack the page's scripts and start them, or say why that cannot be.
(async () => {
  /** @param {string} id */
  const packed = (id) => Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (each) => each.charCodeAt(0));
  /** @param {string} id */
  const unpacked = (id) => new Response(new Blob([packed(id)]).stream().pipeThrough(new DecompressionStream("gzip")));
  try {
    const { script, data } = await unpacked("scripts").json();
    const element = document.createElement("script");
    element.textContent = script;
    document.head.append(element);
    await PlygroundPage.open(data, await unpacked("module").arrayBuffer());
  } catch (error) {
    const opening = /** @type {HTMLElement} */ (document.getElementById("opening"));
    opening.hidden = false;
    opening.className = "bad";
    const old = typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined" || !("at" in Array.prototype);
    if (!old) opening.append(`The game cannot be opened: ${error instanceof Error ? error.message : error}.`);
    else opening.append("This browser is too old for the game. It takes Chrome 105, Firefox 113 or Safari 16.4, or a later one.");
  }
})();
