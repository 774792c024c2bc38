import { describe, expect, it } from 'vitest';
import { betterAttempt } from './recogniser.js';

const attempt = (meanLogProbability: number, repeats = false) => ({ meanLogProbability, repeats });

describe('where no temperature gives a text that passes', () => {
  it('the likeliest attempt is kept, not the last', () => {
    const tried = [attempt(-1.1), attempt(-1.6), attempt(-4.2)];
    expect(tried.reduce(betterAttempt, attempt(-1.2))).toEqual(attempt(-1.1));
  });
  it('an attempt that repeats itself gives way to any other, however sure it was', () => {
    expect(betterAttempt(attempt(-0.1, true), attempt(-2))).toEqual(attempt(-2));
    expect(betterAttempt(attempt(-2), attempt(-0.1, true))).toEqual(attempt(-2));
  });
  it('of attempts that all repeat themselves the likeliest is kept', () => {
    expect(betterAttempt(attempt(-0.5, true), attempt(-0.3, true))).toEqual(attempt(-0.3, true));
  });
});
