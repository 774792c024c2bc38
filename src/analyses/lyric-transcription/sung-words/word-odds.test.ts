import { describe, expect, it } from 'vitest';
import type { FalseAlarmCalibration } from '../../../models/calibration.js';
import { type EvidenceModel, evidenceModelFormat } from '../../../models/evidence-model.js';
import { modelReading, wordModels } from './word-features.js';
import type { WordMeasurement, WordMeasurements } from './word-measurements.js';
import { embeddedWordModel, judgeMeasurements } from './word-odds.js';

const sung: WordMeasurements = {
  word_probability: 0.7,
  log_probability: -0.5,
  no_speech: 0.1,
  language: 0.9,
  voice: 0.8,
};
const invented: WordMeasurements = {
  word_probability: 0.2,
  log_probability: -1.4,
  no_speech: 0.8,
  language: 0.4,
  voice: 0.1,
};

describe('which model decides', () => {
  it('is the one that reads most of what was measured, and nothing that was not', () => {
    const ids = (measured: WordMeasurements): string | undefined => modelReading(measured)?.id;
    expect(ids(sung)).toBe('sung-words');
    expect(ids({ ...sung, word_probability: null })).toBe('sung-words-untimed');
    expect(ids({ ...sung, language: null })).toBe('sung-words-untimed');
    expect(ids({ ...sung, no_speech: null })).toBeUndefined();
    expect(ids({ ...sung, word_probability: null, log_probability: null })).toBeUndefined();
    expect(judgeMeasurements({ ...sung, log_probability: null })).toBeNull();
  });
});

describe('words are kept', () => {
  /** Log-odds of ten times the voice, less five; probabilities by a line of its own. */
  const model: EvidenceModel = {
    format: evidenceModelFormat,
    formatVersion: 1,
    id: 'sung-words-untimed',
    version: 'sample',
    bias: -5,
    features: [
      { name: 'log_probability', unit: 'nats', direction: 'rising', knots: [-2, 0], steps: [0] },
      { name: 'no_speech', unit: 'probability', direction: 'falling', knots: [0, 1], steps: [2] },
      { name: 'voice', unit: 'share', direction: 'rising', knots: [0, 1], steps: [10] },
    ],
  };
  const calibration: FalseAlarmCalibration = {
    format: 'contrafact-calibration',
    formatVersion: 1,
    model: 'sung-words-untimed',
    modelVersion: 'sample',
    version: 'sample',
    falseAlarmsPer1000: 100,
    deciles: [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0],
    tailDecay: 1,
    slope: 2,
    offset: 1,
    cases: 100,
    groups: 10,
  };
  const judge = (voice: number, no_speech = 0) => {
    const measured = { word_probability: null, log_probability: -1, no_speech, language: null, voice };
    return judgeMeasurements(measured, () => ({ model, calibration }))!;
  };
  // Odds of one to 49, by the line, lie at a voice of .25541.
  it('from a probability of .02 on, and not below', () => {
    expect(judge(0.2555)).toMatchObject({ isKept: true, model: 'sung-words-untimed' });
    expect(judge(0.2553).isKept).toBe(false);
    expect(judge(0.2555).probability).toBeCloseTo(0.02, 3);
    expect(judge(0.5)).toMatchObject({ logOdds: 0, isKept: true });
    expect(judge(0.5).probability).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
  });

  it('less readily where the recogniser hears no speech', () => {
    expect(judge(0.5, 1).logOdds).toBe(-2);
    expect(judge(0.4, 0).isKept).toBe(true);
    expect(judge(0.4, 1).isKept).toBe(false);
  });
});

describe.each(wordModels)('the embedded model $id', (shape) => {
  const { model } = embeddedWordModel(shape);

  it('reads the features of its card in the order of the source', () => {
    expect(model.features.map(({ name }) => name)).toEqual(shape.features.map(({ name }) => name));
    for (const [i, { direction }] of model.features.entries()) {
      expect(direction).toBe(shape.features[i]!.direction);
    }
  });

  it.each(shape.features)('never finds words likelier for less evidence: $name', ({ name, direction }) => {
    const range: Record<WordMeasurement, [number, number]> = {
      word_probability: [0, 1],
      log_probability: [-3, 0],
      no_speech: [0, 1],
      language: [0, 1],
      voice: [0, 1],
    };
    const [low, high] = range[name];
    const missing = Object.fromEntries(
      (Object.keys(range) as WordMeasurement[])
        .filter((one) => !shape.features.some((feature) => feature.name === one))
        .filter((one) => one !== 'voice')
        .map((one) => [one, null]),
    );
    for (const rest of [sung, invented]) {
      const odds = Array.from({ length: 21 }, (_, step) => {
        const value = low + ((high - low) * step) / 20;
        const judgement = judgeMeasurements({ ...rest, ...missing, [name]: value })!;
        expect(judgement.model).toBe(shape.id);
        return judgement;
      });
      for (let i = 1; i < odds.length; i++) {
        const rise = odds[i]!.logOdds - odds[i - 1]!.logOdds;
        const better = direction === 'rising' ? rise : -rise;
        expect(better).toBeGreaterThanOrEqual(-1e-9);
        const likelier = odds[i]!.probability - odds[i - 1]!.probability;
        expect(direction === 'rising' ? likelier : -likelier).toBeGreaterThanOrEqual(-1e-9);
      }
    }
  });
});

/** Mean probability of words, mean logarithm of tokens, no-speech, language, voice; then what both models find. */
const golden: readonly [
  string,
  [number, number, number, number, number],
  number,
  boolean,
  number,
  boolean,
][] = [
  ['a clear chorus', [0.85, -0.27, 0.14, 0.91, 1], 7.21, true, 4.4, true],
  ['a verse over music', [0.53, -0.85, 0.37, 0.66, 0.99], 1.72, true, 1.18, true],
  ['a song in a noisy room', [0.39, -0.89, 0.34, 0.53, 1], -0.68, true, 1.12, true],
  ['a song under another piece', [0.46, -1.42, 0.57, 0.81, 0.99], -0.61, true, -3.24, false],
  ['a prompt of a telephone system', [0.88, -0.23, 0.02, 0.98, 1], 7.95, true, 4.88, true],
  ['a quiet voice that the classifier misses', [0.7, -0.5, 0.2, 0.9, 0.05], 3.15, true, -0.44, true],
  ['"Thanks for watching!" over a game', [0.48, -1.02, 0.72, 0.34, 0.65], -3.84, false, -3.12, false],
  ['a sentence over chip tunes', [0.35, -1.35, 0.03, 0.47, 0.99], -2.13, false, -0.77, true],
  ['"Thank you." over strings', [0.29, -1.25, 0.62, 0.36, 0.15], -7.39, false, -6.25, false],
  ['a sentence over a violin', [0.18, -1.86, 0.75, 0.31, 0.37], -8.98, false, -7.71, false],
  ['numbers over drums', [0.12, -1.2, 0.34, 0.39, 0.31], -6.18, false, -4.29, false],
  ['"you" over an adventure game', [0.03, -1.18, 0.83, 0.24, 0.17], -9.27, false, -6.62, false],
];

it.each(golden)(
  '%s: the odds and the decision of words-1',
  (_, values, odds, isKept, oddsUntimed, isKeptUntimed) => {
    const [word_probability, log_probability, no_speech, language, voice] = values;
    const measured = { word_probability, log_probability, no_speech, language, voice };
    const timed = judgeMeasurements(measured)!;
    expect(timed.logOdds).toBeCloseTo(odds, 1);
    expect(timed.isKept).toBe(isKept);
    const untimed = judgeMeasurements({ ...measured, word_probability: null, language: null })!;
    expect(untimed.logOdds).toBeCloseTo(oddsUntimed, 1);
    expect(untimed.isKept).toBe(isKeptUntimed);
  },
);
