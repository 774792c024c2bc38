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

/** `mm:ss`, `mm:ss.xx`, `mm:ss:xx`, `h:mm:ss.xx`; programs write a comma, one digit of seconds, more of a second, a minus as well. */
const time = String.raw`-?(?:\d{1,2}:\d{1,2}:\d{1,2}[.,]\d{1,6}|\d{1,3}:\d{1,2}(?:[.,:]\d{1,6})?)`;
const lineTimes = new RegExp(String.raw`^(?:\s*\[\s*${time}\s*\])+`);
const anyTime = new RegExp(String.raw`\[\s*(${time})\s*\]|<\s*${time}\s*>`, 'g');

/**
 * One song from an LRC file: `[ti:…]`, `[ar:…]`, `[la:…]` tags, lines with `[mm:ss.xx]` times. Lines are put in
 * the order of their times, a line with several times in front once for each; times inside a line are those of its
 * words. `fileName` gives the title without a tag:
 * "Artist - Title.lrc" or "Title.lrc". Of a file that is far too long only the beginning is read: still too much for a song.
 */
export function parseLrc(text: string, fileName: string): NewSong {
  const tags = new Map<string, string>();
  const timed: TimedLine[] = [];
  let unpacked = 0;
  reading: for (const raw of text.replace(/^\ufeff/, '').split(/\r\n|[\n\r\u2028\u2029\u0085]/)) {
    const tag = /^\s*\[([a-z]{2,6}):(.*)\]\s*$/i.exec(raw);
    if (tag && !/^\d/.test(tag[1]!)) {
      tags.set(tag[1]!.toLowerCase(), tag[2]!.trim());
      continue;
    }
    const line = raw.replace(anyTime, '').trim();
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

/** A line without a time in front belongs where it is written. */
function timesOf(raw: string, lastSeconds: number): Iterable<number> {
  const front = lineTimes.exec(raw)?.[0] ?? '';
  // Once for the same time: of words with times the first one's is that of the line.
  const times = new Set([...front.matchAll(anyTime)].map(([, written]) => secondsOf(written!)));
  return times.size > 0 ? times : [lastSeconds];
}

function secondsOf(written: string): number {
  const sign = written.startsWith('-') ? -1 : 1;
  const number = written.replace('-', '').replace(',', '.');
  const [first, second, third] = number.split(':');
  if (third === undefined) return sign * (Number(first) * 60 + Number(second));
  // Three numbers without a fraction are minutes, seconds and hundredths.
  const isOfHours = number.includes('.');
  if (isOfHours) return sign * (Number(first) * 3600 + Number(second) * 60 + Number(third));
  return sign * (Number(first) * 60 + Number(`${second}.${third}`));
}
