/** All alternative explanations, one line each: what else than a decoder draws evenly spaced lines. */
import type { LatticeCandidate } from '../lattice/lattice.js';
import { beating } from './beating.js';
import { codecBands } from './codec-bands.js';
import { codecFrames } from './codec-frames.js';
import type { Explanation, Surroundings } from './explanation.js';
import { heldTones } from './held-tones.js';
import { mainsHum } from './mains-hum.js';
import { type ExplanationName, explanationNames } from './names.js';
import { onsetGrid } from './onset-grid.js';
import { recurringNote } from './recurring-note.js';
import { slowGrid } from './slow-grid.js';

export const explanationTable: Readonly<Record<ExplanationName, Explanation>> = {
  'held-tones': heldTones,
  'recurring-note': recurringNote,
  'slow-grid': slowGrid,
  'onset-grid': onsetGrid,
  beating,
  'mains-hum': mainsHum,
  'codec-bands': codecBands,
  'codec-frames': codecFrames,
};

/** What every explanation measures of one lattice. */
export function explanationsOf(
  candidate: LatticeCandidate,
  surroundings: Surroundings,
): Record<ExplanationName, number> {
  const measured = explanationNames.map((name) => [
    name,
    explanationTable[name].measure(candidate, surroundings),
  ]);
  return Object.fromEntries(measured) as Record<ExplanationName, number>;
}
