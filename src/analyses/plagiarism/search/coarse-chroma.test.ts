import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { compareSongs } from '../comparison/compare-songs.js';
import { otherTempos } from '../comparison/other-tempo.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { tonalMatch } from '../comparison/tonal-match.js';
import { arranged, higher, triads } from '../test-support/scenes.js';
import { chromaStanding } from './chroma-standing.js';
import { coarseChroma, coarseChromaKernel } from './coarse-chroma.js';

const song = (seed: number, chords: number, semitones = 0): SongDescription => ({
  ...arranged(higher(generateMelody(seed, 64), semitones), higher(triads(chords, 16), semitones)),
  source: 'audio',
});

describe('the coarse alignment of two chroma sequences', () => {
  const own = song(1, 2);
  const coarse = (comparison: SongDescription) =>
    coarseChromaKernel.run({ original: own, comparison }, undefined as never) as number;

  it('is the same in every key, and larger for a cover than for other songs', () => {
    expect(coarse(song(1, 2, 5))).toBe(coarse(own));
    const cover = song(40, 2, 3);
    for (const seed of [11, 12, 13, 14]) expect(coarse(cover)).toBeGreaterThan(coarse(song(seed, seed + 50)));
  });

  it('is 0 where a song has no chroma sequence', () => {
    const line = generateMelody(1, 64);
    expect(coarse({ ...arranged(line, []), source: 'audio' })).toBe(0);
  });

  it('is not worked out of a candidate where the query has no chroma sequence', () => {
    const query = prepareSong(arranged(generateMelody(1, 64), []));
    const candidate = Object.defineProperty({ ...prepareSong(own) }, 'tonal', {
      get: () => expect.unreachable('the candidate was asked for its chroma sequence'),
    });
    expect(coarseChroma(query, candidate, otherTempos)).toBe(0);
    expect(tonalMatch(query, candidate, otherTempos)).toBeNull();
  });

  it('makes a cover count for more in a comparison among songs, above all of which it stands out', () => {
    const cover = song(40, 2, 3);
    const songs = [cover, ...Array.from({ length: 12 }, (_, at) => song(at + 11, at + 61))];
    const scores = songs.map(coarse);
    const standings = scores.map(chromaStanding(scores));
    expect(Math.max(...standings)).toBe(standings[0]);
    const named = compareSongs(own, cover, { songs: songs.length });
    const found = compareSongs(own, cover, { songs: songs.length, standing: standings[0]! });
    expect(found.claims.tonal).toBeGreaterThan(named.claims.tonal);
    expect(found.claims.tonal - named.claims.tonal).toBeCloseTo(found.standing, 9);
  });
});
