import { describe, expect, it } from 'vitest';
import { contributionOf } from '../../models/evidence-model.js';
import { featureNames, featureShapes } from './evidence/features.js';
import { embeddedOdds, foundPer1000, judge, possiblePer1000 } from './evidence/odds.js';
import { isDistinctive } from './search.js';
import { findingOf, type LyricEvidence, lyricVerdict } from './verdict.js';

const odds = embeddedOdds();
const facts = { artist: 'Anon', title: 'Old song', year: '1818', datasetId: 'ds_1' };
/** Every measurement at this share of its range. */
const values = (share: number): number[] =>
  featureShapes.map(({ knots }) => knots[0]! + share * (knots.at(-1)! - knots[0]!));
const evidence = (measurements: number[], songs = 2_000): LyricEvidence => ({
  searched: songs,
  distinctive: true,
  best: { songId: 'song_1', measurements, facts, ...judge(odds, measurements, songs) },
  encoderLimits: 'Knows few languages.',
  model: odds.model,
});
const verdict = (share: number, songs = 2_000) => lyricVerdict(evidence(values(share), songs));

describe('the verdict on a lyric', () => {
  it('is found for a copy, not found for what unrelated lyrics reach, and never less with more evidence', () => {
    expect(verdict(1)).toMatchObject({
      finding: 'found',
      match: { song_id: 'song_1', dataset_id: 'ds_1', title: 'Old song' },
    });
    expect(verdict(0).finding).toBe('not_found');
    const order = ['not_found', 'possible', 'found'];
    const found = Array.from({ length: 41 }, (_, step) => order.indexOf(verdict(step / 40).finding));
    expect([...found].sort()).toEqual(found);
    expect(new Set(found).size).toBe(3);
  });

  it('agrees with combined_score: 0.5 or more exactly where it is possible or found', () => {
    for (let step = 0; step <= 200; step++) {
      const judged = judge(odds, values(step / 200), 2_000);
      expect(judged.score >= 0.5).toBe(findingOf(judged) !== 'not_found');
      expect(judged.falseAlarms <= foundPer1000).toBe(findingOf(judged) === 'found');
    }
    expect(possiblePer1000).toBeGreaterThan(foundPer1000);
  });

  it('is found and possible at just as many unrelated lyrics as are allowed', () => {
    const findings = [5, 5.001, 50, 50.001].map((falseAlarms) => findingOf({ falseAlarms }));
    expect(findings).toEqual(['found', 'possible', 'possible', 'not_found']);
  });

  it('gives the three reasons that weigh most, the strongest first', () => {
    const kinds = ['Wording', 'Shared text', 'Meaning', 'Order', 'Phrases'];
    for (let step = 1; step <= 4; step++) {
      const measurements = values(0).map(
        (low, at) => low + ((at + step) % 5) * 0.25 * (values(1)[at]! - low),
      );
      const weights = odds.model.features.map((feature, at) => contributionOf(feature, measurements[at]!));
      const expected = kinds
        .map((kind, at) => ({ kind, weight: weights[at]! }))
        .filter(({ weight }) => weight > 0.1)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, 3);
      const { reasons } = lyricVerdict(evidence(measurements));
      expect(reasons.map((reason) => reason.split(':')[0])).toEqual(expected.map(({ kind }) => kind));
    }
  });

  it('takes the same evidence for less among more songs', () => {
    const measurements = values(0.3);
    const alarms = [2_000, 20_000, 160_000].map((songs) => judge(odds, measurements, songs).falseAlarms);
    expect(alarms[0]).toBeLessThan(alarms[1]!);
    expect(alarms[1]).toBeLessThan(alarms[2]!);
  });

  it('is that there was nothing to compare where no song has lyrics', () => {
    const empty = lyricVerdict({
      searched: 0,
      distinctive: true,
      best: null,
      encoderLimits: '',
      model: odds.model,
    });
    expect(empty).toMatchObject({ finding: 'nothing_to_compare', searched: { count: 0, unit: 'songs' } });
    expect(empty.match).toBeUndefined();
  });

  it('gives reasons with a measurement and its value, each of which is understood alone', () => {
    const { reasons } = verdict(1);
    expect(reasons).toHaveLength(3);
    for (const reason of reasons) expect(reason).toMatch(/\d.*\.$/);
    // The order weighs most here, and the share that it is compared with is not shown.
    const ordered = values(0);
    ordered[featureNames.indexOf('meaning-beyond-reversed')] = 0.1;
    expect(lyricVerdict(evidence(ordered)).reasons).toEqual([
      'Order: similar phrases in the same order cover 10 % more than with one lyric read from its end.',
    ]);
    // A text of one line that is shared as a whole measures a quarter: it is not said that three quarters of it are not.
    const short = values(0);
    short[featureNames.indexOf('shared-text')] = 0.26;
    expect(lyricVerdict(evidence(short)).reasons).toEqual([
      'Shared text: 26 % of the shorter lyric, counted as three lines at least, stands in shared passages.',
    ]);
  });

  it('clears nothing where the lyric says too little to be found, and says why; what is found stays found', () => {
    const short = lyricVerdict({ ...evidence(values(0)), distinctive: false });
    expect(short).toMatchObject({ finding: 'cannot_tell', searched: { count: 2_000 } });
    expect(short.reasons.join()).toMatch(/too little/);
    expect(short.match).toBeUndefined();
    expect(lyricVerdict({ ...evidence(values(0)), best: null, distinctive: false }).finding).toBe(
      'cannot_tell',
    );
    expect(lyricVerdict({ ...evidence(values(1)), distinctive: false }).finding).toBe('found');
  });
});

it('more of any measurement never lowers the odds', () => {
  for (let index = 0; index < featureNames.length; index++) {
    const { knots } = featureShapes[index]!;
    let before = Number.NEGATIVE_INFINITY;
    for (let step = 0; step <= 20; step++) {
      const raised = values(0.2);
      raised[index] = (knots.at(-1)! * 1.2 * step) / 20;
      const { logOdds } = judge(odds, raised, 2_000);
      expect(logOdds).toBeGreaterThanOrEqual(before);
      before = logOdds;
    }
  }
});

it('a lyric says no more by saying the same again', () => {
  const lyric = (hashes: number[], nats: number): boolean =>
    isDistinctive({
      words: {
        hashes: Uint32Array.from(hashes),
        marks: new Uint32Array(hashes.length),
        nats: new Uint8Array(hashes.length).fill(nats),
      },
    });
  expect(lyric([1, 2, 3, 1, 2, 3, 1, 2, 3], 10)).toBe(false);
  expect(lyric([1, 2, 3, 4, 5], 10)).toBe(true);
});
