/** Versions of songs that someone sings: bands and tunes are written to a folder, `scripts/vocal-pitch/covers.py` sings them there. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SongDescription } from '../../src/music/song-description.js';
import { hear } from '../description/hear.js';
import type { Arrangement } from './cover-arrangement.js';
import { renderedSeconds } from './heard-renderings.js';
import { loadAnySong } from './load-song.js';
import { descriptionOf } from './transcription-file.js';

const soundOf = (folder: string, name: string): string => join(folder, `${name}.wav`);

/** `arrangements` by name. Returns how many nobody has sung yet. */
export function writeToSing(folder: string, arrangements: ReadonlyMap<string, Arrangement>): number {
  mkdirSync(folder, { recursive: true });
  for (const [name, { band, tune }] of arrangements) {
    writeFileSync(join(folder, `${name}.mid`), band);
    const rows = tune.map(({ startSeconds, endSeconds, midi }) =>
      [startSeconds.toFixed(4), endSeconds.toFixed(4), midi].join(','),
    );
    writeFileSync(join(folder, `${name}.csv`), `${rows.join('\n')}\n`);
  }
  return [...arrangements.keys()].filter((name) => !existsSync(soundOf(folder, name))).length;
}

/**
 * As the service describes the recording: whether someone sings in it is asked first. `cache`: a folder for what was heard. `isFile`: as of
 * descriptionOf.
 */
export async function describeSung(
  folder: string,
  name: string,
  cache: string | undefined,
  isFile: boolean,
): Promise<SongDescription> {
  const path = resolve(soundOf(folder, name));
  if (!isFile) return loadAnySong(path, cache, renderedSeconds);
  const { listening } = await hear(path, renderedSeconds, cache);
  return descriptionOf(listening, isFile);
}
