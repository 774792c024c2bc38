/**
 * A head turns one track's or one segment's evidence into a probability: a logistic of a weighted sum, kept away
 * from 0 and 1. Heads are all that is learnt here; what they read is measured by theory (see lattices.ts).
 */
import { decisiveLattice, type LatticeFinding } from '../lattice/lattice-finding.js';
import { evidenceOf } from '../lattice/own-null.js';
import type { Measurement, SegmentMeasurement } from '../measurement.js';

export const featureNames = ['lattice', 'scaled', 'persistence', 'blind'] as const;
export type FeatureName = (typeof featureNames)[number];
/** Evidence in powers of ten (see own-null.ts). */
export type Features = Readonly<Record<FeatureName, number>>;

export const headNames = ['lattice', 'scaled', 'persistence', 'blind', 'stacked'] as const;
export type HeadName = (typeof headNames)[number];

export interface Head {
  readonly bias: number;
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
}

/** Evidence above this says nothing more: one giant score must not outvote all else. */
const mostEvidence = 12;
const bounded = (evidence: number): number => Math.min(mostEvidence, Math.max(-2, evidence));

/**
 * A decoder without strides leaves no lattice, so the absence of one is weak evidence for "real"; and a lattice
 * can have a cause that nobody has met yet.
 */
export const leastFake = 0.05;
export const mostFake = 0.99;

export function probabilityOf(head: Head, features: Features): number {
  let sum = head.bias;
  for (const name of featureNames) sum += (head.weights[name] ?? 0) * features[name];
  return leastFake + (mostFake - leastFake) / (1 + Math.exp(-sum));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The evidence of a whole track. */
export function trackFeatures(measurement: Measurement): Features {
  const { scaled, blind, segments } = measurement;
  return {
    lattice: bounded(decisiveLattice(measurement).evidence),
    scaled: bounded(scaled.evidence),
    persistence: bounded(median(segments.map((segment) => persistenceOf(segment, measurement)))),
    blind: bounded(blind.evidence),
  };
}

/** The evidence of one segment, read at the places the whole track decided. */
export function segmentFeatures(segment: SegmentMeasurement, measurement: Measurement): Features {
  const { scaled, blind } = measurement;
  return {
    lattice: bounded(persistenceOf(segment, measurement)),
    scaled: bounded(atPlace(segment.scaled, scaled)),
    persistence: bounded(persistenceOf(segment, measurement)),
    blind: bounded(atPlace(segment.blind, blind)),
  };
}

/** A segment's evidence at a place: the track did the searching, so the place is one candidate. */
function atPlace(score: number, { trust, ownNull }: Pick<LatticeFinding, 'trust' | 'ownNull'>): number {
  return evidenceOf(score * trust, ownNull, 1);
}

function persistenceOf(segment: SegmentMeasurement, measurement: Measurement): number {
  const decisive = decisiveLattice(measurement);
  return atPlace(scoreIn(segment, decisive, measurement), decisive);
}

/** A segment's score of the decisive lattice. */
export function scoreIn(
  segment: SegmentMeasurement,
  decisive: LatticeFinding,
  { scaled, blind }: Measurement,
): number {
  if (decisive === scaled) return segment.scaled;
  return decisive === blind ? segment.blind : segment.exact;
}
