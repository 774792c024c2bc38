/** Writes `instance.json`, by which commands on this machine find the running instance. */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const newLocalToken = (): string => randomBytes(32).toString('base64url');

/** Whole or not at all, and readable by the owner only. Returns how to remove it. */
export function writeInstanceFile(dataDir: string, url: string, token: string): () => void {
  const path = join(dataDir, 'instance.json');
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, JSON.stringify({ url, token, pid: process.pid }), { mode: 0o600 });
  renameSync(partial, path);
  return () => rmSync(path, { force: true });
}
