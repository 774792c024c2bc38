import { describe, expect, it } from 'vitest';
import { knownPairs } from '../test-support/scenes.js';
import { type Comparison, comparePrepared } from './compare-songs.js';
import { otherTempos } from './other-tempo.js';
import { prepareSong } from './prepared-song.js';

const compared = (name: string, standing: number, isHeard = true, hasChroma = true): Comparison => {
  const [a, b] = knownPairs[name]!.map((song) => prepareSong(isHeard ? { ...song, source: 'audio' } : song));
  return comparePrepared(a!, b!, { chroma: hasChroma ? otherTempos : null, standing });
};

describe('a chroma sequence that stands out among the songs of a search', () => {
  it('counts in the claim of the chroma sequence alone, where one of the songs was heard', () => {
    const name = 'the same mix counted at half the tempo';
    const [without, standing] = [compared(name, 0), compared(name, 7.5)];
    expect(without.standing).toBe(0);
    expect(standing.standing).toBe(7.5);
    expect(standing.claims.tonal).toBeCloseTo(without.claims.tonal + 7.5, 9);
    expect(standing.claims.melody).toBe(without.claims.melody);
    expect(standing.claims.harmony).toBe(without.claims.harmony);
    expect(standing.agreement).toBe(without.agreement);
    expect(standing.basis).toBe('tonal');
    expect(standing.bits).toBe(standing.claims.tonal);
    expect(standing.tonal!.bits).toBe(without.tonal!.bits);
  });

  it('raises that claim by half of itself at most', () => {
    const name = 'the same mix counted at half the tempo';
    const { claims, tonal } = compared(name, 0);
    expect(compared(name, 1000).standing).toBeCloseTo(0.5 * tonal!.bits, 9);
    expect(compared(name, 1000).claims.tonal).toBeCloseTo(claims.tonal + 0.5 * tonal!.bits, 9);
  });

  it('says nothing between written songs', () => {
    const name = 'the same tune over the same chords';
    expect(compared(name, 7.5, false)).toMatchObject({
      standing: 0,
      bits: compared(name, 0, false).bits,
      claims: compared(name, 0, false).claims,
    });
  });

  it('says nothing where the sequences were not aligned, or share nothing beyond chance', () => {
    expect(compared('the same mix counted at half the tempo', 7.5, true, false).standing).toBe(0);
    const name = 'twelve notes quoted in another song';
    expect(compared(name, 0).tonal).toBeNull();
    expect(compared(name, 7.5)).toMatchObject({ standing: 0, bits: compared(name, 0).bits });
  });
});
