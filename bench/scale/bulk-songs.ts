/**
 * A catalogue of very many short songs, in the product's own formats: each song's peaks are those of a stretch of a real recording,
 * varied, its postings are their hashes, and both are written by the storage's own functions as the segments that merging
 * one song after the other leaves: at most seven of a level, each level eight times the one below.
 */
import { type Insertable, type Kysely, sql } from 'kysely';
import { type HashList, songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import {
  engineVersion,
  framesPerSecond,
  framesPerUnit,
  triplets,
} from '../../src/analyses/fingerprint/parameters.js';
import { packPeaks } from '../../src/analyses/fingerprint/peaks/peak-codec.js';
import { type PeakList, peaksBetween } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import type { FingerprintIndex, SongToIndex } from '../../src/analyses/fingerprint/ports.js';
import { blockShift } from '../../src/domain/posting-block.js';
import { writeSegment } from '../../src/storage/fingerprint/segments.js';
import { songRow } from '../../src/storage/fingerprint/song-row.js';
import { gapUnits } from '../../src/storage/fingerprint/store.js';
import type { FingerprintSongsTable } from '../../src/storage/fingerprint/tables.js';
import type { Database } from '../../src/storage/schema.js';
import { opaque } from '../../src/storage/transaction.js';
import { showProgress } from '../fingerprint/report.js';
import { varied } from './fingerprint-keys.js';

const songSeconds = 20;
const songFrames = songSeconds * framesPerSecond;
const stepFrames = 5 * framesPerSecond;
const fanIn = 8;
/** A posting as one number: the key above, the position in its segment below. */
const positionRange = 2 ** 27;
const rowsPerStatement = 2000;

/**
 * Songs without end: stretches of 20 s of varied recordings, one every five seconds. The hashes of a stretch are those of the whole variant
 * that lie in it: hashing each by itself would be most of the work, and gives nearly the same.
 */
export function* syntheticSongs(
  sources: readonly PeakList[],
  random: () => number,
): Generator<SongToIndex, never> {
  for (let n = 0; ; ) {
    const own = varied(sources[Math.floor(random() * sources.length)]!, random);
    const hashes = songHashes(own);
    for (let from = 0; from + songFrames <= own.times.at(-1)!; from += stepFrames)
      yield stretchOf(own, hashes, from, n++);
  }
}

function stretchOf(own: PeakList, hashes: HashList, fromFrame: number, n: number): SongToIndex {
  const from = fromFrame / framesPerUnit;
  // A hash is of peaks up to that much later than its time.
  const end = (fromFrame + songFrames - triplets.maxSpanFrames) / framesPerUnit;
  const chosen: number[] = [];
  for (let i = 0; i < hashes.times.length; i++)
    if (hashes.times[i]! >= from && hashes.times[i]! < end) chosen.push(i);
  return {
    musicId: `mus_synthetic_${n}`,
    engine: engineVersion,
    title: `Synthetic ${n}`,
    artist: '',
    durationSeconds: songSeconds,
    lengthUnits: Math.ceil(songFrames / framesPerUnit) + 1,
    keys: Uint32Array.from(chosen, (i) => hashes.keys[i]!),
    times: Uint32Array.from(chosen, (i) => Math.floor(hashes.times[i]! - from)),
    peaks: packPeaks(peaksBetween(own, fromFrame, fromFrame + songFrames)),
  };
}

export interface BulkCatalogue {
  readonly db: Kysely<Database>;
  readonly index: FingerprintIndex;
  readonly accountId: string;
  next(): SongToIndex;
}

/** How many songs the segments of each level hold, largest first. */
export function segmentsOf(songs: number): { level: number; songs: number }[] {
  const segments: { level: number; songs: number }[] = [];
  let rest = songs;
  for (let level = 8; level >= 0; level--) {
    for (; rest >= fanIn ** level; rest -= fanIn ** level) segments.push({ level, songs: fanIn ** level });
  }
  return segments;
}

/** Writes the songs before any engine is registered. Returns the number of postings. */
export async function writeSongs(catalogue: BulkCatalogue, songs: number): Promise<number> {
  let [written, postings] = [0, 0];
  for (const segment of segmentsOf(songs)) {
    postings +=
      segment.level === 0
        ? await addSongs(catalogue, 1)
        : await writeMerged(catalogue, segment.level, segment.songs);
    written += segment.songs;
    showProgress(written, songs, 'writing songs');
  }
  return postings;
}

/** One by one, as the product registers them. */
export async function addSongs(
  { db, index, accountId, next }: BulkCatalogue,
  songs: number,
): Promise<number> {
  let postings = 0;
  for (let n = 0; n < songs; n++) {
    const song = next();
    postings += song.keys.length;
    await db.transaction().execute((transaction) => index.add(opaque(transaction), accountId, song));
  }
  return postings;
}

async function writeMerged(
  { db, accountId, next }: BulkCatalogue,
  level: number,
  songs: number,
): Promise<number> {
  const base = await nextPosition(db, accountId);
  let packed = new Float64Array(songs * 300);
  let count = 0;
  let position = 0;
  let rows: Insertable<FingerprintSongsTable>[] = [];
  for (let n = 0; n < songs; n++) {
    const song = next();
    if (count + song.keys.length > packed.length) packed = grown(packed);
    song.keys.forEach((key, i) => {
      packed[count++] = key * positionRange + position + song.times[i]!;
    });
    // The bytes: what its own block would take; only reports read them.
    rows.push(
      songRow(accountId, song, { startPosition: base + position, postingBytes: 4 * song.keys.length }),
    );
    position += song.lengthUnits + gapUnits;
    if (rows.length === rowsPerStatement || n === songs - 1) {
      await db.insertInto('fingerprint_songs').values(rows).execute();
      rows = [];
    }
  }
  if (position >= positionRange) throw new RangeError('Too many positions for one segment');
  const sorted = packed.subarray(0, count).sort();
  const keys = Uint32Array.from(sorted, (value) => Math.floor(value / positionRange));
  const positions = Uint32Array.from(sorted, (value) => value % positionRange);
  await writeSegment(
    db,
    accountId,
    { level, base, end: base + position, shift: blockShift(count) },
    { keys, positions },
  );
  await sql`update fingerprint_catalogues set next_position = ${base + position}, songs = songs + ${songs}
    where account_id = ${accountId}`.execute(db);
  return count;
}

async function nextPosition(db: Kysely<Database>, accountId: string): Promise<number> {
  const { rows } = await sql<{ next_position: number }>`
    insert into fingerprint_catalogues (account_id, next_position) values (${accountId}, 0)
    on conflict (account_id) do update set next_position = fingerprint_catalogues.next_position
    returning next_position`.execute(db);
  return Number(rows[0]!.next_position);
}

function grown(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.ceil(array.length * 1.3));
  larger.set(array);
  return larger;
}
