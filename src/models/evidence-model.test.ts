import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../signal/seeded-random.js';
import {
  calibrate,
  expectedFalseAlarms,
  type HeldOutCase,
  probabilityOf,
  thresholdFor,
} from './calibration.js';
import { loadEvidence } from './embedded-evidence.js';
import {
  contributionOf,
  type EvidenceFeature,
  evidenceModelFormat,
  evidenceModelSchema,
  logOddsOf,
} from './evidence-model.js';
import { type FeatureShape, type FitCase, fitEvidenceModel } from './fit-evidence-model.js';

const rising: EvidenceFeature = {
  name: 'trace',
  unit: 'powers of ten',
  direction: 'rising',
  knots: [0, 2, 6],
  steps: [3, 1],
};
const falling: EvidenceFeature = {
  name: 'hum',
  unit: 'deviations',
  direction: 'falling',
  knots: [1, 3],
  steps: [5],
};
const model = evidenceModelSchema.parse({
  format: evidenceModelFormat,
  formatVersion: 1,
  id: 'sample',
  version: 'sample-1',
  bias: -4,
  features: [rising, falling],
});

describe('an evidence model', () => {
  it('adds piecewise linear curves, flat outside their knots', () => {
    expect(contributionOf(rising, -5)).toBe(0);
    expect(contributionOf(rising, 1)).toBe(1.5);
    expect(contributionOf(rising, 4)).toBe(3.5);
    expect(contributionOf(rising, 99)).toBe(4);
    expect(contributionOf(falling, 2)).toBe(-2.5);
    expect(logOddsOf(model, [4, 2])).toBe(-3);
  });

  it.each([
    ['a curve that turns', { ...rising, steps: [3, -1] }],
    ['knots that fall', { ...rising, knots: [0, 2, 1] }],
    ['a step too few', { ...rising, steps: [3] }],
  ])('refuses %s', (_, feature) => {
    expect(evidenceModelSchema.safeParse({ ...model, features: [feature] }).success).toBe(false);
  });
});

const shapes: readonly FeatureShape[] = [
  { name: 'trace', unit: '', direction: 'rising', knots: [0, 4, 8], expected: [1, 1] },
  { name: 'hum', unit: '', direction: 'falling', knots: [0, 4], expected: [1] },
  { name: 'noise', unit: '', direction: 'rising', knots: [0, 4], expected: [0] },
];

/** Positives have a trace in one of three candidates; some negatives have one too, with hum. */
function sampleCases(count: number): FitCase[] {
  const random = seededRandom(4);
  return Array.from({ length: count }, (_, index) => {
    const isPositive = index % 2 === 0;
    const hums = !isPositive && index % 6 === 1;
    const trace = isPositive || hums ? 3 + 4 * random() : 2 * random();
    const quiet = (): number[] => [1.5 * random(), 0, 4 * random()];
    return { candidates: [quiet(), [trace, hums ? 4 : 0, 4 * random()], quiet()], isPositive, weight: 1 };
  });
}

describe('fitting', () => {
  const fitted = { ...model, ...fitEvidenceModel(shapes, sampleCases(300)) };
  const best = (candidates: FitCase['candidates']): number =>
    Math.max(...candidates.map((values) => logOddsOf(fitted, values)));

  it('learns what distinguishes the classes, and nothing of what does not', () => {
    const right = sampleCases(300).filter(
      ({ candidates, isPositive }) => best(candidates) > 0 === isPositive,
    );
    expect(right.length / 300).toBeGreaterThan(0.95);
    const [trace, hum, noise] = fitted.features;
    expect(trace!.steps[0]! + trace!.steps[1]!).toBeGreaterThan(3);
    expect(hum!.steps[0]).toBeGreaterThan(2);
    expect(noise!.steps[0]).toBeLessThan(0.8);
  });

  it('gives the same model for the same cases', () => {
    expect(fitEvidenceModel(shapes, sampleCases(300))).toEqual(fitEvidenceModel(shapes, sampleCases(300)));
  });

  it('never turns a curve, also where the labels are the wrong way round', () => {
    const wrong = sampleCases(60).map((one) => ({ ...one, isPositive: !one.isPositive }));
    for (const { steps } of fitEvidenceModel(shapes, wrong).features)
      for (const step of steps) expect(step).toBeGreaterThanOrEqual(0);
  });

  it('stays near what theory expects where no case shows a feature', () => {
    const unseen: FeatureShape[] = [
      ...shapes,
      { name: 'rare', unit: '', direction: 'falling', knots: [0, 1], expected: [7] },
    ];
    const cases = sampleCases(100).map((one) => ({
      ...one,
      candidates: one.candidates.map((values) => [...values, 0]),
    }));
    expect(fitEvidenceModel(unseen, cases).features[3]!.steps[0]).toBeCloseTo(7, 1);
  });
});

describe('a calibration', () => {
  const random = seededRandom(9);
  /** Negatives with an exponential tail of decay 1; positives 6 higher. */
  const draw = (isPositive: boolean, group: number): HeldOutCase => ({
    logOdds: -Math.log(1 - random()) - 3 + (isPositive ? 6 : 0),
    isPositive,
    group: `group ${group}`,
  });
  const cases = Array.from({ length: 2400 }, (_, index) => draw(index % 3 === 0, index % 12));
  const options = { model: 'sample', modelVersion: 'sample-1', version: 'c', falseAlarmsPer1000: 5 };
  const calibration = calibrate(cases, options);

  it('keeps its budget of false alarms on cases that it did not see', () => {
    const fresh = Array.from({ length: 20_000 }, () => draw(false, 0));
    const threshold = thresholdFor(calibration, 5);
    const alarms = (1000 * fresh.filter(({ logOdds }) => logOdds >= threshold).length) / fresh.length;
    expect(alarms).toBeLessThan(7);
    expect(alarms).toBeGreaterThan(1.5);
  });

  it('expects fewer false alarms the higher the odds, and the threshold is where the budget is reached', () => {
    const at = [-9, -3, -2, -1, 0, 2, 5, 20].map((logOdds) => expectedFalseAlarms(calibration, logOdds));
    expect([...at].sort((a, b) => b - a)).toEqual(at);
    expect(at[0]).toBe(1000);
    for (const per1000 of [1, 5, 50, 300])
      expect(expectedFalseAlarms(calibration, thresholdFor(calibration, per1000))).toBeCloseTo(per1000, 0);
  });

  it('takes its tail one deviation of the mean excess longer than it is, and never under 0.5', () => {
    const evenly = (step: number): HeldOutCase[] =>
      Array.from({ length: 100 }, (_, index) => ({ logOdds: step * index, isPositive: false, group: 'a' }));
    // Ten cases lie above the ninth decile, 89.1: by 5.4 on average.
    const tail = calibrate(evenly(1), { ...options, earlier: calibration });
    expect(tail.deciles[9]).toBeCloseTo(89.1, 9);
    expect(tail.tailDecay).toBeCloseTo(5.4 * (1 + 1 / Math.sqrt(10)), 3);
    expect(calibrate(evenly(0.01), { ...options, earlier: calibration }).tailDecay).toBe(0.5);
  });

  it('has a probability that rises with the odds', () => {
    expect(probabilityOf(calibration, 4)).toBeGreaterThan(0.7);
    expect(probabilityOf(calibration, -3)).toBeLessThan(0.2);
  });

  it('refuses to state a rate from fewer than ten recordings, and keeps the earlier probability where only recordings are given', () => {
    const reals = cases.filter(({ isPositive }) => !isPositive);
    expect(() => calibrate(reals.slice(0, 9), { ...options, earlier: calibration })).toThrow(/at least 10/);
    expect(calibrate(reals, { ...options, earlier: calibration }).slope).toBe(calibration.slope);
    expect(() => calibrate(reals, options)).toThrow(/positive cases/);
  });
});

describe('loading an embedded model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-evidence-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(import.meta.dirname, '..', '..', 'models', 'embedded', 'ai-detection-evidence');
  const id = 'ai-detection-evidence';
  const read = (name: string): string => readFileSync(join(source, name), 'utf8');
  const names = (JSON.parse(read('weights.json')) as { features: { name: string }[] }).features.map(
    ({ name }) => name,
  );
  /** Writes all three files; `change` may alter the weights, whose hash the card then names. */
  function install(change: (weights: { id: string; bias: number }) => unknown, rehash = true): void {
    const weights = JSON.parse(read('weights.json')) as { id: string; bias: number };
    change(weights);
    const text = JSON.stringify(weights);
    const card = JSON.parse(read('card.json')) as { files: Record<string, string> };
    if (rehash) card.files['weights.json'] = createHash('sha256').update(text).digest('hex');
    writeFileSync(join(folder, 'weights.json'), text);
    writeFileSync(join(folder, 'calibration.json'), read('calibration.json'));
    writeFileSync(join(folder, 'card.json'), JSON.stringify(card));
  }

  it('gives model, calibration and card where all agree', () => {
    install(() => undefined);
    const { model: loaded, card } = loadEvidence(id, names, folder);
    expect(loaded.features.map(({ name }) => name)).toEqual(names);
    expect(card.data.length).toBeGreaterThan(10);
  });

  it.each([
    [
      'weights of another hash',
      (weights: { bias: number }) => Object.assign(weights, { bias: 9 }),
      false,
      names,
      /SHA-256/,
    ],
    [
      'another model',
      (weights: { id: string }) => Object.assign(weights, { id: 'other' }),
      true,
      names,
      /is the model other/,
    ],
    ['other features', () => undefined, true, ['else', ...names.slice(1)], /this version measures else/],
    ['fewer features', () => undefined, true, names.slice(1), /this version measures/],
  ])('refuses %s', (_, change, rehash, expected, reason) => {
    install(change, rehash);
    expect(() => loadEvidence(id, expected, folder)).toThrow(reason);
  });
});
