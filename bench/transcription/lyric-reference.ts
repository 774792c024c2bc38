/** Annotated lyrics of a song: its words, when each begins where that is annotated, and the language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withoutBackingVocals } from './score-words.js';

export interface ReferenceWord {
  readonly text: string;
  /** Null where only the text is known. */
  readonly startSeconds: number | null;
}

export interface AnnotatedSong {
  readonly path: string;
  /** As annotated; `?` where nothing says it. */
  readonly language: string;
  readonly lines: readonly string[];
  readonly words: readonly ReferenceWord[];
}

const audio = /\.(mp3|ogg|opus|wav|flac|m4a)$/;
const codes: Readonly<Record<string, string>> = { English: 'en', German: 'de', French: 'fr', Spanish: 'es' };

/** Songs of `folder` with lyrics as NAME.lyrics.txt, NAME.txt or NAME.song.txt (UltraStar) beside them or in `lyricsFolder`. */
export function annotatedSongs(folder: string, lyricsFolder: string): AnnotatedSong[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => audio.test(name))
    .flatMap((name) => {
      const stem = name.replace(audio, '');
      const file = ['.lyrics.txt', '.song.txt', '.txt']
        .flatMap((end) => [join(lyricsFolder, stem + end), join(folder, stem + end)])
        .find(existsSync);
      if (file === undefined) return [];
      const path = join(folder, name);
      const text = readFileSync(file, 'utf8');
      return [file.endsWith('.song.txt') ? ultrastar(path, text) : plain(path, text, join(folder, stem))];
    });
}

function plain(path: string, text: string, stem: string): AnnotatedSong {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const starts = existsSync(`${stem}.words.csv`)
    ? readFileSync(`${stem}.words.csv`, 'utf8')
        .split(/\r?\n/)
        .slice(1)
        .filter((row) => row !== '')
        .map((row) => Number.parseFloat(row))
    : [];
  const isTimed = starts.length === words.length;
  return {
    path,
    language: languageOf(path),
    lines: linesOf(text),
    words: words.map((word, i) => ({ text: word, startSeconds: isTimed ? starts[i]! : null })),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => withoutBackingVocals(line).trim())
    .filter((line) => line !== '');

/** From JamendoLyrics' table beside the songs; without one from a name such as `de_0.wav`. */
function languageOf(path: string): string {
  const table = join(dirname(path), 'JamendoLyrics.csv');
  if (!existsSync(table)) return /^([a-z]{2})_/.exec(basename(path))?.[1] ?? '?';
  const row = readFileSync(table, 'utf8')
    .split(/\r?\n/)
    .find((line) => line.includes(`,${basename(path)},`) || line.includes(`"${basename(path)}"`));
  return codes[Object.keys(codes).find((name) => row?.includes(`,${name},`)) ?? ''] ?? '?';
}

/** Notes `: start length pitch syllable` in quarter beats after #GAP; a space in front of a syllable begins a word. */
function ultrastar(path: string, text: string): AnnotatedSong {
  const tag = (name: string): string => new RegExp(`^#${name}:\\s*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const secondsPerTick = 15 / Number(tag('BPM').replace(',', '.'));
  const gap = Number(tag('GAP').replace(',', '.')) / 1000;
  const words: { text: string; startSeconds: number }[] = [];
  let lyrics = '';
  let isOpen = false;
  for (const row of text.split(/\r?\n/)) {
    const note = /^[:*FRG]\s*(-?\d+)\s+\d+\s+-?\d+ (.*)$/.exec(row);
    if (!note) {
      if (row.startsWith('-')) [lyrics, isOpen] = [`${lyrics}\n`, false];
      continue;
    }
    const syllable = note[2]!.replace(/~/g, '');
    lyrics += syllable;
    for (const [i, part] of syllable.split(/\s+/).entries()) {
      if (i > 0) isOpen = false;
      if (part === '') continue;
      if (isOpen) words.at(-1)!.text += part;
      else words.push({ text: part, startSeconds: gap + Number(note[1]) * secondsPerTick });
      isOpen = true;
    }
  }
  return { path, language: codes[tag('LANGUAGE')] ?? 'en', lines: linesOf(lyrics), words };
}
