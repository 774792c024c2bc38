import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../lattice/own-null.js';
import type { LatticeReading } from '../measurement.js';
import { measurementOf, nothingElse, sampleLattice } from '../test-support/sample-measurement.js';
import { embeddedOdds } from './embedded.js';
import {
  explainedShare,
  featureNames,
  featureShapes,
  latticeFeatures,
  recordingFeatures,
  segmentEvidence,
  shareLines,
} from './features.js';

const explained = (changes: Partial<LatticeReading['explanations']>): LatticeReading['explanations'] => ({
  ...nothingElse,
  ...changes,
});
const readingOf = (name: string, lattices: readonly LatticeReading[], index = 0): number =>
  latticeFeatures(measurementOf(lattices), index)[featureNames.indexOf(name)]!;

describe('the features of a lattice', () => {
  it('are those that the embedded model was fitted on, with its knots', () => {
    const shown = featureShapes.map(({ name, direction, knots }) => ({ name, direction, knots }));
    const fitted = embeddedOdds().model.features.map(({ name, direction, knots }) => ({
      name,
      direction,
      knots,
    }));
    expect(fitted).toEqual(shown);
  });

  it('take what a slow grid and codec bands explain off the evidence', () => {
    const one = sampleLattice('hop-512', 9, {
      explanations: explained({ 'slow-grid': 2, 'codec-bands': 1.5 }),
    });
    expect(readingOf('evidence', [one])).toBeCloseTo(5.5);
    expect(explainedShare(one)).toBeCloseTo(3.5 / 9);
  });

  it('explain no more than all of the evidence, and nothing of none', () => {
    const at = (evidence: number): number =>
      explainedShare(sampleLattice('hop-512', evidence, { explanations: explained({ 'slow-grid': 3 }) }));
    expect(at(2)).toBe(1);
    expect(at(0.5)).toBe(1);
    expect(at(0)).toBe(0);
    expect(at(-1)).toBe(0);
    const little = sampleLattice('hop-512', 0.5, { explanations: explained({ 'slow-grid': 0.4 }) });
    expect(explainedShare(little)).toBeCloseTo(0.4);
  });

  it('read each segment at the track’s place as one candidate, less the explained share; the median persists', () => {
    const one = sampleLattice('hop-512', 8, { explanations: explained({ 'slow-grid': 4 }) });
    const of = (scores: readonly number[]) =>
      measurementOf([one], {
        segments: scores.map((score, index) => ({
          startSeconds: 10 * index,
          endSeconds: 10 * (index + 1),
          scores: [score],
          voiceLead: 0,
        })),
      });
    const expected = [2, 9, 4].map((score) => evidenceOf(score / 2, one.ownNull, 1));
    expect(segmentEvidence(of([2, 9, 4]), 0, one)).toEqual(expected);
    const persistence = (scores: readonly number[]): number =>
      latticeFeatures(of(scores), 0)[featureNames.indexOf('persistence')]!;
    expect(persistence([2, 9, 4])).toBeCloseTo(evidenceOf(2, one.ownNull, 1));
    expect(persistence([2, 9, 4, 6])).toBeCloseTo(evidenceOf(2.5, one.ownNull, 1));
    expect(persistence([])).toBe(0);
  });

  it('mark how a lattice was found', () => {
    const flags = (one: LatticeReading): number[] =>
      ['searched', 'blind'].map((name) => readingOf(name, [one]));
    expect(flags(sampleLattice('fifty', 5))).toEqual([0, 0]);
    expect(flags(sampleLattice('fifty', 5, { way: 'searched', scale: 1.03, spectrum: 'low' }))).toEqual([
      1, 0,
    ]);
    expect(flags(sampleLattice('unlisted', 5))).toEqual([0, 1]);
  });

  it('count beating and held tones of their own for lattices that a search found', () => {
    const explanations = explained({ beating: 3, 'held-tones': 0.3 });
    const names = ['beating', 'held-tones', 'beating-searched', 'held-tones-searched'];
    const read = (one: LatticeReading): number[] => names.map((name) => readingOf(name, [one]));
    expect(read(sampleLattice('fifty', 5, { explanations }))).toEqual([3, 0.3, 0, 0]);
    expect(read(sampleLattice('unlisted', 5, { explanations }))).toEqual([3, 0.3, 3, 0.3]);
  });

  it('are given of every lattice', () => {
    const all = recordingFeatures(measurementOf([sampleLattice('fifty', 5), sampleLattice('unlisted', 2)]));
    expect(all).toHaveLength(2);
    for (const values of all) expect(values).toHaveLength(featureShapes.length);
  });
});

describe('an explained lattice explains its relatives', () => {
  /** What is taken off an exact lattice of 100 Hz by a stronger one that shares its lines. */
  const takenBy = (way: 'exact' | 'searched', changes: Partial<LatticeReading['explanations']>): number => {
    const strong = sampleLattice('fifty', 10, {
      way,
      spacingsHz: [100],
      explanations: explained(changes),
    });
    const weak = sampleLattice('eighty', 5, { way, spacingsHz: [200] });
    return readingOf('explained-relative', [strong, weak], 1);
  };

  it.each([
    ['exact', 'held-tones', 0.2, 5],
    ['searched', 'held-tones', 0.2, 8],
    ['exact', 'onset-grid', 3, 5],
    ['exact', 'mains-hum', 2, 5],
    ['searched', 'mains-hum', 5, 5],
    ['searched', 'recurring-note', 0.4, 5],
    ['exact', 'held-tones', 0.9, 10],
    ['exact', 'slow-grid', 9, 0],
    ['exact', 'beating', 9, 0],
  ] as const)('%s, by %s at %d: %d powers of ten', (way, name, value, taken) => {
    expect(takenBy(way, { [name]: value })).toBeCloseTo(taken, 6);
  });

  it('only where it has at least as much evidence, and a search’s copy explains no exact lattice', () => {
    const tones = explained({ 'held-tones': 0.9 });
    const weaker = sampleLattice('fifty', 4, { spacingsHz: [100], explanations: tones });
    const copy = sampleLattice('fifty', 10, { way: 'searched', spacingsHz: [100], explanations: tones });
    const own = sampleLattice('eighty', 5, { spacingsHz: [200] });
    expect(readingOf('explained-relative', [weaker, own], 1)).toBe(0);
    expect(readingOf('explained-relative', [copy, own], 1)).toBe(0);
    const faint = sampleLattice('fifty', 0.5, { spacingsHz: [100], explanations: tones });
    const fainter = sampleLattice('eighty', 0.4, { spacingsHz: [200] });
    expect(readingOf('explained-relative', [faint, fainter], 1)).toBeCloseTo(0.5);
    const equal = sampleLattice('fifty', 5, { spacingsHz: [100], explanations: tones });
    expect(readingOf('explained-relative', [equal, own], 1)).toBeCloseTo(5);
  });

  it.each([
    [100, 200, true],
    [100, 600, true],
    [100, 500 / 6, true],
    [100, 700, false],
    [100, 100.015, true],
    [100, 100.03, false],
  ])('%d and %d Hz share lines: %s', (one, other, share) => {
    const of = (hz: number): LatticeReading => sampleLattice('fifty', 5, { spacingsHz: [hz] });
    expect(shareLines(of(one), of(other))).toBe(share);
    expect(shareLines(of(other), of(one))).toBe(share);
  });
});
