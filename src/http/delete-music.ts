/** Deletes music with everything that hangs on it, for the contract's route and for the dashboard's. */
import type { HttpDependencies } from './ports.js';

/** False where the account has no such music. */
export async function deleteMusicFor(
  { music, blobs, fingerprints }: Pick<HttpDependencies, 'music' | 'blobs' | 'fingerprints'>,
  accountId: string,
  musicId: string,
): Promise<boolean> {
  const found = await music.get(accountId, musicId);
  if (!found) return false;
  // The record goes after it: until then a repeat finds it and finishes what a crash cut off.
  await fingerprints.remove(accountId, musicId);
  await music.remove(accountId, musicId);
  try {
    await blobs.delete(found.blobKey);
    await music.blobRemoved(found.blobKey);
  } catch {
    // The record is gone and the blob is noted as stale: housekeeping removes it, and logs where it cannot.
  }
  return true;
}
