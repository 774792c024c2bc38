/**
 * Whether someone sings: a voice glides and trembles where keys and frets stand still, and it is the strongest
 * harmonic sound of the stereo centre while it lasts. All is averaged over a second and a half.
 */

import { type CentreSalience, salienceBinCount, salienceLowestMidi } from '../../signal/centre-salience.js';
import { logistic } from '../../signal/logistic.js';
import { lowestMelodyMidi } from './landscapes.js';

const averagingSeconds = 0.75;
/** Movement over four steps (93 ms), in thirds of a semitone, where voices and instruments part. */
const restlessness = { middle: 0.13, slope: 40 };
/** Salience relative to the song's strong passages where singing and pauses part. */
const prominence = { middle: 0.62, slope: 14 };

/** Share of the salience that is left when only the centre is heard. */
const centrality = { middle: 0.6, slope: 14 };

/** Probability of singing for each step of `line` (bins of the vocal landscape, −1 for silence). */
export function vocalActivity(
  line: Int16Array,
  centre: CentreSalience,
  framesPerSecond: number,
): Float32Array {
  const count = line.length;
  const strength = new Float32Array(count);
  const whole = new Float32Array(count);
  const fine = new Float32Array(count).fill(Number.NaN);
  for (let step = 0; step < count; step++) {
    if (line[step]! < 0) continue;
    const row = step * salienceBinCount;
    const middle = (lowestMelodyMidi + line[step]! - salienceLowestMidi) * 3;
    let best = middle;
    let central = 0;
    for (let bin = middle - 2; bin <= middle + 2; bin++) {
      if ((centre.mixSalience[row + bin] ?? 0) > (centre.mixSalience[row + best] ?? 0)) best = bin;
      central = Math.max(central, centre.salience[row + bin] ?? 0);
    }
    const at = centre.mixSalience[row + best] ?? 0;
    const below = centre.mixSalience[row + best - 1] ?? 0;
    const above = centre.mixSalience[row + best + 1] ?? 0;
    const curvature = below - 2 * at + above;
    strength[step] = central;
    whole[step] = at;
    fine[step] = best + (curvature < 0 ? (0.5 * (below - above)) / curvature : 0);
  }
  const movement = new Float32Array(count);
  for (let step = 2; step < count - 2; step++) {
    const distance = Math.abs(fine[step + 2]! - fine[step - 2]!);
    // A step to another note is no glide; NaN (silence) fails the comparison too.
    if (distance < 3) movement[step] = distance;
  }
  const window = Math.round(averagingSeconds * framesPerSecond);
  const restless = average(movement, window);
  const prominent = average(strength, window);
  const strong = percentile(prominent, 0.95);
  const inMix = average(whole, window);
  const activity = new Float32Array(count);
  for (let step = 0; step < count; step++) {
    activity[step] =
      logistic(restlessness.slope * (restless[step]! - restlessness.middle)) *
      logistic(prominence.slope * (strong > 0 ? prominent[step]! / strong - prominence.middle : -1)) *
      logistic(
        centrality.slope * (inMix[step]! > 0 ? prominent[step]! / inMix[step]! - centrality.middle : -1),
      );
  }
  return activity;
}

function average(values: Float32Array, window: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return values.map((_, i) => {
    const from = Math.max(0, i - window);
    const to = Math.min(values.length, i + window + 1);
    return (sums[to]! - sums[from]!) / (to - from);
  });
}

function percentile(values: Float32Array, share: number): number {
  return values.slice().sort()[Math.floor(values.length * share)] ?? 0;
}
