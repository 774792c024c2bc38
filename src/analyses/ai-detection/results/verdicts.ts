/**
 * From one probability of "fake", of a track or of a segment, to the documented classes. Where no measurement
 * backs a distinction, the shares below are priors and the documentation says so.
 */

import {
  generatorIds,
  generatorVersions,
  type Role,
  roleLabels,
  versionedGenerator,
} from '../../../domain/labels.js';
import { logistic } from '../../../signal/logistic.js';
import { decisiveLattice } from '../lattice/lattice-finding.js';
import type { Lattice } from '../lattice/other-causes.js';
import type { Measurement } from '../measurement.js';

/** Share of "fake" that is an AI voice over human music where nothing speaks for or against it. */
const coverPrior = 0.08;

/**
 * Share of `ai_cover` among "fake" by arrangement: a lattice where the voice leads and none where it does not.
 */
export function coverShareByVoice({ voiceScore, restScore }: Measurement): number {
  if (voiceScore === null || restScore === null) return coverPrior;
  return coverPrior + (0.85 - coverPrior) * logistic((voiceScore - 7) / 1) * logistic((2 - restScore) / 0.5);
}

/**
 * Share of `ai_cover` by the mix: a lattice in the middle and none in the sides. Some generators leave none in
 * their own sides (see the documentation), so this share stays a hint and never decides alone.
 */
export function coverShareByMix(measurement: Measurement): number {
  const { sideScore } = measurement;
  if (sideScore === null) return coverPrior;
  const { score } = decisiveLattice(measurement);
  return coverPrior + (0.3 - coverPrior) * logistic((score - 7) / 1) * logistic((1 - sideScore) / 0.5);
}

/** real, ai_cover, fake. */
export function threeClasses(fake: number, coverShare: number): number[] {
  return [1 - fake, fake * coverShare, fake * (1 - coverShare)];
}

/**
 * How likely each generator is, given "fake" and the lattice family. The family of 50 and 100 Hz speaks mildly
 * for the generator with versions, the only one whose lattice the development data shows; else all are equal.
 */
export function generatorShares(familyId: Lattice['familyId']): number[] {
  const versioned = familyId === 'fifty' ? 0.4 : 0.2;
  return generatorIds.map((id) =>
    id === versionedGenerator ? versioned : (1 - versioned) / (generatorIds.length - 1),
  );
}

/** real, each version, other. Versions share alike: no data tells them apart. */
export function detailedSource(fake: number, familyId: Lattice['familyId']): number[] {
  const versioned = generatorShares(familyId)[generatorIds.indexOf(versionedGenerator)]!;
  const each = (fake * versioned) / generatorVersions.length;
  return [1 - fake, ...generatorVersions.map(() => each), fake * (1 - versioned)];
}

/**
 * Confidence that each role was an AI's: the vocalist's from the lattice where the voice leads, the engineer's
 * from the lattice in the rest and the sides. Nothing measured here speaks about composing: half, its prior.
 */
export function roleConfidences(fake: number, measurement: Measurement): Record<Role, number> {
  const { voiceScore, restScore, sideScore } = measurement;
  const rest = Math.max(restScore ?? Number.NEGATIVE_INFINITY, sideScore ?? Number.NEGATIVE_INFINITY);
  return {
    composer: fake * 0.5,
    vocalist: fake * (voiceScore === null ? 0.5 : logistic(voiceScore - 4)),
    engineer: fake * (Number.isFinite(rest) ? 0.5 + 0.5 * logistic(rest - 4) : 0.6),
  };
}

/** The roles that are likelier than not; the likeliest where none is; `real` where no AI is detected. */
export function detectedRoles(fake: number, confidences: Readonly<Record<Role, number>>): string[] {
  if (fake <= 0.5) return ['real'];
  const likely = roleLabels.filter((role) => confidences[role] > 0.5);
  if (likely.length > 0) return likely;
  return [[...roleLabels].sort((a, b) => confidences[b] - confidences[a])[0]!];
}
