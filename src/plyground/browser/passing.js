// What people pass on: this document with a game in it, and links to where it lies.

import { made } from "./elements.js";

/** @import { GameStart } from "./play.js" */

/** @typedef {{ game: string, start: GameStart }} Handed a game that came with a document; `game` as in the names of files */

const HERE = /^(localhost|127\.|\[::1\])/; // this computer, which nobody else reaches by that name

/** The game that came with the document. @returns {Handed | null} */
export function handed() {
  const text = document.documentElement.dataset.opens;
  return text ? JSON.parse(decodeURIComponent(text)) : null;
}

/**
 * The document that `source` is, with a game that it opens with.
 * @param {string} source
 * @param {Handed} given
 */
export function file(source, given) {
  const whole = source.replace(/^(<!doctype html>\s*<html lang="en")(?: data-opens="[^"]*")?(?: data-installs="[^"]*")?/i, `$1 data-opens="${encodeURIComponent(JSON.stringify(given))}"`);
  return new File([whole], `${given.game}.html`, { type: "text/html" });
}

/** Let the browser save a file. @param {File} given */
export function save(given) {
  const href = URL.createObjectURL(given);
  made("a", { href, download: given.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // it may be read late
}

/** The address at which others open this document with a text; empty if they cannot. @param {string} text */
export function link(text) {
  return location.protocol.startsWith("http") && !HERE.test(location.hostname) ? `${location.href.split("#")[0]}#${text}` : "";
}
