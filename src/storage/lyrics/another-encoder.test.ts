import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalysisOutcome, Compute, ComputeOptions, KernelTools } from '../../analyses/analysis.js';
import { kernels } from '../../analyses/kernels.js';
import { chooseEncoder, type LyricEncoder, shippedEncoder } from '../../analyses/lyric-plagiarism/engine.js';
import { createLyricPlagiarism } from '../../analyses/lyric-plagiarism/lyric-plagiarism.js';
import type { LyricIndex } from '../../analyses/lyric-plagiarism/ports.js';
import { catchUp } from '../../analyses/lyric-plagiarism/upkeep.js';
import { ownDescription } from '../../models/encoder-choice.js';
import { writeSmallEncoder } from '../../models/test-support/small-encoder.js';
import type { OpenDatabase } from '../database.js';
import { coreMigration } from '../migrations/0001-core.js';
import { openTestDatabase } from '../testing.js';
import { lyricsMigration } from './migration.js';
import { createLyricStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-another-encoder-'));
const modelsDir = join(folder, 'models');
const compute: Compute = {
  async run<Output>(name: string, input: unknown, options?: ComputeOptions): Promise<Output> {
    const tools = { progress: options?.onProgress ?? (() => {}), modelsDir } as unknown as KernelTools;
    const kernel = await kernels[name]!();
    return structuredClone(await kernel.run(structuredClone(input), tools)) as Output;
  },
};
const songs = 1_001;
const lyrics = (song: number): string => `A lantern hangs above the ${song}th harbour gate tonight`;

let database: OpenDatabase;
let index: LyricIndex;
let other: LyricEncoder;

beforeAll(async () => {
  const own = join(modelsDir, 'colours');
  writeSmallEncoder(own, { kind: 'tokens', words: { lantern: [1, 0, 1], harbour: [0, 1, 1] } });
  writeFileSync(
    join(own, ownDescription),
    JSON.stringify({
      model: 'model.onnx',
      dimensions: 3,
      pooling: 'mean',
      prefix: '',
      maxTokens: 16,
      backgroundCosine: 0.3,
      limits: 'Knows two words.',
    }),
  );
  other = chooseEncoder('colours', modelsDir);
  database = await openTestDatabase([coreMigration, lyricsMigration]);
  index = createLyricStore(database.db, join(folder, 'index'));
  const rows = Array.from({ length: songs }, (_, song) => ({
    id: `song_${song}`,
    dataset_id: 'default',
    account_id: null,
    title: `Title ${song}`,
    artist: '',
    year: '',
    link: null,
    lyrics: lyrics(song),
    music_id: null,
    language: '',
  }));
  await database.db.insertInto('dataset_songs').values(rows).execute();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function check(encoder: LyricEncoder): Promise<AnalysisOutcome> {
  return createLyricPlagiarism({ index, encoder }).run(
    {
      accountId: 'acct_a',
      taskId: 'task_1',
      model: 'standard',
      variant: 'music',
      music: null,
      parameters: { lyric_text: lyrics(7), song_title: 'Mine' },
    },
    { compute, signal: new AbortController().signal, progress: () => {} },
  );
}
const modelOf = (outcome: AnalysisOutcome): unknown => {
  const { engines } = outcome.detail as { engines: { model: string; limits: string }[] };
  return engines[0];
};

it('answers with the index there is while another encoder works through the songs, and says so', async () => {
  const shipped = shippedEncoder();
  await check(shipped);
  expect(await index.behind(shipped.key)).toEqual([]);
  expect(await index.behind(other.key)).toEqual(['default']);
  const outcome = await check(other);
  expect(modelOf(outcome)).toMatchObject({ model: shipped.key });
  expect(outcome.detail).toMatchObject({ encoding_anew: { model: other.key, songs_left: songs } });
});

it('goes over to the new encoder when it is through, reports progress, and drops the old index', async () => {
  const shares: number[] = [];
  const done = await catchUp({ index, compute, encoder: other, onProgress: (share) => shares.push(share) }, [
    'default',
  ]);
  expect(done).toBe(songs);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
  expect(await index.forgetOthers(other.key)).toBeGreaterThan(0);
  const outcome = await check(other);
  expect(modelOf(outcome)).toEqual({ name: 'semantic', model: other.key, limits: 'Knows two words.' });
  expect(outcome.detail).not.toHaveProperty('encoding_anew');
  expect(outcome.result).toMatchObject({ total_songs_checked: songs, max_similarity: 1 });
  expect(await index.behind(shippedEncoder().key)).toEqual(['default']);
});
