/** Takes a song out of the fingerprint index while its owner waits for nothing but the answers. */
import type { FingerprintIndex, MergeBlocks } from './ports.js';
import { type PurgeOptions, purgeSong } from './purge.js';

export interface RemovalParts {
  readonly index: FingerprintIndex;
  readonly transact: PurgeOptions['transact'];
  readonly merge: MergeBlocks;
  /** The song is out of every answer, but its bytes stay until the next round of index maintenance. */
  readonly onLeft: (accountId: string, error: unknown) => void;
}

/**
 * The song is out of every answer once this resolves; its bytes leave the index in the background. False where the
 * account has no fingerprint of it.
 */
export async function removeSong(parts: RemovalParts, accountId: string, musicId: string): Promise<boolean> {
  const { index, transact, merge, onLeft } = parts;
  const removed = await transact((transaction) => index.remove(transaction, accountId, musicId));
  if (removed) {
    void purgeSong(index, accountId, musicId, { transact, merge }).catch((error: unknown) =>
      onLeft(accountId, error),
    );
  }
  return removed;
}
