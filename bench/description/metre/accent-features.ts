/**
 * Whether accents return after a bar: autocorrelations, over the pulses, of what begins, of the bass, of long notes and of changes of
 * the harmony, after one and two bars of the reading, after as many of the other metre, and after one to four pulses.
 */
import { metricalFeatureCount, metricalFeatureNames } from '../../../src/music/rhythm/metrical-features.js';
import type { Count, PulsedSong } from './counted-song.js';

const curves = [
  ['onsets', ['flux-all', 'onsets-all']],
  ['bass', ['flux-low', 'onsets-low', 'long-notes-bass']],
  ['long-notes', ['long-notes-treble']],
  ['harmony', ['treble-change-2', 'bass-change-2']],
] as const;
const lags = [
  ['1-bar', (bar: number): number => bar],
  ['2-bars', (bar: number): number => 2 * bar],
  ['1-bar-of-the-other', (_: number, other: number): number => other],
  ['2-bars-of-the-other', (_: number, other: number): number => 2 * other],
  ['1-pulse', (): number => 1],
  ['2-pulses', (): number => 2],
  ['3-pulses', (): number => 3],
  ['4-pulses', (): number => 4],
] as const;

export const accentFeatureNames = curves.flatMap(([curve]) =>
  lags.map(([lag]) => `${curve}-again-after-${lag}`),
);

/** Fewer pairs of pulses say nothing. */
export const fewestPairs = 8;

/** Pulses of a bar, and of one in the other metre. */
export function barPulses(meter: 3 | 4): readonly [own: number, other: number] {
  return meter === 3 ? [6, 8] : [8, 6];
}

/** In the order of the names. */
export function accentFeatures({ features }: PulsedSong, { meter }: Count): number[] {
  const [bar, other] = barPulses(meter);
  return curves.flatMap(([, columns]) => {
    const values = sumOf(features, columns);
    return lags.map(([, lag]) => autocorrelationAt(values, lag(bar, other)));
  });
}

function sumOf(
  features: Float32Array,
  columns: readonly (typeof metricalFeatureNames)[number][],
): Float32Array {
  const sums = new Float32Array(features.length / metricalFeatureCount);
  for (const column of columns) {
    const at = metricalFeatureNames.indexOf(column);
    for (let pulse = 0; pulse < sums.length; pulse++)
      sums[pulse]! += features[pulse * metricalFeatureCount + at]!;
  }
  return sums;
}

/** −1 … 1; 0 where nothing changes or too little is left. */
function autocorrelationAt(values: Float32Array, lag: number): number {
  const pairs = values.length - lag;
  if (pairs < fewestPairs) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let energy = 0;
  for (const value of values) energy += (value - mean) ** 2;
  if (!(energy > 0)) return 0;
  let sum = 0;
  for (let i = 0; i < pairs; i++) sum += (values[i]! - mean) * (values[i + lag]! - mean);
  return (sum / pairs) * (values.length / energy);
}
