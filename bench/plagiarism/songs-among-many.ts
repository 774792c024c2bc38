/** Which songs `--false-alarms KIND` asks for, and among which real songs. */
import { basename, join } from 'node:path';
import { inTurn } from '../in-turn.js';
import { every, filesOf, song, writtenTunes } from './evidence-collections.js';
import { openRenderings, variantAt } from './heard-renderings.js';
import type { BenchSong } from './load-song.js';
import { performedTwice } from './performed-twice.js';
import { audioFiles, described } from './recordings.js';

/** Songs among their own kind, or those that were heard among written ones. */
export const manyKinds = [
  'pop',
  'recordings',
  'recordings-among-pop',
  'renderings-among-pop',
  'transcriptions-among-pop',
  'renderings',
  'performances',
  'performances-among-tunes',
] as const;
export type ManyKind = (typeof manyKinds)[number];

/** Kinds whose pairs are of written songs alone; the pairs of all others are transcribed. */
export const isWritten = (kind: ManyKind): boolean => kind === 'pop';

/** As the calibration and its card name them. */
export const amongName = (kind: ManyKind): string =>
  kind.includes('-among-')
    ? `${kind.replace(/-among-.*/, '')} among 10,000 written ${kind.endsWith('pop') ? 'pop songs' : 'tunes'}`
    : `${kind} among 10,000`;

export interface AskedSongs {
  readonly asked: readonly BenchSong[];
  /** The real songs of the pool. */
  readonly real: readonly BenchSong[];
}

export interface SongsOptions {
  readonly kind: ManyKind;
  /** The development data. */
  readonly data: string;
  /** More folders of recordings. */
  readonly folders: readonly string[];
  /** Of each recording in these folders. */
  readonly seconds: number;
  /** A folder for what was heard. */
  readonly cache: string | undefined;
  /** Songs that are asked for. */
  readonly queries: number;
}

/** POP909-CL holds these songs twice, from beginning to end: under the second number stands the song of the first. */
const underTwoNumbers: Readonly<Record<string, string>> = {
  '018.mid': '017.mid',
  '553.mid': '543.mid',
  '666.mid': '492.mid',
};

/** Pieces of game music that are there in two mixes (docs/measurements/plagiarism-transcribed-songs.md): both are of the group of the first name. */
const otherMixes: Readonly<Record<string, string>> = {
  'ardentryst/theme1_raw.ogg': 'ardentryst/theme1.ogg',
  'freedroidrpg-data/TechBattle.ogg': 'freedroidrpg-data/AmbientBattle.ogg',
};

const withOtherMix = (one: BenchSong): BenchSong => {
  const first = otherMixes[one.id] ?? one.id;
  return Object.values(otherMixes).includes(first) ? { ...one, group: first } : one;
};

/** The song of a file of POP909-CL. */
export const popGroup = (file: string): string => underTwoNumbers[file] ?? file;

function popSongs(data: string): Promise<BenchSong[]> {
  return inTurn(popFiles(data), (path) => song(path, popGroup(basename(path))));
}

const popFiles = (data: string): string[] => filesOf(join(data, 'symbolic', 'pop909_cl'), /\.mid$/);

async function recordings({ data, folders, cache, seconds }: SongsOptions): Promise<BenchSong[]> {
  const songs: BenchSong[] = [];
  for (const part of ['recordings', 'ai_generated'].map((name) => join(data, name)))
    songs.push(...(await described(part, audioFiles(part), cache)));
  for (const folder of folders) songs.push(...(await described(folder, audioFiles(folder), cache, seconds)));
  return songs.filter(({ description }) => description.beats.length > 1).map(withOtherMix);
}

/**
 * Songs of POP909-CL, changed, rendered and heard; or what a transcriber writes of that as a MIDI file.
 * @throws Error where there is no soundfont
 */
async function renderedSongs({ kind, data, cache, queries }: SongsOptions): Promise<BenchSong[]> {
  const renderings = openRenderings(cache);
  if (renderings === null)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  const songs: BenchSong[] = [];
  try {
    for (const [place, path] of every(popFiles(data), queries).entries()) {
      const one = await renderings.heard(path, place, variantAt(place), kind === 'transcriptions-among-pop');
      songs.push({ ...one, group: popGroup(basename(path)) });
    }
  } finally {
    renderings.close();
  }
  return songs;
}

/** Songs that are performed, each twice. */
const performedSongs = 60;

/** Each performance is of the group of its written tune, which it is made from. @throws Error where there is no soundfont */
async function performances(
  { data, cache }: SongsOptions,
  tunes: readonly BenchSong[],
): Promise<BenchSong[]> {
  const byId = new Map(tunes.map((one) => [one.id.replace('.abc:', ':'), one]));
  return (await performedTwice(data, performedSongs, cache)).map(({ song: written, ...version }) => {
    // A tune of a file of many has its place in it last.
    const from = byId.get(written.includes('/') ? written : written.replace(/:\d+$/, ''));
    return from ? { ...version, group: from.group, from } : version;
  });
}

export async function songsAmongMany(options: SongsOptions): Promise<AskedSongs> {
  const { kind, data, queries } = options;
  if (kind === 'performances' || kind === 'performances-among-tunes') {
    const tunes = await writtenTunes(join(data, 'symbolic'));
    const performed = await performances(options, tunes);
    return { asked: every(performed, queries), real: kind === 'performances' ? performed : tunes };
  }
  if (kind === 'renderings-among-pop' || kind === 'transcriptions-among-pop')
    return { asked: await renderedSongs(options), real: await popSongs(data) };
  if (kind === 'recordings-among-pop')
    return { asked: every(await recordings(options), queries), real: await popSongs(data) };
  const own = {
    pop: popSongs,
    recordings: () => recordings(options),
    renderings: () => renderedSongs(options),
  };
  const real = await own[kind](data);
  return { asked: every(real, queries), real };
}
