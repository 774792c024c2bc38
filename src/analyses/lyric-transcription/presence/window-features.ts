/**
 * Summarises three seconds of frames into what distinguishes a singing voice from instruments: timbre and how it changes
 * (cepstra), the movement of partials, how much and at which pitch the sound is periodic and whether the pitch
 * glides, the strength of modulation at the rate of syllables, and the share of the centre.
 */
import { envelopeFeatureNames } from './envelope-features.js';
import { fluctuationBands } from './fluctuation.js';
import { cepstra, frameHopSamples, frameValues, melBands, place, voiceRateHz } from './frame-features.js';

export const windowFrames = 94;
/** One second and 8 ms: windows overlap by two thirds. */
export const windowHopFrames = 31;
export const windowHopSeconds = (windowHopFrames * frameHopSamples) / voiceRateHz;
export const windowSeconds = (windowFrames * frameHopSamples) / voiceRateHz;

const modulationGroups = 4;
const pitchValues = 4;

const numbered = (name: string, count: number, parts: readonly string[]): string[] =>
  Array.from({ length: count }, (_, at) => parts.map((part) => `${name}-${at}-${part}`)).flat();

/** What `summarise` writes, in order. */
const longFeatureNames = [
  ...numbered('cepstrum', cepstra, ['mean', 'deviation', 'change']),
  ...numbered('band', fluctuationBands, [
    ...['shift-deviation', 'share-of-glides', 'flatness', 'flatness-deviation'],
    ...['concentration', 'concentration-deviation'],
  ]),
  ...['harmonicity', 'harmonicity-deviation', 'harmonicity-change', 'share-of-voiced'],
  ...['pitch-held', 'pitch-gliding', 'pitch-jumping', 'octave'],
  ...numbered('modulation', modulationGroups, ['deviation', 'share-of-syllables']),
  ...['centre-share', 'centre-share-deviation'],
];
export const longFeatures = longFeatureNames.length;
/** What a window is summarised to, in order: what `summariseEnvelopes` writes stands last. */
export const windowFeatureNames: readonly string[] = [...longFeatureNames, ...envelopeFeatureNames];
export const windowFeatures = windowFeatureNames.length;

const framesPerSecond = voiceRateHz / frameHopSamples;
const isVoicedFrom = 0.2;

/** `rows` are `windowFrames` frames of `frameValues` numbers in order of time; writes `longFeatures` numbers. */
export function summarise(rows: Float32Array, out: Float32Array): void {
  let to = 0;
  for (let k = 0; k < cepstra; k++) {
    const [mean, deviation, change] = moments(rows, place.cepstra + k);
    out[to++] = mean;
    out[to++] = deviation;
    out[to++] = change;
  }
  for (let band = 0; band < fluctuationBands; band++) {
    const base = place.fluctuation + 3 * band;
    out[to++] = moments(rows, base)[1];
    out[to++] = shareOfGlides(rows, base);
    const [flatness, flatnessDeviation] = moments(rows, base + 1);
    out[to++] = flatness;
    out[to++] = flatnessDeviation;
    const [concentration, concentrationDeviation] = moments(rows, base + 2);
    out[to++] = concentration;
    out[to++] = concentrationDeviation;
  }
  const [harmonicity, deviation, change] = moments(rows, place.harmonicity);
  out[to++] = harmonicity;
  out[to++] = deviation;
  out[to++] = change;
  out[to++] = shareOfVoiced(rows);
  to = pitchMovement(rows, out, to);
  for (let group = 0; group < modulationGroups; group++) {
    const [strength, syllables] = modulation(rows, group);
    out[to++] = strength;
    out[to++] = syllables;
  }
  const [centre, centreDeviation] = moments(rows, place.centreShare);
  out[to++] = centre;
  out[to++] = centreDeviation;
}

/** Mean, standard deviation, and mean absolute change from frame to frame. */
function moments(rows: Float32Array, column: number): [number, number, number] {
  let sum = 0;
  let squares = 0;
  let changes = 0;
  let before = rows[column]!;
  for (let frame = 0; frame < windowFrames; frame++) {
    const value = rows[frame * frameValues + column]!;
    sum += value;
    squares += value * value;
    changes += Math.abs(value - before);
    before = value;
  }
  const mean = sum / windowFrames;
  return [mean, Math.sqrt(Math.max(0, squares / windowFrames - mean * mean)), changes / (windowFrames - 1)];
}

function shareOfGlides(rows: Float32Array, column: number): number {
  let glides = 0;
  for (let frame = 0; frame < windowFrames; frame++) {
    const shift = Math.abs(rows[frame * frameValues + column]!);
    if (shift >= 1 && shift <= 4) glides += 1;
  }
  return glides / windowFrames;
}

function shareOfVoiced(rows: Float32Array): number {
  let voiced = 0;
  for (let frame = 0; frame < windowFrames; frame++) {
    if (rows[frame * frameValues + place.harmonicity]! > isVoicedFrom) voiced += 1;
  }
  return voiced / windowFrames;
}

/** Shares of held, gliding and jumping neighbours among voiced frames, and the mean octave. */
function pitchMovement(rows: Float32Array, out: Float32Array, at: number): number {
  let pairs = 0;
  let held = 0;
  let gliding = 0;
  let jumping = 0;
  let octaves = 0;
  for (let frame = 1; frame < windowFrames; frame++) {
    const base = frame * frameValues;
    if (rows[base + place.harmonicity]! < isVoicedFrom) continue;
    if (rows[base - frameValues + place.harmonicity]! < isVoicedFrom) continue;
    const move = Math.abs(rows[base + place.cents]! - rows[base - frameValues + place.cents]!);
    pairs += 1;
    if (move < 8) held += 1;
    else if (move < 90) gliding += 1;
    else jumping += 1;
    octaves += rows[base + place.cents]! / 1200;
  }
  const over = Math.max(1, pairs);
  out[at] = held / over;
  out[at + 1] = gliding / over;
  out[at + 2] = jumping / over;
  out[at + 3] = pairs === 0 ? 1.5 : octaves / over;
  return at + pitchValues;
}

/** Deviation of a quarter of the mel bands' log energy, and which share of it lies at 2 to 8 Hz. */
function modulation(rows: Float32Array, group: number): [number, number] {
  const bands = melBands / modulationGroups;
  const envelope = new Float32Array(windowFrames);
  let mean = 0;
  for (let frame = 0; frame < windowFrames; frame++) {
    let sum = 0;
    for (let band = 0; band < bands; band++) {
      sum += rows[frame * frameValues + place.logMel + group * bands + band]!;
    }
    envelope[frame] = sum / bands;
    mean += sum / bands / windowFrames;
  }
  let total = 0;
  for (let frame = 0; frame < windowFrames; frame++) {
    envelope[frame]! -= mean;
    total += envelope[frame]! ** 2;
  }
  const lowest = Math.round((2 * windowFrames) / framesPerSecond);
  const highest = Math.round((8 * windowFrames) / framesPerSecond);
  let inside = 0;
  for (let k = lowest; k <= highest; k++) {
    let re = 0;
    let im = 0;
    for (let frame = 0; frame < windowFrames; frame++) {
      const angle = (2 * Math.PI * k * frame) / windowFrames;
      re += envelope[frame]! * Math.cos(angle);
      im += envelope[frame]! * Math.sin(angle);
    }
    inside += (2 * (re * re + im * im)) / windowFrames;
  }
  return [Math.sqrt(total / windowFrames), total > 0 ? inside / total : 0];
}
