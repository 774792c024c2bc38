/** Fits an evidence model with groups left out, and writes it with its calibration and card. */
import { calibrate, type FalseAlarmCalibration, thresholdFor } from '../../src/models/calibration.js';
import { type EvidenceModel, evidenceModelFormat, logOddsOf } from '../../src/models/evidence-model.js';
import { type FeatureShape, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import { areaUnderCurve } from '../area-under-curve.js';
import { type EvidenceRun, writeEvidenceModel } from '../evidence-model.js';
import { grouped } from '../grouped.js';

/** Of each candidate the values in the order of the shapes; the likeliest candidate counts, and without one there is no evidence. */
export interface FoldCase {
  readonly group: string;
  readonly kind: string;
  readonly isPositive: boolean;
  readonly candidates: readonly (readonly number[])[];
}

export interface ScoredCase {
  readonly case: FoldCase;
  readonly logOdds: number;
}

export interface FoldPlan {
  readonly id: string;
  readonly version: string;
  readonly falseAlarmsPer1000: number;
  readonly shapes: readonly FeatureShape[];
}

/** Log-odds of a case without a candidate. */
const noEvidence = -20;

/** Groups of one side count by the root of their size. */
function fitModel({ id, version, shapes }: FoldPlan, cases: readonly FoldCase[]): EvidenceModel {
  const sizes = new Map<string, number>();
  for (const { group } of cases) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const fitted = fitEvidenceModel(
    shapes,
    cases.map(({ group, isPositive, candidates }) => ({
      candidates,
      isPositive,
      weight: 1 / Math.sqrt(sizes.get(group)!),
    })),
  );
  return { format: evidenceModelFormat, formatVersion: 1, id, version, ...fitted };
}

/** The log-odds of each case by a model that did not see its group. */
export function leaveGroupsOut(plan: FoldPlan, cases: readonly FoldCase[]): ScoredCase[] {
  return [...new Set(cases.map(({ group }) => group))].flatMap((left) =>
    scoreWith(
      plan,
      cases.filter(({ group }) => group !== left),
      cases.filter(({ group }) => group === left),
    ),
  );
}

/** The log-odds of cases by a model that is fitted on others. */
export function scoreWith(
  plan: FoldPlan,
  fitted: readonly FoldCase[],
  asked: readonly FoldCase[],
): ScoredCase[] {
  const model = fitModel(plan, fitted);
  return asked.map((one) => ({
    case: one,
    logOdds: Math.max(noEvidence, ...one.candidates.map((values) => logOddsOf(model, values))),
  }));
}

/** The same without one feature. */
export function withoutFeature(plan: FoldPlan, cases: readonly FoldCase[], name: string): ScoredCase[] {
  const kept = plan.shapes.map((shape) => shape.name !== name);
  const shapes = plan.shapes.filter((_, i) => kept[i]);
  return leaveGroupsOut(
    { ...plan, shapes },
    cases.map((one) => ({
      ...one,
      candidates: one.candidates.map((values) => values.filter((_, i) => kept[i])),
    })),
  );
}

function calibrationOf(plan: FoldPlan, scored: readonly ScoredCase[]): FalseAlarmCalibration {
  const { id, version, falseAlarmsPer1000 } = plan;
  return calibrate(
    scored.map(({ case: { isPositive, group }, logOdds }) => ({ logOdds, isPositive, group })),
    {
      model: id,
      modelVersion: version,
      version: `${version}, ${falseAlarmsPer1000} in 1,000`,
      falseAlarmsPer1000,
    },
  );
}

export function thresholdOf(plan: FoldPlan, scored: readonly ScoredCase[]): number {
  return thresholdFor(calibrationOf(plan, scored), plan.falseAlarmsPer1000);
}

/** Area under the curve of the scores. */
export function areaOf(scored: readonly ScoredCase[]): number {
  const of = (isPositive: boolean): number[] =>
    scored.filter((one) => one.case.isPositive === isPositive).map(({ logOdds }) => logOdds);
  return areaUnderCurve(of(true), of(false));
}

/** Writes models/embedded/<id>/ with the area and the copies found of `scored`, each by a model that did not see its group. */
export function writeEvidence(
  plan: FoldPlan,
  cases: readonly FoldCase[],
  scored: readonly ScoredCase[],
  text: Pick<EvidenceRun, 'intendedUse' | 'limits' | 'trainingCommand'>,
): void {
  const copies = scored.filter((one) => one.case.isPositive);
  const threshold = thresholdOf(plan, scored);
  const found = copies.filter(({ logOdds }) => logOdds >= threshold);
  const byGroup = [...grouped(cases, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const folder = writeEvidenceModel(
    { model: fitModel(plan, cases), calibration: calibrationOf(plan, scored) },
    {
      ...text,
      metrics: {
        'area under the curve, groups left out': Number(areaOf(scored).toFixed(4)),
        'copies found, groups left out': Number((found.length / copies.length).toFixed(3)),
      },
      seed: 0,
      groups: byGroup.map(([group, own]) => ({
        group,
        isPositive: own[0]!.isPositive,
        measured: own.map(({ candidates }) => candidates),
      })),
    },
  );
  console.log(`Wrote ${folder}.`);
}
