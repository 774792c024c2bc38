/**
 * The files behind a local index's songs, by path: where a file still lies there, a check compares its sound with a
 * query's. One line of JSON a registered file, in the index's folder.
 */
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MusicInput } from '../analyses/analysis.js';
import type { OpenMusic } from '../analyses/fingerprint/ports.js';

const fileName = 'recordings.jsonl';

export interface LocalRecordings {
  /** Null where the file is gone, or was never registered here. */
  readonly open: OpenMusic;
  remember(file: MusicInput): Promise<void>;
}

/** Of the index in `folder`; what is there is read when it is first asked for. */
export function openLocalRecordings(folder: string): LocalRecordings {
  const path = join(folder, fileName);
  let known: Promise<Map<string, MusicInput>> | undefined;
  const recordings = (): Promise<Map<string, MusicInput>> => (known ??= readAll(path));
  return {
    async open(musicId) {
      const music = (await recordings()).get(musicId);
      if (!music || !(await isFile(music.path))) return null;
      return { music, release: async () => {} };
    },
    async remember({ musicId, title, artist, filename, path: source, sha256, durationSeconds }) {
      const all = await recordings();
      if (all.get(musicId)?.path === source) return;
      const music: MusicInput = { musicId, title, artist, filename, path: source, sha256, durationSeconds };
      all.set(musicId, music);
      await appendFile(path, `${JSON.stringify(music)}\n`);
    },
  };
}

/** Later lines replace earlier ones; a line that was cut off by a crash is left out. */
async function readAll(path: string): Promise<Map<string, MusicInput>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const all = new Map<string, MusicInput>();
  for (const line of text.split('\n')) {
    try {
      const music = JSON.parse(line) as MusicInput;
      if (typeof music.musicId === 'string' && typeof music.path === 'string') all.set(music.musicId, music);
    } catch {
      // Empty, or cut off.
    }
  }
  return all;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
