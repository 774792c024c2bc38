/**
 * Whether a written tune keeps to one grid of bars, in which it is played here. Collections of dances print sections whose last bar lacks the pickup of the
 * next one, which comes only where the section is repeated: from there on the grid of the first bar is not that of the score.
 */
import { barQuarters, pickupQuarters } from './written-note.js';

const maxOffGridShare = 0.1;
const near = 0.02;

/** `barLines`: in quarters from the first note. Of the bars between them that are whole, at most a tenth may begin off the grid of the first one. */
export function keepsBars(barLines: readonly number[], signature: readonly [number, number]): boolean {
  const bar = barQuarters(signature);
  const lines = [0, ...barLines.filter((at) => at > 0)];
  const start = pickupQuarters(barLines, signature);
  const whole = lines.filter((at, index) => Math.abs((lines[index + 1] ?? at) - at - bar) < near);
  const off = whole.filter((at) => {
    const bars = (at - start) / bar;
    return Math.abs(bars - Math.round(bars)) * bar > near;
  });
  return off.length <= maxOffGridShare * whole.length;
}
