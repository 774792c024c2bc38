/** The report of a comparison that was asked for as a task, drawn anew from the songs' descriptions. */
import type { Compute, MusicInput } from '../analyses/analysis.js';
import type { ReportInput, SongOfReport } from '../analyses/plagiarism/report/two-songs.js';
import type { Task } from '../domain/task.js';
import type { ComparisonReporter, MusicStore } from '../http/ports.js';
import type { SearchIndexes } from './search-indexes.js';

type Opened = { music: MusicInput; release(): Promise<void> };

export function comparisonReporter(
  indexes: SearchIndexes,
  music: MusicStore,
  compute: Compute,
): ComparisonReporter {
  /** Only the account's own: the task names ids, and an id alone opens nothing. */
  async function open(accountId: string, musicId: unknown): Promise<Opened | null> {
    if (typeof musicId !== 'string' || !(await music.get(accountId, musicId))) return null;
    return indexes.openMusic(musicId);
  }

  async function songOf({ music: song }: Opened): Promise<SongOfReport> {
    const context = { compute, signal: new AbortController().signal, progress: () => {} };
    const description = await indexes.descriptions.describe(song, context);
    return { title: song.title, description, path: description.source === 'midi' ? null : song.path };
  }

  return {
    async report({ accountId, musicId, parameters }: Task) {
      const original = await open(accountId, musicId);
      if (!original) return null;
      try {
        const comparison = await open(accountId, parameters.other_music_id);
        if (!comparison) return null;
        try {
          const input: ReportInput = {
            original: await songOf(original),
            comparison: await songOf(comparison),
          };
          return await compute.run<string>('plagiarism.report', input);
        } finally {
          await comparison.release();
        }
      } finally {
        await original.release();
      }
    },
  };
}
