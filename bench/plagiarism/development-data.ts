/** The development data as benchmark songs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAbc } from './abc.js';
import { type BenchSong, describeMelody, loadSong, notesOfDegrees } from './load-song.js';

function rows(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

/** Real disputed pairs: the case number joins the two songs. */
export function disputedPairs(folder: string): BenchSong[] {
  const base = join(folder, 'court_cases/mpdset_real');
  return readdirSync(base)
    .filter((name) => name.endsWith('.mid'))
    .sort()
    .map((name) => ({
      id: name,
      group: name.slice(0, 6),
      side: name.includes('_a_') ? 'original' : 'accused',
      description: loadSong(join(base, name)),
    }));
}

export interface DecidedCase {
  readonly id: string;
  readonly infringement: boolean;
  /** Percent melodic identity of the published hand transcriptions. */
  readonly publishedIdentity: number;
  readonly complaining: BenchSong;
  readonly defending: BenchSong;
}

/** Decided cases: two melodies and whether the court found infringement. */
export function decidedCases(folder: string): DecidedCase[] {
  const base = join(folder, 'court_cases/yuan2023');
  const names = readdirSync(base).sort();
  const text = readFileSync(join(folder, 'court_cases/yuan2023_40cases.dev.csv'), 'utf8');
  const cases: DecidedCase[] = [];
  for (const line of text.split(/\r?\n/).slice(1)) {
    const id = /^(\d+),/.exec(line)?.[1];
    const decision = /,(no infringement|infringement),([01]),/.exec(line);
    if (!id || !decision) continue;
    const song = (letter: string, side: string): BenchSong => {
      const name = names.find((file) => file.startsWith(`${id.padStart(2, '0')}${letter}_`))!;
      return { id: name, group: id, side, description: loadSong(join(base, name)) };
    };
    cases.push({
      id,
      infringement: decision[2] === '1',
      publishedIdentity: Number(/,(\d+\.\d+),[^,]*,(?:No|Yes),[^,]*,[^,]*$/.exec(line)?.[1] ?? 0),
      complaining: song('a', 'complaining'),
      defending: song('b', 'defending'),
    });
  }
  return cases;
}

/** Variants of carols and hymns across collections. */
export function tuneGroups(folder: string): BenchSong[] {
  return rows(join(folder, 'tune_variant_groups.dev.tsv')).map(([group, file]) => ({
    id: file!,
    group: group!,
    description: loadSong(join(folder, file!)),
  }));
}

/** All tunes of three printed collections; group = the works that the pair list joins, null for the rest. */
export function tuneCollections(folder: string): BenchSong[] {
  const base = join(folder, 'tune_collections');
  const groups = new Map<string, string>();
  for (const [kind, a, b] of rows(join(base, 'cross_collection_pairs.dev.tsv'))) {
    if (kind !== 'variant') continue;
    const group = groups.get(a!) ?? groups.get(b!) ?? a!;
    const old = [groups.get(a!), groups.get(b!)];
    for (const [id, name] of groups) if (old.includes(name)) groups.set(id, group);
    groups.set(a!, group).set(b!, group);
  }
  return ['airdsAirs', 'oneills1850', 'ryansMammoth'].flatMap((collection) =>
    readAbc(readFileSync(join(base, `${collection}.abc`), 'utf8')).map((tune) => {
      const id = `${collection}:${tune.number}`;
      return { id, group: groups.get(id) ?? null, description: describeMelody(tune.notes, tune.meter) };
    }),
  );
}

/** Related folk melodies as scale degrees: no octaves, no rhythm. */
export function folkVariants(folder: string): BenchSong[] {
  return rows(join(folder, 'melodic_evolution/folk_song_variant_pairs.dev.tsv')).map((cells) => ({
    id: `folk:${cells[0]}`,
    group: cells[1]!,
    description: describeMelody(notesOfDegrees(cells[13]!)),
  }));
}

/** Songs without a counterpart among dance tunes: hymns, national anthems, pop songs and game music. */
export function unrelatedSongs(folder: string): BenchSong[] {
  const pop = readdirSync(join(folder, 'pop909'))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `pop909/${name}/${name}.mid`);
  const files = ['openhymnal', 'anthem_midi', 'freedoom_midi'].flatMap((part) =>
    readdirSync(join(folder, part)).map((name) => `${part}/${name}`),
  );
  return [...files, ...pop]
    .filter((name) => /\.(abc|mid)$/.test(name))
    .sort()
    .map((name) => ({ id: name, group: null, description: loadSong(join(folder, name)) }))
    .filter((song) => song.description.melody.topline.length > 0);
}

export function hasDevelopmentData(folder: string): boolean {
  return existsSync(join(folder, 'tune_variant_groups.dev.tsv'));
}
