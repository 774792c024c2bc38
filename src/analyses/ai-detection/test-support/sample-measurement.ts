/** A measurement of given strengths, for tests of what follows the measuring. */
import type { LatticeFinding } from '../lattice/lattice-finding.js';
import { familyOf, type LatticeFamilyId } from '../lattice/lattices.js';
import type { Measurement } from '../measurement.js';

const ownNull = { ninthDecile: 1.3, decay: 0.5 };

/** A lattice at its exact place, of some evidence in powers of ten. */
export function sampleLattice(familyId: LatticeFamilyId, evidence: number): LatticeFinding {
  return {
    familyId,
    scale: 1,
    spacingsHz: familyOf(familyId).spacingsHz,
    score: 1.3 + 0.5 * Math.LN10 * (evidence - 0.3),
    otherCauses: {
      finerGrid: 0,
      heldTones: 0,
      beats: 1,
      onsetGrid: 0,
      mains: false,
      withoutCodecBands: 1,
    },
    trust: 1,
    ownNull,
    againstChance: evidence,
    evidence,
  };
}

/** Two minutes of stereo with the same scores everywhere; `changes` replace fields. */
export function sampleMeasurement(evidence: number, changes: Partial<Measurement> = {}): Measurement {
  const found = sampleLattice('hop-512', evidence);
  const { score } = found;
  return {
    durationSeconds: 120,
    activeSeconds: 118,
    bandwidthHz: 16_000,
    isStereo: true,
    families: [found, sampleLattice('fifty', 0)],
    scaled: found,
    explained: null,
    blind: { ...found, familyId: 'unlisted', spacingsHz: [86.1328] },
    voiceScore: score,
    restScore: score,
    sideScore: score,
    segments: Array.from({ length: 12 }, (_, index) => ({
      startSeconds: index * 10,
      endSeconds: (index + 1) * 10,
      exact: score,
      scaled: score,
      blind: score,
      voiceLead: index % 2,
    })),
    spectrum: {
      fromHz: 1000,
      stepHz: 10,
      contrast: Array.from({ length: 100 }, (_, index) => (index % 9) - 2),
    },
    lines: [{ frequencyHz: 1033.59, contrast: 4.2 }],
    ...changes,
  };
}
