/** Opens local songs that Ctrl-C ends in order, and says plainly what is wrong with a file. */
import type { LocalSong, LocalSongs } from '../../compose/local-songs.js';
import type { Config } from '../../config.js';
import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError, type ReportProgress } from '../../domain/compute.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { codeOfAnalysis } from '../failure-codes.js';
import { openAbort } from '../open-abort.js';
import { note } from '../output.js';
import { requireFile } from './places.js';

export interface OpenSongs {
  readonly songs: LocalSongs;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/** `hearsVoice`: also whether and where someone sings. */
export async function openSongs(config: Config, { hearsVoice = false } = {}): Promise<OpenSongs> {
  const { signal, release } = openAbort();
  const { openLocalSongs } = await import('../../compose/local-songs.js');
  const remark =
    (what: string) =>
    (error: unknown): void =>
      note(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  const songs = openLocalSongs(config, {
    onSeparatorFailure: remark('The vocals were not separated'),
    ...(hearsVoice && { onHearingFailure: remark('Whether someone sings was not measured') }),
  });
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
  await requireFile(path);
  try {
    report(0, `${path}: reading`);
    return await songs.describe(path, signal, (fraction, stage) => report(fraction, `${path}: ${stage}`));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof AnalysisError || error instanceof ComputeError) {
      throw new CliError(`${path}: ${error.message}`, exitCodes.failed, codeOfAnalysis(error));
    }
    throw error;
  }
}
