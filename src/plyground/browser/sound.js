// The sounds of a game, made by the browser itself: `playSound("counter")`. They are off unless
// the root element of the page has the attribute data-sound="on"; data-volume is in percent.

/** @typedef {"counter" | "line" | "mark" | "win" | "loss"} Sound */

/** @type {AudioContext | null} */
let audio = null;

// A browser lets a page make sounds only after the first touch.
document.addEventListener("pointerdown", () => {
  if (on()) audio ??= new AudioContext();
}, true);

function on() {
  return document.documentElement.dataset.sound === "on";
}

/**
 * A tone that dies away.
 * @param {number} pitch
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {number} loud
 * @param {OscillatorType} kind
 */
function tone(pitch, delay, length, loud, kind = "sine") {
  if (!audio) return;
  const begin = audio.currentTime + delay;
  const source = audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, begin);
  source.connect(fading(begin, length, loud));
  source.start(begin);
  source.stop(begin + length);
}

/**
 * A short rustle around a pitch: of wood that is hit, of a pencil.
 * @param {number} pitch
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {number} loud
 */
function rustle(pitch, delay, length, loud) {
  if (!audio) return;
  const begin = audio.currentTime + delay;
  const noise = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (const at of samples.keys()) samples[at] = 2 * Math.random() - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 3;
  source.connect(band).connect(fading(begin, length, loud));
  source.start(begin);
}

/**
 * @param {number} begin
 * @param {number} length
 * @param {number} loud
 */
function fading(begin, length, loud) {
  const sounding = /** @type {AudioContext} */ (audio);
  const gain = sounding.createGain();
  gain.gain.setValueAtTime((loud * Number(document.documentElement.dataset.volume ?? 60)) / 100, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  gain.connect(sounding.destination);
  return gain;
}

/** @type {Record<Sound, (delay: number) => void>} */
const SOUNDS = {
  counter: (delay) => {
    rustle(1700, delay, 0.05, 0.9);
    tone(190, delay, 0.09, 0.4, "triangle");
  },
  line: (delay) => rustle(2600, delay, 0.22, 0.25),
  mark: (delay) => rustle(900, delay, 0.09, 0.5),
  win: (delay) => [523, 659, 784].forEach((pitch, at) => { tone(pitch, delay + 0.13 * at, 0.5, 0.16, "triangle"); }),
  loss: (delay) => [294, 220].forEach((pitch, at) => { tone(pitch, delay + 0.18 * at, 0.5, 0.14, "triangle"); }),
};

/**
 * @param {Sound} sound
 * @param {number} [delay] in milliseconds
 */
export function playSound(sound, delay = 0) {
  if (on() && audio) SOUNDS[sound](delay / 1000);
}
