/** What `/readyz` reports: whether this process can do its work. */
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import type { HealthReport } from './ports.js';

const patienceMs = 3000;

export interface HealthProbes {
  /** Rejects while the database does not answer. */
  readonly database: () => Promise<void>;
  /** Rejects while the store of uploads does not answer. */
  readonly storage: () => Promise<void>;
  /** Whether the process is about to close its listener. */
  readonly isDraining: boolean;
}

/** A probe without an answer within 3 s counts as failed. */
export async function checkHealth(probes: HealthProbes): Promise<HealthReport> {
  const [database, storage] = await Promise.all([check(probes.database), check(probes.storage)]);
  const process = probes.isDraining ? { ok: false, detail: 'stopping' } : { ok: true };
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
