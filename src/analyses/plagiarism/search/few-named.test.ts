import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import type { Comparison } from '../comparison/compare-songs.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { arranged, later, triads } from '../test-support/scenes.js';
import { type FoundCandidate, rankCandidates } from './rank-candidates.js';
import { decodeSketch, encodeSketch } from './song-sketch.js';

const candidateOf = (description: SongDescription, passage = 0): FoundCandidate => ({
  song: decodeSketch(encodeSketch(description)),
  passage,
  similarity: 0,
  tempo: 1,
});
const noLines = { vocal: [], instrumental: [], topline: [] };

describe('candidates of which only some were found', () => {
  it('are compared in full where one measurement names them, though others come first that none names', () => {
    const query = prepareSong(describeMidi(writeMidi(generateMelody(1, 420))));
    const tune = describeMidi(writeMidi(generateMelody(2, 60)));
    const silent = { ...tune, notes: [], melody: noLines, chords: tune.chords.map(() => 'N') };
    const candidates = Array.from({ length: 70 }, (_, place) => candidateOf(silent, place < 48 ? 0 : place));
    const compared = rankCandidates(query, candidates, 70)
      .filter(({ comparison }) => comparison !== null)
      .map(({ candidate }) => candidate);
    expect(compared.sort((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, place) => 48 + place));
  });

  it('have their chroma sequences aligned where they are few, whatever the scan found of them', () => {
    const mix: SongDescription = {
      ...arranged(generateMelody(5, 120), triads(105, 24)),
      source: 'audio',
      melody: noLines,
      chords: [],
    };
    const [ranked] = rankCandidates(prepareSong(mix), [candidateOf(mix)], 1);
    expect(ranked!.comparison!.basis).toBe('tonal');
    expect(ranked!.comparison!.reported).toBe(true);
  });
});

describe('candidates that are neither reported nor among the first three', () => {
  it('have passages of nothing but what the decision stands on', () => {
    // Four bars of the same chords, under other tunes.
    const band = (seed: number): SongDescription =>
      arranged(
        generateMelody(seed, 64),
        [...triads(3, 4), ...later(triads(seed, 12), 16)],
        generateMelody(seed + 500, 50),
      );
    const candidates = Array.from({ length: 12 }, (_, at) => candidateOf(band(200 + at)));
    const hidden = rankCandidates(prepareSong(band(1)), candidates, 12)
      .map(({ comparison }) => comparison!)
      .slice(3)
      .filter(({ reported }) => !reported);
    expect(hidden.length).toBeGreaterThan(2);
    const cut = ({ lines, harmony, tonal }: Comparison): number =>
      [...lines, harmony, tonal].filter((match) => (match?.segments.length ?? 0) > 0).length;
    for (const comparison of hidden) expect(cut(comparison)).toBeLessThanOrEqual(1);
    expect(hidden.some(({ harmony }) => harmony !== null)).toBe(true);
    expect(hidden.some(({ tonal }) => tonal !== null)).toBe(true);
  });
});
