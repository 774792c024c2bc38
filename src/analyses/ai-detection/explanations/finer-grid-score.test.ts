import { expect, it } from 'vitest';
import type { LineContrast } from '../lattice/line-contrast.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import { finerGridScore } from './finer-grid-score.js';

/** Whole bins, so that a reading meets its lines exactly. */
const spacingBins = 128;
const spacingsHz = [spacingBins * binHz];
const highestHz = 80 * spacingBins * binHz;
/** Lines of height 1 at these distances from every multiple of the spacing, and nothing else. */
function beside(...distances: readonly number[]): LineContrast {
  const values = new Float32Array(binCount);
  for (let k = 0; k < binCount / spacingBins; k++)
    for (const distance of distances) values[Math.max(0, k * spacingBins + distance)] = 1;
  return { values, highestHz, bandwidthHz: highestHz };
}
const question = { spacingsHz, deviation: 1, fromHz: 20.5 * spacingBins * binHz };
/** Sixty lines above, and sixty below: their score, less what chance reaches. */
const both = Math.sqrt(60 / 0.75) - 2;

it('is the score on both sides of the lines, less what chance reaches', () => {
  expect(finerGridScore(beside(10, -10), question)).toBeCloseTo(both, 1);
  expect(finerGridScore(beside(10), question)).toBeCloseTo(both / 2 - 1, 1);
  expect(finerGridScore(beside(10, -10), { ...question, deviation: 2 })).toBeCloseTo((both + 2) / 2 - 2, 1);
  expect(finerGridScore(beside(0), question)).toBe(0);
});

it('is 0 on a line’s own lobe, and beyond the fastest grid', () => {
  expect(finerGridScore(beside(3, -3), question)).toBe(0);
  expect(finerGridScore(beside(4, -4), question)).toBeGreaterThan(both - 0.5);
  const slow = { ...question, upToHz: 9.5 * binHz };
  expect(finerGridScore(beside(9, -9), slow)).toBeGreaterThan(both - 0.5);
  expect(finerGridScore(beside(11, -11), slow)).toBe(0);
  expect(finerGridScore(beside(44, -44), question)).toBeGreaterThan(both - 0.5);
  expect(finerGridScore(beside(46, -46), question)).toBe(0);
});

it('leaves out lines half-way where they are a decoder’s too', () => {
  const halved = { ...question, spacingsHz: [64 * binHz] };
  const halfWay = beside(32, -32, 96, -96);
  expect(finerGridScore(halfWay, halved)).toBeGreaterThan(5);
  expect(finerGridScore(halfWay, { ...halved, mayHalve: true })).toBe(0);
});

it('is 0 where the band holds no line', () => {
  const above = { ...question, fromHz: highestHz };
  expect(finerGridScore(beside(10, -10), above)).toBe(0);
});
