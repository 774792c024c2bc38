/** A measurement of given strengths, for tests of what follows the measuring. */
import { type ExplanationName, explanationNames } from '../explanations/names.js';
import type { LatticeWay } from '../lattice/lattice.js';
import { familyOf, type LatticeFamilyId } from '../lattice/lattices.js';
import type { LatticeReading, Measurement } from '../measurement.js';

const ownNull = { ninthDecile: 1.3, decay: 0.5 };
export const nothingElse = Object.fromEntries(explanationNames.map((name) => [name, 0])) as Record<
  ExplanationName,
  number
>;
const candidatesOf: Readonly<Record<LatticeWay, number>> = { exact: 9, searched: 2300, blind: 144_000 };

/** A lattice of some evidence in powers of ten. `changes` replace fields. */
export function sampleLattice(
  familyId: LatticeFamilyId | 'unlisted',
  evidence: number,
  changes: Partial<LatticeReading> = {},
): LatticeReading {
  const way = changes.way ?? (familyId === 'unlisted' ? 'blind' : 'exact');
  const candidates = candidatesOf[way];
  const score = ownNull.ninthDecile + ownNull.decay * Math.LN10 * (evidence - 1 + Math.log10(candidates));
  return {
    way,
    familyId,
    scale: 1,
    spacingsHz: familyId === 'unlisted' ? [131.7] : familyOf(familyId).spacingsHz,
    score,
    fromHz: 1000,
    ownNull,
    candidates,
    spectrum: 'mean',
    evidence,
    explanations: nothingElse,
    voiceScore: score,
    restScore: score,
    sideScore: score,
    lines: [{ frequencyHz: 1033.59, contrast: 4.2 }],
    ...changes,
  };
}

/** Two minutes of stereo in which the lattices have the same scores everywhere; `changes` replace fields. */
export function measurementOf(
  lattices: readonly LatticeReading[],
  changes: Partial<Measurement> = {},
): Measurement {
  return {
    durationSeconds: 120,
    activeSeconds: 118,
    bandwidthHz: 16_000,
    isStereo: true,
    lattices,
    segments: Array.from({ length: 12 }, (_, index) => ({
      startSeconds: index * 10,
      endSeconds: (index + 1) * 10,
      scores: lattices.map(({ score }) => score),
      voiceLead: index % 2,
    })),
    spectrum: {
      fromHz: 1000,
      stepHz: 10,
      contrast: Array.from({ length: 100 }, (_, index) => (index % 9) - 2),
    },
    ...changes,
  };
}

/** The same with one lattice of some evidence at its exact place, and none anywhere else. */
export const sampleMeasurement = (evidence: number, changes: Partial<Measurement> = {}): Measurement =>
  measurementOf(
    [sampleLattice('hop-512', evidence), sampleLattice('fifty', 0), sampleLattice('unlisted', 0)],
    changes,
  );
