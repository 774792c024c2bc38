import { describe, expect, it } from 'vitest';
import { barFeatureCount, barFeatureNames } from './bar-features.js';
import { beatCurves } from './beat-curves.js';
import { sequenceSummary, summaryNames } from './sequence-summary.js';

const framesPerSecond = 43;
const step = 20;
const frames = 40 * step;
const beatFrames = Array.from({ length: 36 }, (_, beat) => (beat + 1) * step);

/** `write(beat, set)`: columns that are set in the frames of each beat up to the next. */
function summaryOf(write: (beat: number, set: (name: string, value: number) => void) => void) {
  const features = new Float32Array(frames * barFeatureCount);
  for (let frame = 0; frame < frames; frame++)
    write(frame / step - 1, (name, value) => {
      features[frame * barFeatureCount + barFeatureNames.indexOf(name)] = value;
    });
  const silent = new Float32Array(frames).fill(-5);
  const curves = beatCurves({ framesPerSecond, frames, features, beat: silent, downbeat: silent });
  const values = sequenceSummary(beatFrames, curves);
  return (name: string): number => values[summaryNames.indexOf(name)]!;
}

describe('what a count is like as a whole', () => {
  it('has the tempo in octaves from 90 beats a minute', () => {
    const of = summaryOf(() => undefined);
    expect(of('mean-tempo')).toBeCloseTo(Math.log2((60 * framesPerSecond) / step / 90), 9);
    expect(of('mean-interval-ratio')).toBeCloseTo(0, 9);
  });

  it('has a contrast in groups of as many beats as lie between accents', () => {
    const of = summaryOf((beat, set) => {
      if (beat % 3 === 0) set('flux', 1);
    });
    expect(of('mean-accent-7')).toBeCloseTo(1 / 3, 6);
    expect(of('contrast-3-accent-7')).toBeCloseTo(1, 6);
    expect(of('contrast-2-accent-7')).toBeLessThan(0.1);
    expect(of('contrast-4-accent-7')).toBeLessThan(0.15);
  });

  it('finds what begins between beats in the place where it does', () => {
    const of = summaryOf((beat, set) => {
      if (Math.abs(beat - Math.floor(beat) - 0.5) < 0.01) set('flux', 1);
    });
    expect(of('mean-between-10')).toBeCloseTo(1, 6);
    expect(of('mean-between-0')).toBe(0);
    expect(of('mean-accent-7')).toBe(0);
  });

  it('finds the lag after which harmony repeats', () => {
    const of = summaryOf((beat, set) => {
      set(`sounding-${4 * (Math.floor(beat + 0.04) % 3 === 0 ? 1 : 0)}`, 1);
    });
    const lag = (place: number): number => of(`mean-repetition-${2 * place}`);
    expect(lag(1)).toBeGreaterThan(0.8);
    expect(lag(0)).toBeLessThan(0.1);
    expect(of('contrast-3-change-0')).toBeGreaterThan(0.5);
  });

  it('is finite in silence', () => {
    const of = summaryOf(() => undefined);
    expect(summaryNames.every((name) => Number.isFinite(of(name)))).toBe(true);
  });
});
