/**
 * The headline: every collection judged by a model and a calibration that saw nothing of it, and every generator by ones
 * that saw no generator. Also the ablation, and the count of contradictions inside whole results.
 */
import { oddsAt } from '../../src/analyses/ai-detection/evidence/odds.js';
import { bestLogOdds, fitOn, modelId, worstOfEach } from '../../src/analyses/ai-detection/evidence/train.js';
import { wilsonInterval } from '../../src/analyses/ai-detection/evidence/wilson.js';
import { calibrate } from '../../src/models/calibration.js';
import type { FeatureShape } from '../../src/models/fit-evidence-model.js';
import { areaOf, type Scored, truePositiveRate } from './statistics.js';
import { invisible, table } from './tables.js';
import { type BenchCase, fittedOn } from './training-set.js';

export interface HeldOut {
  readonly one: BenchCase;
  readonly logOdds: number;
  readonly found: boolean;
}

export interface JudgeOptions {
  readonly shapes?: readonly FeatureShape[];
  /** Into how many parts the collections are dealt; each is one of its own by default. */
  readonly parts?: number;
  /** Without pairs: generators are fitted on, each of them left out like a collection. */
  readonly fitsGenerators?: boolean;
}

/** Judges every case by data that saw nothing of its collection; generators are in no fit, or left out like one. */
export function judgeHeldOut(
  cases: readonly BenchCase[],
  falseAlarmsPer1000: number,
  { shapes, parts = Number.POSITIVE_INFINITY, fitsGenerators = false }: JudgeOptions = {},
): HeldOut[] {
  const seen = fitsGenerators ? cases.filter(({ group }) => !invisible.includes(group)) : fittedOn(cases);
  const names = [...new Set(seen.map(({ group }) => group))].sort();
  const partOf = new Map(names.map((name, index) => [name, index % Math.min(parts, names.length)] as const));
  const groups = [...new Set(partOf.values())];
  const isOut = (group: string, out: number | null): boolean => partOf.get(group) === out;
  const fitWithout = (out: number) =>
    fitOn(
      seen.filter(({ group }) => !isOut(group, out)),
      `without part ${out}`,
      shapes,
    );
  const models = new Map(groups.map((out) => [out, fitWithout(out)] as const));
  const whole = fitOn(seen, 'all', shapes);
  const isUnseen = ({ isFake, isPair, group }: BenchCase): boolean =>
    isFake && !isPair && (!fitsGenerators || invisible.includes(group));
  /** The part whose models judge a case; null where no fit saw it. */
  const partFor = (one: BenchCase): number | null => (isUnseen(one) ? null : partOf.get(one.group)!);
  const logOdds = new Map(
    cases.map((one) => {
      const part = partFor(one);
      return [one, bestLogOdds(part === null ? whole : models.get(part)!, one.candidates)];
    }),
  );
  const calibrationWithout = (out: number | null) => {
    const others = seen.filter(({ group }) => !isOut(group, out));
    return calibrate(
      worstOfEach(
        others,
        others.map((one) => logOdds.get(one)!),
      ),
      { model: modelId, modelVersion: 'held out', version: 'held out', falseAlarmsPer1000 },
    );
  };
  const calibrations = new Map([null, ...groups].map((out) => [out, calibrationWithout(out)] as const));
  return cases.map((one) => {
    const calibration = calibrations.get(partFor(one))!;
    const value = logOdds.get(one)!;
    return { one, logOdds: value, found: oddsAt(value, { model: whole, calibration }).found };
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A share with its Wilson interval. */
export function shareOf(count: number, of: number): string {
  if (of === 0) return '–';
  const [low, high] = wilsonInterval(count / of, of);
  return `${count} of ${of}: ${percent(count / of)} (${percent(low)} to ${percent(high)})`;
}

/** Recordings accused, one case each, by collection. */
export function recordingsOutTable(judged: readonly HeldOut[]): string {
  const reals = judged.filter(({ one }) => !one.isFake);
  const rowOf = (name: string, some: readonly HeldOut[]): string[] => {
    const asTheyAre = some.filter(({ one }) => !one.isPair && one.one.condition === 'as it is');
    const perRecording = (cases: readonly HeldOut[]): string => {
      const all = new Set(cases.map(({ one }) => `${one.group}/${one.recording}`));
      const accused = new Set(
        cases.filter(({ found }) => found).map(({ one }) => `${one.group}/${one.recording}`),
      );
      return shareOf(accused.size, all.size);
    };
    return [name, perRecording(asTheyAre), shareOf(some.filter(({ found }) => found).length, some.length)];
  };
  const groups = [...new Set(reals.map(({ one }) => one.group))].sort();
  const recorded = reals.filter(({ one }) => !one.isPair);
  return table(
    [
      'collection, left out',
      'recordings accused as they are (95 % interval)',
      'windows and conditions accused',
    ],
    [
      ...groups.map((group) =>
        rowOf(
          group,
          reals.filter(({ one }) => one.group === group),
        ),
      ),
      rowOf('**all recordings**', recorded),
      rowOf('**with pieces made here**', reals),
    ],
  );
}

/** Windows found, by generator and condition. */
export function generatorsOutTable(judged: readonly HeldOut[]): string {
  const fakes = judged.filter(({ one }) => one.isFake && !one.isPair);
  const scored = (some: readonly HeldOut[]): Scored[] =>
    some.map(({ logOdds, one }) => ({ score: logOdds, file: `${one.group}/${one.recording}` }));
  const rowOf = (name: string, some: readonly HeldOut[], condition: string): string[] => {
    const sameCondition = judged.filter(
      ({ one }) => !one.isFake && !one.isPair && one.one.condition === condition,
    );
    const reals = scored(
      sameCondition.length > 0
        ? sameCondition
        : judged.filter(({ one }) => !one.isFake && !one.isPair && one.one.condition === 'as it is'),
    );
    const files = new Set(some.map(({ one }) => one.recording)).size;
    if (some.length === 0 || reals.length === 0) return [name, '–', '–', '–', '–'];
    return [
      name,
      `${files} / ${some.length}`,
      shareOf(some.filter(({ found }) => found).length, some.length),
      areaOf(scored(some), reals).toFixed(3),
      truePositiveRate(scored(some), reals, 0.01).toFixed(2),
    ];
  };
  const plain = fakes.filter(({ one }) => one.one.condition === 'as it is');
  const groups = [...new Set(plain.map(({ one }) => one.group))].sort();
  const conditions = [...new Set(fakes.map(({ one }) => one.one.condition))];
  const strided = fakes.filter(({ one }) => !invisible.includes(one.group));
  return table(
    ['generators, none in the fit', 'files / windows', 'found (95 % interval)', 'AUC', 'TPR at 1 % FPR'],
    [
      ...groups.map((group) =>
        rowOf(
          invisible.includes(group) ? `${group} (no strided decoder)` : group,
          plain.filter(({ one }) => one.group === group),
          'as it is',
        ),
      ),
      ...conditions.map((condition) =>
        rowOf(
          `**strided, ${condition}**`,
          strided.filter(({ one }) => one.one.condition === condition),
          condition,
        ),
      ),
    ],
  );
}
