/** The period of a short frame by its normalised autocorrelation (Boersma 1993). */

/** Autocorrelation from which a frame has a period. */
const periodicFrom = 0.5;
/** The shortest period is taken whose autocorrelation comes this near to the highest: its multiples repeat as well. */
const nearHighest = 0.93;

/** In samples. */
export interface LagRange {
  readonly shortest: number;
  readonly longest: number;
}

/**
 * In samples, placed between two of them by a parabola; 0 where there is none. `own` is the autocorrelation of the frame's
 * window, 1 at no lag. Both hold the lags 0 … longest + 1.
 */
export function periodOf(
  correlation: Float32Array,
  own: Float32Array,
  { shortest, longest }: LagRange,
): number {
  const power = Math.max(1e-9, correlation[0]!);
  const normalised = (lag: number): number => correlation[lag]! / power / own[lag]!;
  let highest = 0;
  for (let lag = shortest; lag <= longest; lag++) highest = Math.max(highest, normalised(lag));
  if (highest < periodicFrom) return 0;
  for (let lag = shortest; lag <= longest; lag++) {
    const at = normalised(lag);
    if (at < highest * nearHighest) continue;
    const [before, after] = [normalised(lag - 1), normalised(lag + 1)];
    if (at < before || at < after) continue;
    const curvature = before - 2 * at + after;
    return lag + (curvature < 0 ? (0.5 * (before - after)) / curvature : 0);
  }
  return 0;
}
