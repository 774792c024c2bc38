import { upperMedian } from '../../numbers/median.js';

/** Between neighbours of rising places, frames, ticks or seconds; infinite for fewer than two. */
export function medianInterval(places: readonly number[]): number {
  const intervals = places.slice(1).map((place, i) => place - places[i]!);
  return upperMedian(intervals) ?? Number.POSITIVE_INFINITY;
}
