// Start the board before this script: unpack what the page lacks. A page with several boards defines the
// element once, and opens each game once.
(async (/** @type {string} */ name, /** @type {string} */ scripts, /** @type {string} */ key, /** @type {string} */ data, /** @type {string} */ module) => {
  /** @param {string} text */
  const unpacked = (text) =>
    new Response(new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip")));
  const [script, known] = [await unpacked(scripts).text(), await unpacked(data).json()];
  if (!customElements.get(name)) {
    const element = document.createElement("script");
    element.textContent = script;
    document.head.append(element);
  }
  /** @type {{ add: (key: string, data: object, module: string) => void }} */ (/** @type {unknown} */ (customElements.get(name))).add(key, known, module);
})
