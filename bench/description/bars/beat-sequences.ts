/** A song's beats, and wrong ones made from them: every other one, twice and three times as many, and those that lie between. */
import { medianInterval } from '../../../src/music/rhythm/median-interval.js';
import { seededRandom } from '../../../src/signal/seeded-random.js';

export type BeatKind = 'right' | 'slow' | 'fast' | 'beside';

export interface BeatSequence {
  readonly kind: BeatKind;
  /** Seconds, rising. */
  readonly times: readonly number[];
}

const fewest = 8;
const [slowestBpm, fastestBpm] = [30, 240];
/** Counted beats lie about so far from those that are written. */
const spreadSeconds = 0.012;
/** A count is right from this F on; that of one beside the beat is below the other at its own tempo. */
const [rightFrom, besideBelow] = [0.75, 0.4];
/** The octave is taken as another one from these ratios of the intervals on. */
const [slower, faster] = [1.6, 0.63];

/** None for songs of fewer than eight beats. The right ones come first, twice. */
export function beatSequences(beats: readonly number[]): BeatSequence[] {
  if (beats.length < fewest) return [];
  const random = seededRandom(beats.length);
  /** Of a uniform number's sum; close to normal. */
  const shift = (): number =>
    spreadSeconds * (Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, 0) - 6);
  const shifted = (kind: BeatKind, times: readonly number[]): BeatSequence => ({
    kind,
    times: times.map((time) => time + shift()).sort((a, b) => a - b),
  });
  const parts = (count: number): number[] =>
    beats.flatMap((time, at) => {
      const step = (beats[at + 1] ?? time) - time;
      return step === 0 ? [time] : Array.from({ length: count }, (_, part) => time + (part * step) / count);
    });
  const every = (times: readonly number[], count: number, from: number): number[] =>
    times.filter((_, at) => at % count === from);
  const wrong: readonly (readonly [BeatKind, readonly number[]])[] = [
    ['slow', every(beats, 2, 0)],
    ['slow', every(beats, 2, 1)],
    ['fast', parts(2)],
    ['beside', every(parts(2), 2, 1)],
    ['fast', parts(3)],
    ['beside', every(parts(3), 3, 1)],
    ['beside', every(parts(3), 3, 2)],
  ];
  const usual = wrong.filter(([, times]) => {
    const bpm = 60 / medianInterval(times);
    return times.length >= fewest && bpm > slowestBpm && bpm < fastestBpm;
  });
  return [
    shifted('right', beats),
    shifted('right', beats),
    ...usual.map(([kind, times]) => shifted(kind, times)),
  ];
}

/** `beat`: the F of counted beats against those of the song. */
export function kindOf(
  counted: readonly number[],
  beats: readonly number[],
  beat: number,
  fOf: (known: readonly number[], own: readonly number[]) => number,
): BeatKind {
  if (beat >= rightFrom) return 'right';
  if (counted.length < 2 || beats.length < 2) return 'beside';
  const ratio = medianInterval(counted) / medianInterval(beats);
  if ((ratio <= slower && ratio >= faster) || fOf(beats, counted) < besideBelow) return 'beside';
  return ratio > slower ? 'slow' : 'fast';
}
