/** Writes the timed lyrics of one transcribed file beside the answer. */
import { resolve } from 'node:path';
import { lyricLimitProblem } from '../../domain/lyric-limits.js';
import type { Task } from '../../domain/task.js';
import { timedLinesOf, toEnhancedLrc, toLrc, toSrt, toWordSrt } from '../../domain/timed-lyrics.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { note } from '../output.js';
import type { AnalyzeOperation } from './analyze-operations.js';
import type { FileOutcome } from './file-outcome.js';
import { readLyricText } from './lyric-text.js';
import { writeWholeFile } from './write-whole-file.js';

export interface LyricsFiles {
  readonly lrc?: string;
  readonly srt?: string;
  /** Times of words as well. */
  readonly words?: boolean;
}

/**
 * Throws a usage error where lyrics are written or given for another operation, or for several songs: the `count` of what is
 * typed, and then of the files, since a folder is one word and many songs.
 */
export function requireOneTranscription(
  { lrc, srt, lyrics }: LyricsFiles & { readonly lyrics?: string },
  operation: AnalyzeOperation | undefined,
  count: number,
): void {
  if (operation === 'lyric-transcription' && count === 1) return;
  if (lrc !== undefined || srt !== undefined) {
    throw new CliError(
      '--lrc and --srt write the lyrics of lyric-transcription, of one file.',
      exitCodes.usage,
    );
  }
  if (lyrics !== undefined) {
    throw new CliError('--lyrics is for lyric-transcription of one file.', exitCodes.usage);
  }
}

/** The words that `--lyrics` names. Throws CliError where they cannot be read or are no lyrics. */
export function readLyrics({ lyrics }: { readonly lyrics?: string }): string {
  const text = readLyricText(lyrics!);
  const problem = text.trim() === '' ? 'The lyrics are empty.' : lyricLimitProblem(text);
  if (problem !== null) throw new CliError(`${lyrics}: ${problem}`);
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
  await writeWholeFile(path, text, 'The lyrics');
  note(text === '' ? `No lyrics: ${path} is empty` : `The lyrics are in ${path}`);
}
