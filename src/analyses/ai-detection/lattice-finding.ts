/**
 * A lattice that was looked at or found, with what else could have drawn it, and what remains as evidence. Three things
 * in music draw evenly spaced lines: held tones, sequencers' grids, and a beating as fast as the lattice.
 */
import { beatContrast, type EnvelopeRhythm } from './envelope-rhythm.js';
import { finerGridScore } from './finer-grid.js';
import { heldToneShare } from './held-tones.js';
import { combScore, nullDeviation } from './lattice-score.js';
import { familyOf, type LatticeFamilyId } from './lattices.js';
import type { LineContrast } from './line-contrast.js';
import { evidenceOf, type ScoreNull } from './own-null.js';

/**
 * From this share of tones among the low multiples on, a lattice is laid to a held tone. A search meets the pitch of
 * any note, an exact place only that of an odd tuning: searched lattices bear less.
 */
export const tonesExplain = { exact: 0.4, searched: 0.25 } as const;
/** A tone on another spacing of the family than the strongest must show this many multiples. */
const manyPartials = 5;
/** A searched lattice at which the loudness beats this much may be a sequencer's roll: it counts half. */
export const beatsDoubt = 3;
/** At its exact place a decoder's own lattice beats as well (6.5 was seen): only far more is another cause. */
export const beatsExplain = 8;

export interface OtherCauses {
  /** Score that a finer grid explains, in deviations. */
  readonly finerGrid: number;
  /** Share of tones among the lattice's multiples from 60 to 1200 Hz. */
  readonly heldTones: number;
  /** How far the loudness beats at the lattice's spacings (see envelope-rhythm.ts); null: unknown. */
  readonly beats: number | null;
}

export interface LatticeFinding {
  readonly familyId: LatticeFamilyId;
  /** Playback speed against the generator's own. */
  readonly scale: number;
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

/** What a recording offers for telling causes apart. */
export interface Surroundings {
  readonly contrast: LineContrast;
  readonly logPower: Float32Array;
  readonly rhythm: EnvelopeRhythm;
}

export interface Candidate {
  readonly familyId: LatticeFamilyId;
  readonly scale: number;
  readonly score: number;
  readonly fromHz: number;
  readonly ownNull: ScoreNull;
  /** Among how many candidates it was the best. */
  readonly candidates: number;
}

const isExact = (scale: number): boolean => Math.abs(scale - 1) < 1e-4;

/** Weighs a candidate against the other causes. */
export function weigh(candidate: Candidate, surroundings: Surroundings): LatticeFinding {
  const { familyId, scale, score, ownNull, candidates } = candidate;
  const otherCauses = causesOf(candidate, surroundings);
  const trust = trustIn(score, otherCauses, isExact(scale));
  const againstChance = evidenceOf(score, ownNull, candidates);
  const evidence = evidenceOf(score * trust, ownNull, candidates);
  return { familyId, scale, score, otherCauses, trust, ownNull, againstChance, evidence };
}

function causesOf({ familyId, scale, fromHz }: Candidate, surroundings: Surroundings): OtherCauses {
  const { contrast, logPower, rhythm } = surroundings;
  const family = familyOf(familyId);
  const spacingsHz = family.spacingsHz.map((spacing) => spacing * scale);
  const readings = spacingsHz.map((spacing) => combScore(contrast, spacing, { fromHz }));
  const used = readings.filter(({ lines }) => lines > 0).length;
  if (used === 0) return { finerGrid: 0, heldTones: 0, beats: null };
  const strongest = readings.reduce(
    (best, { score }, index) => (score > readings[best]!.score ? index : best),
    0,
  );
  const beats = spacingsHz.map((rate) => beatContrast(rhythm, rate)).filter((beat) => beat !== null);
  return {
    finerGrid: finerGridScore(contrast, {
      spacingsHz,
      deviation: nullDeviation(family, used),
      // At a searched speed a tempo hits the half-way places by chance; at the exact one hardly.
      mayHalve: family.mayHalve === true && isExact(scale),
      fromHz,
    }),
    heldTones: Math.max(
      heldToneShare(logPower, spacingsHz[strongest]!),
      ...spacingsHz.map((spacing) => heldToneShare(logPower, spacing, manyPartials)),
    ),
    beats: beats.length === 0 ? null : Math.max(...beats),
  };
}

function trustIn(score: number, { finerGrid, heldTones, beats }: OtherCauses, exact: boolean): number {
  if (!(score > 0)) return 1;
  if (heldTones >= (exact ? tonesExplain.exact : tonesExplain.searched)) return 0;
  if (exact && beats !== null && beats >= beatsExplain) return 0;
  const doubt = !exact && (beats === null || beats >= beatsDoubt) ? 0.5 : 1;
  return doubt * Math.max(0, 1 - finerGrid / score);
}

/** The strongest lattice that stands against chance, but not against its other causes; null where there is none. */
export function explainedLattice(
  findings: readonly LatticeFinding[],
  leastEvidence: number,
): LatticeFinding | null {
  const explained = findings.filter(
    ({ againstChance, evidence }) => againstChance >= leastEvidence && evidence < leastEvidence,
  );
  return explained.sort((a, b) => b.againstChance - a.againstChance)[0] ?? null;
}

/** The lattice that a track's verdict rests on: the exact one, unless a searched one has more evidence. */
export function decisiveLattice({
  families,
  scaled,
}: {
  readonly families: readonly LatticeFinding[];
  readonly scaled: LatticeFinding;
}): LatticeFinding {
  const exact = families[0];
  return exact && exact.evidence >= scaled.evidence ? exact : scaled;
}
