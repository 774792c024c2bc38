/** One row's fields, whatever its format calls them, as a song, or what is wrong with it. */
import { shownName } from '../domain/formatting-characters.js';
import type { NewSong } from '../domain/song.js';
import { songProblem } from './song-problem.js';

/** What a row came to: a song that may be added, or why it is rejected. */
export type RowOutcome = { readonly song: NewSong } | { readonly error: string };

export const songColumns = ['title', 'artist', 'year', 'link', 'language', 'lyrics', 'musicId'] as const;
export type SongColumn = (typeof songColumns)[number];
export type SongFields = Partial<Record<SongColumn, unknown>>;

/** What people and other programs call the columns, in lower case without separators. */
const aliases: Readonly<Record<string, SongColumn>> = {
  title: 'title',
  song: 'title',
  songtitle: 'title',
  track: 'title',
  name: 'title',
  artist: 'artist',
  author: 'artist',
  performer: 'artist',
  year: 'year',
  releaseyear: 'year',
  date: 'year',
  link: 'link',
  url: 'link',
  language: 'language',
  lang: 'language',
  lyrics: 'lyrics',
  lyric: 'lyrics',
  text: 'lyrics',
  musicid: 'musicId',
};

/** Longer than any alias with its separators. */
const maxHeaderCharacters = 100;

export function columnOf(header: string): SongColumn | null {
  if (header.length > maxHeaderCharacters) return null;
  const name = header
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
  return Object.hasOwn(aliases, name) ? aliases[name]! : null;
}

/** The song of a row, judged by the rules for every song. */
export function songOf(values: SongFields): RowOutcome {
  const texts: Partial<Record<SongColumn, string>> = {};
  for (const column of songColumns) {
    const value = values[column];
    if (value === undefined || value === null) continue;
    if (column === 'lyrics' && Array.isArray(value) && value.every((line) => typeof line === 'string')) {
      texts.lyrics = value.join('\n');
    } else if (typeof value === 'string') texts[column] = value;
    else if (typeof value === 'number') texts[column] = String(value);
    else return { error: `${column} must be a text.` };
  }
  for (const column of songColumns) {
    const text = texts[column];
    if (text === undefined) continue;
    if (/\0|\p{Surrogate}/u.test(text)) {
      return { error: `${column} holds a null character or half of a surrogate pair.` };
    }
    if (text.includes('\ufffd')) return { error: `${column} holds bytes that are not UTF-8 text.` };
  }
  const song: NewSong = {
    title: shownName(texts.title ?? ''),
    artist: shownName(texts.artist ?? ''),
    year: texts.year?.trim() ?? '',
    link: orNull(texts.link),
    language: texts.language?.trim() ?? '',
    lyrics: orNull(texts.lyrics),
    musicId: orNull(texts.musicId),
  };
  const error = songProblem(song);
  return error === null ? { song } : { error };
}

export function orNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
