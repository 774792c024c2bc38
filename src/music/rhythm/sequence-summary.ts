/** What a count's beats are like as a whole: means, spreads, and how much every second, third and fourth beat differs from those between. */
import type { BeatCurves } from './beat-curves.js';
import { accentLikeNames, beatMeasurements, measurementNames } from './beat-measurements.js';

const periods = [2, 3, 4] as const;
const accentLike = accentLikeNames.map((name) => measurementNames.indexOf(name));

export const summaryNames: readonly string[] = [
  ...measurementNames.map((name) => `mean-${name}`),
  ...accentLikeNames.map((name) => `spread-${name}`),
  ...periods.flatMap((period) => accentLikeNames.map((name) => `contrast-${period}-${name}`)),
];

/** In the order of `summaryNames`. `beatFrames`: at least four, frames of the curves, rising. */
export function sequenceSummary(beatFrames: readonly number[], curves: BeatCurves): Float64Array {
  const { columns, values } = beatMeasurements(beatFrames, curves);
  const mean = (at: number, first: number, period: number): number => {
    let [sum, count] = [0, 0];
    for (let beat = first; beat < beatFrames.length; beat += period) {
      sum += values[beat * columns + at]!;
      count++;
    }
    return sum / count;
  };
  const means = measurementNames.map((_, at) => mean(at, 0, 1));
  const spreads = accentLike.map((at) => {
    let squares = 0;
    for (let row = at; row < values.length; row += columns) squares += (values[row]! - means[at]!) ** 2;
    return Math.sqrt(squares / beatFrames.length);
  });
  const contrasts = periods.flatMap((period) =>
    accentLike.map((at) => {
      const places = Array.from({ length: period }, (_, first) => mean(at, first, period));
      return Math.max(...places) - Math.min(...places);
    }),
  );
  return Float64Array.from([...means, ...spreads, ...contrasts]);
}
