/**
 * Summarises three seconds of short frames into how a mouth moves: how far and how fast the spectral envelope
 * changes (cepstra, which do not depend on pitch), in bursts or evenly; at which rates eight bands swell and fade
 * (syllables come at 3 to 8 Hz; Scheirer & Slaney, ICASSP 1997); and which bands swell together (vowels and
 * hisses take turns).
 */
import { fastBands, fastHopSamples } from './fast-frames.js';
import { voiceRateHz } from './frame-features.js';

/** As long as a window of long frames. */
export const fastWindowFrames = 188;
const cepstra = 13;
const burstyCepstra = 6;
const farApart = 4;
const groups = 8;
const ratesHz = [0.6, 2, 4, 8, 16] as const;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
/** What `summariseEnvelopes` writes, in order. */
export const envelopeFeatureNames: readonly string[] = [
  ...upTo(cepstra).flatMap((k) => ['deviation', 'step', 'leap'].map((part) => `fast-cepstrum-${k}-${part}`)),
  ...upTo(burstyCepstra).map((k) => `fast-cepstrum-${k}-burst`),
  ...upTo(groups).flatMap((group) =>
    ratesHz.slice(1).map((to, rate) => `envelope-${group}-share-${ratesHz[rate]}-to-${to}-hz`),
  ),
  ...upTo(groups).map((group) => `envelope-${group}-log-deviation`),
  ...upTo(groups).flatMap((a) =>
    upTo(groups)
      .slice(a + 1)
      .map((b) => `envelope-${a}-with-${b}`),
  ),
];

const binHz = voiceRateHz / fastHopSamples / fastWindowFrames;
const bins = fastWindowFrames / 2 + 1;
const cosines = new Float32Array(cepstra * fastBands);
for (let k = 0; k < cepstra; k++) {
  for (let band = 0; band < fastBands; band++) {
    cosines[k * fastBands + band] =
      Math.sqrt(2 / fastBands) * Math.cos((Math.PI * (k + 1) * (band + 0.5)) / fastBands);
  }
}
const turns = Float32Array.from({ length: fastWindowFrames }, (_, n) =>
  Math.cos((2 * Math.PI * n) / fastWindowFrames),
);
const bell = Float32Array.from({ length: fastWindowFrames }, (_, n) => 0.5 - 0.5 * turns[n]!);
const quarter = fastWindowFrames / 4;

/** `rows` are `fastWindowFrames` frames of `fastBands` numbers; writes `envelopeFeatures` numbers from `at` on. */
export function summariseEnvelopes(rows: Float32Array, out: Float32Array, at: number): void {
  let to = at;
  const bursts: number[] = [];
  const track = new Float32Array(fastWindowFrames);
  for (let k = 0; k < cepstra; k++) {
    for (let frame = 0; frame < fastWindowFrames; frame++) {
      let sum = 0;
      for (let band = 0; band < fastBands; band++) {
        sum += cosines[k * fastBands + band]! * rows[frame * fastBands + band]!;
      }
      track[frame] = sum;
    }
    const { deviation, step, leap, burst } = movement(track);
    out[to++] = deviation;
    out[to++] = step;
    out[to++] = leap;
    if (k < burstyCepstra) bursts.push(burst);
  }
  for (const burst of bursts) out[to++] = burst;
  const envelopes = Array.from({ length: groups }, (_, group) => envelope(rows, group));
  for (const { values } of envelopes) to = shareOfRates(values, out, to);
  for (const { deviation } of envelopes) out[to++] = Math.log(deviation + 0.05);
  for (let a = 0; a < groups; a++) {
    for (let b = a + 1; b < groups; b++) out[to++] = similarity(envelopes[a]!, envelopes[b]!);
  }
}

/** Deviation, mean change to the next frame and over four, and how much of the change comes in bursts. */
function movement(track: Float32Array): { deviation: number; step: number; leap: number; burst: number } {
  const count = track.length;
  let [sum, squares, step, leap, second, fourth] = [0, 0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    sum += track[n]!;
    squares += track[n]! ** 2;
    if (n > 0) {
      const change = track[n]! - track[n - 1]!;
      step += Math.abs(change);
      second += change ** 2;
      fourth += change ** 4;
    }
    if (n >= farApart) leap += Math.abs(track[n]! - track[n - farApart]!);
  }
  const mean = sum / count;
  return {
    deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    step: step / (count - 1),
    leap: leap / (count - farApart),
    burst: second > 0 ? Math.sqrt((fourth * (count - 1)) / Math.max(1e-12, second * second)) : 0,
  };
}

interface Envelope {
  /** Around their mean. */
  readonly values: Float32Array;
  readonly deviation: number;
}

function envelope(rows: Float32Array, group: number): Envelope {
  const width = fastBands / groups;
  const values = new Float32Array(fastWindowFrames);
  let mean = 0;
  for (let frame = 0; frame < fastWindowFrames; frame++) {
    for (let band = 0; band < width; band++)
      values[frame]! += rows[frame * fastBands + group * width + band]! / width;
    mean += values[frame]! / fastWindowFrames;
  }
  let squares = 0;
  for (let frame = 0; frame < fastWindowFrames; frame++) {
    values[frame]! -= mean;
    squares += values[frame]! ** 2;
  }
  return { values, deviation: Math.sqrt(squares / fastWindowFrames) };
}

/** Writes which share of the movement lies between neighbouring rates. */
function shareOfRates(values: Float32Array, out: Float32Array, at: number): number {
  const shares = new Float32Array(ratesHz.length - 1);
  let total = 1e-9;
  for (let bin = Math.ceil(ratesHz[0] / binHz); bin < bins; bin++) {
    let [re, im] = [0, 0];
    for (let n = 0; n < fastWindowFrames; n++) {
      const turn = (bin * n) % fastWindowFrames;
      const value = values[n]! * bell[n]!;
      re += value * turns[turn]!;
      im += value * turns[(turn + 3 * quarter) % fastWindowFrames]!;
    }
    const power = re * re + im * im;
    total += power;
    const hz = bin * binHz;
    for (let i = 0; i < shares.length; i++) {
      if (hz >= ratesHz[i]! && hz < ratesHz[i + 1]!) shares[i]! += power;
    }
  }
  for (const [i, share] of shares.entries()) out[at + i] = share / total;
  return at + shares.length;
}

/** Correlation, 0 where one of the two hardly moves. */
function similarity(a: Envelope, b: Envelope): number {
  let sum = 0;
  for (let n = 0; n < fastWindowFrames; n++) sum += a.values[n]! * b.values[n]!;
  return sum / fastWindowFrames / ((a.deviation + 1e-3) * (b.deviation + 1e-3));
}
