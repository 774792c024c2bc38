import { describe, expect, it } from 'vitest';
import type { LatticeReading, SegmentMeasurement } from '../measurement.js';
import {
  measurementOf,
  nothingElse,
  sampleLattice,
  sampleMeasurement,
} from '../test-support/sample-measurement.js';
import { embeddedOdds } from './embedded.js';
import { trackOdds } from './odds.js';

const data = embeddedOdds();

/** Ten segments of ten seconds, of which the first alone has this score and the others that of the others. */
const segmentsOf = (first: number, others: number): SegmentMeasurement[] =>
  Array.from({ length: 10 }, (_, index) => ({
    startSeconds: 10 * index,
    endSeconds: 10 * (index + 1),
    scores: [index === 0 ? first : others],
    voiceLead: 0,
  }));

const oddsOf = (lattice: LatticeReading, first: number, others: number) =>
  trackOdds(measurementOf([lattice], { segments: segmentsOf(first, others) }), data);

describe('the odds of a track', () => {
  it('rest on its strongest lattice, wherever that stands among the others', () => {
    const [weak, strong] = [sampleLattice('fifty', 0), sampleLattice('hop-512', 14)];
    const alone = trackOdds(measurementOf([strong]), data);
    for (const [lattices, place] of [
      [[weak, strong], 1],
      [[strong, weak], 0],
    ] as const)
      expect(trackOdds(measurementOf(lattices), data)).toMatchObject({
        decisive: place,
        logOdds: alone.logOdds,
      });
  });
});

describe('the odds of a segment', () => {
  it('are those of the track where that is found and the segment is as strong as the median one', () => {
    const { segments, ...track } = trackOdds(sampleMeasurement(14), data);
    expect(track.found).toBe(true);
    for (const segment of segments) {
      expect(segment.logOdds).toBeCloseTo(track.logOdds, 9);
      expect(segment.expectedFalseAlarms).toBeCloseTo(track.expectedFalseAlarms, 9);
    }
  });

  it('of a track that is not found give as many false alarms as the track for each of its segments', () => {
    const one = sampleLattice('hop-512', 4);
    const { segments, ...track } = oddsOf(one, one.score, one.score);
    expect(track.found).toBe(false);
    expect(track.expectedFalseAlarms).toBeLessThan(100);
    for (const segment of segments)
      expect(segment.expectedFalseAlarms).toBeCloseTo(10 * track.expectedFalseAlarms, 6);
  });

  it('of a track that is not found are less than the track’s where the segment shows less', () => {
    const one = sampleLattice('hop-512', 4);
    const { segments, logOdds } = oddsOf(one, 0, one.score);
    expect(segments[0]!.logOdds).toBeLessThan(logOdds - 0.5);
  });

  it('of a track that is not found count of a score only the share that other explanations leave', () => {
    const explained = sampleLattice('hop-512', 6, { explanations: { ...nothingElse, 'slow-grid': 3 } });
    const half = oddsOf(explained, 10, 0);
    const plain = oddsOf(sampleLattice('hop-512', 3), 5, 0);
    expect([half.found, plain.found]).toEqual([false, false]);
    expect(half.segments[0]!.logOdds).toBeCloseTo(plain.segments[0]!.logOdds, 9);
    expect(half.segments[0]!.logOdds).toBeGreaterThan(half.segments[1]!.logOdds);
  });
});
