/** Writes a fitted evidence model to models/embedded/<id>/: weights, calibration and the card that names both by their hashes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calibrationFile,
  cardFile,
  cardSchema,
  type EvidenceCard,
  type EvidenceData,
  embeddedDir,
  weightsFile,
} from '../src/models/embedded-evidence.js';
import { hashOfContents } from './embedded-model.js';

/** Cases that were fitted on: one collection, work or kind. */
export interface FittedGroup {
  readonly group: string;
  /** Whether what is looked for is there; of AI detection `isFake`. */
  readonly isPositive?: boolean;
  readonly isFake?: boolean;
  /** What was measured of each case. */
  readonly measured: readonly unknown[];
}

/** What a run states beside the model; the rest of the card follows from the model's files. */
export type EvidenceRun = Pick<
  EvidenceCard,
  'intendedUse' | 'limits' | 'trainingCommand' | 'seed' | 'metrics'
> & { readonly groups: readonly FittedGroup[] };

/** Returns the folder. `loadEvidence` reads what is written here. */
export function writeEvidenceModel(
  { model, calibration }: Pick<EvidenceData, 'model' | 'calibration'>,
  { groups, ...stated }: EvidenceRun,
  folder: string = join(embeddedDir, model.id),
): string {
  const [weights, calibrated] = [json(model), json(calibration)];
  const card: EvidenceCard = {
    id: model.id,
    version: model.version,
    ...stated,
    features: model.features.map(({ name, unit, direction }) => ({ name, unit, direction })),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    trainedAt: new Date().toISOString(),
    data: groups.map(({ measured, ...group }) => ({
      ...group,
      cases: measured.length,
      sha256: hashOfContents(measured.map((one) => Buffer.from(JSON.stringify(one)))),
    })),
    files: { [weightsFile]: sha256(weights), [calibrationFile]: sha256(calibrated) },
  };
  const checked = json(cardSchema.parse(card));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, weightsFile), weights);
  writeFileSync(join(folder, calibrationFile), calibrated);
  writeFileSync(join(folder, cardFile), checked);
  return folder;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
