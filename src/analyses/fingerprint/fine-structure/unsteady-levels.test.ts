import { describe, expect, it } from 'vitest';
import { runningMedian } from '../../../signal/running-median.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { BandLevels } from './band-levels.js';
import { UnsteadyLevels } from './unsteady-levels.js';

const random = seededRandom(5);
const frames = 90;
const maxUnsteady = 0.1;

function changes(bands: number): BandLevels {
  return {
    frames,
    bands,
    values: Float32Array.from({ length: frames * bands }, () => 0.4 * (random() - 0.5)),
  };
}

/** What is not the median of nine, of one band. */
function unsteady({ bands, values }: BandLevels, band: number): number[] {
  const own = Float32Array.from({ length: frames }, (_, frame) => values[frame * bands + band]!);
  const steady = runningMedian(own, 9);
  return [...own].map((value, i) => Math.max(-maxUnsteady, Math.min(maxUnsteady, value - steady[i]!)));
}

const counted = Array.from({ length: frames }, (_, frame) => frame).filter(
  (frame) => frame > 8 && frame < frames - 8 && frame % 3 !== 1,
);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const pieceFrames = 40;

describe('unsteady levels', () => {
  it.each([
    [8, 0],
    [8, -7],
    [6, 5],
  ])(
    'of %d bands have, at a lag of %d frames, the products and squares of what is left of their medians and means',
    (bands, lag) => {
      const [query, song] = [changes(bands), changes(bands)];
      const levels = new UnsteadyLevels({ query, song, counted, pieceFrames, pieces: 3 });
      const ofQuery = levels.ofQuery.slice();
      const { products, ofSong } = levels.at(lag);
      for (let band = 0; band < bands; band++) {
        const [here, there] = [unsteady(query, band), unsteady(song, band)];
        const x = counted.map((frame) => here[frame]!);
        const y = counted.map((frame) => there[frame + lag]!);
        for (let piece = 0; piece < 3; piece++) {
          const inPiece = counted.flatMap((frame, i) =>
            Math.floor(frame / pieceFrames) === piece ? [i] : [],
          );
          const sum = (of: (i: number) => number): number => inPiece.reduce((all, i) => all + of(i), 0);
          const at = piece * levels.stride + band;
          expect(ofQuery[at]).toBeCloseTo(
            sum((i) => (x[i]! - mean(x)) ** 2),
            5,
          );
          expect(ofSong[at]).toBeCloseTo(
            sum((i) => (y[i]! - mean(y)) ** 2),
            5,
          );
          expect(products[at]).toBeCloseTo(
            sum((i) => (x[i]! - mean(x)) * (y[i]! - mean(y))),
            5,
          );
        }
      }
    },
  );
});
