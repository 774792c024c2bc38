/**
 * Fits the evidence model and its calibration on labelled recordings, and reports on what each fit did not see: whole
 * groups (a collection, a generator) are held out, never windows of one that was fitted on.
 */
import {
  calibrate,
  declaredNegativeOdds,
  type FalseAlarmCalibration,
  type HeldOutCase,
} from '../../../models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../../models/evidence-model.js';
import { type FeatureShape, type FitCase, fitEvidenceModel } from '../../../models/fit-evidence-model.js';
import { featureShapes } from './features.js';
import type { OddsData } from './odds.js';

export const modelId = 'ai-detection-evidence';

export interface LabelledCase {
  /** Feature values of each lattice (see features.ts). */
  readonly candidates: readonly (readonly number[])[];
  readonly isFake: boolean;
  /** What is held out together: the collection of a recording, the generator of a fake; of pairs, the music's. */
  readonly group: string;
  /** The recording: several windows or versions of one count as one case. */
  readonly recording: string;
}

export interface TrainOptions {
  readonly version: string;
  readonly falseAlarmsPer1000: number;
  /** How many parts the groups are dealt into; each group is one of its own by default. */
  readonly folds?: number;
  readonly shapes?: readonly FeatureShape[];
}

export interface Trained {
  readonly data: OddsData;
  /** Of each case: its log-odds by the model that saw nothing of its group. */
  readonly heldOut: readonly number[];
}

const minNegatives = 10;
const minGenerators = 3;

/** Every group has the weight of the root of its size, and both classes together that of the declared odds. */
function weighted(cases: readonly LabelledCase[]): FitCase[] {
  const sizes = new Map<string, number>();
  const keyOf = ({ isFake, group }: LabelledCase): string => `${isFake} ${group}`;
  for (const one of cases) sizes.set(keyOf(one), (sizes.get(keyOf(one)) ?? 0) + 1);
  const raw = cases.map((one) => 1 / Math.sqrt(sizes.get(keyOf(one))!));
  const total = (isFake: boolean): number =>
    raw.reduce((sum, weight, index) => sum + (cases[index]!.isFake === isFake ? weight : 0), 0);
  const scale = { true: 1 / total(true), false: declaredNegativeOdds / total(false) };
  return cases.map(({ candidates, isFake }, index) => ({
    candidates,
    isPositive: isFake,
    weight: raw[index]! * scale[`${isFake}`],
  }));
}

/** Deals groups into parts of like size, the largest first. */
function dealt(cases: readonly LabelledCase[], folds: number): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { group } of cases) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const loads = new Array<number>(Math.min(folds, sizes.size)).fill(0);
  const parts = new Map<string, number>();
  for (const [group, size] of [...sizes].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))) {
    const part = loads.indexOf(Math.min(...loads));
    loads[part]! += size;
    parts.set(group, part);
  }
  return parts;
}

/** A model fitted on some cases, as a whole. */
export function fitOn(
  cases: readonly LabelledCase[],
  version: string,
  shapes: readonly FeatureShape[] = featureShapes,
): EvidenceModel {
  const fitted = fitEvidenceModel(shapes, weighted(cases));
  return { format: evidenceModelFormat, formatVersion: 1, id: modelId, version, ...fitted };
}

/** The log-odds of the best lattice of a case. */
export const bestLogOdds = (model: EvidenceModel, candidates: LabelledCase['candidates']): number =>
  candidates.reduce((best, values) => Math.max(best, logOddsOf(model, values)), Number.NEGATIVE_INFINITY);

/**
 * Asked of a corpus before it is measured, and of what could be measured.
 * @throws RangeError where there are fewer than ten recordings or three generators
 */
export function requireEnough(
  cases: ReadonlyArray<Pick<LabelledCase, 'isFake' | 'group' | 'recording'>>,
): void {
  const count = (isFake: boolean): number =>
    new Set(cases.filter((one) => one.isFake === isFake).map((one) => (isFake ? one.group : one.recording)))
      .size;
  if (count(true) < minGenerators || count(false) < minNegatives) {
    throw new RangeError(
      `Training needs at least ${minGenerators} generators and ${minNegatives} recordings; there are ${count(true)} and ${count(false)}. Put each generator's clips in a folder of its own.`,
    );
  }
}

/**
 * @throws RangeError where there are fewer than ten recordings, three generators, or two groups
 */
export function trainOdds(cases: readonly LabelledCase[], options: TrainOptions): Trained {
  const usable = cases.filter(({ candidates }) => candidates.length > 0);
  requireEnough(usable);
  const { version, falseAlarmsPer1000, folds = Number.POSITIVE_INFINITY, shapes } = options;
  const parts = dealt(usable, folds);
  const models = Array.from({ length: new Set(parts.values()).size }, (_, part) =>
    fitOn(
      usable.filter(({ group }) => parts.get(group) !== part),
      version,
      shapes,
    ),
  );
  const heldOut = cases.map(({ candidates, group }) => bestLogOdds(models[parts.get(group)!]!, candidates));
  const model = fitOn(usable, version, shapes);
  const calibration = calibrate(worstOfEach(cases, heldOut), {
    model: model.id,
    modelVersion: version,
    version: `${version}, ${falseAlarmsPer1000} in 1,000`,
    falseAlarmsPer1000,
  });
  return { data: { model, calibration }, heldOut };
}

/** Of the windows and versions of one recording the one with the highest log-odds counts; every fake counts. */
export function worstOfEach(cases: readonly LabelledCase[], logOdds: readonly number[]): HeldOutCase[] {
  const worst = new Map<string, HeldOutCase>();
  const all: HeldOutCase[] = [];
  for (const [index, { isFake, group, recording }] of cases.entries()) {
    const one = { logOdds: logOdds[index]!, isPositive: isFake, group };
    if (!Number.isFinite(one.logOdds)) continue;
    if (isFake) all.push(one);
    else if (one.logOdds > (worst.get(`${group}/${recording}`)?.logOdds ?? Number.NEGATIVE_INFINITY))
      worst.set(`${group}/${recording}`, one);
  }
  return [...all, ...worst.values()];
}

/** Calibrates a model that stays as it is on an operator's own recordings, which it never saw. */
export function recalibrate(
  { model, calibration }: OddsData,
  cases: readonly LabelledCase[],
  { version, falseAlarmsPer1000 }: Pick<TrainOptions, 'version' | 'falseAlarmsPer1000'>,
): FalseAlarmCalibration {
  const logOdds = cases.map(({ candidates }) => bestLogOdds(model, candidates));
  return calibrate(worstOfEach(cases, logOdds), {
    model: model.id,
    modelVersion: model.version,
    version,
    falseAlarmsPer1000,
    earlier: calibration,
  });
}
