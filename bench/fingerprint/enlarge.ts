/**
 * Makes a catalogue look like one of many more songs: segments of random positions behind the real songs' time line,
 * written by the product's own code as blocks in the database. Only keys below a bound are written, as many as the
 * queries look up first; the extent that a search asks for says the full size.
 */
import { type Kysely, sql } from 'kysely';
import { blockShift } from '../../src/domain/posting-block.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { writeSegment } from '../../src/storage/fingerprint/segments.js';
import type { Database } from '../../src/storage/schema.js';
import { showProgress } from './report.js';

export interface EnlargePlan {
  /** Postings' keys of the real songs, sorted; equal ones as often as they occur. */
  readonly keys: Uint32Array;
  readonly belowKey: number;
  readonly factor: number;
  /** Songs and positions (units) that the real songs take. */
  readonly songs: number;
  readonly units: number;
}

/** As many large segments as a merge tree of fan-in eight has on average. */
const segments = 4;

export async function enlargeCatalogue(
  db: Kysely<Database>,
  accountId: string,
  { keys, belowKey, factor, songs, units }: EnlargePlan,
): Promise<void> {
  const random = seededRandom(5);
  const length = units * Math.round((factor - 1) / segments);
  const copies = Math.round((factor - 1) / segments);
  const end = keys.findIndex((key) => key >= belowKey);
  const written = keys.subarray(0, end < 0 ? keys.length : end);
  for (let segment = 0; segment < segments; segment++) {
    const base = units * 2 + segment * length;
    const postings = longerLists(written, copies, length, random);
    const shift = blockShift(keys.length * copies);
    await writeSegment(db, accountId, { level: 6, base, end: base + length, shift }, postings);
    showProgress(segment + 1, segments, 'writing the postings of many more songs');
  }
  await sql`update fingerprint_segments set postings = ${keys.length * copies}
    where account_id = ${accountId} and level = 6`.execute(db);
  await sql`update fingerprint_catalogues set songs = ${songs * factor}
    where account_id = ${accountId}`.execute(db);
}

function longerLists(
  keys: Uint32Array,
  copies: number,
  length: number,
  random: () => number,
): { keys: Uint32Array; positions: Uint32Array } {
  const longer = {
    keys: new Uint32Array(keys.length * copies),
    positions: new Uint32Array(keys.length * copies),
  };
  for (let from = 0, to = 0; from < keys.length; from = to) {
    while (to < keys.length && keys[to] === keys[from]) to++;
    longer.keys.fill(keys[from]!, from * copies, to * copies);
    const list = longer.positions.subarray(from * copies, to * copies);
    for (let i = 0; i < list.length; i++) list[i] = Math.floor(random() * length);
    list.sort();
  }
  return longer;
}
