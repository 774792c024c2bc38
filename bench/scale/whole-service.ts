/**
 * `npm run bench -- scale --whole-service --songs N --recordings DIR [--excerpts 200]`: a catalogue of N short songs in PostgreSQL, the
 * service's own processes (one API, one worker) and ClickHouse, each by itself. Excerpts of real recordings are registered over HTTP, the
 * worker fills the engine, and real queries of 20 s, clean and as MP3, are asked over HTTP and answered by signed callbacks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import { migrations } from '../../src/storage/migrations/all.js';
import type { Database } from '../../src/storage/schema.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { postgresPrograms, startCluster, withoutPostgres } from '../../tests/postgres/cluster.js';
import { startFleet } from '../../tests/postgres/fleet.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../../tests/support/clickhouse.js';
import { receiverEnv, startReceiver } from '../../tests/support/receiver.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { addSongs, type BulkCatalogue, syntheticSongs, writeSongs } from './bulk-songs.js';
import { type Customer, customerOf } from './customer.js';
import { peaksOf } from './fingerprint-keys.js';
import { cutExcerpts, type ExcerptSets, excerptFileOf } from './real-excerpts.js';
import { type ServiceMeter, serviceMeter, spentSince, waitUntilFilled } from './service-meter.js';
import { askService, printAsked, printPaths } from './service-queries.js';

const settings = {
  ...receiverEnv,
  CONTRAFACT_LOG_LEVEL: 'warn',
  CONTRAFACT_DESCRIBE_UPLOADS: 'false',
  CONTRAFACT_RATE_ENTERPRISE: '100000',
};
const addedSongs = 1000;
/** Of the real excerpts, those that are registered before the engine is there. */
const shareBefore = 0.8;

export interface WholeServiceOptions {
  readonly songs: number;
  readonly recordings: string;
  /** Registered ones; half as many are asked for and were never registered. */
  readonly excerpts: number;
}

export async function measureWholeService(options: WholeServiceOptions): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  if (postgresPrograms === null) throw new Error(`The bench ${withoutPostgres}`);
  const { excerpts } = options;
  const sets = await cutExcerpts(options.recordings, {
    registered: excerpts,
    unregistered: Math.ceil(excerpts / 2),
  });
  const cluster = await startCluster({ fsync: 'on', shared_buffers: '1GB', max_wal_size: '4GB' });
  const server = await startClickHouse();
  const blobs = mkdtempSync(join(tmpdir(), 'contrafact-blobs-'));
  try {
    await measureOn(options, sets, { url: await cluster.createDatabase(), server, blobs });
  } finally {
    await server.remove();
    cluster.stop();
    rmSync(blobs, { recursive: true, force: true });
  }
}

interface Machines {
  readonly url: string;
  readonly server: ClickHouseServer;
  readonly blobs: string;
}

async function measureOn(
  { songs }: WholeServiceOptions,
  sets: ExcerptSets,
  { url, server, blobs }: Machines,
): Promise<void> {
  const receiver = await startReceiver();
  const opened = await openDatabase({ url, folder: '' }, migrations);
  const { db } = opened;
  const engine = openClickHouse(server.url, { searchTimeoutMs: 60_000 });
  const early = Math.floor(sets.registered.length * shareBefore);
  let fleet = await startFleet(url, 1, { ...settings, CONTRAFACT_BLOBS: blobs });
  try {
    // First without the engine, as a service grows: an account, most of the real excerpts, and the many songs.
    const account = await fleet.api.account('enterprise');
    await fleet.api.command('setCallback', { accountId: account.accountId, url: receiver.url });
    const ids = await register(customerOf(fleet.api, account, receiver), sets.registered.slice(0, early));
    await fleet.stop();
    const catalogue = await syntheticCatalogue(db, account.accountId, sets);
    const writing = process.cpuUsage();
    const postings = await writeSongs(catalogue, songs);
    const { user, system } = process.cpuUsage(writing);
    await sql`vacuum analyze fingerprint_songs, fingerprint_segments, fingerprint_blocks`.execute(db);
    const [stored] = (
      await sql<{ bytes: number }>`select (pg_total_relation_size('fingerprint_songs')
      + pg_total_relation_size('fingerprint_segments') + pg_total_relation_size('fingerprint_blocks'))::float8 as bytes`.execute(
        db,
      )
    ).rows;
    console.log(
      `${songs} synthetic songs, ${postings} postings, made and written in ${((user + system) / 1e6).toFixed(0)} CPU s; ` +
        `in PostgreSQL ${(stored!.bytes / 1e6).toFixed(0)} MB`,
    );

    fleet = await startFleet(url, 1, { ...settings, CONTRAFACT_BLOBS: blobs, CONTRAFACT_SEARCH: server.url });
    const meter = await serviceMeter(db, fleet, server);
    const customer = customerOf(fleet.api, account, receiver);
    const steps = new Steps(meter);
    await steps.run('filling the engine from the database', () => waitUntilFilled(db, fleet));
    const { postings: held, bytes } = await engine.size();
    steps.note(
      `${held} postings in the engine, ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / held).toFixed(2)} bytes each`,
    );
    await steps.run(`registering ${sets.registered.length - early} real excerpts over HTTP`, async () => {
      ids.push(...(await register(customer, sets.registered.slice(early))));
      return waitUntilFilled(db, fleet);
    });
    const queries = 2 * (sets.registered.length + sets.unregistered.length);
    let answers: Awaited<ReturnType<typeof askService>> = [];
    await steps.run(`${queries} queries over HTTP`, async () => {
      answers = await askService(customer, sets, ids);
      return 0;
    });
    await steps.run(`adding ${addedSongs} songs`, async () => {
      await addSongs(catalogue, addedSongs);
      return waitUntilFilled(db, fleet);
    });
    await steps.run('removing one song', async () => {
      await customer.remove(ids[0]!);
      return waitUntilFilled(db, fleet);
    });
    steps.print();
    printAsked(answers);
    await printPaths(fleet);
    console.log(`Callbacks with two valid signatures: ${customer.signed}`);
  } finally {
    await fleet.stop();
    await engine.close();
    await opened.close();
    await receiver.close();
  }
}

async function register(customer: Customer, excerpts: ExcerptSets['registered']): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, excerpt] of excerpts.entries()) {
    ids.push(await customer.register(excerptFileOf(excerpt), `excerpt ${i}.wav`));
    showProgress(i + 1, excerpts.length, 'registering real excerpts');
  }
  return ids;
}

async function syntheticCatalogue(
  db: Kysely<Database>,
  accountId: string,
  { sources }: ExcerptSets,
): Promise<BulkCatalogue> {
  const all = syntheticSongs(await peaksOf(sources), seededRandom(17));
  return {
    db,
    index: createFingerprintStore(db),
    accountId,
    next: () => all.next().value,
  };
}

/** What each step took, of whom. */
class Steps {
  private readonly rows: (string | number)[][] = [];
  private readonly notes: string[] = [];
  constructor(private readonly meter: ServiceMeter) {}

  /** `work` gives the greatest lag that was reported meanwhile, in seconds. */
  async run(name: string, work: () => Promise<number>): Promise<void> {
    const before = this.meter.now();
    const startedAt = performance.now();
    const lag = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const spent = spentSince(this.meter, before);
    const memory = this.meter.memoryMb();
    const cpu = [spent.api, spent.worker, spent.database, spent.engine].map((ms) => (ms / 1000).toFixed(1));
    const megabytes = [memory.api, memory.worker, memory.engine].map((each) => each.toFixed(0));
    const row = [name, seconds.toFixed(0), ...cpu, lag.toFixed(1), ...megabytes];
    this.rows.push(row);
    console.log(row.join(' | '));
  }

  note(text: string): void {
    console.log(text);
    this.notes.push(text);
  }

  print(): void {
    const head = ['step', 'wall s', 'CPU s: API', 'worker', 'PostgreSQL', 'engine', 'greatest lag, s'];
    printTable(
      [...head, 'memory MB: API', 'worker', 'engine'],
      this.rows.map((row) => row.map(String)),
    );
    for (const note of this.notes) console.log(note);
  }
}
