/** Fits the embedded evidence model and writes it as data: weights, calibration and card. Never source. */
import { trainOdds } from '../../src/analyses/ai-detection/evidence/train.js';
import { limits } from '../../src/analyses/ai-detection/results/verdict.js';
import { type FittedGroup, writeEvidenceModel } from '../evidence-model.js';
import { grouped } from '../grouped.js';
import { pairsSeed } from './pairs.js';
import { type BenchCase, fittedOn } from './training-set.js';

/** Groups that were fitted on, recordings first. */
function groupsOf(cases: readonly BenchCase[]): FittedGroup[] {
  return [...grouped(cases, ({ isFake, group }) => `${isFake} ${group}`).values()]
    .map((some) => ({
      group: `${some[0]!.group}${some[0]!.isFake ? ', through small decoders' : ''}`,
      isFake: some[0]!.isFake,
      measured: some.map(({ candidates }) => candidates),
    }))
    .sort((a, b) => Number(a.isFake) - Number(b.isFake) || a.group.localeCompare(b.group));
}

/** Fits on pairs and recordings; returns a line on where the files are. */
export function writeModel(
  cases: readonly BenchCase[],
  options: {
    readonly version: string;
    readonly falseAlarmsPer1000: number;
    /** Into how many parts the groups are dealt for the calibration. */
    readonly folds: number;
    readonly metrics: Record<string, number>;
    readonly command: string;
  },
): string {
  const seen = fittedOn(cases);
  const { data } = trainOdds(seen, options);
  const folder = writeEvidenceModel(data, {
    intendedUse:
      'Odds that a recording passed a strided neural decoder, from measurements of src/analyses/ai-detection; evidence for a person, no proof.',
    limits: [...limits],
    trainingCommand: options.command,
    seed: pairsSeed,
    metrics: options.metrics,
    groups: groupsOf(seen),
  });
  return `Written to ${folder}: ${options.version}`;
}
