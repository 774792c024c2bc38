/** Opens local songs that Ctrl-C ends in order, and says plainly what is wrong with a file. */
import { stat } from 'node:fs/promises';
import type { LocalSong, LocalSongs } from '../../compose/local-songs.js';
import type { Config } from '../../config.js';
import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError, type ReportProgress } from '../../domain/compute.js';
import { CliError } from '../cli-error.js';
import { openAbort } from '../open-abort.js';
import { note } from '../output.js';

export interface OpenSongs {
  readonly songs: LocalSongs;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

export async function openSongs(config: Config): Promise<OpenSongs> {
  const { signal, release } = openAbort();
  const { openLocalSongs } = await import('../../compose/local-songs.js');
  const songs = openLocalSongs(config, (error) =>
    note(`The vocals were not separated: ${error instanceof Error ? error.message : String(error)}`),
  );
  return {
    songs,
    signal,
    async close() {
      release();
      await songs.close();
    },
  };
}

/** Throws CliError with the file's name before the reason. */
export async function describeLocal(
  { songs, signal }: OpenSongs,
  path: string,
  report: ReportProgress,
): Promise<LocalSong> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw new CliError(`${path}: ${reason}.`);
  });
  if (!found.isFile()) throw new CliError(`${path}: this is not a file.`);
  try {
    report(0, `${path}: reading`);
    return await songs.describe(path, signal, (fraction, stage) => report(fraction, `${path}: ${stage}`));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof AnalysisError || error instanceof ComputeError) {
      throw new CliError(`${path}: ${error.message}`);
    }
    throw error;
  }
}
