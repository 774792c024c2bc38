import { describe, expect, it } from 'vitest';
import { decisionRules, isDuplicate, isSimilar } from '../decision/decision.js';
import { framesPerSecond } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import type { Alignment } from './measure.js';
import { verify } from './verify.js';

interface Peak {
  readonly time: number;
  readonly cents: number;
  readonly salience: number;
}

function listOf(peaks: readonly Peak[]): PeakList {
  const inOrder = [...peaks].sort((a, b) => a.time - b.time);
  return {
    count: inOrder.length,
    times: Float32Array.from(inOrder, ({ time }) => time),
    cents: Float32Array.from(inOrder, ({ cents }) => cents),
    saliences: Float32Array.from(inOrder, ({ salience }) => salience),
    levels: new Float32Array(inOrder.length),
  };
}

/** Uniform numbers in 0 … 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const seconds = 20;
const frames = seconds * framesPerSecond;

function randomPeaks(seed: number, count: number, salience: number): Peak[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => ({
    time: random() * frames,
    cents: random() * 5500,
    salience: salience * (0.5 + random()),
  }));
}

const song = randomPeaks(1, 500, 6);
const hypothesis = { start: 0, scale: 1 };
const align = (query: readonly Peak[]): Alignment => verify(listOf(query), listOf(song), hypothesis)!;

describe('evidence for an alignment', () => {
  it('takes the peaks that noise has left, among as many of noise, for a copy', () => {
    const left = song.filter((_, i) => i % 3 === 0);
    const alignment = align([...left, ...randomPeaks(2, 300, 2)]);
    expect(alignment.excess).toBeLessThan(0.5);
    expect(alignment.agreement).toBeGreaterThan(0.75);
    expect(isDuplicate(alignment, 1000, 'normal')).toBe(true);
  });

  it('refuses another rendition: the same notes with other attacks', () => {
    const random = generator(3);
    const notes = song.map((peak) => ({ ...peak, cents: Math.round(peak.cents / 100) * 100 }));
    const rendition = notes.map((peak) => ({ ...peak, time: peak.time + 2.6 * (random() - 0.5) }));
    const alignment = verify(listOf(rendition), listOf(notes), hypothesis)!;
    expect(alignment.excess).toBeGreaterThan(0.8);
    expect(alignment.z).toBeGreaterThan(50);
    const parts = alignment.sharpness + alignment.agreement;
    expect(parts).toBeLessThan(1.9);
    expect(alignment.onGrid).toBeGreaterThan(0.95);
    expect(isSimilar({ ...alignment, agreement: 0.45 }, decisionRules.normal)).toBe(false);
  });

  it('takes the same blur for a room where what coincides lies between the semitones, and nothing is early', () => {
    const random = generator(3);
    const alignment = align(song.map((peak) => ({ ...peak, time: peak.time + 2.6 * (random() - 0.5) })));
    expect(alignment.onGrid).toBeLessThan(0.3);
    expect(isSimilar({ ...alignment, agreement: 0.2 }, decisionRules.normal)).toBe(true);
    const late = align(song.map((peak) => ({ ...peak, time: peak.time + (random() < 0.4 ? 3 : 0) })));
    const early = align(song.map((peak) => ({ ...peak, time: peak.time - (random() < 0.4 ? 3 : 0) })));
    expect(late.early).toBeLessThan(0.05);
    expect(early.early).toBeGreaterThan(0.2);
  });

  it('refuses a rendition that shares one instrument to the sample and differs in all others', () => {
    const shared = song.filter(({ cents }) => cents < 2200);
    const others = randomPeaks(4, 300, 6).filter(({ cents }) => cents >= 2200);
    const alignment = align([...shared, ...others]);
    expect(alignment.z).toBeGreaterThan(50);
    expect(alignment.sharpness).toBeGreaterThan(0.8);
    expect(alignment.agreement).toBeLessThan(0.06);
    expect(isSimilar(alignment, decisionRules.normal)).toBe(false);
  });

  it('finds nothing between unrelated recordings', () => {
    const alignment = verify(listOf(randomPeaks(5, 500, 6)), listOf(song), hypothesis);
    expect(alignment === null || alignment.z < 9).toBe(true);
  });

  it('finds the line where the hypothesis has the wrong scale by a per cent', () => {
    const alignment = verify(listOf(song), listOf(song), { start: 0.005 * (frames / 8), scale: 0.99 })!;
    expect(alignment.scale).toBeCloseTo(1, 4);
    expect(alignment.coincident).toBeGreaterThan(490);
  });
});
