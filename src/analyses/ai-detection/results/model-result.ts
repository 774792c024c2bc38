/** One element of `model_results`: a model's answer for the track and its segments, in the documented shape. */
import {
  binaryLabels,
  detailedSourceLabels,
  type GeneratorNames,
  generatorLabels,
  roleLabels,
  threeClassLabels,
} from '../../../domain/labels.js';
import type { JsonObject } from '../../../domain/task.js';
import type { Calibration } from '../heads/calibration.js';
import { probabilityOf, segmentFeatures, trackFeatures } from '../heads/heads.js';
import { decisiveLattice } from '../lattice/lattice-finding.js';
import type { Measurement } from '../measurement.js';
import { type ModelSpec, taskNames } from './products.js';
import { type Reliability, tempered } from './reliability.js';
import {
  coverShareByMix,
  coverShareByVoice,
  detailedSource,
  detectedRoles,
  generatorShares,
  roleConfidences,
  threeClasses,
} from './verdicts.js';

export interface Judgement {
  readonly measurement: Measurement;
  readonly calibration: Calibration;
  readonly reliability: Reliability;
  readonly names: GeneratorNames;
}

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** A model's probability of "fake" for the whole track. */
export function trackProbability(spec: ModelSpec, judgement: Judgement): number {
  const { measurement, calibration, reliability } = judgement;
  return tempered(probabilityOf(calibration.heads[spec.head], trackFeatures(measurement)), reliability);
}

function segmentProbabilities(spec: ModelSpec, judgement: Judgement): number[] {
  const { measurement, calibration, reliability } = judgement;
  return measurement.segments.map((segment) =>
    tempered(probabilityOf(calibration.heads[spec.head], segmentFeatures(segment, measurement)), reliability),
  );
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

/** Probabilities of a model's labels, given its probability of "fake"; not for roles and generators. */
function classesOf(spec: ModelSpec, fake: number, measurement: Measurement): number[] {
  if (spec.task === 'source') return detailedSource(fake, decisiveLattice(measurement).familyId);
  if (spec.task === 'binary') return [1 - fake, fake];
  const share = spec.cover === 'mix' ? coverShareByMix(measurement) : coverShareByVoice(measurement);
  return threeClasses(fake, share);
}

export interface Answer {
  readonly prediction: string;
  readonly confidence: number;
}

export function likeliest(labels: readonly string[], probabilities: readonly number[]): Answer {
  let best = 0;
  for (let index = 1; index < probabilities.length; index++) {
    if (probabilities[index]! > probabilities[best]!) best = index;
  }
  return { prediction: labels[best]!, confidence: rounded(probabilities[best]!) };
}

/** The element of `model_results` of one embedded model. */
export function modelResult(spec: ModelSpec, judgement: Judgement): JsonObject {
  const labels = labelsOf(spec, judgement.names);
  const fake = trackProbability(spec, judgement);
  const parts: JsonObject =
    spec.task === 'roles'
      ? roleParts(spec, judgement, fake)
      : spec.task === 'generator'
        ? generatorParts(labels, judgement.measurement, fake)
        : classParts(spec, judgement, labels, fake);
  return { ...parts, config: configOf(spec, labels) };
}

function classParts(
  spec: ModelSpec,
  judgement: Judgement,
  labels: readonly string[],
  fake: number,
): JsonObject {
  const answer = (probability: number): Answer =>
    likeliest(labels, classesOf(spec, probability, judgement.measurement));
  const overall = { overall_analysis: { ...answer(fake) } };
  if (!spec.segments) return overall;
  const answers = segmentProbabilities(spec, judgement).map(answer);
  return {
    segment_analysis: {
      prediction: answers.map(({ prediction }) => prediction),
      confidence: answers.map(({ confidence }) => confidence),
    },
    ...overall,
  };
}

function roleParts(spec: ModelSpec, judgement: Judgement, fake: number): JsonObject {
  const read = (probability: number) => {
    const confidences = roleConfidences(probability, judgement.measurement);
    const shown = Object.fromEntries(roleLabels.map((role) => [role, rounded(confidences[role])]));
    return { prediction: detectedRoles(probability, confidences), confidence: shown };
  };
  const segments = segmentProbabilities(spec, judgement).map(read);
  return {
    segment_analysis: {
      prediction: segments.map(({ prediction }) => prediction),
      confidence: segments.map(({ confidence }) => confidence),
    },
    overall_analysis: read(fake),
  };
}

/** The probabilities sum to the confidence in "fake": all are near zero for a track judged real. */
function generatorParts(labels: readonly string[], measurement: Measurement, fake: number): JsonObject {
  const scaled = generatorShares(decisiveLattice(measurement).familyId).map((share) => share * fake);
  return {
    overall_analysis: {
      ...likeliest(labels, scaled),
      all_probs: Object.fromEntries(labels.map((label, index) => [label, rounded(scaled[index]!)])),
    },
  };
}
