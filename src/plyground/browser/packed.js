// Data that lie in a text.

/**
 * What was compressed and written in base64.
 * @param {string} text
 * @param {CompressionFormat} [format]
 */
export const unpacked = (text, format = "gzip") =>
  new Response(new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream(format)));
