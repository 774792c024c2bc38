/** What is measured of a copy, for tests of what decides on it. */
import type { Alignment } from '../verification/measure.js';
import type { Coherence } from '../waveform/coherence.js';

/** Twenty seconds that are a copy by all that is measured, but for `over`. */
export const measuredAlignment = (over: Partial<Alignment> = {}): Alignment => ({
  startFrames: 0,
  scale: 1,
  pitchCents: 0,
  isChangeAssumed: false,
  peaks: 500,
  coincident: 300,
  chance: 0.02,
  z: 60,
  excess: 0.6,
  sharpness: 0.9,
  agreement: 0.7,
  early: 0.1,
  onGrid: 0.9,
  coherence: null,
  fineStructure: null,
  coverage: 1,
  fromSeconds: 0,
  toSeconds: 20,
  queryCoverage: 1,
  ...over,
});

/** Of waveforms: how far one delay stands out of all, and of those just before it. */
export const measuredSound = (overAll: number, overNear: number): Coherence => ({
  coefficient: 0.1,
  overAll,
  overNear,
  strays: 0,
  shownShare: Math.min(1, overAll / 10),
  prominence: Math.sqrt(overAll * overNear),
  lagSamples: 0,
  drift: 0,
  reflections: 0.5,
  heard: [],
  shown: [],
  held: [],
});
