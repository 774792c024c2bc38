/** A measurement of given strengths, for tests of what follows the measuring. */
import type { Measurement } from './measurement.js';

/** Two minutes of stereo with the same scores everywhere; `changes` replace fields. */
export function sampleMeasurement(score: number, changes: Partial<Measurement> = {}): Measurement {
  return {
    durationSeconds: 120,
    activeSeconds: 118,
    bandwidthHz: 16_000,
    isStereo: true,
    families: [
      { familyId: 'hop-512', score },
      { familyId: 'fifty', score: 0.4 },
    ],
    scaled: { familyId: 'hop-512', scale: 1, score, trust: 1 },
    blind: { spacingHz: 86.1328, score },
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
