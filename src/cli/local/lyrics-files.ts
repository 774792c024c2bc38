/** Writes the timed lyrics of one transcribed file beside the answer. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Task } from '../../domain/task.js';
import { timedLinesOf, toLrc, toSrt } from '../../domain/timed-lyrics.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { note } from '../output.js';
import type { FileOutcome } from './analyze-files.js';
import type { AnalyzeOperation } from './analyze-operations.js';

export interface LyricsFiles {
  readonly lrc?: string;
  readonly srt?: string;
}

/** Throws a usage error where such a file is asked of another operation, or of several songs. */
export function requireOneTranscription(
  { lrc, srt }: LyricsFiles,
  operation: AnalyzeOperation,
  files: readonly string[],
): void {
  if (lrc === undefined && srt === undefined) return;
  if (operation === 'lyric-transcription' && files.length === 1) return;
  throw new CliError(
    '--lrc and --srt write the lyrics of lyric-transcription, of one file.',
    exitCodes.usage,
  );
}

/** Nothing where the song could not be transcribed. */
export async function writeLyricsFiles({ lrc, srt }: LyricsFiles, outcome: FileOutcome): Promise<void> {
  if ('error' in outcome) return;
  const detail = outcome.detail ?? null;
  const lines = timedLinesOf({ operation: 'lyric-transcription', status: 'success', detail } as Task) ?? [];
  if (lrc !== undefined) await write(resolve(lrc), toLrc(lines));
  if (srt !== undefined) await write(resolve(srt), toSrt(lines));
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new CliError(`The lyrics cannot be written: ${error.message}`);
  });
  note(text === '' ? `No lyrics: ${path} is empty` : `The lyrics are in ${path}`);
}
