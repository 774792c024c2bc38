import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLyricPlagiarism } from '../../analyses/lyric-plagiarism/lyric-plagiarism.js';
import type { LyricIndex } from '../../analyses/lyric-plagiarism/ports.js';
import { purgeRemoved } from '../../analyses/lyric-plagiarism/purge-removed.js';
import { kernelsByName } from '../../compute/kernels.js';
import type { Compute, KernelTools } from '../../domain/compute.js';
import type { OpenDatabase } from '../database.js';
import { openTestDatabase } from '../test-support/database.js';
import { createLyricStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-purge-'));
const tools = { progress: () => {}, modelsDir: join(folder, 'models') } as unknown as KernelTools;
const compute: Compute = {
  async run<Output>(name: string, input: unknown): Promise<Output> {
    const kernel = await kernelsByName[name]!();
    return structuredClone(await kernel.run(structuredClone(input), tools)) as Output;
  },
};
const { signal } = new AbortController();
const kept = 'The ferry leaves at midnight from the northern quay';
const removed = 'We planted yellow barley where the airfield used to be';

let database: OpenDatabase;
let index: LyricIndex;
beforeAll(async () => {
  database = await openTestDatabase();
  index = createLyricStore(database.db, join(folder, 'index'));
  for (const [id, lyrics] of Object.entries({ kept, removed })) {
    await sql`insert into dataset_songs (id, dataset_id, title, lyrics) values (${id}, 'default', ${id}, ${lyrics})`.execute(
      database.db,
    );
  }
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function titlesFor(lyrics: string): Promise<string[]> {
  const outcome = await createLyricPlagiarism({ index }).run(
    {
      accountId: 'acct_a',
      taskId: 'task_1',
      model: 'standard',
      variant: 'music',
      music: null,
      parameters: { lyric_text: lyrics, song_title: 'Mine' },
    },
    { compute, signal, progress: () => {} },
  );
  return (outcome.result as { top_matches: { title: string }[] }).top_matches.map(({ title }) => title);
}

/** Of every segment in the database. */
async function bytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(content)), 0)::float8 as bytes from lyric_segments`.execute(database.db);
  return rows[0]!.bytes;
}

it('lines and vectors of a removed song leave the segments and their copies; the others are still found', async () => {
  expect(await titlesFor(removed)).toContain('removed');
  const before = await bytes();
  expect(before).toBeGreaterThan(0);
  expect(await purgeRemoved(index, compute, signal)).toBe(0);
  await sql`delete from dataset_songs where id = 'removed'`.execute(database.db);
  expect(await purgeRemoved(index, compute, signal)).toBe(1);
  expect(await bytes()).toBeLessThan(before);
  expect(await index.withRemoved()).toEqual([]);
  expect(await titlesFor(kept)).toContain('kept');
  // Copies are kept for whoever reads them just now, and no longer.
  const copies = join(folder, 'index');
  await index.deleteUnused();
  const markers = readdirSync(copies).filter((name) => name.endsWith('.replaced'));
  expect(markers).toHaveLength(1);
  for (const name of markers) utimesSync(join(copies, name), 1, 1);
  await index.deleteUnused();
  const { rows } = await sql<{ id: number }>`select id from lyric_segments`.execute(database.db);
  expect(readdirSync(copies)).toEqual(rows.map(({ id }) => `${id}.segment`));
  await sql`delete from dataset_songs where id = 'kept'`.execute(database.db);
  await sql`update lyric_segments set created_at = now() - interval '1 hour'`.execute(database.db);
  await purgeRemoved(index, compute, signal);
  expect(await bytes()).toBe(0);
});
