/** The development lyrics as songs with the facts that the cases need. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { segmentLyrics } from '../../src/text/segment-lyrics.js';

export interface BenchSong {
  readonly id: string;
  /** Songs of one work have the same text, or a translation of it. */
  readonly work: string;
  readonly language: string;
  readonly lyrics: string;
}

interface Row {
  id: string;
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

function asSong(row: Row, prefix: string): BenchSong {
  const lyrics =
    row.lyrics ?? row.stanzas?.join('\n') ?? (row.verses ?? []).map(splitAtPunctuation).join('\n');
  const id = `${prefix}${row.id}`;
  return { id, work: row.work ?? id, language: row.language ?? 'und', lyrics };
}

export interface Corpus {
  /** In the encoder's training text: never to be called unseen. */
  readonly psalms: readonly BenchSong[];
  readonly lieder: readonly BenchSong[];
  readonly hymns: readonly BenchSong[];
  /** Modern songs, none of them in the index: hosts for hidden lines and unrelated queries. */
  readonly hosts: readonly BenchSong[];
}

/** Reads the lyric folder of the development data. Throws where it is not one. */
export function readCorpus(folder: string): Corpus {
  if (!existsSync(join(folder, 'psalms_pd.jsonl')))
    throw new Error(`${folder} is not the lyric data folder.`);
  const rows = (name: string, prefix: string): BenchSong[] =>
    readRows(join(folder, name)).map((row) => asSong(row, prefix));
  const together = joinSameTexts([
    ...rows('lieder_cc0.jsonl', ''),
    ...rows('openhymnal_text.jsonl', 'openhymnal '),
    ...rows('carols_text.jsonl', 'carols '),
  ]);
  const lieder = together.filter((song) => song.id.startsWith('lieder'));
  const hymns = together.filter((song) => !song.id.startsWith('lieder'));
  const hosts = ['jamendolyrics', 'ultrastar_text_only', 'ai_lyrics/levo', 'ai_lyrics/yue'].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => name.endsWith('.txt'))
      .map((name) => ({
        id: `${basename(part)}/${name}`,
        work: `${basename(part)}/${name}`,
        language: 'und',
        lyrics: readFileSync(join(folder, part, name), 'utf8'),
      })),
  );
  return {
    psalms: rows('psalms_pd.jsonl', ''),
    lieder,
    hymns,
    hosts: hosts.filter((song) => lineCount(song) >= 8),
  };
}

export function lineCount(song: BenchSong): number {
  return segmentLyrics(song.lyrics).lines.length;
}

/** Gives one work to songs that share three runs of five words: found without the engine that is measured. */
function joinSameTexts(songs: readonly BenchSong[]): BenchSong[] {
  const holders = new Map<string, number[]>();
  const works = songs.map((_, index) => index);
  const find = (index: number): number => (works[index] === index ? index : find(works[index]!));
  songs.forEach((song, index) => {
    const shared = new Map<number, number>();
    for (const run of wordRuns(song)) {
      const list = holders.get(run) ?? [];
      for (const other of list) shared.set(other, (shared.get(other) ?? 0) + 1);
      holders.set(run, [...list, index]);
    }
    for (const [other, count] of shared) if (count >= 3) works[find(index)] = find(other);
  });
  return songs.map((song, index) => ({ ...song, work: songs[find(index)]!.work }));
}

function wordRuns(song: BenchSong): Set<string> {
  const words = segmentLyrics(song.lyrics).lines.flatMap((line) => line.normalised.split(' '));
  const runs = new Set<string>();
  for (let start = 0; start + 5 <= words.length; start++) runs.add(words.slice(start, start + 5).join(' '));
  return runs;
}

/** Reads the groups of translations (TSV: group, language, text ids): text id → work. */
export function readGroups(path: string): Map<string, { work: string; language: string }> {
  const groups = new Map<string, { work: string; language: string }>();
  for (const row of readFileSync(path, 'utf8').trim().split('\n').slice(1)) {
    const [group, language, ...ids] = row.split('\t');
    for (const id of ids.filter((value) => value !== '')) {
      const full = id.startsWith('carols') || id.startsWith('openhymnal') ? id : `carols ${id}`;
      groups.set(full, { work: group!, language: language! });
    }
  }
  return groups;
}
