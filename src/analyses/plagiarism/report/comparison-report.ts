/** The report of a comparison that was asked for as a task, drawn anew from the songs' descriptions. */
import type { Compute } from '../../../domain/compute.js';
import type { JsonObject, Task } from '../../../domain/task.js';
import type { DescriptionSource, MusicInput } from '../../analysis.js';
import type { OpenMusic } from '../ports.js';
import type { FileFacts } from './html.js';
import { type ReportInput, type SongOfReport, songOfReport } from './kernel.js';

/** What reports read. Each look-up names the account: an id alone opens nothing. */
export interface ReportParts {
  /** Null where the account has no such recording. */
  ownMusic(
    accountId: string,
    musicId: string,
  ): Promise<{ readonly id: string; readonly filename: string; readonly sha256: string } | null>;
  /** Null where the account cannot read that song. */
  datasetSong(
    accountId: string,
    datasetId: string,
    songId: string,
  ): Promise<{ readonly title: string; readonly musicId: string | null } | null>;
  readonly openMusic: OpenMusic;
  readonly descriptions: DescriptionSource;
  readonly compute: Compute;
  /** Of this program. */
  readonly version: string;
}

interface Opened {
  readonly music: MusicInput;
  readonly title: string;
  /** Null where the recording is another account's: its sound and its hash are not handed out. */
  readonly file: FileFacts | null;
  release(): Promise<void>;
}

/** As HTML; null where a song of the comparison is gone. */
export async function comparisonReport(
  parts: ReportParts,
  { accountId, musicId, parameters }: Pick<Task, 'accountId' | 'musicId' | 'parameters'>,
): Promise<string | null> {
  const original = await openOwn(parts, accountId, musicId);
  if (!original) return null;
  try {
    const comparison = await openOther(parts, accountId, parameters);
    if (!comparison) return null;
    try {
      const input: ReportInput = {
        original: await songOf(parts, original),
        others: [await songOf(parts, comparison)],
        made: { at: new Date().toISOString(), version: parts.version },
      };
      return await parts.compute.run('plagiarism.report', input);
    } finally {
      await comparison.release();
    }
  } finally {
    await original.release();
  }
}

async function openOwn(parts: ReportParts, accountId: string, musicId: unknown): Promise<Opened | null> {
  const own = typeof musicId === 'string' ? await parts.ownMusic(accountId, musicId) : null;
  const opened = own && (await parts.openMusic(own.id));
  return opened && { ...opened, title: opened.music.title, file: { name: own.filename, sha256: own.sha256 } };
}

/** The second song of a task: a recording of the account, or a song of a dataset that it can still read. */
async function openOther(
  parts: ReportParts,
  accountId: string,
  { other_music_id, other_song }: JsonObject,
): Promise<Opened | null> {
  const own = await openOwn(parts, accountId, other_music_id);
  if (own || typeof other_song !== 'object' || other_song === null || Array.isArray(other_song)) return own;
  const song = await parts.datasetSong(accountId, String(other_song.dataset_id), String(other_song.song_id));
  // A song that has another recording by now is not the one that was compared.
  if (!song || song.musicId === null || song.musicId !== other_music_id) return null;
  const opened = await parts.openMusic(song.musicId);
  return opened && { ...opened, title: song.title, file: null };
}

async function songOf(
  { compute, descriptions }: ReportParts,
  { music, title, file }: Opened,
): Promise<SongOfReport> {
  const context = { compute, signal: new AbortController().signal, progress: () => {} };
  const description = await descriptions.describe(music, context);
  return songOfReport(title, description, music.path, file);
}
