/** The machine: Node, memory, disk, clock. */
import { constants, statSync } from 'node:fs';
import { access, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.js';
import { formatBytes } from '../output.js';
import { type Check, checked } from './check.js';

const minNode = [20, 20] as const;
const fewBytes = 2e9;
const tooFewBytes = 2e8;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > minNode[0] || (major === minNode[0] && minor >= minNode[1]);
  return isEnough
    ? { name: 'node', status: 'ok', detail: version }
    : {
        name: 'node',
        status: 'failed',
        detail: version,
        disables: ['everything'],
        remedy: `Install Node ${minNode.join('.')} or newer.`,
      };
}

/** Writes a file where the data go, or would go. */
export function checkDataFolder(config: Config): Promise<Check> {
  const remedy = 'Give this user write access, or set CONTRAFACT_DATA_DIR to another folder.';
  return checked('data folder', remedy, async () => {
    const folder = await nearestExisting(config.dataDir);
    await access(folder, constants.W_OK);
    const probe = await mkdtemp(join(folder, '.doctor-'));
    await writeFile(join(probe, 'written'), 'x').finally(() => rm(probe, { recursive: true, force: true }));
    const detail = folder === config.dataDir ? folder : `${config.dataDir} (made at the first start)`;
    return { status: 'ok', detail: `${detail} is writable` };
  });
}

export function checkDisk(config: Config): Promise<Check> {
  return checked('disk', 'Look at the file system of the data folder.', async () => {
    const { bavail, bsize } = await statfs(await nearestExisting(config.dataDir));
    const free = bavail * bsize;
    const detail = `${formatBytes(free)} free`;
    if (free >= fewBytes) return { status: 'ok', detail };
    return {
      status: free >= tooFewBytes ? 'warning' : 'failed',
      detail,
      disables: ['uploads, once it is full'],
      remedy: 'Free space, or set CONTRAFACT_DATA_DIR or CONTRAFACT_BLOBS to a larger disk.',
    };
  });
}

export function checkMemory(config: Config, installedBytes: number = totalmem()): Check {
  const most = config.workers * config.computeMemoryMb * 1e6;
  const detail =
    `${formatBytes(installedBytes)} installed; ${config.workers} compute processes may take ` +
    `${formatBytes(most)} together`;
  if (most <= installedBytes) return { name: 'memory', status: 'ok', detail };
  return {
    name: 'memory',
    status: 'warning',
    detail,
    remedy: 'Lower CONTRAFACT_WORKERS or CONTRAFACT_COMPUTE_MEMORY_MB.',
  };
}

/** Signatures carry the time, and receivers refuse what is more than 300 s off. */
export function checkClock(now: Date = new Date()): Check {
  const builtAt = statSync(fileURLToPath(import.meta.url)).mtime;
  const detail = now.toISOString();
  // A minute for file systems that keep time by another machine's clock.
  if (now.getTime() >= builtAt.getTime() - 60_000) return { name: 'clock', status: 'ok', detail };
  return {
    name: 'clock',
    status: 'failed',
    detail: `${detail} is before this program was built (${builtAt.toISOString()})`,
    disables: ['callbacks: receivers refuse signatures more than 300 s off'],
    remedy: 'Set the clock, best by NTP.',
  };
}

async function nearestExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const exists = await access(at).then(
      () => true,
      () => false,
    );
    if (exists || dirname(at) === at) return at;
  }
}
