/** How usual and how well supported the tempo of a reading is, and how regular its bars are. */
import { medianInterval } from '../../../src/music/rhythm/rhythm.js';
import { tempoPrior } from '../../../src/music/rhythm/tempo.js';
import type { Count, PulsedSong } from './counted-song.js';

export const tempoFeatureNames = [
  'in-three',
  'tempo-prior',
  'periodicity',
  'pulse-strength',
  'bars-gain',
  'bars-gain-over-other-metre',
  'irregular-bars',
  'beat-length',
  'beat-length-squared',
  'bar-length',
  'bar-length-squared',
] as const;

/** Lengths are octaves from these. */
const [usualBeatSeconds, usualBarSeconds] = [0.6, 2];

/** In the order of the names. `other`: the same pulses counted in the other metre. */
export function tempoFeatures({ pulses, framesPerSecond }: PulsedSong, count: Count, other: Count): number[] {
  const frames = count.beats.map((pulse) => pulses.frames[pulse]!);
  const beatSeconds = medianInterval(frames) / framesPerSecond;
  const bars = count.downbeats.slice(1).map((beat, bar) => beat - count.downbeats[bar]!);
  const irregular = bars.filter((beats) => beats !== count.meter).length;
  const beat = Math.log2(beatSeconds / usualBeatSeconds);
  const bar = Math.log2((beatSeconds * count.meter) / usualBarSeconds);
  return [
    Number(count.meter === 3),
    Math.log(tempoPrior(60 / beatSeconds)),
    Math.log(pulses.weight),
    pulses.strength,
    count.gain,
    count.gain - other.gain,
    irregular / Math.max(1, bars.length),
    beat,
    beat ** 2,
    bar,
    bar ** 2,
  ];
}
