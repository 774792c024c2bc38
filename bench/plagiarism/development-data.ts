/** The development data as benchmark songs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn } from '../in-turn.js';
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
export async function disputedPairs(folder: string): Promise<BenchSong[]> {
  const base = join(folder, 'court_cases/mpdset_real');
  const names = readdirSync(base).filter((name) => name.endsWith('.mid'));
  return inTurn(names.sort(), async (name) => ({
    id: name,
    group: name.slice(0, 6),
    side: name.includes('_a_') ? 'original' : 'accused',
    description: await loadSong(join(base, name)),
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
export async function decidedCases(folder: string): Promise<DecidedCase[]> {
  const base = join(folder, 'court_cases/yuan2023');
  const names = readdirSync(base).sort();
  const text = readFileSync(join(folder, 'court_cases/yuan2023_40cases.dev.csv'), 'utf8');
  const cases: DecidedCase[] = [];
  for (const line of text.split(/\r?\n/).slice(1)) {
    const id = /^(\d+),/.exec(line)?.[1];
    const decision = /,(no infringement|infringement),([01]),/.exec(line);
    if (!id || !decision) continue;
    const song = async (letter: string, side: string): Promise<BenchSong> => {
      const name = names.find((file) => file.startsWith(`${id.padStart(2, '0')}${letter}_`))!;
      return { id: name, group: id, side, description: await loadSong(join(base, name)) };
    };
    cases.push({
      id,
      infringement: decision[2] === '1',
      publishedIdentity: Number(/,(\d+\.\d+),[^,]*,(?:No|Yes),[^,]*,[^,]*$/.exec(line)?.[1] ?? 0),
      complaining: await song('a', 'complaining'),
      defending: await song('b', 'defending'),
    });
  }
  return cases;
}

/** Variants of carols and hymns across collections. */
export function tuneGroups(folder: string): Promise<BenchSong[]> {
  return inTurn(rows(join(folder, 'tune_variant_groups.dev.tsv')), async ([group, file]) => ({
    id: file!,
    group: group!,
    description: await loadSong(join(folder, file!)),
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
export async function unrelatedSongs(folder: string): Promise<BenchSong[]> {
  const pop = readdirSync(join(folder, 'pop909'))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `pop909/${name}/${name}.mid`);
  const files = ['openhymnal', 'anthem_midi', 'freedoom_midi'].flatMap((part) =>
    readdirSync(join(folder, part)).map((name) => `${part}/${name}`),
  );
  const names = [...files, ...pop].filter((name) => /\.(abc|mid)$/.test(name)).sort();
  const songs = await inTurn(names, async (name) => ({
    id: name,
    group: null,
    description: await loadSong(join(folder, name)),
  }));
  return songs.filter((song) => song.description.melody.topline.length > 0);
}

export function hasDevelopmentData(folder: string): boolean {
  return existsSync(join(folder, 'tune_variant_groups.dev.tsv'));
}
