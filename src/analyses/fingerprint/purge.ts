/** Deletes a song's fingerprint for good: what a customer who deletes their music is owed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '../analysis.js';
import type { FingerprintIndex, MergeBlocks } from './ports.js';

export interface PurgeOptions {
  /** Runs work in a transaction of its own. */
  readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  /** Runs where computing is allowed: the kernel `fingerprint.merge`. */
  readonly merge: MergeBlocks;
  /** How long to wait while another process merges; default 30. */
  readonly waitSeconds?: number;
}

export interface PurgeResult {
  /** Whether the song was there. It is out of every search from now on. */
  readonly removed: boolean;
  /**
   * Whether its postings are deleted too. False where another process was merging all the while: call again, for
   * this or any other song of the account, and what is left goes then.
   */
  readonly purged: boolean;
}

const retrySeconds = 0.25;

/** Takes the song out, then rewrites every segment that holds postings of it without them. Safe to repeat. */
export async function purgeSong(
  index: FingerprintIndex,
  accountId: string,
  musicId: string,
  { transact, merge, waitSeconds = 30 }: PurgeOptions,
): Promise<PurgeResult> {
  const removed = await transact((transaction) => index.remove(transaction, accountId, musicId));
  for (let left = waitSeconds; ; left -= retrySeconds) {
    if (await index.maintain(accountId, merge, { purge: true })) return { removed, purged: true };
    if (left <= 0) return { removed, purged: false };
    await wait(retrySeconds * 1000);
  }
}

/** The same for whole catalogues, where a deletion was cut off before it was through. */
export async function purgeCatalogues(
  index: FingerprintIndex,
  accountIds: readonly string[],
  merge: MergeBlocks,
  signal: AbortSignal,
): Promise<void> {
  for (const accountId of accountIds) {
    signal.throwIfAborted();
    await index.maintain(accountId, merge, { purge: true });
  }
}
