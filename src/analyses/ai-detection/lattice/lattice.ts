/** A lattice that was read or found in a recording. */
import type { LatticeFamilyId } from './lattices.js';
import type { ScoreNull } from './own-null.js';

/** `exact`: a listed family at its own speed; `searched`: at its best speed; `blind` (a value of `detail`): the best of all spacings. */
export const latticeWays = ['exact', 'searched', 'blind'] as const;
export type LatticeWay = (typeof latticeWays)[number];

export interface Lattice {
  readonly way: LatticeWay;
  /** The listed family; `unlisted` where it was found by the unconstrained search. */
  readonly familyId: LatticeFamilyId | 'unlisted';
  /** Playback speed against the generator's own. */
  readonly scale: number;
  /** Spacings at that speed, finest first. */
  readonly spacingsHz: readonly number[];
}

export interface LatticeCandidate extends Lattice {
  /** In standard deviations of "nothing there". */
  readonly score: number;
  /** Only lines above this were read. */
  readonly fromHz: number;
  /** Scores of this recording where no lattice is. */
  readonly ownNull: ScoreNull;
  /** Among how many candidates it was the best. */
  readonly candidates: number;
}
