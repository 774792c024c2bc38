import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { compareSongs } from './compare-songs.js';
import { paceOf, segmentPairs, steadyPace } from './runs.js';
import type { SegmentMatch } from './segment-match.js';

const tune = generateMelody(11, 64);
const whole = describeMidi(writeMidi(tune));

function cut(from: number, until: number): SongNote[] {
  return tune
    .filter((note) => note.onsetBeats >= from && note.onsetBeats < until)
    .map((note) => ({ ...note, onsetBeats: note.onsetBeats - from }));
}
function segments(a: SongDescription, b: SongDescription): SegmentMatch[] {
  return [...compareSongs(a, b).lines[0]!.segments];
}

describe('segments near the end of a song', () => {
  it.each([0, 4, 9, 14])(
    'begin early enough to hold four bars in both songs (excerpt from beat %i)',
    (from) => {
      const excerpt = describeMidi(writeMidi(cut(from, from + 41)));
      for (const [a, b] of [
        [excerpt, whole],
        [whole, excerpt],
      ] as const) {
        const found = segments(a, b);
        expect(found.length).toBeGreaterThan(1);
        for (const { original, comparison, startBeats } of found) {
          expect(original.time_end - original.time_start).toBeCloseTo(8, 6);
          expect(comparison.time_end - comparison.time_start).toBeCloseTo(8, 6);
          expect(original.time_end).toBeLessThanOrEqual(a.durationSeconds);
          expect(comparison.time_end).toBeLessThanOrEqual(b.durationSeconds);
          expect(a.downbeats).toContain(startBeats[0]);
          expect(b.downbeats).toContain(startBeats[1]);
        }
        expect(new Set(found.map(({ startBeats }) => startBeats[0])).size).toBe(found.length);
      }
    },
  );

  it('end with the song where it has no four bars', () => {
    const short = describeMidi(writeMidi(cut(0, 11)));
    const found = segments(short, whole);
    expect(found.length).toBeGreaterThan(0);
    for (const { original } of found) {
      expect(original.time_end).toBe(short.durationSeconds);
      expect(original.chords).toHaveLength(16);
    }
  });

  it('begin with the song where it has no bars', () => {
    const point = (beat: number) => ({ a: beat, b: beat, endA: beat + 1, endB: beat + 1, bits: 1 });
    const points = [3, 4, 5, 6].map(point);
    const unbarred = { ...whole, downbeats: [] };
    expect(segmentPairs(unbarred, unbarred, points, 4)).toEqual([
      { startA: 0, startB: 0, bits: 4, notes: 4 },
    ]);
    expect(segmentPairs(whole, whole, points, 5)).toEqual([]);
  });
});

describe('the pace of a run', () => {
  /** Notes a beat long on `count` beats of the first song, at `place(beat)` in the second. */
  const notes = (count: number, place: (beat: number) => number) =>
    Array.from({ length: count }, (_, beat) => {
      const b = place(beat);
      return { a: beat, b, endA: beat + 1, endB: place(beat + 1), bits: 1 };
    });

  it('is a quarter at least and four at most, also of a run shorter than that', () => {
    const run = (beatsA: number, beatsB: number) =>
      paceOf({ startA: 4, endA: 4 + beatsA, startB: 9, endB: 9 + beatsB });
    expect([run(10, 20), run(10, 3), run(0.3, 0.6)]).toEqual([2, 0.3, expect.closeTo(2, 9)]);
    expect([run(10, 1), run(1, 10), run(0, 1)]).toEqual([0.25, 4, 4]);
  });

  it('is that of its notes where one song rests in the middle for as long as the run', () => {
    for (const pace of [0.5, 1, 4 / 3, 2]) {
      const resting = notes(120, (beat) => pace * beat + (beat < 60 ? 0 : 120));
      expect(steadyPace(resting)).toBeCloseTo(pace, 9);
      const turned = resting.map(({ a, b, endA, endB, bits }) => ({
        a: b,
        b: a,
        endA: endB,
        endB: endA,
        bits,
      }));
      expect(steadyPace(turned)).toBeCloseTo(1 / pace, 9);
    }
  });
});

it('segments of a song that rests in the middle lie beside the same notes in the same reading of its tempo', () => {
  const resting = describeMidi(
    writeMidi(
      tune.map((note) => ({ ...note, onsetBeats: note.onsetBeats + (note.onsetBeats < 32 ? 0 : 60) })),
    ),
  );
  const found = segments(whole, resting);
  expect(found.length).toBeGreaterThan(2);
  for (const { comparisonTempo, startBeats } of found) {
    expect(comparisonTempo).toBe(1);
    expect([0, 60]).toContain(startBeats[1] - startBeats[0]);
  }
});
