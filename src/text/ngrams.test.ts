import { describe, expect, it } from 'vitest';
import { lineFeatures, soundFeatures } from './ngrams.js';

const shared = (a: Uint16Array, b: Uint16Array): number => a.filter((feature) => b.includes(feature)).length;

describe('the features of a line', () => {
  it('are those that stored indexes were made of: another hash would find nothing in them', () => {
    expect([...lineFeatures('平安夜')]).toEqual([24_744, 38_640, 47_376, 52_200, 53_343, 59_362]);
    expect([...lineFeatures('きよし')]).toEqual([7_677, 8_607, 20_938]);
    expect([...soundFeatures('SLNTN')]).toEqual([43_963, 62_484, 48_561, 63_521, 18_978]);
  });

  it('overlap for inflected and misspelt words, and not for other ones', () => {
    const line = lineFeatures('singing');
    expect(shared(line, lineFeatures('singer'))).toBeGreaterThan(2);
    expect(shared(line, lineFeatures('thunder'))).toBe(0);
  });

  it('are the word, its threes and its fours in a script with spaces, with the ends of the word marked', () => {
    // "night", " night ": 5 threes and 4 fours.
    expect(lineFeatures('night')).toHaveLength(10);
    expect(lineFeatures('night night')).toEqual(lineFeatures('night'));
  });

  it('are single characters, pairs and threes of Han, and pairs and threes of kana', () => {
    expect(lineFeatures('平安夜')).toHaveLength(6);
    expect(lineFeatures('きよし')).toHaveLength(3);
  });

  it('by sound are every run of three and of four consonant classes', () => {
    expect(soundFeatures('SLNTN')).toHaveLength(5);
    expect(soundFeatures('SL')).toHaveLength(0);
    expect(shared(soundFeatures('SLNTN'), soundFeatures('KSLNT'))).toBe(3);
  });
});
