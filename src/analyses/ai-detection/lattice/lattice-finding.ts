/** A lattice that was looked at or found, weighed against chance and against what else could have drawn it. */
import {
  isExact,
  type Lattice,
  type OtherCauses,
  otherCausesOf,
  type Surroundings,
  trustIn,
} from './other-causes.js';
import { evidenceOf, type ScoreNull } from './own-null.js';

export interface LatticeFinding extends Lattice {
  /** In standard deviations of "nothing there". */
  readonly score: number;
  readonly otherCauses: OtherCauses;
  /** Share of the score that no other cause explains. */
  readonly trust: number;
  /** Scores of this recording where no lattice is. */
  readonly ownNull: ScoreNull;
  /** Powers of ten: −log10 of how often chance alone reaches the score in such a search. */
  readonly againstChance: number;
  /** The same of the trusted part of the score: against chance and the other causes. */
  readonly evidence: number;
}

export interface Candidate extends Lattice {
  readonly score: number;
  readonly fromHz: number;
  readonly ownNull: ScoreNull;
  /** Among how many candidates it was the best. */
  readonly candidates: number;
}

/** Weighs a candidate against the other causes. */
export function weigh(candidate: Candidate, surroundings: Surroundings): LatticeFinding {
  const { familyId, scale, spacingsHz, score, fromHz, ownNull, candidates } = candidate;
  const otherCauses = otherCausesOf(candidate, fromHz, surroundings);
  const trust = trustIn(score, otherCauses, isExact(candidate));
  const againstChance = evidenceOf(score, ownNull, candidates);
  const evidence = evidenceOf(score * trust, ownNull, candidates);
  return { familyId, scale, spacingsHz, score, otherCauses, trust, ownNull, againstChance, evidence };
}

/** Where other causes leave less than this of a score, they explain the lattice. */
const explainedTrust = 0.4;

/**
 * The strongest lattice that stands against chance and that another cause explains; null where there is none. A lattice
 * that is merely too weak explains nothing away.
 */
export function explainedLattice(
  findings: readonly LatticeFinding[],
  leastEvidence: number,
): LatticeFinding | null {
  const explained = findings.filter(
    ({ againstChance, trust }) => againstChance >= leastEvidence && trust < explainedTrust,
  );
  return explained.sort((a, b) => b.againstChance - a.againstChance)[0] ?? null;
}

/** What a track's verdict can rest on. */
export interface Findings {
  /** Every family at its exact place, the strongest evidence first. */
  readonly families: readonly LatticeFinding[];
  /** The strongest family at any playback speed. */
  readonly scaled: LatticeFinding;
  /** The strongest lattice of any spacing. */
  readonly blind: LatticeFinding;
}

/** The lattice with the most evidence: the exact one, unless a searched one has more. */
export function decisiveLattice({ families, scaled, blind }: Findings): LatticeFinding {
  return [families[0]!, scaled, blind].reduce((best, one) => (one.evidence > best.evidence ? one : best));
}
