/** Fits the word models on labelled segments; whole songs or whole collections are left out. */

import type {
  WordFeature,
  WordModel,
} from '../../../src/analyses/lyric-transcription/sung-words/word-features.js';
import {
  type WordMeasurements,
  wordMeasurements,
} from '../../../src/analyses/lyric-transcription/sung-words/word-measurements.js';
import { minProbability } from '../../../src/analyses/lyric-transcription/sung-words/word-odds.js';
import {
  calibrate,
  expectedFalseAlarms,
  type FalseAlarmCalibration,
} from '../../../src/models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../../src/models/evidence-model.js';
import { fitEvidenceModel } from '../../../src/models/fit-evidence-model.js';
import { rounded } from '../../../src/numbers/rounded.js';
import type { SegmentCase } from './segment-cases.js';

export interface MeasuredCase extends SegmentCase {
  readonly measured: WordMeasurements;
}

export interface ScoredCase extends MeasuredCase {
  readonly logOdds: number;
}

export type HeldOutBy = 'collection' | 'song';

/** Without the segments in which the recogniser wrote nothing, or that lack a measurement of the first model. */
export function measuredCases(cases: readonly SegmentCase[]): MeasuredCase[] {
  return cases.flatMap((one) => {
    const measured = wordMeasurements(one.segment);
    if (measured === null || measured.word_probability === null) return [];
    return [{ ...one, measured }];
  });
}

const valuesOf = (measured: WordMeasurements, features: readonly WordFeature[]): number[] =>
  features.map(({ name }) => measured[name]!);

/** A song, with all that was made of it, counts by the root of its segments. */
export function fitWords(
  cases: readonly MeasuredCase[],
  { id, features }: WordModel,
  version: string,
): EvidenceModel {
  const sizes = new Map<string, number>();
  for (const { material } of cases) sizes.set(material.song, (sizes.get(material.song) ?? 0) + 1);
  const fitted = fitEvidenceModel(
    features,
    cases
      .filter(({ label }) => label === 'right' || label === 'invented')
      .map(({ material, label, measured }) => ({
        candidates: [valuesOf(measured, features)],
        isPositive: label === 'right',
        weight: 1 / Math.sqrt(sizes.get(material.song)!),
      })),
  );
  return { format: evidenceModelFormat, formatVersion: 1, id, version, ...fitted };
}

/** Each case by a model that was fitted without its collection, or its song. */
export function heldOut(cases: readonly MeasuredCase[], model: WordModel, by: HeldOutBy): ScoredCase[] {
  const groups = new Map<string, MeasuredCase[]>();
  for (const one of cases) {
    const own = groups.get(one.material[by]);
    if (own) own.push(one);
    else groups.set(one.material[by], [one]);
  }
  return [...groups].flatMap(([group, own]) => {
    const fitted = fitWords(
      cases.filter(({ material }) => material[by] !== group),
      model,
      'fold',
    );
    return own.map((one) => ({ ...one, logOdds: logOddsOf(fitted, valuesOf(one.measured, model.features)) }));
  });
}

/** Its budget is what the probability that is demanded lets through of segments with invented words. */
export function calibrationOf(
  scored: readonly ScoredCase[],
  { id }: Pick<WordModel, 'id'>,
  version: string,
): FalseAlarmCalibration {
  const cases = scored.filter(({ label }) => label === 'right' || label === 'invented');
  const calibration = calibrate(
    cases.map(({ logOdds, label, material }) => ({
      logOdds,
      isPositive: label === 'right',
      group: material.collection,
    })),
    { model: id, modelVersion: version, version: `${version}, whisper-base`, falseAlarmsPer1000: 500 },
  );
  const kept = expectedFalseAlarms(calibration, thresholdIn(calibration));
  return { ...calibration, falseAlarmsPer1000: rounded(Math.min(500, kept), 1) };
}

/** The log-odds from which on words are kept. */
const thresholdIn = (
  { slope, offset }: FalseAlarmCalibration,
  probability: number = minProbability,
): number => (Math.log(probability / (1 - probability)) - offset) / slope;

export const thresholdOf = (scored: readonly ScoredCase[], probability?: number): number =>
  thresholdIn(calibrationOf(scored, { id: 'fold' }, 'fold'), probability);
