/** Adds files to a lasting local index, or looks them up in it. */
import type { Config } from '../../config.js';
import type { JsonObject } from '../../domain/task.js';
import { startProgress } from '../progress.js';
import { fileProblem, inspectFile } from './analyze-files.js';
import { objectOf } from './json-object.js';
import { openLocal } from './open-local.js';

export type IndexOutcome =
  | {
      readonly file: string;
      readonly music_id: string;
      /** The documented result of a check; null for an addition. */
      readonly result: JsonObject | null;
      readonly matches: readonly JsonObject[];
    }
  | { readonly file: string; readonly error: string };

export async function onLocalIndex(
  config: Config,
  indexFolder: string,
  verb: 'add' | 'check',
  paths: readonly string[],
): Promise<IndexOutcome[]> {
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
        const { matches } = objectOf(detail);
        outcomes.push({
          file: path,
          music_id: file.musicId,
          result: result === null ? null : objectOf(result),
          matches: Array.isArray(matches) ? matches.map(objectOf) : [],
        });
      } catch (error) {
        outcomes.push({ file: path, error: fileProblem(error, signal) });
      }
    }
    return outcomes;
  } finally {
    progress.end();
    await close();
  }
}
