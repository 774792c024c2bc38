/** Adds files to a lasting local index, or looks them up in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import type { JsonObject } from '../../domain/task.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { startProgress } from '../progress.js';
import { fileProblem, inspectFile } from './analyze-files.js';
import type { FileProblem } from './file-outcome.js';
import { objectOf } from './json-object.js';
import { openLocal } from './open-local.js';

export type IndexOutcome =
  | {
      readonly file: string;
      readonly music_id: string;
      /** The documented result of a check; null for an addition. */
      readonly result: JsonObject | null;
      readonly matches: readonly JsonObject[];
      /** Of a check, with its reasons; null for an addition. */
      readonly verdict: JsonObject | null;
    }
  | ({ readonly file: string } & FileProblem);

/**
 * Throws a usage error where `folder` holds no index: a check against a new, empty one would say of every song that it
 * is no copy.
 */
export function requireIndex(folder: string): void {
  if (existsSync(join(folder, 'db'))) return;
  throw new CliError(
    `There is no index in ${folder}: nothing to compare with. Add songs with \`contrafact fingerprint add FILES\`, or name the index's folder with --index.`,
    exitCodes.usage,
  );
}

export async function onLocalIndex(
  config: Config,
  indexFolder: string,
  verb: 'add' | 'check',
  paths: readonly string[],
): Promise<IndexOutcome[]> {
  if (verb === 'check') requireIndex(indexFolder);
  const progress = startProgress(`fingerprint ${verb}`);
  const { local, signal, close } = await openLocal(config, indexFolder);
  const outcomes: IndexOutcome[] = [];
  try {
    for (const path of paths) {
      const onProgress = (fraction: number, stage: string): void =>
        progress.report((outcomes.length + fraction) / paths.length, `${path}: ${stage}`);
      try {
        onProgress(0, 'reading');
        const file = await inspectFile(local, path, signal);
        const run = { model: '', file, signal, onProgress };
        const { result, detail } = await local.run({ ...run, operation: `fingerprint-${verb}` });
        const { matches, verdict } = objectOf(detail);
        outcomes.push({
          file: path,
          music_id: file.musicId,
          result: result === null ? null : objectOf(result),
          matches: Array.isArray(matches) ? matches.map(objectOf) : [],
          verdict: verdict === undefined ? null : objectOf(verdict),
        });
      } catch (error) {
        outcomes.push({ file: path, ...fileProblem(error, signal) });
      }
    }
    return outcomes;
  } finally {
    progress.end();
    await close();
  }
}
