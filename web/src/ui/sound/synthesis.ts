// Gestures of a hand as samples: noise through a filter, with the loudness of the gesture.
import type { Gesture, Recipe } from "./recipes";

const GRAIN_MS = 3; // a pencil jumps from fibre to fibre

/** The narrowness of the noise around its pitch. */
const RESONANCE = { stroke: 1.1, tap: 5, sheet: 0.45, rub: 0.8 };

/** The samples of a sound, scaled to its peak. */
export function synthesise(
  { gestures, peak }: Recipe,
  sampleRate: number,
  random: () => number = Math.random,
): Float32Array<ArrayBuffer> {
  const end = Math.max(...gestures.map((it) => it.at + it.length));
  const samples = new Float32Array(Math.ceil((end * sampleRate) / 1000));
  for (const it of gestures) add(samples, it, sampleRate, random);
  const loudest = samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
  const scale = 10 ** (peak / 20) / (loudest || 1);
  return samples.map((it) => it * scale);
}

function add(
  samples: Float32Array<ArrayBuffer>,
  gesture: Gesture,
  sampleRate: number,
  random: () => number,
): void {
  const { kind, at, length, pitch, force = 1, grain = 0 } = gesture;
  const start = Math.floor((at * sampleRate) / 1000);
  const count = Math.min(samples.length - start, Math.floor((length * sampleRate) / 1000));
  const filter = bandpass(pitch / sampleRate, RESONANCE[kind]);
  const grainSamples = Math.round((GRAIN_MS * sampleRate) / 1000);
  let roughness = 1;
  for (let n = 0; n < count; n++) {
    if (n % grainSamples === 0) roughness = 1 - grain * random();
    const noise = filter(2 * random() - 1);
    samples[start + n] += noise * roughness * force * LOUDNESS[kind](n / count);
  }
}

/** How loud a gesture is from its beginning, 0, to its end, 1. */
const LOUDNESS = {
  stroke: (t: number) => Math.min(1, t / 0.15) * (1 - t) ** 0.7,
  tap: (t: number) => Math.min(1, t / 0.02) * Math.exp(-7 * t) * (1 - t),
  sheet: (t: number) => Math.sin(Math.PI * t ** 0.6) ** 2,
  rub: (t: number) => Math.abs(Math.sin(2 * Math.PI * t)),
};

/** A band-pass filter of second order; `frequency` is a share of the sample rate. */
function bandpass(frequency: number, resonance: number): (sample: number) => number {
  const angle = 2 * Math.PI * Math.min(frequency, 0.45);
  const alpha = Math.sin(angle) / (2 * resonance);
  const [gain, a1, a2] = [alpha, -2 * Math.cos(angle), 1 - alpha].map((it) => it / (1 + alpha));
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = gain * (x - x2) - a1 * y1 - a2 * y2;
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return y;
  };
}
