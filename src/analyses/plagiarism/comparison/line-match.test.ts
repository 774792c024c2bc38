import { describe, expect, it } from 'vitest';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, triads } from '../test-support/scenes.js';
import { changedMatch, type LineMatch, matchOf, passageBits, raisedMatch } from './line-match.js';
import type { MatchedPoint } from './runs.js';

const song = arranged(generateMelody(3, 100), triads(3, 30));
/** Notes that match, each `beats` behind the one before. */
const pointsAt = (count: number, beats: number): MatchedPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    a: at * beats,
    b: at * beats,
    endA: (at + 1) * beats,
    endB: (at + 1) * beats,
    bits: 2,
  }));
const match = (bits: number, points: readonly MatchedPoint[], alignedBits = bits): LineMatch | null =>
  matchOf(
    song,
    song,
    { lineA: 'topline', lineB: 'vocal', bits, alignedBits, transposition: 2, matchedOnsets: [[1, 1]] },
    points,
  );

describe('what one line shares with another', () => {
  it('is nothing without notes that match', () => {
    expect(match(30, [])).toBeNull();
    expect(match(30, pointsAt(6, 1))).toMatchObject({
      basis: 'melody',
      lineA: 'topline',
      lineB: 'vocal',
      bits: 30,
      wholeTune: null,
      wholeTuneBits: 0,
      run: { startA: 0, endA: 6, notes: 6 },
    });
  });

  it('is shown by segments of four notes', () => {
    expect(match(5, pointsAt(4, 1))!.segments).toHaveLength(1);
    expect(match(5, pointsAt(3, 1))!.segments).toEqual([]);
  });

  it('is shown by segments of single notes where nothing else is, if it is five notes or what is reported', () => {
    // 16 beats hold two of them, or one.
    expect(match(5, pointsAt(4, 8))!.segments).toEqual([]);
    expect(match(5, pointsAt(5, 8))!.segments.length).toBeGreaterThan(1);
    expect(match(5, pointsAt(5, 20))!.segments.length).toBeGreaterThan(1);
    expect(match(17.9, pointsAt(4, 8))!.segments).toEqual([]);
    expect(match(18, pointsAt(4, 8))!.segments.length).toBeGreaterThan(1);
    for (const { matchedNotes } of match(18, [...pointsAt(4, 1), ...pointsAt(8, 8).slice(2)])!.segments)
      expect(matchedNotes).toBeGreaterThanOrEqual(4);
  });

  it('has the same segments where its bits change, but where others are cut', () => {
    const known = match(20, pointsAt(8, 1))!;
    const changed = changedMatch(known, 12);
    expect(changed).toMatchObject({ bits: 12, alignedBits: 20, transposition: 2, matchedOnsets: [[1, 1]] });
    expect(changed.segments).toBe(known.segments);
    expect(changedMatch(known, 12, () => []).segments).toEqual([]);
  });
});

describe('what whole tunes add to a line', () => {
  it.each([
    { bits: 10, aligned: 10, added: 5, sum: 15, ofWholeTunes: 5 },
    { bits: 10, aligned: 4, added: 3, sum: 10, ofWholeTunes: 0 },
    { bits: 10, aligned: 4, added: 9, sum: 13, ofWholeTunes: 3 },
    { bits: -4, aligned: -4, added: 10, sum: 6, ofWholeTunes: 6 },
    { bits: -4, aligned: -4, added: 2, sum: -2, ofWholeTunes: 0 },
  ])(
    'counts upon what was aligned, and as much as there is then: %o',
    ({ bits, aligned, added, sum, ofWholeTunes }) => {
      const raised = raisedMatch(match(bits, pointsAt(8, 1), aligned)!, 1.2, added);
      expect(raised).toMatchObject({
        bits: sum,
        alignedBits: aligned,
        wholeTune: 1.2,
        wholeTuneBits: ofWholeTunes,
      });
    },
  );

  it('is no part of what its passage has', () => {
    expect(passageBits({ bits: 20, wholeTuneBits: 6 })).toBe(14);
    expect(passageBits(raisedMatch(match(10, pointsAt(8, 1))!, 1.2, 5))).toBe(10);
  });
});
