/** The odds that a segment's words are sung or spoken in it, by the embedded evidence models. */
import { probabilityOf } from '../../../models/calibration.js';
import { type EvidenceData, embeddedEvidence } from '../../../models/embedded-evidence.js';
import { logOddsOf } from '../../../models/evidence-model.js';
import { modelReading, type WordModel } from './word-features.js';
import type { WordMeasurements } from './word-measurements.js';

/**
 * Words with at least this probability are kept: to lose one line that is sung costs as much as 49 that nobody sings. The same for
 * every model, so that one that knows little leaves little out.
 */
export const minProbability = 0.02;

export interface WordJudgement {
  /** Whether the words are kept. */
  readonly isKept: boolean;
  /** Id of the model that decided: which measurements there were. */
  readonly model: string;
  readonly logOdds: number;
  /** That the words are there, where three of four segments with words are expected to be invented. */
  readonly probability: number;
}

/** Throws where the model's files are not what their card says. */
export function embeddedWordModel({ id, features }: WordModel): EvidenceData {
  return embeddedEvidence(
    id,
    features.map(({ name }) => name),
  );
}

/** By the model that reads most of what was measured; null where none does. */
export function judgeMeasurements(
  measured: WordMeasurements,
  evidenceOf: (model: WordModel) => Pick<EvidenceData, 'model' | 'calibration'> = embeddedWordModel,
): WordJudgement | null {
  const chosen = modelReading(measured);
  if (chosen === null) return null;
  const { model, calibration } = evidenceOf(chosen);
  const logOdds = logOddsOf(
    model,
    chosen.features.map(({ name }) => measured[name]!),
  );
  const probability = probabilityOf(calibration, logOdds);
  return { isKept: probability >= minProbability, model: chosen.id, logOdds, probability };
}
