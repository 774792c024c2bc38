/** What `/readyz` reports: whether this process can do its work. */
import { sql } from 'kysely';
import type { BlobStore, HealthReport } from '../http/ports.js';
import type { Instance } from './instance.js';

const patienceMs = 3000;

export async function checkHealth({ db }: Instance, blobs: BlobStore): Promise<HealthReport> {
  const [database, storage] = await Promise.all([
    check(async () => void (await sql`select 1`.execute(db))),
    check(() => blobs.check()),
  ]);
  return { ready: database.ok && storage.ok, checks: { database, storage } };
}

async function check(probe: () => Promise<void>): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in 3 s')), patienceMs);
  });
  try {
    await Promise.race([probe(), late]);
    return { ok: true };
  } catch (error) {
    // The kind of the fault only: health is told to anyone who asks.
    return { ok: false, detail: (error as NodeJS.ErrnoException).code ?? 'unavailable' };
  } finally {
    clearTimeout(timer);
  }
}
