/** Songs from LRC files: lyrics with times. */
import { maxLyricCharacters } from '../domain/lyric-limits.js';
import type { NewSong } from '../domain/song.js';
import { orNull } from './song-fields.js';

/** A line with several times is repeated; a few bytes of times could unpack to gigabytes. Beyond it no lyric is allowed. */
const maxUnpackedCharacters = 4 * maxLyricCharacters;

interface TimedLine {
  readonly seconds: number;
  readonly order: number;
  readonly line: string;
}

/**
 * One song from an LRC file: `[ti:…]`, `[ar:…]`, `[la:…]` tags, lines with `[mm:ss.xx]` times. Lines are put in
 * the order of their times, a line with several times once for each. `fileName` gives the title without a tag:
 * "Artist - Title.lrc" or "Title.lrc". Of a file that is far too long only the beginning is read: still too much for a song.
 */
export function parseLrc(text: string, fileName: string): NewSong {
  const tags = new Map<string, string>();
  const timed: TimedLine[] = [];
  let unpacked = 0;
  reading: for (const raw of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const tag = /^\s*\[([a-z]{2,6}):(.*)\]\s*$/i.exec(raw);
    if (tag && !/^\d/.test(tag[1]!)) {
      tags.set(tag[1]!.toLowerCase(), tag[2]!.trim());
      continue;
    }
    const line = raw.replace(/\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/g, '').trim();
    for (const seconds of timesOf(raw, timed.at(-1)?.seconds ?? 0)) {
      timed.push({ seconds, order: timed.length, line });
      unpacked += line.length + 1;
      if (unpacked > maxUnpackedCharacters) break reading;
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

/** A line without a time belongs where it is written. */
function* timesOf(raw: string, lastSeconds: number): Generator<number> {
  let found = false;
  for (const time of raw.matchAll(/\[(\d{1,3}):(\d{2}(?:[.:]\d{1,3})?)\]/g)) {
    found = true;
    yield Number(time[1]) * 60 + Number(time[2]!.replace(':', '.'));
  }
  if (!found) yield lastSeconds;
}
