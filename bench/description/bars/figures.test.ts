import { expect, it } from 'vitest';
import { barFigures, type KnownBars } from './figures.js';

const counted = (period: number, bar: number, offset = 0): KnownBars => {
  const beats = Array.from({ length: Math.round(24 / period) }, (_, beat) => 1 + beat * period);
  return { beats, downbeats: [...beats.keys()].filter((beat) => beat % bar === offset) };
};

it('is one where beats and bars are those of the song', () => {
  expect(barFigures(counted(0.5, 3), counted(0.5, 3), 1, 20)).toEqual({
    beat: 1,
    octave: 1,
    downbeat: 1,
    paired: 1,
  });
});

it('takes half the tempo as right at the octave alone', () => {
  const figures = barFigures(counted(0.5, 4), counted(1, 4), 1, 20);
  expect(figures.octave).toBe(1);
  expect(figures.beat).toBeLessThan(0.7);
});

it('takes bars of two that are counted in pairs as right where pairs are asked for', () => {
  const figures = barFigures(counted(0.5, 2), counted(0.5, 4), 1, 20);
  expect(figures.paired).toBe(1);
  expect(figures.downbeat).toBeLessThan(0.7);
  expect(barFigures(counted(0.5, 4), counted(0.5, 4, 2), 1, 20).paired).toBe(0);
});
