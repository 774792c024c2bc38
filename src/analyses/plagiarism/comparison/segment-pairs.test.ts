import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { arranged } from '../test-support/scenes.js';
import { besideBeats, type MatchedPoint, segmentPairs, steadyPace } from './runs.js';

const silent = arranged([{ onsetBeats: 0, durationBeats: 1, midiPitch: 60, salience: 1 }], []);
/** A song in bars of so long, half a second a beat. */
const barred = (beats: number, bar: number, durationSeconds = beats / 2): SongDescription => ({
  ...silent,
  meter: bar % 3 === 0 ? 3 : 4,
  beats: Array.from({ length: beats }, (_, beat) => beat / 2),
  downbeats: Array.from({ length: Math.ceil(beats / bar) }, (_, at) => at * bar),
  durationSeconds,
});
/** A note on each of these beats of the first song, at `place` in the second. */
const pointsAt = (beats: readonly number[], place = (beat: number) => beat): MatchedPoint[] =>
  beats.map((a) => ({ a, b: place(a), endA: a + 1, endB: place(a + 1), bits: 1 }));
const counted = (count: number): number[] => Array.from({ length: count }, (_, beat) => beat);
const startsOf = (
  points: readonly MatchedPoint[],
  a: SongDescription,
  b = a,
): (readonly [number, number])[] =>
  segmentPairs(a, b, points, 1).map(({ startA, startB }) => [startA, startB]);

describe('the segments of a run', () => {
  const song = barred(80, 4);

  it('are of 16 beats one behind the other, those with more bits first', () => {
    const points = pointsAt(counted(40)).map((point) => ({ ...point, bits: point.a < 16 ? 1 : 2 }));
    expect(segmentPairs(song, song, points, 4)).toEqual([
      { startA: 16, startB: 16, bits: 32, notes: 16 },
      { startA: 0, startB: 0, bits: 16, notes: 16 },
      { startA: 32, startB: 32, bits: 16, notes: 8 },
    ]);
  });

  it('begin on downbeats where 16 beats are no whole bars too', () => {
    const starts = segmentPairs(barred(80, 3), barred(80, 3), pointsAt(counted(40)), 1).map(
      ({ startA }) => startA,
    );
    expect(starts.toSorted((a, b) => a - b)).toEqual([0, 15, 30]);
  });

  it('begin on the last downbeat before their first note, or up to a quarter of a beat behind it', () => {
    expect(startsOf(pointsAt([7, 8, 9]), song)).toEqual([[4, 4]]);
    expect(startsOf(pointsAt([7.75, 8, 9]), song)).toEqual([[8, 8]]);
    expect(startsOf(pointsAt([7.7, 8, 9]), song)).toEqual([[4, 4]]);
  });

  it('hold a note that begins up to a quarter of a beat early, and not in the segment before', () => {
    const notesOf = (early: number): number[] =>
      segmentPairs(song, song, pointsAt([0, 1, 16 - early, 17]), 1)
        .toSorted((x, y) => x.startA - y.startA)
        .map(({ notes }) => notes);
    expect(notesOf(0.25)).toEqual([2, 2]);
    expect(notesOf(0.3)).toEqual([3, 1]);
  });

  it('are left out that hold fewer notes than are asked for', () => {
    const points = pointsAt([0, 1, 2, 16, 17]);
    expect(segmentPairs(song, song, points, 3).map(({ startA }) => startA)).toEqual([0]);
    expect(segmentPairs(song, song, points, 2).map(({ startA }) => startA)).toEqual([0, 16]);
    expect(segmentPairs(song, song, [], 1)).toEqual([]);
  });

  it('lie in the second song on the downbeat that is nearest to where its pace takes them, the earlier of two', () => {
    expect(
      startsOf(
        pointsAt(counted(8), (beat) => beat + 5),
        song,
      ),
    ).toEqual([[0, 4]]);
    expect(
      startsOf(
        pointsAt(counted(8), (beat) => beat + 6),
        song,
      ),
    ).toEqual([[0, 4]]);
    expect(
      startsOf(
        pointsAt(counted(8), (beat) => beat + 7),
        song,
      ),
    ).toEqual([[0, 8]]);
    expect(
      startsOf(
        pointsAt(counted(8), (beat) => beat + 2),
        song,
      ),
    ).toEqual([[0, 0]]);
    // The first note is on the third beat, which are four of the second song.
    expect(
      startsOf(
        pointsAt([2, 3, 4, 5], (beat) => 2 * beat + 20),
        song,
      ),
    ).toEqual([[0, 20]]);
  });

  it('begin some bars earlier where they would end more than half a beat behind one of the songs', () => {
    const points = pointsAt(counted(8).map((beat) => beat + 20));
    const long = barred(80, 4);
    expect(startsOf(points, barred(36, 4, 17.8), long)).toEqual([[20, 20]]);
    expect(startsOf(points, barred(36, 4, 17.7), long)).toEqual([[16, 16]]);
    expect(startsOf(points, long, barred(36, 4, 17.8))).toEqual([[20, 20]]);
    expect(startsOf(points, long, barred(36, 4, 17.7))).toEqual([[16, 16]]);
    // Without 16 beats from any downbeat to the end they keep what is beyond it.
    expect(startsOf(pointsAt([4, 5]), barred(12, 4))).toEqual([[4, 4]]);
  });

  it('are one each, though two of them would begin at the same bar', () => {
    const points = pointsAt(counted(20));
    const starts = segmentPairs(barred(20, 4), barred(20, 4), points, 1).map(({ startA }) => startA);
    expect(starts).toEqual([0, 4]);
    expect(
      new Set(segmentPairs(barred(17, 4), barred(17, 4), points, 1).map(({ startA }) => startA)).size,
    ).toBe(segmentPairs(barred(17, 4), barred(17, 4), points, 1).length);
  });
});

describe('how many beats of two segments sound beside each other', () => {
  const besides = (barA: number, barB: number, pace: number): readonly [number, number] =>
    besideBeats(
      barred(80, barA),
      barred(80, barB),
      pointsAt(counted(36), (beat) => pace * beat),
    );

  it('is all of them, but of bars of three beside bars of four twelve of those in three', () => {
    expect(besides(4, 4, 1)).toEqual([16, 16]);
    expect(besides(4, 4, 3 / 4)).toEqual([16, 16]);
    expect(besides(4, 3, 3 / 4)).toEqual([16, 12]);
    expect(besides(3, 4, 4 / 3)).toEqual([12, 16]);
    expect(besides(6, 4, 4 / 3)).toEqual([12, 16]);
    expect(besides(2, 3, 3 / 4)).toEqual([16, 12]);
  });

  it('goes by the bars of the passage, as of a medley whose other parts have others', () => {
    const [fours, threes] = [barred(90, 4).downbeats, barred(90, 3).downbeats.map((beat) => beat + 90)];
    const medley = { ...barred(180, 4), downbeats: [...fours.filter((beat) => beat <= 86), ...threes] };
    const passage = counted(30).map((beat) => beat + 60);
    const besideAt = (pace: number) =>
      besideBeats(
        medley,
        barred(180, 3),
        pointsAt(passage, (beat) => pace * (beat - 60)),
      );
    expect(besideAt(3 / 4)).toEqual([16, 12]);
    const behind = passage.map((beat) => beat + 36);
    expect(
      besideBeats(
        medley,
        barred(180, 4),
        pointsAt(behind, (beat) => (4 / 3) * (beat - 96)),
      ),
    ).toEqual([12, 16]);
  });

  it('goes by bars where the pace is nearer to that than to the same beats', () => {
    const between = Math.sqrt(3 / 4);
    expect(besides(4, 3, between - 0.01)).toEqual([16, 12]);
    expect(besides(4, 3, between + 0.01)).toEqual([16, 16]);
    expect(besides(4, 3, 1)).toEqual([16, 16]);
    expect(besides(3, 4, 3 / 4)).toEqual([16, 16]);
  });
});

describe('the pace of most of a run', () => {
  it('is that of its ends where most stretches differ from it by less than a quarter of an octave', () => {
    const paused = (octaves: number): number => {
      const pause = 60 * (2 ** octaves - 1);
      return steadyPace(pointsAt(counted(60), (beat) => (beat < 30 ? beat : beat + pause)));
    };
    expect(paused(0.24)).toBeCloseTo(2 ** 0.24, 9);
    expect(paused(0.26)).toBe(1);
    expect(steadyPace([])).toBe(1);
  });

  it('is known of stretches of twelve beats, and of a shorter run its ends say it', () => {
    const slowAtItsEnd = (count: number): number =>
      steadyPace(pointsAt(counted(count), (beat) => (beat < count ? beat : 2 * count)));
    expect(slowAtItsEnd(12)).toBe(2);
    expect(slowAtItsEnd(13)).toBe(1);
  });
});
