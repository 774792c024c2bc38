/** One element of `model_results`: a view of the one set of odds, in the documented shape. */

import {
  binaryLabels,
  detailedSourceLabels,
  type GeneratorNames,
  generatorLabels,
  roleLabels,
  threeClassLabels,
} from '../../../domain/labels.js';
import type { JsonObject } from '../../../domain/task.js';
import { rounded } from '../../../numbers/rounded.js';
import type { Odds, SegmentOdds } from '../evidence/odds.js';
import type { LatticeReading } from '../measurement.js';
import { type ModelSpec, taskNames } from './products.js';
import {
  type Answer,
  coverShareByMix,
  coverShareByVoice,
  detectedRoles,
  generatorNamed,
  generatorShares,
  labelOf,
  roleConfidences,
  sourceShares,
} from './verdicts.js';

/** What every model of a product is a view of. */
export interface View {
  readonly track: Odds;
  readonly segments: readonly SegmentOdds[];
  /** The lattice that the odds rest on. */
  readonly lattice: LatticeReading | null;
  readonly names: GeneratorNames;
}

function labelsOf(spec: ModelSpec, names: GeneratorNames): readonly string[] {
  switch (spec.task) {
    case 'binary':
      return binaryLabels;
    case 'three-class':
      return threeClassLabels;
    case 'source':
      return detailedSourceLabels(names);
    case 'roles':
      return roleLabels;
    case 'generator':
      return generatorLabels(names);
  }
}

function configOf(spec: ModelSpec, labels: readonly string[]): JsonObject {
  return {
    model_id: spec.id,
    analysis_focus: spec.focus,
    task: taskNames[spec.task],
    // The interface shows the role classifier without num_classes.
    ...(spec.task === 'roles' ? {} : { num_classes: labels.length }),
    labels: [...labels],
  };
}

/** Shares of the labels after the first among "fake". */
function sharesOf({ task, cover }: ModelSpec, lattice: LatticeReading | null): number[] {
  if (task === 'source') return sourceShares();
  if (task === 'binary') return [1];
  const share = cover === 'mix' ? coverShareByMix(lattice) : coverShareByVoice(lattice);
  return [share, 1 - share];
}

/** The element of `model_results` of one embedded model. */
export function modelResult(spec: ModelSpec, view: View): JsonObject {
  const labels = labelsOf(spec, view.names);
  const parts: JsonObject =
    spec.task === 'roles'
      ? roleParts(view)
      : spec.task === 'generator'
        ? generatorParts(labels, view.track)
        : classParts(spec, view, labels);
  return { ...parts, config: configOf(spec, labels) };
}

function classParts(
  spec: ModelSpec,
  { track, segments, lattice }: View,
  labels: readonly string[],
): JsonObject {
  const shares = sharesOf(spec, lattice);
  const answer = (odds: Odds): Answer => labelOf(labels, shares, odds);
  const overall = { overall_analysis: { ...answer(track) } };
  if (!spec.segments) return overall;
  const answers = segments.map(answer);
  return {
    segment_analysis: {
      prediction: answers.map(({ prediction }) => prediction),
      confidence: answers.map(({ confidence }) => confidence),
    },
    ...overall,
  };
}

function roleParts({ track, segments, lattice }: View): JsonObject {
  const read = (odds: Odds) => {
    const confidences = roleConfidences(odds.probability, lattice);
    const shown = Object.fromEntries(roleLabels.map((role) => [role, rounded(confidences[role])]));
    return { prediction: detectedRoles(odds, confidences), confidence: shown };
  };
  const parts = segments.map(read);
  return {
    segment_analysis: {
      prediction: parts.map(({ prediction }) => prediction),
      confidence: parts.map(({ confidence }) => confidence),
    },
    overall_analysis: read(track),
  };
}

/**
 * The probabilities sum to that of "fake": all are near zero for a track in which nothing is found. On a tie no
 * generator is named: the label is `other`, marked as an abstention.
 */
function generatorParts(labels: readonly string[], track: Odds): JsonObject {
  const shares = generatorShares();
  const scaled = shares.map((share) => rounded(share * track.probability));
  const named = generatorNamed(shares);
  const answer: JsonObject =
    named === null
      ? { prediction: 'other', confidence: rounded(track.probability), abstained: true }
      : { prediction: labels[named]!, confidence: scaled[named]! };
  return {
    overall_analysis: {
      ...answer,
      all_probs: Object.fromEntries(labels.map((label, index) => [label, scaled[index]!])),
    },
  };
}
