import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { decodeSketch, encodeSketch } from '../search/song-sketch.js';
import { arranged, higher, triads } from '../test-support/scenes.js';
import { comparePrepared, compareSongs } from './compare-songs.js';
import { isAlone, prepareSong } from './prepared-song.js';

const tune = generateMelody(1, 64);
const band = (seed: number): SongDescription => ({
  ...arranged(higher(generateMelody(seed, 64), 3), higher(triads(seed + 1, 16), 3)),
  source: 'audio',
});
/** Sung without a band, with the tune among what may carry the melody. */
const sung: SongDescription = { ...arranged(tune, []), source: 'audio', possibleLeads: tune };
const written = arranged(tune, []);

describe('a line without company', () => {
  it('has a chroma sequence where it was heard, and finds its song by it', () => {
    const [own, ...others] = [1, 11, 12, 13].map((seed) => compareSongs(sung, band(seed)).tonal?.bits ?? 0);
    expect(own).toBeGreaterThan(10);
    for (const other of others) expect(other).toBeLessThan(own! / 2);
  });

  it('has no chords to compare, which are guesses', () => {
    expect(prepareSong(sung).chords.sequence).toEqual(prepareSong({ ...sung, chords: [] }).chords.sequence);
    expect(prepareSong(sung).chords.sequence).not.toEqual(
      prepareSong({ ...band(1), chords: sung.chords, melody: sung.melody }).chords.sequence,
    );
  });

  it('counts once: its chroma sequence is its melody, and adds nothing to it', () => {
    const { claims, agreement } = compareSongs(sung, band(1));
    expect(Math.min(claims.melody, claims.tonal)).toBeGreaterThan(5);
    expect(agreement).toBe(0);
    expect(compareSongs({ ...band(1), source: 'audio' }, band(1)).agreement).toBeGreaterThan(0);
  });

  it('is alone with another one, heard or written, also as the index keeps it', () => {
    const [heard, line, mix] = [sung, written, band(1)].map((song) => {
      const kept = decodeSketch(encodeSketch(song))!;
      return prepareSong(kept.description, kept);
    });
    expect([isAlone(heard!, line!), isAlone(heard!, mix!), isAlone(mix!, line!)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(heard!.tonal.rows.count).toBeGreaterThan(0);
    expect(line!.tonal.rows.count).toBe(0);
    expect(comparePrepared(heard!, line!).bits).toBeCloseTo(compareSongs(sung, written).bits, 0);
  });
});

describe('the sketch of a song', () => {
  it('refuses bytes that are cut short, and knows none of another version', () => {
    const bytes = encodeSketch(sung);
    for (const length of [0, 4, 5, 20])
      expect(() => decodeSketch(bytes.subarray(0, length))).toThrow('cut short');
    const other = Uint8Array.from(bytes);
    other[5]! ^= 0xff;
    expect(decodeSketch(other)).toBeNull();
  });
});
