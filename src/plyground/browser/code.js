// A QR code of a short text: `codeSvg(text)`, or null for one that is longer than 213 bytes.
//
// Bytes, error correction M, versions 1 to 10 of ISO/IEC 18004. The numbers of its steps are those of
// the standard's section 7.

const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // codewords of each block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const QUIET = 4; // modules around it, which cameras need
/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The powers of 2 in the field of 256 elements, and their logarithms. */
const POWERS = [1];
for (let at = 1; at < 255; at++) POWERS.push((POWERS[at - 1] << 1) ^ (POWERS[at - 1] & 128 ? 0x11d : 0));
const LOGS = new Map(POWERS.map((power, at) => [power, at]));
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[((LOGS.get(a) ?? 0) + (LOGS.get(b) ?? 0)) % 255] : 0);

/**
 * The codewords that correct those of a block: the rest of a division of polynomials.
 * @param {number[]} data
 * @param {number} count
 */
function corrections(data, count) {
  let divisor = [1];
  for (let at = 0; at < count; at++)
    divisor = [...divisor, 0].map((each, place) => each ^ times(place ? divisor[place - 1] : 0, POWERS[at]));
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    for (const [place, each] of divisor.entries()) rest[at + place] ^= times(each, factor);
  }
  return rest.slice(data.length);
}

/** @param {number} value @param {number} count */
const bits = (value, count) => Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);

/** A number followed by the rest of its division. @param {number} value @param {number} count @param {number} divisor */
function checked(value, count, divisor) {
  let rest = value << count;
  for (let at = 31 - Math.clz32(rest); at >= count; at--) if ((rest >> at) & 1) rest ^= divisor << (at - count);
  return (value << count) | rest;
}

/**
 * The bits of all codewords of a text, in their final order; null if it is too long.
 * @param {string} text
 * @returns {{ version: number, stream: number[] } | null}
 */
function encoded(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const room = CODEWORDS.map((all, at) => all - CORRECTION[at] * BLOCKS[at]);
  const at = room.findIndex((count, place) => bytes.length + (place < 9 ? 2 : 3) <= count);
  if (at < 0) return null;
  const plain = [...bits(4, 4), ...bits(bytes.length, at < 9 ? 8 : 16), ...bytes.flatMap((byte) => bits(byte, 8))];
  plain.push(...new Array(Math.min(4, room[at] * 8 - plain.length)).fill(0));
  while (plain.length % 8) plain.push(0);
  const data = Array.from({ length: plain.length / 8 }, (_, place) => plain.slice(8 * place, 8 * place + 8).reduce((sum, bit) => 2 * sum + bit));
  for (let pad = 0xec; data.length < room[at]; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(room[at] / BLOCKS[at]);
  const longer = BLOCKS[at] - (room[at] % BLOCKS[at]); // from this block on there is one more
  const blocks = [];
  for (let block = 0, from = 0; block < BLOCKS[at]; block++) {
    const next = from + short + (block >= longer ? 1 : 0);
    blocks.push(data.slice(from, next));
    from = next;
  }
  const rest = blocks.map((block) => corrections(block, CORRECTION[at]));
  const ordered = [];
  for (const part of [blocks, rest])
    for (let place = 0; place <= short || place < CORRECTION[at]; place++)
      for (const block of part) if (place < block.length) ordered.push(block[place]);
  return { version: at + 1, stream: ordered.flatMap((byte) => bits(byte, 8)) };
}

/**
 * The modules of a version that every code of it has, null where data comes.
 * @param {number} version
 */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(number | null)[][]} */
  const made = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @param {number} x @param {number} y @param {number} bit */
  const put = (x, y, bit) => { if (made[y]?.[x] !== undefined) made[y][x] = bit; };
  for (let at = 0; at < size; at++) for (const [x, y] of [[6, at], [at, 6]]) put(x, y, 1 - (at % 2));
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let x = -4; x <= 4; x++)
      for (let y = -4; y <= 4; y++) {
        const away = Math.max(Math.abs(x), Math.abs(y));
        put(left + x, top + y, away === 2 || away === 4 ? 0 : 1);
      }
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const centres = Array.from({ length: count }, (_, at) => (at === 0 ? 6 : size - 7 - (count - 1 - at) * step));
  for (const cx of centres)
    for (const cy of centres) {
      if ([[6, 6], [6, size - 7], [size - 7, 6]].some(([x, y]) => x === cx && y === cy)) continue;
      for (let x = -2; x <= 2; x++) for (let y = -2; y <= 2; y++) put(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) === 1 ? 0 : 1);
    }
  if (version >= 7)
    for (const [at, bit] of bits(checked(version, 12, 0x1f25), 18).reverse().entries())
      for (const [x, y] of [[size - 11 + (at % 3), Math.floor(at / 3)], [Math.floor(at / 3), size - 11 + (at % 3)]]) put(x, y, bit);
  formatted(made, 0);
  return made;
}

/** Write which mask a code has. @param {(number | null)[][]} code @param {number} mask */
function formatted(code, mask) {
  const size = code.length;
  const format = bits(checked(mask, 10, 0x537) ^ 0x5412, 15).reverse(); // the lowest bit first
  for (const [at, bit] of format.entries()) {
    const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8];
    code[y][x] = bit;
    if (at < 8) code[8][size - 1 - at] = bit;
    else code[size - 15 + at][8] = bit;
  }
  code[size - 8][8] = 1;
}

/** How hard a code is to read. @param {number[][]} code */
function penalty(code) {
  const size = code.length;
  const turned = code.map((row, at) => row.map((_, x) => code[x][at]));
  let sum = 0;
  for (const lines of [code, turned])
    for (const line of lines) {
      const text = line.join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let at = 0; at <= size - 11; at++) if (/^(10111010000|00001011101)/.test(text.slice(at, at + 11))) sum += 40;
    }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) if (new Set([code[y][x], code[y - 1][x], code[y][x - 1], code[y - 1][x - 1]]).size === 1) sum += 3;
  const dark = code.flat().reduce((all, bit) => all + bit, 0);
  return sum + 10 * Math.floor(Math.abs((100 * dark) / size ** 2 - 50) / 5);
}

/**
 * The rows of a code, 1 for dark; null for a text that is too long. Without a mask it has the best.
 * @param {string} text
 * @param {number} [mask]
 * @returns {number[][] | null}
 */
export function rows(text, mask) {
  const found = encoded(text);
  if (!found) return null;
  const { version, stream } = found;
  const fixed = frame(version);
  const size = fixed.length;
  /** @param {number} which */
  const masked = (which) => {
    const code = fixed.map((row) => [...row]);
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of the timing pattern
      const up = ((right + 1) & 2) === 0;
      for (let at = 0; at < size; at++)
        for (const x of [right, right - 1]) {
          const y = up ? size - 1 - at : at;
          if (code[y][x] === null) code[y][x] = (stream[next++] ?? 0) ^ Number(MASKS[which](x, y));
        }
    }
    formatted(code, which);
    return /** @type {number[][]} */ (code);
  };
  if (mask !== undefined) return masked(mask);
  const all = MASKS.map((_, which) => masked(which));
  const costs = all.map(penalty);
  return all[costs.indexOf(Math.min(...costs))];
}

/**
 * A code as SVG, dark on light in every theme.
 * @param {string} text
 */
export function codeSvg(text) {
  const code = rows(text);
  if (!code) return null;
  const size = code.length + 2 * QUIET;
  const dark = code.flatMap((row, y) => row.flatMap((bit, x) => (bit ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  return `<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join("")}"/></svg>`;
}
