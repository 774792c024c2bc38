/**
 * Makes a catalogue look like one of many more songs: large segments behind the real songs' time line, written by the
 * product's own code as blocks in the database. Their keys are those of other songs of the same statistics, as often as
 * the larger catalogue has more songs, at random positions. Only keys below a bound are written, above which no query reads; the extent
 * that a search asks for has the full size.
 */
import { type Kysely, sql } from 'kysely';
import type { IndexExtent, SearchableIndex } from '../../src/analyses/fingerprint/ports.js';
import { blockShift, type PostingPage } from '../../src/domain/posting-block.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { dueMerge } from '../../src/storage/fingerprint/merge-policy.js';
import { type Segment, writeSegment } from '../../src/storage/fingerprint/segments.js';
import type { Database } from '../../src/storage/schema.js';
import { showProgress } from './report.js';

export interface EnlargePlan {
  /** Keys below the bound that the songs of this many keys' sample have, sorted; equal ones as often as they occur. */
  readonly keys: Uint32Array;
  readonly sampledSongs: number;
  /** Songs that are registered, their postings, and songs of the larger catalogue. */
  readonly songs: number;
  readonly postings: number;
  readonly enlargedSongs: number;
}

/** Returns the positions that the real songs take: the larger catalogue's time line repeats their borders. */
export async function enlargeCatalogue(
  db: Kysely<Database>,
  accountId: string,
  { keys, sampledSongs, songs, postings, enlargedSongs }: EnlargePlan,
): Promise<number> {
  const { rows } = await sql<{ units: number }>`select next_position::float8 as units
    from fingerprint_catalogues where account_id = ${accountId}`.execute(db);
  const { units } = rows[0]!;
  const random = seededRandom(5);
  const large = largeSegments(enlargedSongs);
  let base = units;
  for (const [i, size] of large.entries()) {
    const laps = Math.round(size / songs);
    const end = base + units * laps;
    const segmentPostings = laps * postings;
    const shift = blockShift(segmentPostings);
    const longer = longerLists(keys, (laps * songs) / sampledSongs, units * laps, random);
    await writeSegment(db, accountId, { level: largeLevel, base, end, shift }, longer);
    await sql`update fingerprint_segments set postings = ${segmentPostings}
      where account_id = ${accountId} and level = ${largeLevel} and base_position = ${base}`.execute(db);
    base = end;
    showProgress(i + 1, large.length, 'writing the postings of many more songs');
  }
  await sql`update fingerprint_catalogues set songs = ${enlargedSongs}
    where account_id = ${accountId}`.execute(db);
  return units;
}

/** Higher than those that the real songs' segments have. */
const largeLevel = 6;

/** How many songs each large segment of a catalogue has that grew song by song. The small ones are the real songs'. */
function largeSegments(songs: number): number[] {
  let segments: Segment[] = [];
  for (let song = 0; song < songs; song++) {
    segments.push({ id: song, level: 0, base: song, end: song + 1, postings: 1, shift: 0 });
    for (let due = dueMerge(segments); due; due = dueMerge(segments)) {
      const { segments: merged, level } = due;
      segments = segments.filter((segment) => !merged.includes(segment));
      const postings = merged.reduce((sum, segment) => sum + segment.postings, 0);
      segments.push({ id: song, level, base: 0, end: song + 1, postings, shift: 0 });
    }
  }
  return segments.filter(({ level }) => level >= 4).map(({ postings }) => postings);
}

/** Each key `copies` times, a fraction by chance. */
function longerLists(
  keys: Uint32Array,
  copies: number,
  length: number,
  random: () => number,
): { keys: Uint32Array; positions: Uint32Array } {
  const room = Math.ceil(keys.length * copies * 1.01) + 1000;
  const longer = { keys: new Uint32Array(room), positions: new Uint32Array(room) };
  let end = 0;
  for (let from = 0, to = 0; from < keys.length; from = to) {
    while (to < keys.length && keys[to] === keys[from]) to++;
    const count = Math.floor((to - from) * copies + random());
    longer.keys.fill(keys[from]!, end, end + count);
    const list = longer.positions.subarray(end, end + count);
    for (let i = 0; i < count; i++) list[i] = Math.floor(random() * length);
    list.sort();
    end += count;
  }
  return { keys: longer.keys.subarray(0, end), positions: longer.positions.subarray(0, end) };
}

/** What was asked of an index. */
export class AskedKeys {
  count = 0;
  highest = 0;
  /** Of the cells that hold them. */
  bytes = 0;

  add(keys: Uint32Array, pages: readonly PostingPage[]): void {
    this.count += keys.length;
    this.highest = Math.max(this.highest, keys.at(-1) ?? 0);
    for (const page of pages) this.bytes += page.bytes.length;
  }
}

/** The index with `units` repeated: each place of the larger catalogue has a real song's peaks. `extent` in the place of the index's. */
export function enlargedIndex(
  index: SearchableIndex,
  asked: AskedKeys,
  { units = Infinity, extent }: { readonly units?: number; readonly extent?: IndexExtent },
): SearchableIndex {
  return {
    extent: async (accountId) => extent ?? index.extent(accountId),
    starts: (accountId, limit) => index.starts(accountId, limit),
    peaksOf: (accountId, starts, engine) => index.peaksOf(accountId, starts, engine),
    async postings(accountId, keys, of) {
      const pages = await index.postings(accountId, keys, of);
      asked.add(keys, pages);
      return pages;
    },
    async songsAt(accountId, positions) {
      const laps = positions.map((position) => (units === Infinity ? 0 : Math.floor(position / units)));
      const found = await index.songsAt(
        accountId,
        positions.map((position, i) => position - (laps[i]! > 0 ? laps[i]! * units : 0)),
      );
      return found.map((song, i) => {
        const lap = laps[i]!;
        if (!song || lap <= 0) return song;
        return {
          ...song,
          musicId: `${song.musicId} ${lap}`,
          startPosition: song.startPosition + lap * units,
        };
      });
    },
  };
}
