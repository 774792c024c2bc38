import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen, type SongImport } from '../../domain/song-import.js';
import type { ImportStore } from '../../imports/ports.js';

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * The import when it has ended, when `waitMs` are over or when nobody waits any more, whichever comes first; null where
 * it was deleted meanwhile, with its dataset.
 */
export async function untilImportEnded(
  imports: ImportStore,
  { accountId, id }: Pick<SongImport, 'accountId' | 'id'>,
  waitMs: number,
  signal: AbortSignal,
): Promise<SongImport | null> {
  const endsAt = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const job = await imports.get(accountId, id);
    if (!job || !isOpen(job) || signal.aborted || performance.now() > endsAt) return job;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
