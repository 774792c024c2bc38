/**
 * Reads the rows of a dataset import: CSV with a header line, or JSON Lines, where a row may also be an LRC file
 * (`lrc`: its text, `file`: its name) with whatever other fields know better. A row that cannot be read is
 * reported with its number and the reason, and the others are still read.
 */
import { parse } from 'csv-parse/sync';
import type { NewSong } from '../domain/song.js';

/** One row, numbered from 1 without the header. */
export type ParsedSongRow =
  | { readonly row: number; readonly song: NewSong }
  | { readonly row: number; readonly error: string };

const columns = ['title', 'artist', 'year', 'link', 'language', 'lyrics', 'musicId'] as const;
type Column = (typeof columns)[number];

/** What people and other programs call the columns, in lower case without separators. */
const aliases: Readonly<Record<string, Column>> = {
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

function columnOf(header: string): Column | null {
  const name = header
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
  return aliases[name] ?? null;
}

/**
 * Rows in their order. Throws an Error written for the customer when the whole is unreadable: no header, no
 * title column, an unclosed quote at the start.
 */
export function parseSongRows(text: string, format: 'csv' | 'jsonl'): ParsedSongRow[] {
  return format === 'csv' ? parseCsv(text) : parseJsonLines(text);
}

function parseCsv(text: string): ParsedSongRow[] {
  const records = readRecords(text);
  const header = records[0]?.record.map(columnOf);
  if (!header)
    throw new Error('The CSV is empty. Its first line must name the columns: title, artist, year, lyrics …');
  if (!header.includes('title')) {
    throw new Error(
      `The CSV's first line names no "title" column. It holds: ${records[0]!.record.slice(0, 20).join(', ')}.`,
    );
  }
  return records.slice(1).map(({ record }, index) => {
    const row = index + 1;
    if (record.length !== header.length) {
      return {
        row,
        error: `The row has ${record.length} fields, the header ${header.length}. Put fields with commas or line breaks in quotes.`,
      };
    }
    const values: Partial<Record<Column, unknown>> = {};
    header.forEach((column, field) => {
      if (column !== null && values[column] === undefined) values[column] = record[field];
    });
    return asSong(row, values);
  });
}

function readRecords(text: string): { record: string[] }[] {
  const delimiter = guessDelimiter(text);
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { record: string[] }[];
  } catch (error) {
    throw new Error(`The CSV cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The one of comma, semicolon and tab that the first line has most of. */
function guessDelimiter(text: string): string {
  const first = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string): number => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function parseJsonLines(text: string): ParsedSongRow[] {
  const rows: ParsedSongRow[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const row = rows.length + 1;
    rows.push(parseJsonLine(row, line));
  }
  return rows;
}

function parseJsonLine(row: number, line: string): ParsedSongRow {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { row, error: 'The line is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { row, error: 'The line is not a JSON object.' };
  }
  const values: Partial<Record<Column, unknown>> = {};
  for (const [key, field] of Object.entries(value)) {
    const column = columnOf(key);
    if (column !== null && values[column] === undefined) values[column] = field;
  }
  const { lrc, file } = value as { lrc?: unknown; file?: unknown };
  if (lrc !== undefined) {
    if (typeof lrc !== 'string') return { row, error: 'lrc must be the text of an LRC file.' };
    const { title, artist, year, language, lyrics } = parseLrc(lrc, typeof file === 'string' ? file : '');
    return asSong(row, { title, artist, year, language, lyrics, ...values });
  }
  return asSong(row, values);
}

function asSong(row: number, values: Partial<Record<Column, unknown>>): ParsedSongRow {
  const texts: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const value = values[column];
    if (value === undefined || value === null) continue;
    if (column === 'lyrics' && Array.isArray(value) && value.every((line) => typeof line === 'string')) {
      texts.lyrics = value.join('\n');
    } else if (typeof value === 'string') texts[column] = value;
    else if (typeof value === 'number') texts[column] = String(value);
    else return { row, error: `${column} must be a text.` };
  }
  for (const column of columns) {
    if (/\u0000|\p{Surrogate}/u.test(texts[column] ?? '')) {
      return { row, error: `${column} holds a null character or half of a surrogate pair.` };
    }
  }
  const title = texts.title?.trim() ?? '';
  if (title === '') return { row, error: 'title is missing.' };
  return {
    row,
    song: {
      title,
      artist: texts.artist?.trim() ?? '',
      year: texts.year?.trim() ?? '',
      link: orNull(texts.link),
      language: texts.language?.trim() ?? '',
      lyrics: orNull(texts.lyrics),
      musicId: orNull(texts.musicId),
    },
  };
}

function orNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/**
 * One song from an LRC file: `[ti:…]`, `[ar:…]`, `[la:…]` tags, lines with `[mm:ss.xx]` times. Lines are put in
 * the order of their times, a line with several times once for each. `fileName` gives the title without a tag:
 * "Artist - Title.lrc" or "Title.lrc".
 */
export function parseLrc(text: string, fileName: string): NewSong {
  const tags = new Map<string, string>();
  const timed: { seconds: number; order: number; line: string }[] = [];
  let order = 0;
  for (const raw of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const tag = /^\s*\[([a-z]{2,6}):(.*)\]\s*$/i.exec(raw);
    if (tag && !/^\d/.test(tag[1]!)) {
      tags.set(tag[1]!.toLowerCase(), tag[2]!.trim());
      continue;
    }
    const times = [...raw.matchAll(/\[(\d{1,3}):(\d{2}(?:[.:]\d{1,3})?)\]/g)];
    const line = raw.replace(/\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/g, '').trim();
    const last = timed.at(-1)?.seconds ?? 0;
    if (times.length === 0) timed.push({ seconds: last, order: order++, line });
    for (const time of times) {
      timed.push({
        seconds: Number(time[1]) * 60 + Number(time[2]!.replace(':', '.')),
        order: order++,
        line,
      });
    }
  }
  timed.sort((a, b) => a.seconds - b.seconds || a.order - b.order);
  const base = fileName.replace(/^.*\//, '').replace(/\.[a-z0-9]{1,5}$/i, '');
  const [artist, title] = base.includes(' - ') ? base.split(/ - (.*)/s) : ['', base];
  return {
    title: tags.get('ti') || title || base,
    artist: tags.get('ar') || artist || '',
    year: /\b(\d{4})\b/.exec(tags.get('year') ?? '')?.[1] ?? '',
    link: null,
    language: /^[a-z]{2,3}$/i.exec(tags.get('la') ?? '')?.[0].toLowerCase() ?? '',
    lyrics: orNull(timed.map(({ line }) => line).join('\n')),
    musicId: null,
  };
}
