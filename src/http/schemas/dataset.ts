import { z } from 'zod';
import { lyricLimitProblem, maxLyricCharacters, maxLyricLines } from '../../domain/lyric-limits.js';
import type { Dataset, DatasetSong } from '../../storage/ports.js';
import { id, isoTime, line } from './common.js';

export const datasetSchema = z
  .strictObject({
    dataset_id: z.string(),
    name: z.string(),
    description: z.string(),
    read_only: z.boolean().describe('True for `default`, which belongs to the instance'),
    songs: z.int(),
    created_at: isoTime,
  })
  .meta({ id: 'Dataset' });

export function datasetBody(dataset: Dataset): z.output<typeof datasetSchema> {
  return {
    dataset_id: dataset.id,
    name: dataset.name,
    description: dataset.description,
    read_only: dataset.accountId === null,
    songs: dataset.songs,
    created_at: dataset.createdAt.toISOString(),
  };
}

/** A lyric, in a request and in a song of a dataset. */
export const lyricText = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const problem = text.trim() === '' ? 'The lyrics are empty.' : lyricLimitProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    maxLength: maxLyricCharacters,
    description: `Sentences separated by a newline; at most ${maxLyricLines} lines that are not empty`,
  });

const link = z.url({ protocol: /^https?$/, error: 'Must be an http or https URL' }).max(2000);

/** What can be said about a song of a dataset, beside its audio or lyrics. */
export const songFacts = {
  title: line(500).min(1),
  artist: line(500).optional(),
  year: z
    .string()
    .regex(/^(\d{4})?$/, 'Must be four digits')
    .optional(),
  link: link.optional(),
  language: z
    .string()
    .regex(/^([a-z]{2,3})?$/, 'Must be an ISO 639 code')
    .optional(),
  lyrics: lyricText.optional(),
};

export const songSchema = z
  .strictObject({
    song_id: z.string(),
    dataset_id: z.string(),
    title: z.string(),
    artist: z.string(),
    year: z.string(),
    link: z.string().nullable(),
    language: z.string(),
    musicId: id.nullable(),
    has_lyrics: z.boolean(),
    lyrics: z.string().nullable().optional().describe('Only where one song is read'),
    created_at: isoTime,
  })
  .meta({ id: 'DatasetSong' });

/** Lists leave the lyrics out: a page of them would be megabytes. */
export function songBody(song: DatasetSong, withLyrics: boolean): z.output<typeof songSchema> {
  return {
    song_id: song.id,
    dataset_id: song.datasetId,
    title: song.title,
    artist: song.artist,
    year: song.year,
    link: song.link,
    language: song.language,
    musicId: song.musicId,
    has_lyrics: song.lyrics !== null,
    ...(withLyrics ? { lyrics: song.lyrics } : {}),
    created_at: song.createdAt.toISOString(),
  };
}
