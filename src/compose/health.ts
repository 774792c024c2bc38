/** What this process asks where `/readyz` is asked. */
import { checkHealth } from '../http/check-health.js';
import type { Drain } from '../http/drain.js';
import type { HealthReport } from '../http/ports.js';
import type { BlobStore } from '../storage/ports.js';
import type { Instance } from './instance.js';

export function healthOf(
  { database }: Instance,
  blobs: BlobStore,
  drain: Pick<Drain, 'isDraining'>,
): () => Promise<HealthReport> {
  return () =>
    checkHealth({
      database: database.checkHealth,
      storage: () => blobs.check(),
      isDraining: drain.isDraining,
    });
}
