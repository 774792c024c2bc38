/**
 * The embedded heads, fitted on pairs made here, beside heads fitted on the very folders that are measured: what would
 * fitting on generators bring? Each case is then judged by heads that never saw its generator, or its recording.
 */
import { trackFeatures } from '../../src/analyses/ai-detection/heads/heads.js';
import { trainHeads } from '../../src/analyses/ai-detection/heads/train-heads.js';
import type { Case } from './cases.js';
import { conditions } from './conditions.js';
import { type JudgedCase, judgeCases } from './judged-cases.js';
import { areaUnderCurve, type Scored } from './statistics.js';
import { invisible, table } from './tables.js';

const shown = [conditions[0]!.name, 'mp3 128', 'mp3 64', 'speed +3 %', 'pitch +1'];

/** What a case is held out with: its generator, or its recording. */
const heldOutGroup = ({ isFake, group, file }: Case): string => (isFake ? group : file);

function judgedByFolders(cases: readonly Case[]): JudgedCase[] {
  const examples = cases
    .filter(({ condition }) => condition === conditions[0]!.name)
    .map((one) => ({
      features: trackFeatures(one.measurement),
      isFake: one.isFake,
      group: heldOutGroup(one),
    }));
  const trained = trainHeads(examples, Number.POSITIVE_INFINITY);
  return judgeCases(cases, (one) => trained.headsWithout(heldOutGroup(one), one.isFake));
}

function rowOf(name: string, judged: readonly JudgedCase[]): string[] {
  const visible = judged.filter(({ isFake, group }) => !isFake || !invisible.includes(group));
  const scored = (condition: string, isFake: boolean): Scored[] =>
    visible
      .filter((one) => one.condition === condition && one.isFake === isFake)
      .map(({ byProduct, file }) => ({ score: byProduct.standard, file }));
  const plain = visible.filter(({ isFake, condition }) => isFake && condition === conditions[0]!.name);
  const reals = visible.filter(({ isFake }) => !isFake);
  return [
    name,
    ...shown.map((condition) => areaUnderCurve(scored(condition, true), scored(condition, false)).toFixed(3)),
    `${plain.filter(({ callsFake }) => callsFake.standard).length} of ${plain.length}`,
    `${reals.filter(({ callsFake }) => Object.values(callsFake).some(Boolean)).length} of ${reals.length}`,
  ];
}

/** A row a fit; empty where there are too few generators or recordings to fit on. */
export function compareFits(cases: readonly Case[], embedded: readonly JudgedCase[]): string {
  try {
    return table(
      [
        'heads fitted on',
        ...shown.map((name) => `AUC ${name}`),
        'strided found as they are',
        'real accused by any product, all conditions',
      ],
      [rowOf('pairs (shipped)', embedded), rowOf('these folders, held out', judgedByFolders(cases))],
    );
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
