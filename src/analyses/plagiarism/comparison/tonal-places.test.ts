import { describe, expect, it } from 'vitest';
import { tonalEvidence } from '../../../music/harmony/tonal-evidence.js';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, later, triads } from '../test-support/scenes.js';
import { prepareSong } from './prepared-song.js';
import type { MatchedPoint, MatchingRun } from './runs.js';
import { liesWith, tonalMatch } from './tonal-match.js';

/** Forty beats of which each sounds similar to the same one of the other song. */
const places = Array.from(
  { length: 40 },
  (_, beat): MatchedPoint => ({ a: beat, b: beat, endA: beat + 1, endB: beat + 1, bits: 1 }),
);
const runAt = (startA: number, endA: number, startB: number, endB: number): MatchingRun => ({
  startA,
  endA,
  startB,
  endB,
  notes: 8,
});

describe('a run of notes beside places that sound similar', () => {
  it('lies with them where half of it does, or half of the places where those are fewer', () => {
    // Four beats beside ten.
    expect(liesWith(runAt(10, 20, 12, 16), places)).toBe(true);
    expect(liesWith(runAt(10, 20, 18, 22), places)).toBe(true);
    expect(liesWith(runAt(10, 20, 18.5, 22.5), places)).toBe(false);
    // Twenty beats beside ten.
    expect(liesWith(runAt(10, 20, 15, 35), places)).toBe(true);
    expect(liesWith(runAt(10, 20, 15.5, 35.5), places)).toBe(false);
  });

  it('does not lie with them where nothing sounds similar beside it', () => {
    expect(liesWith(runAt(40, 50, 40, 50), places)).toBe(false);
    expect(liesWith(runAt(10, 20, 10, 20), [])).toBe(false);
  });
});

const band = (seed: number, bars: number): SongNote[] =>
  [...generateMelody(seed, 4 * bars), ...triads(seed + 2, bars)]
    .filter(({ onsetBeats }) => onsetBeats < 4 * bars)
    .sort((a, b) => a.onsetBeats - b.onsetBeats);
const line = generateMelody(8, 40).map((note, at) => ({ ...note, onsetBeats: 2 * at, durationBeats: 1 }));
const recording = (notes: readonly SongNote[]): SongDescription => ({
  ...arranged(notes, []),
  source: 'audio',
  melody: { vocal: [], instrumental: [], topline: line },
});

describe('two chroma sequences of which only a part is similar', () => {
  it('have notes of the main melodies at the same place in that part alone', () => {
    const first = prepareSong(recording([...band(3, 10), ...later(band(30, 10), 40)]));
    const second = prepareSong(recording([...band(3, 10), ...later(band(61, 10), 40)]));
    const { matchedOnsets, places: similar } = tonalMatch(first, second, [])!;
    const beats = new Set(similar.map(({ a }) => a));
    const onsets = line.map(({ onsetBeats }) => onsetBeats).filter((onset) => beats.has(onset));
    expect(onsets.length).toBeGreaterThan(12);
    expect(onsets.length).toBeLessThan(line.length - 3);
    expect(matchedOnsets).toEqual(onsets.map((onset) => [onset, onset]));
  });
});

describe('the chroma sequences of unrelated songs', () => {
  it('match exactly where they are more similar than by chance, by however little', () => {
    const songs = Array.from({ length: 14 }, (_, seed) => prepareSong(recording(band(100 + seed, 10))));
    const amounts = songs.flatMap((a, place) =>
      songs.slice(place + 1).map((b) => {
        const { bits } = tonalEvidence(a.tonal, b.tonal);
        expect(tonalMatch(a, b, [])?.bits ?? null).toBe(bits > 0 ? bits : null);
        return bits;
      }),
    );
    expect(amounts.some((bits) => bits <= 0)).toBe(true);
    expect(amounts.some((bits) => bits > 0 && bits <= 1)).toBe(true);
  });
});
