/** What is measured of a track that never rises above −70 dBFS: nothing, so that every model says "cannot tell". */
import type { LatticeFinding } from './lattice/lattice-finding.js';
import { latticeFamilies } from './lattice/lattices.js';
import { lowestHz } from './lattice/line-contrast.js';
import type { Measurement } from './measurement.js';

const nothing = { ninthDecile: 0, decay: 1 };

const notFound = (familyId: LatticeFinding['familyId']): LatticeFinding => ({
  familyId,
  scale: 1,
  spacingsHz: [],
  score: 0,
  otherCauses: {
    finerGrid: 0,
    heldTones: 0,
    beats: null,
    onsetGrid: 0,
    mains: false,
    withoutCodecBands: 1,
  },
  trust: 1,
  ownNull: nothing,
  againstChance: 0,
  evidence: 0,
});

export function silentMeasurement(durationSeconds: number): Measurement {
  const families = latticeFamilies.map(({ id }) => notFound(id));
  return {
    durationSeconds,
    activeSeconds: 0,
    bandwidthHz: 0,
    isStereo: false,
    families,
    scaled: families[0]!,
    explained: null,
    blind: { ...notFound('unlisted'), spacingsHz: [0] },
    voiceScore: null,
    restScore: null,
    sideScore: null,
    segments: [],
    spectrum: { fromHz: lowestHz, stepHz: 10, contrast: [] },
    lines: [],
  };
}
