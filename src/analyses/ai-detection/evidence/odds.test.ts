import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thresholdFor } from '../../../models/calibration.js';
import { explanationNames } from '../explanations/names.js';
import { latticeFamilyIds } from '../lattice/lattices.js';
import type { LatticeReading, Measurement } from '../measurement.js';
import { contradictionsIn } from '../test-support/contradictions.js';
import {
  measurementOf,
  nothingElse,
  sampleLattice,
  sampleMeasurement,
} from '../test-support/sample-measurement.js';
import { embeddedOdds } from './embedded.js';
import { featureNames, featureShapes, latticeFeatures } from './features.js';
import { oddsAt, probabilityLimits, trackOdds } from './odds.js';

const data = embeddedOdds();

const lattice = fc
  .record({
    family: fc.constantFrom(...latticeFamilyIds, 'unlisted' as const),
    evidence: fc.double({ min: -2, max: 25, noNaN: true }),
    explanations: fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 8, maxLength: 8 }),
    quiet: fc.boolean(),
    searched: fc.boolean(),
    voice: fc.double({ min: -3, max: 20, noNaN: true }),
  })
  .map(({ family, evidence, explanations, quiet, searched, voice }): LatticeReading => {
    const measured = Object.fromEntries(
      explanationNames.map((name, index) => [name, quiet ? 0 : explanations[index]!]),
    ) as LatticeReading['explanations'];
    return sampleLattice(family, evidence, {
      explanations: measured,
      ...(family !== 'unlisted' && searched ? { way: 'searched' as const, scale: 1.01 } : {}),
      voiceScore: voice,
      restScore: -voice,
    });
  });

/** Any measurement: lattices of any strength, segments of any scores, any amount of sound. */
const measurements: fc.Arbitrary<Measurement> = fc
  .record({
    lattices: fc.array(lattice, { minLength: 0, maxLength: 5 }),
    segments: fc.integer({ min: 1, max: 30 }),
    scores: fc.infiniteStream(fc.double({ min: -3, max: 30, noNaN: true })),
    activeSeconds: fc.double({ min: 0, max: 120, noNaN: true }),
    bandwidthHz: fc.double({ min: 2000, max: 20_000, noNaN: true }),
  })
  .map(({ lattices, segments, scores, ...rest }) => {
    const next = (): number => scores.next().value as number;
    const parts = Array.from({ length: lattices.length === 0 ? 0 : segments }, (_, index) => ({
      startSeconds: 10 * index,
      endSeconds: 10 * (index + 1),
      scores: lattices.map(next),
      voiceLead: 0,
    }));
    return measurementOf(lattices, { ...rest, segments: parts });
  });

describe('what log-odds mean', () => {
  const threshold = thresholdFor(data.calibration, data.calibration.falseAlarmsPer1000);

  it('is a finding from the budget of false alarms on, likelier than not there and not below', () => {
    const above = oddsAt(threshold + 1e-6, data);
    const below = oddsAt(threshold - 1e-3, data);
    expect([above.found, below.found]).toEqual([true, false]);
    expect(above.probability).toBeGreaterThanOrEqual(0.6);
    expect(below.probability).toBeLessThanOrEqual(0.6);
    expect(above.expectedFalseAlarms).toBeCloseTo(data.calibration.falseAlarmsPer1000, 4);
  });

  it('is never certain, and never more than all recordings', () => {
    expect(oddsAt(50, data).probability).toBe(probabilityLimits.most);
    expect(oddsAt(-50, data)).toMatchObject({
      probability: probabilityLimits.least,
      expectedFalseAlarms: 1000,
    });
    expect(oddsAt(-50, data, 1 / 24).expectedFalseAlarms).toBe(1000);
    expect(probabilityLimits).toEqual({ least: 0.05, most: 0.99 });
  });

  it('is 0.6 exactly where the budget finds what is hardly likely, or does not find what is nearly certain', () => {
    const withBudget = (falseAlarmsPer1000: number) => ({
      ...data,
      calibration: { ...data.calibration, falseAlarmsPer1000 },
    });
    expect(oddsAt(-50, withBudget(1000))).toMatchObject({ found: true, probability: 0.6 });
    expect(oddsAt(50, withBudget(1e-300))).toMatchObject({ found: false, probability: 0.6 });
  });

  it('asks more of one of several readings, by its share of the budget', () => {
    const whole = oddsAt(threshold + 0.5, data);
    const part = oddsAt(threshold + 0.5, data, 1 / 10);
    expect([whole.found, part.found]).toEqual([true, false]);
    expect(part.expectedFalseAlarms).toBeCloseTo(10 * whole.expectedFalseAlarms, 6);
  });
});

describe('the one set of odds', () => {
  it('lets no part of any product contradict the final result, whatever was measured', () => {
    fc.assert(
      fc.property(measurements, (measurement) => {
        expect(contradictionsIn(measurement, data)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('finds at least half of the segments of a found track, and at most half of any other', () => {
    fc.assert(
      fc.property(measurements, (measurement) => {
        const { found, segments } = trackOdds(measurement, data);
        const count = segments.filter((segment) => segment.found).length;
        if (found) expect(2 * count).toBeGreaterThanOrEqual(segments.length);
        else expect(2 * count).toBeLessThanOrEqual(segments.length);
      }),
      { numRuns: 400 },
    );
  });

  it('shares the budget of false alarms among the segments of a track that is not found', () => {
    const one = sampleLattice('hop-512', 1);
    const strong = one.score + 9;
    const segment = (index: number, score: number) => ({
      startSeconds: 10 * index,
      endSeconds: 10 * (index + 1),
      scores: [score],
      voiceLead: 0,
    });
    const of = (count: number): number => {
      const segments = Array.from({ length: count }, (_, index) => segment(index, index === 0 ? strong : 0));
      return trackOdds(measurementOf([one], { segments }), data).segments[0]!.expectedFalseAlarms;
    };
    expect(of(24) / of(3)).toBeCloseTo(8, 6);
  });

  it.each(featureShapes.map((shape, index) => [shape.name, shape.direction, index] as const))(
    'only ever moves one way with %s (%s)',
    (_, direction, index) => {
      const feature = data.model.features[index]!;
      expect(feature.direction).toBe(direction);
      for (const step of feature.steps) expect(step).toBeGreaterThanOrEqual(0);
    },
  );

  it('rises with a lattice’s evidence and falls with every alternative explanation', () => {
    const rising = [0, 2, 4, 8, 12].map((evidence) => trackOdds(sampleMeasurement(evidence), data).logOdds);
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
    for (const name of explanationNames) {
      const at = (value: number): number =>
        trackOdds(
          measurementOf([sampleLattice('hop-512', 9, { explanations: { ...nothingElse, [name]: value } })]),
          data,
        ).logOdds;
      expect(at(12)).toBeLessThan(at(0));
    }
  });

  it('takes a lattice for another’s cause where both share lines, and not otherwise', () => {
    const at = featureNames.indexOf('explained-relative');
    const note = sampleLattice('unlisted', 12, {
      spacingsHz: [123.47],
      explanations: { ...nothingElse, 'recurring-note': 2 },
    });
    const read = (spacingHz: number): number => {
      const relative = sampleLattice('rate-32k', 5, {
        way: 'searched',
        scale: 0.98,
        spacingsHz: [spacingHz],
      });
      return latticeFeatures(measurementOf([note, relative]), 1)[at]!;
    };
    expect(read(2 * 123.47)).toBe(12);
    expect(read(1.01 * 123.47)).toBe(0);
  });
});
