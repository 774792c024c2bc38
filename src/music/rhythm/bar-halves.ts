/**
 * Which half of bars of four begins them. The bar pointer finds the beats and where bars are halved, but half a bar too many costs it little, so
 * that bars of chorales, hymns and pop began in their middle. Where a network along the beats hears bars begin at third beats rather than at first ones, mean
 * log odds over the recording, all bars begin in their middle.
 */
import type { PlacedBeats } from './rhythm.js';

const [beatsInBar, beatsInHalf] = [4, 2];

/** `firstOdds`: of each beat, that a bar begins there. */
export function withLikelierHalf(placed: PlacedBeats, firstOdds: Float32Array): PlacedBeats {
  if (placed.meter !== beatsInBar) return placed;
  const thirds = thirdBeats(placed);
  const firsts = firstBeats(placed);
  if (placed.downbeats.length === 0 || thirds.length === 0) return placed;
  const mean = (beats: readonly number[]): number =>
    beats.reduce((sum, beat) => sum + firstOdds[beat]!, 0) / beats.length;
  return mean(thirds) > mean(firsts) ? { ...placed, downbeats: thirds } : placed;
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
