/** Lyric files as songs with the facts that the cases need. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BenchSong, lineCount } from './bench-song.js';
import { joinSameTexts } from './same-text.js';

interface Row {
  id?: string | number;
  title?: string;
  work?: string;
  language?: string;
  lyrics?: string;
  stanzas?: string[];
  verses?: string[];
}

function readRows(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Hymnals print a stanza as one paragraph: a line ends where punctuation does. */
function splitAtPunctuation(paragraph: string): string {
  return paragraph.replace(/^\d+\.\s*/, '').replace(/([,;:.!?])\s+/g, '$1\n');
}

function asSong(row: Row, prefix: string, seen: boolean, fallbackId: string): BenchSong {
  const lyrics =
    row.lyrics ?? row.stanzas?.join('\n') ?? (row.verses ?? []).map(splitAtPunctuation).join('\n');
  const id = row.id === undefined ? fallbackId : `${prefix}${row.id}`;
  const names = [row.title ?? '', ...id.replace(/^.*\//, '').split('-')];
  return { id, work: row.work ?? id, language: row.language || 'und', lyrics, names, seen };
}

export interface Corpus {
  /** Everything that can stand in the database. */
  readonly songs: readonly BenchSong[];
  /** Lyrics that are never in the database: hosts for hidden lines and unrelated queries. May be empty. */
  readonly hosts: readonly BenchSong[];
}

/** Texts that the shipped encoder was trained on: never to be called unseen. */
const seenFiles = new Set(['psalms_pd.jsonl']);
/** The folder's older copy of `lieder_cc0.jsonl`, without line breaks. */
const repeatedFiles = new Set(['lieder_text.jsonl']);

/**
 * Songs of a JSON Lines file, or of every such file of a folder; text files below the folder are hosts. A row has
 * `lyrics`, or `stanzas` or `verses` as a list, and may name its `language` and its `work`. Throws for an empty one.
 */
export function readCorpus(path: string): Corpus {
  if (!existsSync(path)) throw new Error(`There is no file or folder ${path}.`);
  const isFolder = statSync(path).isDirectory();
  const names = isFolder ? readdirSync(path).filter((name) => name.endsWith('.jsonl')) : [''];
  const songs = names
    .filter((name) => !repeatedFiles.has(name))
    .sort()
    .flatMap((name) => {
      const file = isFolder ? join(path, name) : path;
      const source = basename(file);
      const prefix = /^(openhymnal|carols)_text/.exec(source)?.[1];
      return readRows(file).map((row, at) =>
        asSong(row, prefix ? `${prefix} ` : '', seenFiles.has(source), `${source}:${at + 1}`),
      );
    });
  if (songs.length === 0) throw new Error(`${path} holds no songs (JSON Lines).`);
  const seen = songs.filter((song) => song.seen);
  const unseen = songs.filter((song) => !song.seen);
  const files = isFolder ? textFiles(path).filter((song) => lineCount(song) >= 8) : [];
  const joined = joinSameTexts([...unseen, ...files]);
  const works = new Set(joined.slice(0, unseen.length).map((song) => song.work));
  return {
    songs: [...seen, ...joined.slice(0, unseen.length)],
    hosts: joined.slice(unseen.length).filter((song) => !works.has(song.work)),
  };
}

/** National anthems stand in hymnals too: no text that is surely unrelated. */
const notHosts = /(?:^|\/)(?:tatoeba|anthems)/;

function textFiles(folder: string): BenchSong[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt') && !notHosts.test(name))
    .sort()
    .map((name) => ({
      id: name,
      work: name,
      language: 'und',
      names: [],
      lyrics: sungText(readFileSync(join(folder, name), 'utf8')),
      seen: false,
    }));
}

/** Of a karaoke file (": start length pitch syllable", "- end of line") the words, of others the text. */
function sungText(text: string): string {
  if (!/^#TITLE:/m.test(text)) return text;
  const lines = [''];
  for (const row of text.split(/\r?\n/)) {
    if (row.startsWith('-')) lines.push('');
    const note = /^[:*F] -?\d+ \d+ -?\d+ ?(.*)$/.exec(row);
    if (note) lines[lines.length - 1] += note[1]!.replace('~', '');
  }
  return lines.map((line) => line.trim()).join('\n');
}

/**
 * Reads the groups of translations (TSV with a header line: group, language, text ids): text id → work. An id with
 * no file's prefix means the carols. "de+la" and "en (loose)" count as their first language.
 */
export function readGroups(path: string): Map<string, { work: string; language: string }> {
  const groups = new Map<string, { work: string; language: string }>();
  for (const row of readFileSync(path, 'utf8').trim().split('\n').slice(1)) {
    const [group, language, ...ids] = row.split('\t');
    for (const id of ids.map((value) => value.trim()).filter((value) => value !== '')) {
      const fact = { work: group!, language: language!.split(/[^a-z]/i)[0]! };
      groups.set(id, fact);
      groups.set(`carols ${id}`, fact);
    }
  }
  return groups;
}

/** Gives songs named in `groups`, and all songs of the same text, the group's work. */
export function applyGroups(
  songs: readonly BenchSong[],
  groups: ReadonlyMap<string, { work: string; language: string }>,
): BenchSong[] {
  const joined = new Map<string, string>();
  for (const song of songs) {
    const group = groups.get(song.id);
    if (group) joined.set(song.work, group.work);
  }
  return songs.map((song) => ({
    ...song,
    work: joined.get(song.work) ?? song.work,
    language: groups.get(song.id)?.language ?? song.language,
  }));
}
