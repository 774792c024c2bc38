import { describe, expect, it } from 'vitest';
import { pinned } from '../../../numbers/test-support/pinned.js';
import { explainedAway } from '../evidence/explained-away.js';
import { featureShapes, latticeFeatures, shareLines } from '../evidence/features.js';
import { type OddsData, oddsAt, trackOdds } from '../evidence/odds.js';
import { withVotes } from '../evidence/votes.js';
import type { LatticeReading, Measurement } from '../measurement.js';
import { measurementOf, nothingElse, sampleLattice } from '../test-support/sample-measurement.js';
import { productNames } from './products.js';
import { judge } from './result.js';

/** Not the embedded one, so that a new fit changes none of what follows. */
const data: OddsData = {
  model: {
    format: 'contrafact-evidence-model',
    formatVersion: 1,
    id: 'known',
    version: 'known-1',
    bias: -4,
    features: featureShapes.map(({ name, unit, direction, knots, expected }) => ({
      name,
      unit,
      direction,
      knots: [...knots],
      steps: [...expected],
    })),
  },
  calibration: {
    format: 'contrafact-calibration',
    formatVersion: 1,
    model: 'known',
    modelVersion: 'known-1',
    version: 'known-1',
    falseAlarmsPer1000: 10,
    deciles: [-9, -8, -7, -6.5, -6, -5.5, -5, -4.5, -4, -3],
    tailDecay: 0.9,
    slope: 1.1,
    offset: -0.3,
    cases: 500,
    groups: 40,
  },
};

const explained = (changes: Partial<typeof nothingElse>) => ({
  explanations: { ...nothingElse, ...changes },
});
const scored = (lattices: readonly LatticeReading[], scores: readonly number[]): Measurement =>
  measurementOf(lattices, {
    segments: scores.map((score, index) => ({
      startSeconds: 10 * index,
      endSeconds: 10 * index + 10,
      scores: lattices.map((_, place) => score - place),
      voiceLead: index % 3,
    })),
  });
const strong = sampleLattice('hop-512', 8);

const tracks: Readonly<Record<string, Measurement>> = {
  'nothing anywhere': measurementOf([sampleLattice('hop-512', 0), sampleLattice('fifty', -1)]),
  'no sound': measurementOf([], { segments: [], activeSeconds: 0 }),
  weak: measurementOf([sampleLattice('hop-512', 2.5), sampleLattice('fifty', 1)]),
  'nearly enough': measurementOf([sampleLattice('hop-512', 3.3)]),
  strong: measurementOf([strong, sampleLattice('fifty', 1), sampleLattice('unlisted', 2)]),
  'strong in some segments': scored([strong], [9, 1, 8, 2, 0, 12, 3]),
  'weak but for one segment': scored([sampleLattice('hop-512', 2)], [2, 1, 15, 2, 0, 1, 3]),
  'strong, but of so little sound': { ...measurementOf([sampleLattice('fifty', 2)]), activeSeconds: 9.9 },
  'strong, but of so narrow a band': { ...measurementOf([sampleLattice('fifty', 2)]), bandwidthHz: 7900 },
  'strong at another speed': measurementOf([sampleLattice('hop-512', 7, { way: 'searched', scale: 1.03 })]),
  'strong at a spacing of none': measurementOf([sampleLattice('unlisted', 9)]),
  'explained by held tones': measurementOf([sampleLattice('hop-512', 9, explained({ 'held-tones': 0.45 }))]),
  'explained by mains hum': measurementOf([sampleLattice('fifty', 9, explained({ 'mains-hum': 9 }))]),
  'explained by a slow grid': measurementOf([
    sampleLattice('hop-512', 9, explained({ 'slow-grid': 6, 'codec-bands': 2 })),
  ]),
  'explained by beating': measurementOf([
    sampleLattice('hop-512', 9, { way: 'searched', ...explained({ beating: 6 }) }),
  ]),
  'one that shares lines with an explained one': measurementOf([
    sampleLattice('fifty', 7),
    sampleLattice('fifty', 9, explained({ 'onset-grid': 5, 'recurring-note': 0.3 })),
  ]),
  'where the voice leads alone': measurementOf([
    sampleLattice('hop-512', 9, { voiceScore: 9, restScore: 0, sideScore: 0 }),
  ]),
  'in mono': measurementOf(
    [sampleLattice('hop-512', 9, { voiceScore: null, restScore: null, sideScore: null })],
    { isStereo: false },
  ),
};

describe('a measurement means what it meant before, by an odds model of its own', () => {
  it.each(Object.entries(tracks))('%s', async (name, measurement) => {
    const judged = productNames.map((product) => [product, judge(product, measurement, data)] as const);
    const [, { verdict, finalResult, evidence, priors, abstained }] = judged[0]!;
    const { spectrum, ...shown } = evidence;
    const text = pinned({
      features: measurement.lattices.map((_, index) => latticeFeatures(measurement, index)),
      odds: trackOdds(measurement, data),
      explained: explainedAway(measurement, data),
      verdict,
      finalResult,
      priors,
      abstained,
      evidence: shown,
      models: Object.fromEntries(
        judged.map(([product, { modelResults }]) => [
          product,
          (modelResults as { config: object }[]).map(({ config, ...answer }) => answer),
        ]),
      ),
    });
    await expect(text).toMatchFileSnapshot(`known-results/${name.replaceAll(/\W+/g, '-')}.txt`);
  });

  it('and odds mean what they meant, at every size and share of the budget', async () => {
    const odds = [-12, -6.2, -3, -1, 0, 0.6, 1.2, 2, 5, 9].map((logOdds) => [
      `${logOdds}`,
      { ...oddsAt(logOdds, data), ofTwelve: oddsAt(logOdds, data, 1 / 12).expectedFalseAlarms },
    ]);
    await expect(pinned(Object.fromEntries(odds))).toMatchFileSnapshot('known-results/odds.txt');
  });
});

describe('votes of an operator’s models', () => {
  const odds = trackOdds(tracks.strong!, data);

  it('count by their weights beside one of the measured odds, and decide segments where they decide the track', () => {
    const voted = (probability: number, weight: number) => withVotes(odds, [{ probability, weight }]);
    expect(withVotes(odds, []).track).toBe(odds);
    expect(voted(0.1, 1).track.probability).toBeCloseTo((odds.probability + 0.1) / 2, 9);
    expect(voted(0.1, 3).track.probability).toBeCloseTo((odds.probability + 0.3) / 4, 9);
    expect(voted(0.9, 1).segments).toBe(odds.segments);
    const turned = voted(0, 3);
    expect(turned.track.found).toBe(false);
    for (const segment of turned.segments) expect(segment).toMatchObject({ found: false });
    const atTheLimit = (probability: number): boolean =>
      withVotes({ ...odds, probability: 0.6 }, [{ weight: 1, probability }]).track.found;
    expect([0.6, 0.599].map(atTheLimit)).toEqual([true, false]);
  });
});

describe('lattices share lines', () => {
  const at = (spacing: number): LatticeReading => sampleLattice('unlisted', 5, { spacingsHz: [spacing] });

  it('where their spacings are in the ratio of whole numbers up to six', () => {
    expect(
      [2, 3, 1.5, 6, 5 / 6, 7, 7 / 6, 1.41].map((ratio) => shareLines(at(100), at(100 * ratio))),
    ).toEqual([true, true, true, true, true, false, false, false]);
    expect([1.00019, 1.00021].map((near) => shareLines(at(100), at(200 * near)))).toEqual([true, false]);
  });
});
