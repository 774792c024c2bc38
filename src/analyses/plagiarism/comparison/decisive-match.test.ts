import { describe, expect, it } from 'vitest';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, triads } from '../test-support/scenes.js';
import { compareSongs } from './compare-songs.js';
import { decisiveMatch, wholeTuneBitsOf } from './decisive-match.js';

const song = arranged(generateMelody(11, 64), triads(3, 16));
const { lines, harmony, tonal } = compareSongs(song, song);

describe('what a decision stands on', () => {
  it('is the first line, the chords or the chroma sequence, by the kind of evidence', () => {
    expect(new Set([lines[0], harmony, tonal]).size).toBe(3);
    expect(decisiveMatch({ basis: 'melody', lines, harmony, tonal })).toBe(lines[0]);
    expect(decisiveMatch({ basis: 'harmony', lines, harmony, tonal })).toBe(harmony);
    expect(decisiveMatch({ basis: 'tonal', lines, harmony, tonal })).toBe(tonal);
  });

  it('is nothing where the songs share no line', () => {
    expect(decisiveMatch({ basis: 'melody', lines: [], harmony, tonal })).toBeNull();
  });

  it('has what whole tunes add only where it is a melody', () => {
    expect(lines[0]!.wholeTuneBits).toBeGreaterThan(0);
    expect(wholeTuneBitsOf({ basis: 'melody', lines })).toBe(lines[0]!.wholeTuneBits);
    expect(wholeTuneBitsOf({ basis: 'harmony', lines })).toBe(0);
    expect(wholeTuneBitsOf({ basis: 'tonal', lines })).toBe(0);
    expect(wholeTuneBitsOf({ basis: 'melody', lines: [] })).toBe(0);
  });
});
