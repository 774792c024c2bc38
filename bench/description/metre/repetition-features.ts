/**
 * How well the song repeats: cosine of what sounds at pulses one, two, four and eight bars apart, above the mean over all
 * distances; after as many bars of the other metre beside it. Phrases of four and eight bars show their metre so.
 */
import type { Chroma } from '../../../src/music/harmony/chroma.js';
import { barPulses, fewestPairs } from './accent-features.js';
import type { Count, PulsedSong } from './counted-song.js';

const trebleBars = [1, 2, 4, 8];
const bassBars = [1, 2];

const namesOf = (part: string, bars: readonly number[]): string[] =>
  bars.flatMap((count) => [
    `${part}-repeats-after-${count}-bars`,
    `${part}-repeats-after-${count}-bars-of-the-other`,
  ]);
export const repetitionFeatureNames = [...namesOf('harmony', trebleBars), ...namesOf('bass', bassBars)];

/** Distances in pulses that the mean is taken over. */
const nearest = 2;
const farthest = { treble: 64, bass: 48 } as const;

/** Repetition at every distance up to `farthest`, of both parts: once for each tempo. */
interface Repetition {
  readonly treble: Float64Array;
  readonly bass: Float64Array;
}

export function repetitionOf({ chroma }: PulsedSong): Repetition {
  const of = (part: 'treble' | 'bass'): Float64Array => aboveMean(similarities(chroma, part, farthest[part]));
  return { treble: of('treble'), bass: of('bass') };
}

/** In the order of the names. */
export function repetitionFeatures({ treble, bass }: Repetition, { meter }: Count): number[] {
  const lengths = barPulses(meter);
  const after = (values: Float64Array, bars: readonly number[]): number[] =>
    bars.flatMap((count) => lengths.map((pulses) => values[count * pulses]!));
  return [...after(treble, trebleBars), ...after(bass, bassBars)];
}

/** Mean cosine by distance in pulses; NaN where too few pairs are left. */
function similarities({ count, ...parts }: Chroma, part: 'treble' | 'bass', last: number): Float64Array {
  const unit = Float32Array.from(parts[part]);
  for (let row = 0; row < count; row++) {
    const own = unit.subarray(row * 12, row * 12 + 12);
    const length = Math.hypot(...own) || 1;
    for (let p = 0; p < 12; p++) own[p]! /= length;
  }
  return Float64Array.from({ length: last + 1 }, (_, distance) => {
    const pairs = count - distance;
    if (pairs < fewestPairs) return Number.NaN;
    let sum = 0;
    for (let at = 0; at < pairs * 12; at++) sum += unit[at]! * unit[at + distance * 12]!;
    return sum / pairs;
  });
}

function aboveMean(values: Float64Array): Float64Array {
  const known = values.subarray(nearest).filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  return values.map((value) => (Number.isNaN(value) ? 0 : value - mean));
}
