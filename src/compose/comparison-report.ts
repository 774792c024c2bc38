/** The report of a comparison that was asked for as a task, drawn anew from the songs' descriptions. */

import type { MusicInput } from '../analyses/analysis.js';
import type { FileFacts } from '../analyses/plagiarism/report/html.js';
import type { ReportInput, SongOfReport } from '../analyses/plagiarism/report/two-songs.js';
import type { Compute } from '../domain/compute.js';
import type { JsonObject, Task } from '../domain/task.js';
import type { ComparisonReporter } from '../http/ports.js';
import { packageVersion } from '../package-version.js';
import type { DatasetStore, MusicStore } from '../storage/ports.js';
import type { SearchIndexes } from './search-indexes.js';

interface Opened {
  readonly music: MusicInput;
  readonly title: string;
  /** Null where the recording is another account's: its sound and its hash are not handed out. */
  readonly file: FileFacts | null;
  release(): Promise<void>;
}

export function comparisonReporter(
  indexes: SearchIndexes,
  music: MusicStore,
  datasets: DatasetStore,
  compute: Compute,
): ComparisonReporter {
  /** Only the account's own: the task names ids, and an id alone opens nothing. */
  async function open(accountId: string, musicId: unknown): Promise<Opened | null> {
    const own = typeof musicId === 'string' ? await music.get(accountId, musicId) : null;
    const opened = own && (await indexes.openMusic(own.id));
    return (
      opened && { ...opened, title: opened.music.title, file: { name: own.filename, sha256: own.sha256 } }
    );
  }

  /** The second song of a task: a recording of the account, or a song of a dataset that it can still read. */
  async function openOther(
    accountId: string,
    { other_music_id, other_song }: JsonObject,
  ): Promise<Opened | null> {
    const own = await open(accountId, other_music_id);
    if (own || typeof other_song !== 'object' || other_song === null || Array.isArray(other_song)) return own;
    const song = await datasets.getSong(accountId, String(other_song.dataset_id), String(other_song.song_id));
    if (!song || song.musicId === null || song.musicId !== other_music_id) return null;
    const opened = await indexes.openMusic(song.musicId);
    return opened && { ...opened, title: song.title, file: null };
  }

  async function songOf({ music: song, title, file }: Opened): Promise<SongOfReport> {
    const context = { compute, signal: new AbortController().signal, progress: () => {} };
    const description = await indexes.descriptions.describe(song, context);
    const path = file === null || description.source === 'midi' ? null : song.path;
    return { title, description, path, ...(file && { file }) };
  }

  return {
    async report({ accountId, musicId, parameters }: Task) {
      const original = await open(accountId, musicId);
      if (!original) return null;
      try {
        const comparison = await openOther(accountId, parameters);
        if (!comparison) return null;
        try {
          const input: ReportInput = {
            original: await songOf(original),
            others: [await songOf(comparison)],
            made: { at: new Date().toISOString(), version: packageVersion() },
          };
          return await compute.run('plagiarism.report', input);
        } finally {
          await comparison.release();
        }
      } finally {
        await original.release();
      }
    },
  };
}
