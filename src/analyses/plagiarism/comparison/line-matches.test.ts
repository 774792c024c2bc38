import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, triads } from '../test-support/scenes.js';
import { laidMatch } from './laid-match.js';
import type { LineMatch } from './line-match.js';
import { lineMatches, quickLook } from './line-matches.js';
import { prepareSong } from './prepared-song.js';

type Lines = Partial<SongDescription['melody']>;
const songOf = (lines: Lines, seed: number): SongDescription => ({
  ...arranged(generateMelody(seed, 60), triads(seed, 16)),
  melody: { vocal: [], instrumental: [], topline: [], ...lines },
});
const heard = (song: SongDescription): SongDescription => ({ ...song, source: 'audio' });
const matchesOf = (one: SongDescription, other: SongDescription): LineMatch[] => {
  const [a, b] = [prepareSong(one), prepareSong(other)];
  return lineMatches(a, b, quickLook(a, b));
};
const namesOf = (matches: readonly LineMatch[]): string[] =>
  matches.map(({ lineA, lineB }) => `${lineA} and ${lineB}`);

const tune = generateMelody(5, 60);
const leaps: SongNote[] = [60, 69, 61, 72].map((midiPitch, onsetBeats) => ({
  onsetBeats,
  durationBeats: 1,
  midiPitch,
  salience: 1,
}));

describe('the lines of two songs that are compared', () => {
  it('are those of four notes at least, in either song', () => {
    const namesWith = (a: readonly SongNote[], b: readonly SongNote[]): string[] =>
      namesOf(matchesOf(songOf({ topline: a }, 1), songOf({ topline: b }, 2)));
    expect(namesWith(leaps, leaps)).toEqual(['topline and topline']);
    expect(namesWith(leaps.slice(0, 3), leaps)).toEqual([]);
    expect(namesWith(leaps, leaps.slice(0, 3))).toEqual([]);
    expect(namesWith(leaps.slice(0, 3), leaps.slice(0, 3))).toEqual([]);
  });

  it('are laid upon each other only under one name', () => {
    // In the midst of each note a semitone off, so that voices that were heard align little with the tune.
    const inPieces = (notes: readonly SongNote[]): SongNote[] =>
      notes.flatMap((note) =>
        [0, 1, 2].map((piece) => ({
          ...note,
          onsetBeats: note.onsetBeats + [0, 0.45, 0.55][piece]! * note.durationBeats,
          durationBeats: [0.45, 0.1, 0.45][piece]! * note.durationBeats,
          midiPitch: note.midiPitch + (piece % 2),
        })),
      );
    const played = inPieces([...tune.slice(0, 10), ...generateMelody(81, 60).slice(10)]);
    const [sung, written] = [
      heard(songOf({ vocal: inPieces(tune), topline: generateMelody(71, 60) }, 1)),
      songOf({ vocal: tune, topline: played }, 2),
    ];
    const matches = matchesOf(sung, written);
    const names = namesOf(matches);
    expect(names).toContain('vocal and topline');
    expect(new Set(names).size).toBe(names.length);
    const across = matches.find(({ lineA, lineB }) => lineA !== lineB)!;
    // The voices, laid upon each other, would say more.
    expect(laidMatch(prepareSong(sung), prepareSong(written), 'vocal', across.bits)).not.toBeNull();
    expect(across.bits).toBe(across.alignedBits);
  });

  it('are of different names where the coarse pass finds seven tenths of the best pair in them, and not of less', () => {
    const a = prepareSong(songOf({ vocal: tune, topline: generateMelody(71, 60) }, 1));
    const shares = Array.from({ length: 24 }, (_, more) => {
      const topline = [...tune.slice(0, 30 + more), ...generateMelody(81, 60).slice(30 + more)];
      const b = prepareSong(songOf({ vocal: tune, topline }, 2));
      const look = quickLook(a, b);
      const { bits } = look.pairs.find(({ x, y }) => x === a.lines.vocal && y === b.lines.topline)!;
      const isCompared = namesOf(lineMatches(a, b, look)).includes('vocal and topline');
      return { share: bits / look.bits, isCompared };
    });
    for (const { share, isCompared } of shares) expect(isCompared).toBe(share >= 0.7);
    expect(shares.some(({ share }) => share > 0.67 && share < 0.7)).toBe(true);
    expect(shares.some(({ share }) => share > 0.7 && share < 0.73)).toBe(true);
  });
});
