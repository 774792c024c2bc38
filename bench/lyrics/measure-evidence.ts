/** Measures the cases once and keeps what was measured: fitting and its tables read it again in seconds. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { BenchSong } from './bench-song.js';
import type { EvidenceCase, EvidenceData } from './evidence-cases.js';
import { indexSongs, search } from './index-files.js';
import { showProgress } from './progress.js';
import { relation } from './same-text.js';

/** The strongest songs of a case; `isRight` where the song is one that was asked for. */
export interface MeasuredCase extends Omit<EvidenceCase, 'lyrics'> {
  readonly songs: readonly {
    readonly id: string;
    readonly isRight: boolean;
    readonly values: readonly number[];
  }[];
}

const keptSongs = 12;

/** `cache`: a file of JSON lines; cases that stand in it are not measured again. */
export async function measureCases(
  { database, cases }: EvidenceData,
  folder: string,
  cache: string,
): Promise<MeasuredCase[]> {
  const known = new Map<string, MeasuredCase>(
    existsSync(cache)
      ? readFileSync(cache, 'utf8')
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => {
            const one = JSON.parse(line) as MeasuredCase;
            return [one.id, one];
          })
      : [],
  );
  const missing = cases.filter(({ id }) => !known.has(id));
  if (missing.length > 0) {
    const index = await indexSongs(folder, database, showProgress);
    const byId = songsById(database);
    const segments = index.part(() => true);
    for (const [at, { lyrics, ...one }] of missing.entries()) {
      const { songs } = await search(lyrics, segments, { limit: keptSongs });
      const isExcepted = (song: BenchSong): boolean => song.id === one.except || song.language === one.except;
      const measured: MeasuredCase = {
        ...one,
        songs: songs
          .filter(({ songId }) => !(one.work !== null && isExcepted(byId.get(songId)!)))
          .map(({ songId, measurements }) => ({
            id: songId,
            isRight: one.work !== null && byId.get(songId)!.work === one.work,
            values: measurements.map((value) => Math.round(value * 1e4) / 1e4),
          })),
      };
      known.set(one.id, measured);
      appendFileSync(cache, `${JSON.stringify(measured)}\n`);
      showProgress('measuring cases', at + 1, missing.length);
    }
  }
  return cases.flatMap(({ id, lyrics }) => withoutRelated(known.get(id), lyrics, database));
}

/**
 * Pairs that a person found to be one poem when they stood out among the false alarms: two versions of Cornelius's
 * "Die Hirten", two translations of Burns's "For the sake o' someone", Luther's ten commandments long and short.
 */
const samePoems: readonly (readonly [string, string])[] = [
  ['lieder:lc7006959', 'lieder:lc7008709'],
  ['lieder:lc6909438', 'lieder:lc5800427'],
  [
    'openhymnal That_Men_A_Godly_Life_Might_Live-Dies_sind_die_heilgen_zehu_Gebot',
    'openhymnal Wilt_Thou_O_Man_Live_Happily-Mensch_Willt_du_Leben_seligich',
  ],
];

/** Files of sentences repeat them with one word changed: songs of one file are no strangers to each other. */
const fileOf = (id: string): string | undefined => /tatoeba-(\w+-\w+)-\d+$/.exec(id)?.[1];

/** Whether a lyric that has no song in the database shares text or a name with this one all the same. */
export function isRelated(query: BenchSong, song: BenchSong): boolean {
  const file = fileOf(query.id);
  if (file !== undefined && file === fileOf(song.id)) return true;
  const isPair = (a: string, b: string): boolean => query.id === `none ${a}` && song.id === b;
  return samePoems.some(([a, b]) => isPair(a, b) || isPair(b, a)) || relation(query, song) !== null;
}

/** Of a lyric that has no song: without songs that have its text though the data do not mark it. */
function withoutRelated(
  one: MeasuredCase | undefined,
  lyrics: string,
  database: readonly BenchSong[],
): MeasuredCase[] {
  if (!one) return [];
  if (one.work !== null) return [one];
  const query = { id: one.id, work: one.id, language: '', lyrics, names: [], seen: false };
  const byId = songsById(database);
  return [{ ...one, songs: one.songs.filter(({ id }) => !isRelated(query, byId.get(id)!)) }];
}

const songMaps = new WeakMap<readonly BenchSong[], Map<string, BenchSong>>();

function songsById(database: readonly BenchSong[]): Map<string, BenchSong> {
  const known = songMaps.get(database) ?? new Map(database.map((song) => [song.id, song]));
  songMaps.set(database, known);
  return known;
}
