/** Writes the timed lyrics of one transcribed file beside the answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lyricLimitProblem } from '../../domain/lyric-limits.js';
import type { Task } from '../../domain/task.js';
import { timedLinesOf, toEnhancedLrc, toLrc, toSrt, toWordSrt } from '../../domain/timed-lyrics.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { note } from '../output.js';
import type { AnalyzeOperation } from './analyze-operations.js';
import type { FileOutcome } from './file-outcome.js';

export interface LyricsFiles {
  readonly lrc?: string;
  readonly srt?: string;
  /** Times of words as well. */
  readonly words?: boolean;
}

/** Throws a usage error where such a file is asked of another operation, or of several songs. */
export function requireOneTranscription(
  { lrc, srt }: LyricsFiles,
  operation: AnalyzeOperation | undefined,
  files: readonly string[],
): void {
  if (lrc === undefined && srt === undefined) return;
  if (operation === 'lyric-transcription' && files.length === 1) return;
  throw new CliError(
    '--lrc and --srt write the lyrics of lyric-transcription, of one file.',
    exitCodes.usage,
  );
}

/** The words that `--lyrics` names. Throws a usage error where they belong to another operation or are no lyrics. */
export async function readLyrics(
  { operation, lyrics }: { readonly operation?: AnalyzeOperation; readonly lyrics?: string },
  files: readonly string[],
): Promise<string> {
  if (operation !== 'lyric-transcription' || files.length !== 1) {
    throw new CliError('--lyrics is for lyric-transcription of one file.', exitCodes.usage);
  }
  const text = await readFile(resolve(lyrics!), 'utf8').catch((error: Error) => {
    throw new CliError(`The lyrics cannot be read: ${error.message}`);
  });
  const problem = text.trim() === '' ? 'The lyrics are empty.' : lyricLimitProblem(text);
  if (problem !== null) throw new CliError(problem);
  return text;
}

/** Nothing where the song could not be transcribed. */
export async function writeLyricsFiles(
  { lrc, srt, words }: LyricsFiles,
  outcome: FileOutcome,
): Promise<void> {
  if ('error' in outcome) return;
  const detail = outcome.detail ?? null;
  const lines = timedLinesOf({ operation: 'lyric-transcription', status: 'success', detail } as Task) ?? [];
  if (lrc !== undefined) await write(resolve(lrc), (words ? toEnhancedLrc : toLrc)(lines));
  if (srt !== undefined) await write(resolve(srt), (words ? toWordSrt : toSrt)(lines));
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new CliError(`The lyrics cannot be written: ${error.message}`);
  });
  note(text === '' ? `No lyrics: ${path} is empty` : `The lyrics are in ${path}`);
}
