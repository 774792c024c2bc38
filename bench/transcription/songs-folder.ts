/**
 * Any folder of songs, as `--songs DIR` names it. A song in a folder called `instrumental` has no voice; one in a
 * folder called `vocal`, or with lyrics or timings beside it, has one; others are left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelledSong } from './presence-data.js';

const audioName = /\.(mp3|ogg|wav|flac|m4a|aac|opus)$/i;
const signsOfVoice = ['.lyrics.txt', '.words.csv', '.song.txt', '.txt'];

/** Paths are relative to `root`; each song is a group of its own. */
export function songsOfFolder(root: string, lyrics: string = root): LabelledSong[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => audioName.test(path))
    .sort()
    .flatMap((path) => {
      const stem = path.replace(audioName, '');
      const timings = ['.words.csv', '.song.txt']
        .map((end) => stem + end)
        .find((file) => existsSync(join(root, file)));
      const parts = path.toLowerCase().split(/[\\/]/).slice(0, -1);
      const isInstrumental = parts.some((part) => /^(instrumentals?|inst)$/.test(part));
      const hasText = signsOfVoice.some(
        (end) => existsSync(join(root, stem + end)) || existsSync(join(lyrics, stem + end)),
      );
      if (!isInstrumental && !hasText && !parts.some((part) => /^vocals?$/.test(part))) return [];
      return [{ path, group: path, hasVoice: !isInstrumental, timings: timings ?? null }];
    });
}
