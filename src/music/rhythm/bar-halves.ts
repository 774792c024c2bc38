/**
 * Which half of bars of four begins them. The bar pointer finds the beats and where bars are halved, but half a bar too many costs it little, so
 * that bars of chorales, hymns and pop began in their middle. What is heard at first beats less what is heard at third ones, means over the
 * recording, goes into a logistic regression (models/embedded/bar-halves/).
 */
import type { BeatCurves } from './beat-curves.js';
import { beatMeasurements, measurementNames } from './beat-measurements.js';
import type { HalvesModel } from './halves-model.js';
import type { Rhythm } from './rhythm.js';

export type PlacedBeats = Pick<Rhythm, 'beatFrames' | 'downbeats' | 'meter'>;

/** Not what repeats, whose lags are those of the collections learnt from, nor intervals, which lengthen there by how songs were performed. */
export const halvesNames: readonly string[] = measurementNames.filter(
  (name) => !/^(repetition|interval|tempo)/.test(name),
);
const columns = halvesNames.map((name) => measurementNames.indexOf(name));
const [beatsInBar, beatsInHalf, fewestBeats] = [4, 2, 4];

/** Bars begin in their middle where this is likelier. `beatFrames`: twice as many a second as those of `curves`. */
export function withLikelierHalf(placed: PlacedBeats, curves: BeatCurves, model: HalvesModel): PlacedBeats {
  const thirds = thirdBeats(placed);
  const difference = differenceOfHalves(placed, curves);
  if (difference === null) return placed;
  const odds = difference.reduce((sum, value, at) => sum + value * model.first[at]!, model.first.at(-1)!);
  return odds < 0 ? { ...placed, downbeats: thirds } : placed;
}

/** In the order of `halvesNames`; null where bars have three beats, or nothing is known of one half. */
export function differenceOfHalves(placed: PlacedBeats, curves: BeatCurves): Float64Array | null {
  const { beatFrames, downbeats, meter } = placed;
  if (meter !== beatsInBar || beatFrames.length < fewestBeats) return null;
  const thirds = thirdBeats(placed);
  const firsts = firstBeats(placed);
  if (downbeats.length === 0 || thirds.length === 0) return null;
  const { columns: width, values } = beatMeasurements(
    beatFrames.map((frame) => frame / 2),
    curves,
  );
  const mean = (beats: readonly number[], column: number): number =>
    beats.reduce((sum, beat) => sum + values[beat * width + column]!, 0) / beats.length;
  return Float64Array.from(columns, (column) => mean(firsts, column) - mean(thirds, column));
}

/** Those that would begin bars, before the first whole bar too. Indexes into beatFrames. */
function firstBeats({ downbeats }: PlacedBeats): number[] {
  return [...before(downbeats[0]!, 0), ...downbeats];
}

/** Of bars that have one. */
export function thirdBeats({ beatFrames, downbeats }: PlacedBeats): number[] {
  const within = downbeats.flatMap((first, bar) => {
    const third = first + beatsInHalf;
    return third < (downbeats[bar + 1] ?? beatFrames.length) ? [third] : [];
  });
  return [...before(downbeats[0] ?? 0, beatsInHalf), ...within];
}

/** Beats at `place` of the bars that lie before the first one, rising. */
function before(first: number, place: number): number[] {
  const earliest = (first + place) % beatsInBar;
  return Array.from(
    { length: Math.ceil((first - earliest) / beatsInBar) },
    (_, bar) => earliest + bar * beatsInBar,
  ).filter((beat) => beat < first);
}
