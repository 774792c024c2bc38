import { describe, expect, it } from 'vitest';
import { createRunInformation } from './run-information.js';

const unknownNats = 4;
/** Probabilities among the pieces of their writing: の 1/2, で 1/4, のです 1/8, す 1/8; the Thai piece alone. */
const pieces = [
  ['の', Math.log(0.04)],
  ['▁で', Math.log(0.02)],
  ['のです', Math.log(0.006)],
  ['▁のです', Math.log(0.004)],
  ['す', Math.log(0.01)],
  ['รัก', Math.log(0.5)],
] as const;
const ofRun = createRunInformation(pieces, unknownNats);
const rounded = (text: string): number[] =>
  Array.from(ofRun([...text]), (nats) => Math.round(100 * nats) / 100);
const nats = (probability: number): number => Math.round(-100 * Math.log(probability)) / 100;

describe('what characters of a run without spaces say', () => {
  it('is a third of its piece for each of three, and ▁ at its beginning makes no other piece', () => {
    expect(rounded('のです')).toEqual(
      [nats(1 / 8) / 3, nats(1 / 8) / 3, nats(1 / 8) / 3].map((one) => Math.round(100 * one) / 100),
    );
  });

  it('is by the most probable pieces of the whole run, not by the longest that fits first', () => {
    const greedy = createRunInformation(
      [
        ['あい', Math.log(0.02)],
        ['あ', Math.log(0.3)],
        ['いう', Math.log(0.3)],
        ['う', Math.log(0.0001)],
      ],
      unknownNats,
    );
    const [first, second, third] = greedy(['あ', 'い', 'う']);
    expect(first).toBeLessThan(1);
    expect(second).toBe(third);
  });

  it('counts a piece among those of its own writing: the only Thai piece says nothing', () => {
    expect(rounded('รัก')).toEqual([0, 0, 0]);
    expect(rounded('の')).toEqual([nats(1 / 2)]);
  });

  it('is what an unknown character says where no piece covers it, and the others keep theirs', () => {
    expect(rounded('の雪で')).toEqual([nats(1 / 2), unknownNats, nats(1 / 4)]);
  });

  it('is nothing for no characters', () => {
    expect(rounded('')).toEqual([]);
  });
});
