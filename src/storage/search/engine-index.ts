/**
 * The fingerprint index with a search engine beside it. The engine answers for what it confirmed; songs that it has not
 * got yet are read from the database; the number of songs and their peaks always are. Where the engine is away or does
 * not hold what it confirmed, the index in the database answers alone, up to the size at which it is a whole answer.
 */
import type { Kysely } from 'kysely';
import { UnavailableError } from '../../analyses/analysis.js';
import type {
  DenseHits,
  EngineHits,
  FingerprintIndex,
  LookUp,
  Place,
} from '../../analyses/fingerprint/ports.js';
import { BlockCache } from '../fingerprint/block-cache.js';
import { PageReader } from '../fingerprint/pages.js';
import { liveSegments } from '../fingerprint/segments.js';
import type { Database } from '../schema.js';
import { catalogueOf, pendingStarts } from './changes.js';
import type { FoundHits, SearchEngine } from './ports.js';
import { readRegistration } from './registration.js';
import { weighHashes } from './weigh-hashes.js';

/** Songs that are read from the database beside the engine's; with more the engine counts as behind. */
const maxPendingSongs = 2000;
/** Up to this many songs the index in the database is a whole answer too. */
const ownSearchSongs = 1_000_000;
const cacheBytes = 32 * 2 ** 20;

/** How a search was answered. */
export type SearchPath = 'engine' | 'backlog' | 'fallback' | 'refused';

export interface EngineIndexOptions {
  /** `compare`: the index in the database answers, and the engine is only asked. */
  readonly mode: 'serve' | 'compare';
  /** Default 1 million: what the index in the database may answer alone. */
  readonly maxOwnSongs?: number;
  /** Hits that one statement votes on at most. */
  readonly maxVotedHits?: number;
  onSearch(path: SearchPath, seconds: number): void;
  /** Whether both would have looked at the same place first. */
  onCompared(isSame: boolean): void;
  onFailure(error: unknown): void;
}

export function withSearchEngine(
  own: FingerprintIndex,
  db: Kysely<Database>,
  engine: SearchEngine,
  options: EngineIndexOptions,
): FingerprintIndex {
  const cache = new BlockCache(cacheBytes);
  const { maxOwnSongs = ownSearchSongs } = options;

  async function ask(
    accountId: string,
    lookUps: readonly LookUp[],
    signal: AbortSignal,
  ): Promise<DenseHits | 'backlog' | Problem> {
    // Before the engine: a song that is not pending now is in it by then.
    for (let attempt = 0; attempt < 5; attempt++) {
      const before = await readRegistration(db);
      if (!before || (await isInBacklog(db, accountId))) return 'backlog';
      const starts = await pendingStarts(db, accountId);
      if (starts.length > maxPendingSongs)
        return new Problem(`it has ${starts.length} songs to catch up with`);
      const pending = await liveSegments(db, accountId, starts);
      if (pending.length < starts.length) continue; // Confirmed and merged since.
      const keys = distinctKeys(lookUps);
      const catalogue = catalogueOf(accountId);
      const confirmed = await engine.confirmed(before.epoch, signal);
      const [counts, { pages }] = await Promise.all([
        engine.count(catalogue, keys, signal),
        new PageReader(pending).read(db, cache, keys),
      ]);
      const countOf = new Map(Array.from(keys, (key, i) => [key, counts[i]!]));
      const found = await engine.denseHits(
        catalogue,
        weighHashes(lookUps, countOf, options.maxVotedHits),
        signal,
      );
      const after = await readRegistration(db);
      if (after?.epoch !== before.epoch) continue;
      if (confirmed === null || confirmed < before.sequence || confirmed > after.sequence + 1) {
        return new Problem('it does not hold what it confirmed');
      }
      const still = await liveSegments(db, accountId, starts);
      if (pending.some(({ id }) => !still.some((segment) => segment.id === id))) continue;
      return { hits: split(lookUps, countOf, found, pending), pages };
    }
    return new Problem('the catalogue changed five times while it was searched');
  }

  async function denseHits(
    accountId: string,
    lookUps: readonly LookUp[],
    signal: AbortSignal,
  ): Promise<DenseHits | null> {
    const startedAt = performance.now();
    const report = (path: SearchPath): void => options.onSearch(path, (performance.now() - startedAt) / 1000);
    let problem: string;
    try {
      const answer = await ask(accountId, lookUps, signal);
      if (answer === 'backlog') {
        report('backlog');
        return null;
      }
      if (!(answer instanceof Problem)) {
        report('engine');
        return options.mode === 'serve' ? answer : { ...answer, compare };
      }
      problem = answer.message;
      options.onFailure(answer);
    } catch (error) {
      signal.throwIfAborted();
      problem = 'it did not answer';
      options.onFailure(error);
    }
    const { songs } = await own.extent(accountId);
    if (songs <= maxOwnSongs || options.mode === 'compare') {
      report('fallback');
      return null;
    }
    report('refused');
    throw new UnavailableError(`The search engine is unavailable: ${problem}.`);
  }

  function compare(mine: readonly (readonly Place[])[], engines: readonly (readonly Place[])[]): void {
    mine.forEach((places, i) => {
      const [first, other] = [places[0], engines[i]?.[0]];
      if (first) options.onCompared(other !== undefined && Math.abs(first.start - other.start) < 2);
    });
  }

  return { ...own, denseHits };
}

/** Why the engine's answer cannot be used. */
class Problem extends Error {}

async function isInBacklog(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('search_backlog')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

function distinctKeys(lookUps: readonly LookUp[]): Uint32Array {
  return Uint32Array.from(new Set(lookUps.flatMap(({ keys }) => [...keys]))).sort();
}

/** The hits of each look-up, each once, without those of songs that are read from the database. */
function split(
  lookUps: readonly LookUp[],
  countOf: ReadonlyMap<number, number>,
  found: FoundHits,
  pending: readonly { readonly base: number; readonly end: number }[],
): EngineHits[] {
  const seen = lookUps.map(() => new Set<number>());
  const positions: number[][] = lookUps.map(() => []);
  const hashes: number[][] = lookUps.map(() => []);
  found.positions.forEach((position, i) => {
    const lookUp = found.lookUps[i]!;
    const hash = found.hashes[i]!;
    // 15 bits of the hash's place and 38 of the position fit a double.
    const name = position * 32_768 + hash;
    if (seen[lookUp]!.has(name)) return;
    seen[lookUp]!.add(name);
    if (pending.some(({ base, end }) => position >= base && position < end)) return;
    positions[lookUp]!.push(position);
    hashes[lookUp]!.push(hash);
  });
  return lookUps.map((lookUp, l) => ({
    positions: Float64Array.from(positions[l]!),
    hashes: Uint32Array.from(hashes[l]!),
    found: Uint32Array.from(lookUp.keys, (key) => countOf.get(key)!),
  }));
}
