/** What `/readyz` reports: whether this process can do its work. */
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import type { Drain } from '../http/drain.js';
import type { HealthReport } from '../http/ports.js';
import type { BlobStore } from '../storage/ports.js';
import type { Instance } from './instance.js';

const patienceMs = 3000;

export async function checkHealth(
  { database: { checkHealth: checkDatabase } }: Instance,
  blobs: BlobStore,
  drain: Pick<Drain, 'isDraining'>,
): Promise<HealthReport> {
  const [database, storage] = await Promise.all([check(checkDatabase), check(() => blobs.check())]);
  const process = drain.isDraining ? { ok: false, detail: 'stopping' } : { ok: true };
  return { ready: database.ok && storage.ok && process.ok, checks: { database, storage, process } };
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
    // The kind of the fault only: anyone may ask.
    if (error instanceof StorageUnavailableError) return { ok: false, detail: error.reason };
    return { ok: false, detail: (error as NodeJS.ErrnoException).code ?? 'unavailable' };
  } finally {
    clearTimeout(timer);
  }
}
