// What people pass on: this document with a game in it, and links to where it lies.
//
// A plain script without imports, as board.js is.

(() => {
  const HERE = /^(localhost|127\.|\[::1\])/; // this computer, which nobody else reaches by that name

  /** The game that came with the document. @returns {Handed | null} */
  function handed() {
    const text = document.documentElement.dataset.opens;
    return text ? JSON.parse(decodeURIComponent(text)) : null;
  }

  /**
   * The document that `source` is, with a game that it opens with.
   * @param {string} source
   * @param {Handed} given
   */
  function file(source, given) {
    const whole = source.replace(/^(<!doctype html>\s*<html lang="en")(?: data-opens="[^"]*")?(?: data-installs="[^"]*")?/i, `$1 data-opens="${encodeURIComponent(JSON.stringify(given))}"`);
    return new File([whole], `${given.game}.html`, { type: "text/html" });
  }

  /** Let the browser save a file. @param {File} given */
  function save(given) {
    const href = URL.createObjectURL(given);
    PlygroundPage.made("a", { href, download: given.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000); // it may be read late
  }

  /** The address at which others open this document with a text; empty if they cannot. @param {string} text */
  function link(text) {
    return location.protocol.startsWith("http") && !HERE.test(location.hostname) ? `${location.href.split("#")[0]}#${text}` : "";
  }

  Object.assign(globalThis, { PlygroundPassing: { handed, file, save, link } });
})();
