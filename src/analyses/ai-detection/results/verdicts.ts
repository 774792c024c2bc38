/**
 * From one set of odds, of a track or of a segment, to the documented classes. Every label follows the odds: where a
 * decoder is found it is never `real`, and where none is found it is nothing else. Shares that no measurement backs are
 * priors, listed as such in `detail.priors`.
 */

import {
  generatorIds,
  generatorVersions,
  type Role,
  roleLabels,
  versionedGenerator,
} from '../../../domain/labels.js';
import type { JsonObject } from '../../../domain/task.js';
import { rounded } from '../../../numbers/rounded.js';
import { logistic } from '../../../signal/logistic.js';
import type { Odds } from '../evidence/odds.js';
import type { LatticeReading } from '../measurement.js';

/** Share of "fake" that is an AI voice over human music where nothing speaks for or against it. */
const coverPrior = 0.08;
const composerPrior = 0.5;
const engineerPrior = 0.6;
const vocalistPrior = 0.5;

/** Share of `ai_cover` among "fake" by arrangement: a lattice where the voice leads and none where it does not. */
export function coverShareByVoice(lattice: LatticeReading | null): number {
  const { voiceScore, restScore } = lattice ?? { voiceScore: null, restScore: null };
  if (voiceScore === null || restScore === null) return coverPrior;
  return coverPrior + (0.85 - coverPrior) * logistic((voiceScore - 7) / 1) * logistic((2 - restScore) / 0.5);
}

/**
 * Share of `ai_cover` by the mix: a lattice in the middle and none in the sides. Some generators leave none in
 * their own sides (see the documentation), so this share stays a hint and never decides alone.
 */
export function coverShareByMix(lattice: LatticeReading | null): number {
  if (lattice === null || lattice.sideScore === null) return coverPrior;
  return (
    coverPrior +
    (0.3 - coverPrior) * logistic((lattice.score - 7) / 1) * logistic((1 - lattice.sideScore) / 0.5)
  );
}

export interface Answer {
  readonly prediction: string;
  readonly confidence: number;
}

/**
 * The label that the odds allow: the first label (`real`) where nothing is found, the likeliest of the others where
 * something is. `shares` are those of the other labels among "fake" and sum to 1.
 */
export function labelOf(labels: readonly string[], shares: readonly number[], odds: Odds): Answer {
  if (!odds.found)
    return { prediction: labels[0]!, confidence: rounded(Math.max(0.5, 1 - odds.probability)) };
  const best = shares.indexOf(Math.max(...shares));
  return { prediction: labels[best + 1]!, confidence: rounded(odds.probability * shares[best]!) };
}

/** No family distinguishes the five generators: they share in the same way. */
export const generatorShares = (): number[] => generatorIds.map(() => 1 / generatorIds.length);

/** Shares of each version and of `other`. No data distinguishes the versions. */
export function sourceShares(): number[] {
  const versioned = generatorShares()[generatorIds.indexOf(versionedGenerator)]!;
  return [...generatorVersions.map(() => versioned / generatorVersions.length), 1 - versioned];
}

/** The generator that stands out of the shares; null on a tie, where none may be named. */
export function generatorNamed(shares: readonly number[]): number | null {
  const best = Math.max(...shares);
  const first = shares.indexOf(best);
  return shares.lastIndexOf(best) === first ? first : null;
}

/**
 * Confidence that each role was an AI's: the vocalist's from the lattice where the voice leads, the engineer's
 * from the lattice in the rest and the sides. Nothing measured here is about composing: half, its prior.
 */
export function roleConfidences(fake: number, lattice: LatticeReading | null): Record<Role, number> {
  const { voiceScore = null, restScore = null, sideScore = null } = lattice ?? {};
  const rest = Math.max(restScore ?? Number.NEGATIVE_INFINITY, sideScore ?? Number.NEGATIVE_INFINITY);
  return {
    composer: fake * composerPrior,
    vocalist: fake * (voiceScore === null ? vocalistPrior : logistic(voiceScore - 4)),
    engineer: fake * (Number.isFinite(rest) ? 0.5 + 0.5 * logistic(rest - 4) : engineerPrior),
  };
}

/** The roles that are likelier than not; the likeliest measured one where none is; `real` where nothing is found. */
export function detectedRoles(odds: Odds, confidences: Readonly<Record<Role, number>>): string[] {
  if (!odds.found) return ['real'];
  const likely = roleLabels.filter((role) => confidences[role] > 0.5);
  if (likely.length > 0) return likely;
  const measured = roleLabels.filter((role) => role !== 'composer');
  return [[...measured].sort((a, b) => confidences[b] - confidences[a])[0]!];
}

/** What of a result is a prior: stated, not measured. */
export function priorsOf(lattice: LatticeReading | null): JsonObject[] {
  const prior = (field: string, value: number): JsonObject => ({ field, value, measured: false });
  const { voiceScore = null, restScore = null, sideScore = null } = lattice ?? {};
  return [
    prior('agent_classifier.composer, share of "fake"', composerPrior),
    ...(voiceScore === null ? [prior('agent_classifier.vocalist, share of "fake"', vocalistPrior)] : []),
    ...(restScore === null && sideScore === null
      ? [prior('agent_classifier.engineer, share of "fake"', engineerPrior)]
      : []),
    ...(voiceScore === null || restScore === null
      ? [prior('model_6.ai_cover, share of "fake"', coverPrior)]
      : []),
    ...(sideScore === null ? [prior('model_4.ai_cover, share of "fake"', coverPrior)] : []),
    prior('model_5, share of each version in "fake"', sourceShares()[0]!),
    prior('fake_model_classifier, share of each generator in "fake"', generatorShares()[0]!),
  ];
}
