/**
 * From a song's log odds to a probability that means what it says: a slope and an offset by logistic regression,
 * with voices and instrumentals counted as equally frequent (Platt, "Probabilistic outputs for support vector
 * machines", 1999).
 */
import { logistic } from '../../src/signal/logistic.js';

export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

export interface Judged {
  readonly logit: number;
  readonly hasVoice: boolean;
}

const rounds = 2000;
const rate = 0.3;

function calibrate(judged: readonly Judged[]): Calibration {
  const voiced = judged.filter(({ hasVoice }) => hasVoice).length;
  const weight = { true: 0.5 / voiced, false: 0.5 / (judged.length - voiced) };
  let [slope, offset] = [1, 0];
  for (let round = 0; round < rounds; round++) {
    let [forSlope, forOffset] = [0, 0];
    for (const { logit, hasVoice } of judged) {
      const error = calibrated(logit, { slope, offset }) - (hasVoice ? 1 : 0);
      forSlope += weight[`${hasVoice}`] * error * logit;
      forOffset += weight[`${hasVoice}`] * error;
    }
    slope -= rate * forSlope;
    offset -= rate * forOffset;
  }
  return { slope, offset };
}

export const calibrated = (logit: number, { slope, offset }: Calibration): number =>
  logistic(slope * logit + offset);

/** Probabilities of each by what was fitted on the other folds; and what is fitted on all. */
export function calibratedByFolds(
  judged: readonly Judged[],
  foldOf: (index: number) => number,
): { readonly probabilities: number[]; readonly shipped: Calibration } {
  const folds = new Map<number, Calibration>();
  const probabilities = judged.map(({ logit }, i) => {
    const fold = foldOf(i);
    const known = folds.get(fold) ?? calibrate(judged.filter((_, other) => foldOf(other) !== fold));
    folds.set(fold, known);
    return calibrated(logit, known);
  });
  return { probabilities, shipped: calibrate(judged) };
}
