/** A database of songs with lyrics, and the analysis on it, kernels in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnalysisOutcome } from '../../src/analyses/analysis.js';
import type { LyricEncoder } from '../../src/analyses/lyric-plagiarism/engine.js';
import { createLyricPlagiarism } from '../../src/analyses/lyric-plagiarism/lyric-plagiarism.js';
import type { LyricIndex } from '../../src/analyses/lyric-plagiarism/ports.js';
import { kernelsByName } from '../../src/compute/kernels.js';
import type { Compute, ComputeOptions, KernelTools } from '../../src/domain/compute.js';
import { lyricLeasesMigration } from '../../src/storage/lyrics/leases-migration.js';
import { lyricsMigration } from '../../src/storage/lyrics/migration.js';
import { createLyricStore } from '../../src/storage/lyrics/store.js';
import { coreMigration } from '../../src/storage/migrations/0001-core.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';

export interface LyricResult {
  readonly max_similarity: number;
  readonly total_songs_checked: number;
  readonly top_matches: readonly { title: string; combined_score: number; sentence_score: number }[];
}

export interface LyricDatabase {
  readonly index: LyricIndex;
  readonly compute: Compute;
  /** Everything the analysis hands back, with the shipped encoder unless another is given. */
  check(lyrics: string, encoder?: LyricEncoder): Promise<AnalysisOutcome>;
  resultOf(lyrics: string): Promise<LyricResult>;
  close(): Promise<void>;
}

/** What kernels are handed and return is copied, as between processes. `songs`: title → lyrics, in `default`. */
export async function openLyricDatabase(
  songs: Readonly<Record<string, string>>,
  modelsDir = '',
): Promise<LyricDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-lyrics-'));
  const database = await openTestDatabase([coreMigration, lyricsMigration, lyricLeasesMigration]);
  const index = createLyricStore(database.db, join(folder, 'index'));
  const rows = Object.entries(songs).map(([title, lyrics], at) => ({
    id: `song_${at}`,
    dataset_id: 'default',
    account_id: null,
    title,
    artist: '',
    year: '',
    link: null,
    lyrics,
    music_id: null,
    language: '',
  }));
  await database.db.insertInto('dataset_songs').values(rows).execute();
  const compute: Compute = {
    async run<Output>(name: string, input: unknown, options?: ComputeOptions): Promise<Output> {
      const tools = { progress: options?.onProgress ?? (() => {}), modelsDir } as unknown as KernelTools;
      const kernel = await kernelsByName[name]!();
      return structuredClone(await kernel.run(structuredClone(input), tools)) as Output;
    },
  };
  const check = (lyrics: string, encoder?: LyricEncoder): Promise<AnalysisOutcome> =>
    createLyricPlagiarism({ index, encoder }).run(
      {
        accountId: 'acct_a',
        taskId: 'task_1',
        model: 'standard',
        variant: 'music',
        music: null,
        parameters: { lyric_text: lyrics, song_title: 'Mine' },
      },
      { compute, signal: new AbortController().signal, progress: () => {} },
    );
  return {
    index,
    compute,
    check,
    resultOf: async (lyrics) => (await check(lyrics)).result as unknown as LyricResult,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
