/** Listens to every labelled recording once and keeps the numbers: training and measuring read them many times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Listened, listen } from '../../src/analyses/lyric-transcription/presence/listen.js';
import { windowFeatures } from '../../src/analyses/lyric-transcription/presence/window-features.js';
import { decodeWithFfmpeg } from './decode.js';
import { type LabelledSong, labelledSongs } from './presence-data.js';
import { syntheticSounds } from './synthetic-sounds.js';
import { readTimings, type Span } from './timings.js';

export interface PresenceCase extends LabelledSong {
  readonly title: string;
  readonly listened: Listened;
  readonly windows: readonly Float32Array[];
  readonly spans: readonly Span[] | null;
  /** Trained on, never counted in a figure. */
  readonly isSynthetic: boolean;
}

function windowsOf({ windows }: Listened): Float32Array[] {
  const rows: Float32Array[] = [];
  for (let at = 0; at < windows.length; at += windowFeatures)
    rows.push(windows.subarray(at, at + windowFeatures));
  return rows;
}

/** The songs of `root`; the development recordings and synthetic sounds where none are given. */
export async function presenceCases(
  root: string,
  songs: readonly LabelledSong[] | null = null,
): Promise<PresenceCase[]> {
  const cases: PresenceCase[] = [];
  for (const song of songs ?? labelledSongs(root)) {
    const listened = await listen(decodeWithFfmpeg(join(root, song.path), 2));
    const windows = windowsOf(listened);
    const spans =
      song.timings === null
        ? null
        : readTimings(song.timings, readFileSync(join(root, song.timings), 'utf8'));
    cases.push({
      ...song,
      title: song.path.split('/').slice(1).join('/'),
      listened,
      windows,
      spans,
      isSynthetic: false,
    });
    process.stderr.write(`\rlistened to ${cases.length} recordings`);
  }
  for (const { name, pcm } of songs === null ? syntheticSounds() : []) {
    const listened = await listen(pcm);
    cases.push({
      path: name,
      title: name,
      group: 'synthetic',
      hasVoice: false,
      timings: null,
      listened,
      windows: windowsOf(listened),
      spans: null,
      isSynthetic: true,
    });
  }
  process.stderr.write('\n');
  return cases;
}
