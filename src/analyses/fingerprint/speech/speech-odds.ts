/** The odds that a recording is speech alone, by the embedded evidence model over its pieces. */
import { thresholdFor } from '../../../models/calibration.js';
import { type EvidenceData, embeddedEvidence } from '../../../models/embedded-evidence.js';
import { logOddsOf } from '../../../models/evidence-model.js';
import type { FeatureShape } from '../../../models/fit-evidence-model.js';
import type { SpeechMeasurements } from './speech-measurements.js';

export const speechModelId = 'speech-evidence';

/** What the model reads, with the knots of its curves and the steps that are expected before any data. */
export const speechFeatures: readonly (FeatureShape & { name: keyof SpeechMeasurements })[] = [
  {
    name: 'voiced',
    unit: 'share of sounding frames with one clear pitch',
    direction: 'rising',
    knots: [0.2, 0.5, 0.8],
    expected: [1, 1],
  },
  {
    name: 'held',
    unit: 'share of pitched frames in notes of 160 ms and more',
    direction: 'falling',
    knots: [0, 0.2, 0.5, 0.8],
    expected: [1, 1, 1],
  },
  {
    name: 'hissing',
    unit: 'share of sounding frames that are noise above 2.5 kHz',
    direction: 'rising',
    knots: [0, 0.03, 0.1],
    expected: [1, 1],
  },
  {
    name: 'persistence',
    unit: 'mean correlation of fine spectra 128 ms apart',
    direction: 'falling',
    knots: [0.05, 0.15, 0.3, 0.5],
    expected: [1, 1, 1],
  },
];

export const speechValues = (measured: SpeechMeasurements): number[] =>
  speechFeatures.map(({ name }) => measured[name]);

const embedded = (): EvidenceData =>
  embeddedEvidence(
    speechModelId,
    speechFeatures.map(({ name }) => name),
  );

export interface SpeechJudgement {
  readonly isSpeechAlone: boolean;
  /** Mean over the pieces, and what is needed. */
  readonly logOdds: number;
  readonly threshold: number;
}

/** Whether a piece alone speaks for music: a recording with such a piece is not speech alone. */
export function isLikelierMusic(piece: SpeechMeasurements): boolean {
  return logOddsOf(embedded().model, speechValues(piece)) < 0;
}

/** Of a recording's pieces: their mean must reach the threshold, and none may be likelier music than speech. */
export function judgeSpeech(
  pieces: readonly SpeechMeasurements[],
  { model, calibration }: Pick<EvidenceData, 'model' | 'calibration'> = embedded(),
): SpeechJudgement {
  const threshold = thresholdFor(calibration, calibration.falseAlarmsPer1000);
  const odds = pieces.map((piece) => logOddsOf(model, speechValues(piece)));
  const logOdds = odds.reduce((sum, value) => sum + value, 0) / Math.max(1, odds.length);
  const isSpeechAlone = odds.length > 0 && logOdds >= threshold && odds.every((value) => value >= 0);
  return { isSpeechAlone, logOdds, threshold };
}
