/**
 * A head turns one track's or one segment's scores into a probability: a logistic of a weighted sum, kept away
 * from 0 and 1. Heads are all that is learnt here; what they read is measured by theory (see lattices.ts).
 */
import { searchedFrom } from './look-elsewhere.js';
import type { Measurement, SegmentMeasurement } from './measurement.js';

export const featureNames = ['lattice', 'scaled', 'persistence', 'blind'] as const;
export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

export const headNames = ['lattice', 'scaled', 'persistence', 'blind', 'stacked'] as const;
export type HeadName = (typeof headNames)[number];

export interface Head {
  readonly bias: number;
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
}

/** Scores above this say nothing more; one giant score must not outvote all else. */
const highestScore = 15;
/** A searched lattice this far above its look-elsewhere penalty is taken as the track's own. */
const decisiveScore = 4;
const bounded = (score: number): number => Math.min(highestScore, Math.max(-3, score));

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

/** The scores of a whole track. */
export function trackFeatures(measurement: Measurement): Features {
  const exact = measurement.families[0]?.score ?? 0;
  const { scaled, blind, segments } = measurement;
  return {
    lattice: bounded(Math.max(exact, searchedFrom(scaled))),
    scaled: bounded(scaled.score),
    persistence: bounded(median(segments.map((segment) => persistenceOf(segment, measurement)))),
    blind: bounded(blind.score),
  };
}

/** The scores of one segment, read at the places the whole track decided. */
export function segmentFeatures(segment: SegmentMeasurement, measurement: Measurement): Features {
  const trust = measurement.scaled.trust;
  return {
    lattice: bounded(persistenceOf(segment, measurement)),
    scaled: bounded(segment.scaled * trust),
    persistence: bounded(persistenceOf(segment, measurement)),
    blind: bounded(segment.blind),
  };
}

/** A segment's score at the track's own place: the exact one, unless a searched one is decisive. */
function persistenceOf(segment: SegmentMeasurement, { families, scaled }: Measurement): number {
  const searched = searchedFrom(scaled);
  const decisive = searched > decisiveScore && searched > (families[0]?.score ?? 0);
  return decisive ? segment.scaled * scaled.trust : segment.exact;
}
