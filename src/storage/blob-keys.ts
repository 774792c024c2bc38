/** What both kinds of blob store agree on: the form of keys, and how long an upload may be on its way. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const validKey = /^[a-z0-9_-]+(\/[a-z0-9_-]+)+$/;

/** An upload that is older was cut off by a crash: no request lives that long. */
const staleUploadMs = 24 * 3600 * 1000;

/** The key itself. Throws RangeError for one that could lead elsewhere. */
export function checkBlobKey(key: string): string {
  if (!validKey.test(key)) throw new RangeError(`not a blob key: ${JSON.stringify(key)}`);
  return key;
}

export async function removeStaleUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > staleUploadMs) await rm(path, { recursive: true, force: true });
  }
}
