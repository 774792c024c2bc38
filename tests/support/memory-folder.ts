/**
 * Where tests put their throw-away files: into memory, where the machine offers it with room to spare. On a disk half of
 * what a test's data folder costs is the file system's search for free inodes. The long run takes the disk.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { takesAllRounds } from './rounds.js';

const offered = '/dev/shm';
const tmpfsType = 0x01021994;
const neededBytes = 6 * 2 ** 30;

/** Sets TMPDIR for this run and resolves to what removes the folder; does nothing where the caller set one. */
export function keepTemporaryFilesInMemory(): () => void {
  if (takesAllRounds || process.env.TMPDIR !== undefined || !hasRoom()) return () => undefined;
  const folder = mkdtempSync(`${offered}/contrafact-tests-`);
  // Some tests run programs as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function hasRoom(): boolean {
  if (!existsSync(offered)) return false;
  const { type, bavail, bsize } = statfsSync(offered);
  return type === tmpfsType && bavail * bsize >= neededBytes;
}
