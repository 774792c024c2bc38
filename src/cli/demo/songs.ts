/** What the demo plays with: songs to register, a degraded excerpt of one, and a song that nobody registered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeMono } from '../../audio/decode-mono.js';
import { composePiece, pieceCount } from '../../sample-music/compose-piece.js';
import { degradedExcerpt } from '../../sample-music/degrade.js';
import { synthesise } from '../../sample-music/synthesise.js';
import { wavFile } from '../../sample-music/wav.js';
import { CliError } from '../cli-error.js';
import { audioExtensions, findAudioFiles } from '../local/audio-files.js';

export interface DemoSongs {
  /** Registered in this order. */
  readonly songs: readonly string[];
  /** Which of `songs` the excerpt is of. */
  readonly excerptOf: number;
  readonly excerpt: string;
  readonly stranger: string;
}

const sampleRateHz = 22_050;
const songSeconds = 60;
const excerptSeconds = 20;
const maxSongs = 8;

/** Songs of `directory`, else songs made on the spot; what is made is written to `folder`. */
export async function prepareSongs(
  folder: string,
  directory: string | null,
  onSong: (done: number, all: number, title: string) => void,
): Promise<DemoSongs> {
  await mkdir(folder, { recursive: true });
  const stranger = pieceCount - 1;
  const songs = directory === null ? [] : await audioFiles(directory);
  const all = directory === null ? pieceCount : 2;
  let chosen: Float32Array;
  let excerptOf: number;
  if (directory === null) {
    excerptOf = 1;
    chosen = new Float32Array();
    for (let index = 0; index < stranger; index++) {
      const piece = composePiece(index, songSeconds);
      onSong(index, all, piece.title);
      const samples = synthesise(piece, sampleRateHz);
      if (index === excerptOf) chosen = samples;
      songs.push(await save(folder, piece.title, samples));
    }
  } else {
    excerptOf = songs.length >> 1;
    onSong(0, all, basename(songs[excerptOf]!));
    chosen = await decodeMono(songs[excerptOf]!, sampleRateHz);
  }
  const piece = composePiece(stranger, songSeconds);
  onSong(all - 1, all, piece.title);
  const startSeconds = Math.max(0, (chosen.length / sampleRateHz - excerptSeconds) * 0.4);
  const excerpt = degradedExcerpt(chosen, sampleRateHz, startSeconds, excerptSeconds);
  return {
    songs,
    excerptOf,
    excerpt: await save(folder, 'Excerpt', excerpt, false),
    stranger: await save(folder, piece.title, synthesise(piece, sampleRateHz)),
  };
}

async function save(folder: string, title: string, samples: Float32Array, tagged = true): Promise<string> {
  const path = join(folder, `${title.toLowerCase().replaceAll(' ', '-')}.wav`);
  await writeFile(path, wavFile(samples, sampleRateHz, tagged ? title : ''));
  // Composing is plain work on this thread: let progress be drawn between songs.
  await new Promise((resolve) => setImmediate(resolve));
  return path;
}

async function audioFiles(directory: string): Promise<string[]> {
  const found = await findAudioFiles(directory);
  const files = found.map(({ path }) => path).slice(0, maxSongs);
  if (files.length === 0) {
    throw new CliError(`There is no audio file in ${directory} (${[...audioExtensions].join(', ')}).`);
  }
  return files;
}
