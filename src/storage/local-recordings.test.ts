import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MusicInput } from '../analyses/analysis.js';
import { openLocalRecordings } from './local-recordings.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contrafact-recordings-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function recording(name: string): Promise<MusicInput> {
  const path = join(folder, name);
  await writeFile(path, name);
  return {
    musicId: `mus_${name}`,
    title: name,
    artist: '',
    filename: name,
    path,
    sha256: '',
    durationSeconds: 1,
  };
}

it('opens a registered file in a later session, and none that is gone or unknown', async () => {
  const [kept, gone] = [await recording('kept.wav'), await recording('gone.wav')];
  const first = openLocalRecordings(folder);
  await first.remember(kept);
  await first.remember(gone);
  await appendFile(join(folder, 'recordings.jsonl'), '{"musicId":"mus_cut');
  await rm(gone.path);
  const later = openLocalRecordings(folder);
  expect((await later.open(kept.musicId))?.music).toEqual(kept);
  expect(await later.open(gone.musicId)).toBeNull();
  expect(await later.open('mus_unknown')).toBeNull();
});

it('follows a file that was registered again elsewhere', async () => {
  const [before, after] = [await recording('before.wav'), await recording('after.wav')];
  const recordings = openLocalRecordings(folder);
  await recordings.remember(before);
  await recordings.remember({ ...after, musicId: before.musicId });
  expect((await openLocalRecordings(folder).open(before.musicId))?.music.path).toBe(after.path);
});
