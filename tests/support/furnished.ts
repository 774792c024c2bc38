/** An instance in this process with a row in every table, for tests of what copies it whole or deletes from it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { openBlobs } from '../../src/compose/blobs.js';
import { type Instance, openInstance } from '../../src/compose/instance.js';
import { openSearchIndexes, type SearchIndexes } from '../../src/compose/search-indexes.js';
import { readConfig } from '../../src/config.js';
import { putVerified } from '../../src/storage/copy/put-verified.js';
import type { BlobStore } from '../../src/storage/ports.js';
import { appendAudit } from '../../src/storage/review/audit.js';
import type { Database } from '../../src/storage/schema.js';
import { furnishDatabase } from '../../src/storage/test-support/migrated-database.js';
import { opaque } from '../../src/storage/transaction.js';

export interface OpenedInstance {
  readonly instance: Instance;
  readonly db: Kysely<Database>;
  readonly blobs: BlobStore;
  readonly indexes: SearchIndexes;
  close(): Promise<void>;
}

export async function openForTest(env: Readonly<Record<string, string>>): Promise<OpenedInstance> {
  const config = readConfig(env);
  if (config.databaseUrl === null) furnishDatabase(config.dataDir);
  const instance = await openInstance(config, pino({ level: 'silent' }));
  const blobs = await openBlobs(config);
  return {
    instance,
    db: instance.db,
    blobs,
    indexes: openSearchIndexes(instance, blobs),
    async close() {
      await blobs.close();
      await instance.close();
    },
  };
}

export interface Furnished {
  readonly accountId: string;
  readonly musicId: string;
  readonly apiKey: string;
}

/** One of everything that an account can have; each text and each block of bytes has `mark` in it. */
export async function furnish(
  { instance, db, blobs, indexes }: OpenedInstance,
  mark: string,
): Promise<Furnished> {
  const { account, apiKey, keyId } = await instance.accounts.create(mark, 'pro');
  const accountId = account.id;
  const id = (kind: string): string => `${kind}_${mark}`;
  const bytes = Buffer.from(`${mark} in bytes`);
  const content = Buffer.concat([Buffer.from(mark), Buffer.alloc(50_000, mark)]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const musicId = id('mus').toLowerCase();
  const blobKey = `music/${musicId}`;
  await putVerified(
    blobs,
    blobKey,
    (async function* () {
      yield content;
    })(),
    sha256,
  );
  const run = (statement: ReturnType<typeof sql>): Promise<unknown> => statement.execute(db);
  await run(sql`insert into users (id, account_id, email, password_hash, role)
    values (${id('user')}, ${accountId}, ${mark}, 'hash', 'owner')`);
  await run(
    sql`insert into sessions (token_hash, user_id, expires_at) values (${id('session')}, ${id('user')}, now())`,
  );
  await run(sql`insert into invitations (token_hash, account_id, email, role, expires_at)
    values (${id('invitation')}, ${accountId}, ${mark}, 'member', now() + interval '1 day')`);
  // As version 1.0.0 keeps them, which may run beside this one.
  const kept = {
    accountId,
    email: mark,
    role: 'member',
    expiresAt: new Date(Date.now() + 1e6).toISOString(),
  };
  await run(sql`insert into instance_settings (name, value)
    values (${`invitation:${accountId}`}, ${JSON.stringify(kept)})`);
  await run(sql`insert into setup_links (id, token_hash) values (1, 'a hash') on conflict do nothing`);
  await run(sql`update api_keys set created_by = ${id('user')} where id = ${keyId}`);
  await run(sql`insert into instance_settings (name, value) values ('setting of the instance', 'x')
    on conflict (name) do nothing`);
  await run(sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate,
      channels, bytes, sha256, blob_key, created_at)
    values (${musicId}, ${accountId}, ${mark}, ${mark}, ${mark}, 'wav', 1.1, 44100, 2, ${content.length}, ${sha256},
      ${blobKey}, '2026-01-01T00:00:00.123456Z')`);
  await run(
    sql`insert into stale_blobs (key, due_at) values (${`music/on_its_way_${accountId}`}, now() + interval '1 day')`,
  );
  await run(
    sql`insert into music_descriptions (music_id, engine, description) values (${musicId}, 1, ${bytes})`,
  );
  await run(
    sql`insert into description_requests (music_id, engine, failure) values (${musicId}, 1, ${mark})`,
  );
  await run(sql`insert into datasets (id, account_id, name) values (${id('ds')}, ${accountId}, 'a dataset')`);
  await run(sql`insert into dataset_songs (id, dataset_id, account_id, title, lyrics, music_id)
    values (${id('song')}, ${id('ds')}, ${accountId}, 'a song', 'line one', ${musicId})`);
  await run(sql`insert into imports (id, account_id, dataset_id, name, format, bytes, blob_key, status, error, completed_at)
    values (${id('imp')}, ${accountId}, ${id('ds')}, ${mark}, 'csv', 1, ${`imports/${accountId}`.toLowerCase()},
      'failure', ${mark}, now())`);
  await run(sql`insert into import_batches (import_id, first_row, song_ids, rejections)
    values (${id('imp')}, 1, array[${id('song')}], ${JSON.stringify([{ row: 1, detail: mark }])})`);
  await run(sql`insert into lyric_segments (dataset_id, encoder, songs, lines, bytes, content)
    values (${id('ds')}, 'test', 1, 1, 4, ${Buffer.from('vector')})`);
  await run(sql`insert into lyric_segment_songs (encoder, song_id, segment_id, ordinal)
    select 'test', ${id('song')}, max(id), 0 from lyric_segments`);
  await run(sql`insert into lyric_encoding_leases (encoder, dataset_id, holder, leased_until)
    values ('test', ${id('ds')}, 'a process', now())`);
  await run(sql`insert into melody_songs (song_id, dataset_id, engine, music_id, codes, sketch)
    values (${id('song')}, ${id('ds')}, 1, ${musicId}, ${Buffer.from('abcd')}, ${bytes})`);
  await db.transaction().execute((transaction) =>
    indexes.fingerprints.add(opaque(transaction), accountId, {
      musicId,
      engine: 1,
      title: mark,
      artist: mark,
      durationSeconds: 1,
      lengthUnits: 3,
      keys: Uint32Array.of(1, 2, 3),
      times: Uint32Array.of(0, 1, 2),
      peaks: bytes,
    }),
  );
  await run(sql`insert into search_changes (account_id, start_position, length_units, is_removal)
    values (${accountId}, 0, 3, false)`);
  await run(sql`insert into search_backlog (account_id, end_position) values (${accountId}, 11)`);
  await run(sql`insert into search_engine (name, epoch) values ('fingerprints', '1') on conflict do nothing`);
  for (const status of ['success', 'pending'] as const) {
    const taskId = `task_${status}_${accountId}`;
    const ended = status === 'success' ? sql`now()` : sql`null`;
    await run(sql`insert into tasks (id, account_id, key_id, operation, model, variant, music_id, filepath, filename,
        parameters, status, priority, result, completed_at, price_usd)
      values (${taskId}, ${accountId}, ${keyId}, 'ai-detection', 'lite', 'music', ${musicId}, ${blobKey}, ${mark}, '{}', ${status}, 1,
        ${status === 'success' ? JSON.stringify({ [mark]: 0.1 }) : null}, ${ended}, 0.1)`);
  }
  await run(sql`insert into messages (id, account_id, task_id, kind, body, status)
    values (${id('msg')}, ${accountId}, ${`task_success_${accountId}`}, 'final', ${JSON.stringify({ mark })}, 'delivered')`);
  await run(sql`insert into delivery_attempts (message_id, account_id, url, number, duration_ms, outcome, response_snippet)
    values (${id('msg')}, ${accountId}, 'https://example.org', 1, 1, 'delivered', ${mark})`);
  await run(sql`insert into idempotency_keys (account_id, key, request_hash, response_status, response_headers, response_body)
    values (${accountId}, 'key', 'hash', 201, '{}', ${JSON.stringify({ musicId, title: mark })})`);
  await run(sql`insert into past_tasks (account_id, key_id, operation, model, status, created_at, price_usd)
    values (${accountId}, ${keyId}, 'ai-detection', 'lite', 'success', now(), 0.1)`);
  const reviewed = `task_success_${accountId}`;
  await run(sql`insert into reviews (task_id, account_id, state, assignee_id)
    values (${reviewed}, ${accountId}, 'disputed', ${id('user')})`);
  await run(sql`insert into review_notes (id, task_id, account_id, author_id, text)
    values (${id('note')}, ${reviewed}, ${accountId}, ${id('user')}, ${mark})`);
  await db.transaction().execute((transaction) =>
    appendAudit(transaction, { userId: id('user'), name: mark }, accountId, {
      action: 'review.state_changed',
      subject: reviewed,
      detail: { from: null, to: 'disputed' },
    }),
  );
  await run(sql`insert into share_links (id, account_id, token_hash, task_ids, created_by, expires_at)
    values (${id('share')}, ${accountId}, ${id('token')}, array[${reviewed}], ${id('user')}, now() + interval '1 day')`);
  await run(
    sql`insert into music_tags (music_id, account_id, tag) values (${musicId}, ${accountId}, ${mark})`,
  );
  await run(sql`insert into sample_items (account_id, kind, id) values (${accountId}, 'music', ${musicId})`);
  await run(sql`insert into batches (id, account_id, name, analyses, started_by)
    values (${id('bat')}, ${accountId}, ${mark}, '[]', ${id('user')})`);
  await run(sql`insert into batch_files (batch_id, position, name, bytes, state, music_id)
    values (${id('bat')}, 0, ${mark}, 1, 'accepted', ${musicId})`);
  await run(sql`insert into batch_tasks (batch_id, position, operation, task_id)
    values (${id('bat')}, 0, 'ai-detection', ${reviewed})`);
  await run(sql`insert into notification_settings (user_id, account_id, by_email, batches, findings)
    values (${id('user')}, ${accountId}, true, true, 'possible')`);
  await run(sql`insert into email_confirmations (id, account_id, user_id, address)
    values (${id('cnf')}, ${accountId}, ${id('user')}, ${`${mark}@example.com`})`);
  await run(sql`insert into email_confirmation_tokens (token_hash, confirmation_id)
    values (${`hash of ${mark}`}, ${id('cnf')})`);
  await run(sql`insert into notification_webhooks (account_id, url, batches, findings)
    values (${accountId}, ${`https://hooks.example/${mark}`}, true, 'found')`);
  await run(sql`insert into finding_events (task_id, account_id, finding)
    values (${reviewed}, ${accountId}, 'found')`);
  await run(sql`insert into notices (id, account_id, batches, found, possible, body)
    values (${id('ntf')}, ${accountId}, 0, 1, 0, ${JSON.stringify({ batches: [], findings: [{ taskId: reviewed }] })})`);
  await run(sql`insert into notice_deliveries (id, notice_id, account_id, channel, user_id, error)
    values (${id('ndl')}, ${id('ntf')}, ${accountId}, 'email', ${id('user')}, ${mark})`);
  await run(sql`insert into queue_clocks (account_id, started_turn) values (${accountId}, 1.5)`);
  await run(sql`insert into rate_limits (bucket, arrival_ms)
    values (${`key:${keyId}`}, 1), (${`account:${accountId}`}, 1)`);
  return { accountId, musicId, apiKey };
}

export async function tableNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** `table: count` for every table with rows that hold `text`, as text or in bytes. */
export async function tablesWith(db: Kysely<Database>, text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const name of await tableNames(db)) {
    const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from ${sql.table(name)} t
      where strpos(row_to_json(t)::text, ${text}) > 0 or strpos(row_to_json(t)::text, ${hex}) > 0`.execute(
      db,
    );
    if (rows[0]!.count > 0) found.push(`${name}: ${rows[0]!.count}`);
  }
  return found;
}

/** Files below `folder` that hold `text`, or have it in their name; the database's own files are not looked at. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(folder, 'db'))) continue;
    if (entry.name.includes(text) || (await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
