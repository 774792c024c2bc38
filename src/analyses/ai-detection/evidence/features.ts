/** What the evidence model reads of each lattice of a recording: named measurements, each of one direction. */

import type { FeatureShape } from '../../../models/fit-evidence-model.js';
import { median } from '../../../numbers/median.js';
import { explanationTable } from '../explanations/table.js';
import { evidenceOf } from '../lattice/own-null.js';
import type { LatticeReading, Measurement } from '../measurement.js';

/** Features in the model's order. Knots are round numbers over the range that recordings and pairs show. */
export const featureShapes: readonly FeatureShape[] = [
  {
    name: 'evidence',
    unit: 'powers of ten against chance, without what a slow grid and codec bands explain',
    direction: 'rising',
    knots: [0, 2, 4, 7, 12],
    expected: [1.2, 1.6, 2.4, 2],
  },
  {
    name: 'persistence',
    unit: 'powers of ten in the median segment',
    direction: 'rising',
    knots: [0, 1.5, 4, 8],
    expected: [1, 1, 1],
  },
  {
    name: 'explained-relative',
    unit: 'powers of ten that alternative explanations take off a lattice that shares lines with this one',
    direction: 'falling',
    knots: [0, 8],
    expected: [8],
  },
  {
    name: 'held-tones',
    unit: explanationTable['held-tones'].unit,
    direction: 'falling',
    knots: [0.1, 0.5],
    expected: [8],
  },
  {
    name: 'recurring-note',
    unit: explanationTable['recurring-note'].unit,
    direction: 'falling',
    knots: [0.4, 2],
    expected: [6],
  },
  {
    name: 'onset-grid',
    unit: explanationTable['onset-grid'].unit,
    direction: 'falling',
    knots: [1, 8],
    expected: [8],
  },
  {
    name: 'beating',
    unit: explanationTable.beating.unit,
    direction: 'falling',
    knots: [2, 5, 10],
    expected: [1, 6],
  },
  {
    name: 'beating-searched',
    unit: 'the same for lattices that a search found',
    direction: 'falling',
    knots: [0.5, 4],
    expected: [2],
  },
  {
    name: 'held-tones-searched',
    unit: 'the same for lattices that a search found',
    direction: 'falling',
    knots: [0.1, 0.4],
    expected: [5],
  },
  {
    name: 'mains-hum',
    unit: explanationTable['mains-hum'].unit,
    direction: 'falling',
    knots: [3, 6, 10],
    expected: [6, 4],
  },
  {
    name: 'codec-frames',
    unit: explanationTable['codec-frames'].unit,
    direction: 'falling',
    knots: [0, 1],
    expected: [4],
  },
  {
    name: 'searched',
    unit: '1 where a search over playback speeds found it',
    direction: 'falling',
    knots: [0, 1],
    expected: [1],
  },
  {
    name: 'blind',
    unit: '1 where a search over all spacings found it',
    direction: 'falling',
    knots: [0, 1],
    expected: [2],
  },
];
export const featureNames: readonly string[] = featureShapes.map(({ name }) => name);

/** Share of the evidence that explanations measured in powers of ten take. */
export function explainedShare({ evidence, explanations }: LatticeReading): number {
  const explained = explanations['slow-grid'] + explanations['codec-bands'];
  return evidence <= 0 ? 0 : Math.min(1, explained / Math.max(1, evidence));
}

/** Powers of ten of each segment at the track's place: the track did the searching, so the place is one candidate. */
export function segmentEvidence({ segments }: Measurement, index: number, lattice: LatticeReading): number[] {
  const left = 1 - explainedShare(lattice);
  return segments.map(({ scores }) => evidenceOf(scores[index]! * left, lattice.ownNull, 1));
}

/** What explanations other than chance speak against a lattice, in powers of ten that they leave unbelievable. */
function removedFrom(lattice: LatticeReading): number {
  const { evidence, explanations, way } = lattice;
  const {
    'held-tones': tones,
    'onset-grid': onsets,
    'mains-hum': mains,
    'recurring-note': note,
  } = explanations;
  const share = Math.max(
    tones / (way === 'exact' ? 0.4 : 0.25),
    onsets / 6,
    mains / (way === 'exact' ? 4 : 10),
    note / 0.8,
  );
  return Math.max(0, evidence) * Math.min(1, share);
}

/** Ratios of spacings up to these whole numbers share enough lines to be one cause. */
const maxRatioPart = 6;
/** Relative difference of spacings whose lines fall into the same bins. */
const sameLines = 2e-4;

/** Whether two lattices have spacings in the ratio of small whole numbers: they share lines. */
export function shareLines(one: LatticeReading, other: LatticeReading): boolean {
  for (const a of one.spacingsHz) {
    for (const b of other.spacingsHz) {
      for (let q = 1; q <= maxRatioPart; q++) {
        const p = Math.round((a / b) * q);
        if (p >= 1 && p <= maxRatioPart && Math.abs((a * q) / (b * p) - 1) < sameLines) return true;
      }
    }
  }
  return false;
}

/** The most that explanations take off a lattice that shares lines with this one, and has more evidence. */
function explainedRelative(lattices: readonly LatticeReading[], lattice: LatticeReading): number {
  let most = 0;
  for (const other of lattices) {
    if (other === lattice || other.evidence < lattice.evidence) continue;
    // A search meets an exact lattice as well: its copy of one is no other cause.
    if (lattice.way === 'exact' && other.way !== 'exact') continue;
    const removed = removedFrom(other);
    if (removed > most && shareLines(lattice, other)) most = removed;
  }
  return most;
}

/** Values of one lattice, in the order of `featureShapes`; `persistence` from all segments or from one. */
export function latticeFeatures(measurement: Measurement, index: number): number[] {
  const lattice = measurement.lattices[index]!;
  const { evidence, explanations, way } = lattice;
  const left = evidence - explanations['slow-grid'] - explanations['codec-bands'];
  const searched = way === 'exact' ? 0 : 1;
  return [
    left,
    median(segmentEvidence(measurement, index, lattice)) ?? 0,
    explainedRelative(measurement.lattices, lattice),
    explanations['held-tones'],
    explanations['recurring-note'],
    explanations['onset-grid'],
    explanations.beating,
    searched * explanations.beating,
    searched * explanations['held-tones'],
    explanations['mains-hum'],
    explanations['codec-frames'],
    way === 'searched' ? 1 : 0,
    way === 'blind' ? 1 : 0,
  ];
}

/** Values of every lattice of a recording. */
export const recordingFeatures = (measurement: Measurement): number[][] =>
  measurement.lattices.map((_, index) => latticeFeatures(measurement, index));
