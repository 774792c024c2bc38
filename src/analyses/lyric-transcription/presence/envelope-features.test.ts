import { describe, expect, it } from 'vitest';
import { envelopeFeatureNames, fastWindowFrames, summariseEnvelopes } from './envelope-features.js';
import { fastBands } from './fast-frames.js';

const framesPerSecond = 62.5;

/** Features of log energies given by band and second. */
function features(level: (band: number, seconds: number) => number): Float32Array {
  const rows = new Float32Array(fastWindowFrames * fastBands);
  for (let frame = 0; frame < fastWindowFrames; frame++) {
    for (let band = 0; band < fastBands; band++)
      rows[frame * fastBands + band] = level(band, frame / framesPerSecond);
  }
  const out = new Float32Array(envelopeFeatureNames.length);
  summariseEnvelopes(rows, out, 0);
  return out;
}
const rates = 3 * 13 + 6;
const pairs = rates + 4 * 8 + 8;

describe('summariseEnvelopes', () => {
  it('finds the rate at which bands swell', () => {
    for (const [hz, place] of [
      [1, 0],
      [3, 1],
      [5, 2],
      [11, 3],
    ] as const) {
      const found = features((_, t) => Math.sin(2 * Math.PI * hz * t));
      for (let group = 0; group < 8; group++) expect(found[rates + 4 * group + place]).toBeGreaterThan(0.9);
    }
  });

  it('distinguishes bands that swell together from bands that take turns', () => {
    const together = features((_, t) => Math.sin(2 * Math.PI * 4 * t));
    const inTurns = features((band, t) => (band < 20 ? 1 : -1) * Math.sin(2 * Math.PI * 4 * t));
    expect(together[pairs + 6]).toBeCloseTo(1, 1);
    expect(inTurns[pairs + 6]).toBeCloseTo(-1, 1);
  });

  it('is still where nothing moves, and finite in silence', () => {
    const still = features((band) => band / 10);
    expect(still.subarray(0, rates).every((value) => Math.abs(value) < 1e-2)).toBe(true);
    expect(features(() => Math.log(1e-4)).every(Number.isFinite)).toBe(true);
  });
});
