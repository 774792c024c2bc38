/** Finds a local index's songs in one long recording. */
import type { Config } from '../../config.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { startProgress } from '../progress.js';
import { fileProblem, inspectFile } from './analyze-files.js';
import { objectOf } from './json-object.js';
import { requireIndex } from './local-index.js';
import { openLocal } from './open-local.js';

/** The result of `fingerprint-scan` (docs/analyses/fingerprint.md). */
export interface FileScan {
  readonly duration_seconds: number;
  readonly songs_found: number;
  readonly segments: readonly {
    readonly music_id: string;
    readonly musicname: string;
    readonly from_seconds: number;
    readonly to_seconds: number;
    readonly song_from_seconds: number;
    readonly song_to_seconds: number;
    readonly speed_factor: number;
    readonly pitch_cents: number;
  }[];
}

/** Throws CliError with the file's name before the reason. */
export async function scanFile(config: Config, indexFolder: string, path: string): Promise<FileScan> {
  requireIndex(indexFolder);
  const progress = startProgress('scan');
  const { local, signal, close } = await openLocal(config, indexFolder);
  try {
    const file = await inspectFile(local, path, signal);
    const onProgress = (fraction: number, stage: string): void => progress.report(fraction, stage);
    const { result } = await local.run({
      operation: 'fingerprint-scan',
      model: '',
      file,
      signal,
      onProgress,
    });
    // A result is typed as JSON; this operation's is a scan.
    return objectOf(result) as unknown as FileScan;
  } catch (error) {
    const problem = fileProblem(error, signal);
    throw new CliError(`${path}: ${problem.error}`, exitCodes.failed, problem.error_code);
  } finally {
    progress.end();
    await close();
  }
}
