/**
 * Searches: a lattice moves with playback speed, and an unknown architecture has a spacing nobody listed.
 * Both look at many candidates, so their scores need higher thresholds than a fixed lattice's.
 */
import { combScore, familyScore } from './lattice-score.js';
import { familyOf, type LatticeFamily, type LatticeFamilyId, latticeFamilies } from './lattices.js';
import type { LineContrast } from './line-contrast.js';

/** Half a bin at 16 kHz: a finer step finds nothing that this one misses. */
const step = 4e-5;
/** ±6.3 %: a semitone either way, short of the 6.7 % that turns one family's lattice into another's. */
const widestScale = 0.061;
/** Low harmonics of long notes make chance lattices: the searches look above them. */
export const searchFromHz = 2000;
export const blindFromHz = 4000;
/** Just enough to keep the strongest grid of the real recordings measured here (10.3) below any verdict. */
const gridTrust = 0.7;
const blindSpacingsHz = { from: 45, to: 450 };

export interface FixedFamily {
  readonly familyId: LatticeFamilyId;
  readonly score: number;
}

/** Every family's score at its exact place, strongest first. */
export function scoreFamilies(contrast: LineContrast): FixedFamily[] {
  return latticeFamilies
    .map((family: LatticeFamily) => ({ familyId: family.id, score: familyScore(contrast, family) }))
    .sort((a, b) => b.score - a.score);
}

export interface ScaledFamily {
  readonly familyId: LatticeFamilyId;
  readonly scale: number;
  /** After the tempo-grid check. */
  readonly score: number;
  /** 1, or less where a sequencer's grid would explain the lines. */
  readonly trust: number;
}

/**
 * The family and the speed (0.941 … 1.063) whose lattice is strongest. `beatsAt` says whether the music's loudness
 * repeats at a rate; where nobody can say, a sequencer stays possible.
 */
export function searchScale(
  contrast: LineContrast,
  beatsAt: (rateHz: number) => boolean = () => true,
): ScaledFamily {
  let best = { familyId: latticeFamilies[0]!.id, scale: 1, score: Number.NEGATIVE_INFINITY };
  const steps = Math.round(widestScale / step);
  for (const family of latticeFamilies) {
    for (let index = -steps; index <= steps; index++) {
      const scale = Math.exp(index * step);
      const score = familyScore(contrast, family, scale, searchFromHz);
      if (score > best.score) best = { familyId: family.id, scale, score };
    }
  }
  const isExact = Math.abs(best.scale - 1) < 2 * step;
  const isBeat = !isExact && beatsAt(familyOf(best.familyId).spacingsHz[0]! * best.scale);
  const trust = isBeat ? tempoGridTrust(contrast, best) : 1;
  return { ...best, score: best.score * trust, trust };
}

/**
 * A percussion roll placed by a sequencer repeats exactly, and draws lines at its rate: 64th notes at 82.5 BPM
 * are 22 Hz, and every multiple is as strong as every other. Decoders favour the coarse lattices of a family.
 * Where the finest lattice explains everything, part of the score is withheld.
 */
function tempoGridTrust(
  contrast: LineContrast,
  { familyId, scale }: Pick<ScaledFamily, 'familyId' | 'scale'>,
): number {
  const coarsest = familyOf(familyId).spacingsHz.find((spacing) => spacing > 45)! * scale;
  const lines = combScore(contrast, coarsest, { fromHz: searchFromHz }).score;
  const between = combScore(contrast, coarsest, { fromHz: searchFromHz, phase: 0.5 }).score;
  return between > 0.6 * lines ? gridTrust : 1;
}

export interface BlindLattice {
  readonly spacingHz: number;
  readonly score: number;
}

/**
 * The strongest evenly spaced lines above 4 kHz of any spacing between 45 and 450 Hz, less what stands half-way
 * and a third of the way between them: a grid that is finer still belongs to a sequencer, not to a decoder.
 */
export function searchBlind(contrast: LineContrast): BlindLattice {
  let best: BlindLattice = { spacingHz: blindSpacingsHz.from, score: 0 };
  const steps = Math.round(Math.log(blindSpacingsHz.to / blindSpacingsHz.from) / step);
  for (let index = 0; index <= steps; index++) {
    const spacingHz = blindSpacingsHz.from * Math.exp(index * step);
    const { score, lines } = combScore(contrast, spacingHz, { fromHz: blindFromHz });
    if (lines < 10 || score <= best.score) continue;
    const net = blindScoreAt(contrast, spacingHz);
    if (net > best.score) best = { spacingHz, score: net };
  }
  return best;
}

/** The blind score of one spacing: its lines, less the strongest of the places between them. */
export function blindScoreAt(contrast: LineContrast, spacingHz: number): number {
  const read = (phase: number): number =>
    combScore(contrast, spacingHz, { fromHz: blindFromHz, phase }).score;
  return read(0) - Math.max(0, read(1 / 2), read(1 / 3), read(2 / 3));
}
