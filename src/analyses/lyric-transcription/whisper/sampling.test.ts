import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { pickToken, shareOf, shares } from './sampling.js';

/** Logits of these probabilities; what they add up to does not matter. */
const logits = (...probabilities: number[]): Float32Array =>
  Float32Array.from(probabilities, (probability) => Math.log(probability));
const never = (): number => {
  throw new Error('nothing is drawn at temperature 0');
};

describe('the next token', () => {
  it('is the likeliest at temperature 0, with its probability among all', () => {
    const { token, logProbability } = pickToken(logits(0.2, 0.7, 0.1), 0, never);
    expect(token).toBe(1);
    expect(logProbability).toBeCloseTo(Math.log(0.7), 6);
  });

  it('is never one that the rules forbid', () => {
    const random = seededRandom(3);
    const some = Float32Array.from([Number.NEGATIVE_INFINITY, 1, Number.NEGATIVE_INFINITY, 0]);
    for (let round = 0; round < 200; round++) expect([1, 3]).toContain(pickToken(some, 1, random).token);
  });

  it.each([
    [1, [0.2, 0.7, 0.1]],
    // Probabilities to the power of 1 / temperature.
    [0.5, [0.04 / 0.54, 0.49 / 0.54, 0.01 / 0.54]],
  ])('is drawn at temperature %d as often as it is likely there', (temperature, expected) => {
    const random = seededRandom(11);
    const counts = [0, 0, 0];
    const rounds = 20_000;
    for (let round = 0; round < rounds; round++) {
      const { token, logProbability } = pickToken(logits(0.2, 0.7, 0.1), temperature, random);
      counts[token]!++;
      // Of temperature 1, whatever it was drawn at.
      expect(logProbability).toBeCloseTo(Math.log([0.2, 0.7, 0.1][token]!), 6);
    }
    for (const [at, share] of expected.entries()) expect(counts[at]! / rounds).toBeCloseTo(share, 1.8);
  });

  it('is none where nothing is allowed or the model is damaged', () => {
    expect(() => pickToken(new Float32Array(3).fill(Number.NaN), 0, never)).toThrow('damaged');
    expect(() => pickToken(new Float32Array(3).fill(Number.NEGATIVE_INFINITY), 0, never)).toThrow('damaged');
  });
});

it('shares are of the tokens asked about among each other, and of one among all', () => {
  const some = logits(0.2, 0.7, 0.1);
  const [first, last] = shares(some, [0, 2]);
  expect(first).toBeCloseTo(2 / 3, 6);
  expect(last).toBeCloseTo(1 / 3, 6);
  expect(shareOf(some, 1)).toBeCloseTo(0.7, 6);
});
