import { describe, expect, it } from 'vitest';
import { sampleLattice } from '../test-support/sample-measurement.js';
import {
  coverShareByMix,
  coverShareByVoice,
  detectedRoles,
  generatorNamed,
  generatorShares,
  labelOf,
  priorsOf,
  roleConfidences,
  sourceShares,
} from './verdicts.js';

const heard = (changes: Parameters<typeof sampleLattice>[2]) => sampleLattice('hop-512', 9, changes);
const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

describe('the share of an AI cover', () => {
  it.each([
    [7, 2, 0.08 + 0.77 / 4],
    [8, 2, 0.08 + (0.77 * logistic(1)) / 2],
    [7, 1.5, 0.08 + (0.77 * logistic(1)) / 2],
    [40, -20, 0.85],
    [-20, -20, 0.08],
    [40, 20, 0.08],
  ])('with %d where the voice leads and %d elsewhere is %d', (voiceScore, restScore, share) => {
    expect(coverShareByVoice(heard({ voiceScore, restScore }))).toBeCloseTo(share, 6);
  });

  it.each([
    [7, 1, 0.08 + 0.22 / 4],
    [8, 1, 0.08 + (0.22 * logistic(1)) / 2],
    [7, 0.5, 0.08 + (0.22 * logistic(1)) / 2],
    [40, -20, 0.3],
  ])('with %d in the middle and %d in the sides is %d', (score, sideScore, share) => {
    expect(coverShareByMix(heard({ score, sideScore }))).toBeCloseTo(share, 6);
  });

  it('is its prior where voice, rest or sides are unknown', () => {
    expect(coverShareByVoice(null)).toBe(0.08);
    expect(coverShareByVoice(heard({ voiceScore: null }))).toBe(0.08);
    expect(coverShareByVoice(heard({ restScore: null }))).toBe(0.08);
    expect(coverShareByMix(null)).toBe(0.08);
    expect(coverShareByMix(heard({ sideScore: null }))).toBe(0.08);
  });
});

describe('the label', () => {
  const labels = ['real', 'one', 'other'];
  const odds = { logOdds: 3, probability: 0.9, expectedFalseAlarms: 1, found: true };

  it('is the first one where nothing is found, as sure as a half at least', () => {
    const unfound = (probability: number) =>
      labelOf(labels, [0.3, 0.7], { ...odds, probability, found: false });
    expect(unfound(0.2)).toEqual({ prediction: 'real', confidence: 0.8 });
    expect(unfound(0.6)).toEqual({ prediction: 'real', confidence: 0.5 });
  });

  it('is the likeliest of the others where something is found, the first of equal ones, by its share', () => {
    expect(labelOf(labels, [0.3, 0.7], odds)).toEqual({ prediction: 'other', confidence: 0.63 });
    expect(labelOf(labels, [0.8, 0.2], odds)).toEqual({ prediction: 'one', confidence: 0.72 });
    expect(labelOf(labels, [0.5, 0.5], odds)).toEqual({ prediction: 'one', confidence: 0.45 });
  });

  it('names a generator only where one stands out of the shares', () => {
    expect([generatorNamed([0.1, 0.5, 0.4]), generatorNamed([0.4, 0.4, 0.2])]).toEqual([1, null]);
    expect(generatorNamed(generatorShares())).toBeNull();
  });

  it('has shares of all versions and of what is none that sum to one', () => {
    const shares = sourceShares();
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(new Set(shares.slice(0, -1)).size).toBe(1);
    expect(shares.at(-1)).toBeCloseTo(0.8, 12);
  });
});

describe('the roles', () => {
  const odds = { logOdds: 3, probability: 0.8, expectedFalseAlarms: 1, found: true };

  it('have their priors where nothing is measured', () => {
    expect(roleConfidences(0.8, null)).toEqual({ composer: 0.4, vocalist: 0.4, engineer: 0.48 });
  });

  it.each([
    ['the voice', { voiceScore: 5, restScore: null, sideScore: null }, logistic(1), 0.6],
    ['the rest', { voiceScore: null, restScore: 5, sideScore: null }, 0.5, 0.5 + 0.5 * logistic(1)],
    ['the sides', { voiceScore: null, restScore: null, sideScore: 5 }, 0.5, 0.5 + 0.5 * logistic(1)],
    ['the stronger of both', { voiceScore: 4, restScore: 3, sideScore: 6 }, 0.5, 0.5 + 0.5 * logistic(2)],
  ])('are measured in %s', (_, changes, vocalist, engineer) => {
    const measured = roleConfidences(1, heard(changes));
    expect(measured.composer).toBe(0.5);
    expect(measured.vocalist).toBeCloseTo(vocalist, 6);
    expect(measured.engineer).toBeCloseTo(engineer, 6);
  });

  it('detected are those likelier than not, else the likelier measured one, and none where nothing is found', () => {
    const of = (composer: number, vocalist: number, engineer: number) => ({ composer, vocalist, engineer });
    expect(detectedRoles(odds, of(0.6, 0.51, 0.5))).toEqual(['composer', 'vocalist']);
    expect(detectedRoles(odds, of(0.5, 0.2, 0.3))).toEqual(['engineer']);
    expect(detectedRoles(odds, of(0.5, 0.3, 0.2))).toEqual(['vocalist']);
    expect(detectedRoles({ ...odds, found: false }, of(0.9, 0.9, 0.9))).toEqual(['real']);
  });
});

describe('the priors', () => {
  const fields = (changes: Parameters<typeof sampleLattice>[2]): string[] =>
    priorsOf(heard(changes)).map(({ field }) => String(field).split(',')[0]!);
  const always = ['agent_classifier.composer', 'model_5', 'fake_model_classifier'];
  const added = (changes: Parameters<typeof sampleLattice>[2]): string[] =>
    fields(changes).filter((field) => !always.includes(field));

  it('are listed of all that no measurement of this track backs, with their values', () => {
    expect(added({})).toEqual([]);
    expect(added({ voiceScore: null })).toEqual(['agent_classifier.vocalist', 'model_6.ai_cover']);
    expect(added({ restScore: null })).toEqual(['model_6.ai_cover']);
    expect(added({ sideScore: null })).toEqual(['model_4.ai_cover']);
    expect(added({ restScore: null, sideScore: null })).toContain('agent_classifier.engineer');
    expect(Object.fromEntries(priorsOf(null).map(({ field, value }) => [field, value]))).toEqual({
      'agent_classifier.composer, share of "fake"': 0.5,
      'agent_classifier.vocalist, share of "fake"': 0.5,
      'agent_classifier.engineer, share of "fake"': 0.6,
      'model_6.ai_cover, share of "fake"': 0.08,
      'model_4.ai_cover, share of "fake"': 0.08,
      'model_5, share of each version in "fake"': 0.05,
      'fake_model_classifier, share of each generator in "fake"': 0.2,
    });
  });
});
