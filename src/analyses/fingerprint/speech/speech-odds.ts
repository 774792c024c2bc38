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
    name: 'onSemitones',
    unit: 'length of the mean of pitches as angles, a semitone the full circle',
    direction: 'falling',
    knots: [0.03, 0.06, 0.12, 0.25, 0.5],
    expected: [1, 1, 1, 1],
  },
  {
    name: 'onSemitonesSlowly',
    unit: 'the same of the means of 0.2 s of one pitch',
    direction: 'falling',
    knots: [0.05, 0.1, 0.2, 0.4, 0.7],
    expected: [1, 1, 1, 1],
  },
  {
    name: 'quiet',
    unit: 'share of frames 10 dB and more below the mean power of their second',
    direction: 'rising',
    knots: [0.01, 0.08, 0.2, 0.4],
    expected: [1, 1, 1],
  },
  {
    name: 'pulse',
    unit: 'highest autocorrelation of the strength of onsets 0.16 to 2 s apart',
    direction: 'falling',
    knots: [0.08, 0.13, 0.2, 0.35, 0.6],
    expected: [1, 1, 1, 1],
  },
  {
    name: 'low',
    unit: 'share of the power of 300 Hz to 3.4 kHz that lies below 1 kHz',
    direction: 'rising',
    knots: [0.25, 0.5, 0.75],
    expected: [1, 1],
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
  /** Whether each piece is likelier speech alone than music, surely so or not. */
  readonly isPerhapsSpeech: boolean;
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
  const isPerhapsSpeech = odds.length > 0 && odds.every((value) => value >= 0);
  return { isSpeechAlone: isPerhapsSpeech && logOdds >= threshold, isPerhapsSpeech, logOdds, threshold };
}
