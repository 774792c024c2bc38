/** Fits the embedded evidence model and writes it as data: weights, calibration and card. Never source. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureShapes } from '../../src/analyses/ai-detection/evidence/features.js';
import { modelId, trainOdds } from '../../src/analyses/ai-detection/evidence/train.js';
import { limits } from '../../src/analyses/ai-detection/results/verdict.js';
import {
  calibrationFile,
  cardFile,
  cardSchema,
  type EvidenceCard,
  weightsFile,
} from '../../src/models/embedded-evidence.js';
import { pairsSeed } from './pairs.js';
import { type BenchCase, fittedOn } from './training-set.js';

const folder = join('models', 'embedded', modelId);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Groups that were fitted on, each with a hash over what was measured of its cases. */
function manifestOf(cases: readonly BenchCase[]): EvidenceCard['data'] {
  const groups = new Map<string, BenchCase[]>();
  for (const one of cases) {
    const key = `${one.isFake ? 'fake' : 'real'} ${one.group}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((some) => ({
      group: `${some[0]!.group}${some[0]!.isFake ? ', through small decoders' : ''}`,
      isFake: some[0]!.isFake,
      cases: some.length,
      sha256: sha256(
        some
          .map(({ candidates }) => sha256(JSON.stringify(candidates)))
          .sort()
          .join('\n'),
      ),
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
  const weights = json(data.model);
  const calibration = json(data.calibration);
  const card = cardSchema.parse({
    id: modelId,
    version: options.version,
    intendedUse:
      'Odds that a recording passed a strided neural decoder, from measurements of src/analyses/ai-detection; evidence for a person, no proof.',
    limits: [...limits],
    features: featureShapes.map(({ name, unit, direction }) => ({ name, unit, direction })),
    trainingCommand: options.command,
    seed: pairsSeed,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    trainedAt: new Date().toISOString(),
    data: manifestOf(seen),
    metrics: options.metrics,
    files: { [weightsFile]: sha256(weights), [calibrationFile]: sha256(calibration) },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, weightsFile), weights);
  writeFileSync(join(folder, calibrationFile), calibration);
  writeFileSync(join(folder, cardFile), json(card));
  return `Written to ${folder}: ${options.version}`;
}
