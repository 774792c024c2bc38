/** Opens the socket for commands of this machine, for this user alone, and writes `instance.json`, which names it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** As it is when the program starts: the service's own, later, is open to compute processes. */
const systemTemporaryFolder = tmpdir();

/** Of a socket's path: the kernel takes 107 bytes on Linux and 103 on macOS. */
const maxPathBytes = 103;

export interface LocalSocket {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Listens with `server` in the data folder, or in a private folder of the system's temporary one where that path is
 * too long for a socket. On Windows it is a named pipe with a name that cannot be guessed.
 */
export async function openLocalSocket(dataDir: string, server: FastifyInstance): Promise<LocalSocket> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  removeStaleSockets(dataDir);
  const { path, remove } = chooseSocketPath(dataDir);
  await listenPrivately(server.server, path);
  return {
    path,
    async close() {
      await server.close();
      remove();
    },
  };
}

/** @param platform as `process.platform` */
function chooseSocketPath(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): { readonly path: string; remove(): void } {
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\contrafact-${randomBytes(24).toString('hex')}`, remove: () => undefined };
  }
  const inDataDir = join(dataDir, `admin-${process.pid}.sock`);
  if (Buffer.byteLength(inDataDir) <= maxPathBytes) {
    // Left by a killed process that had this id.
    rmSync(inDataDir, { force: true });
    return { path: inDataDir, remove: () => rmSync(inDataDir, { force: true }) };
  }
  // mkdtemp makes it with mode 0700.
  const path = join(mkdtempSync(join(systemTemporaryFolder, 'contrafact-')), 'admin.sock');
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}

/** The socket has mode 0600 from its first moment: a chmod afterwards would leave a gap. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    // Binds within this call; only the event comes later.
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}

function removeStaleSockets(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^admin-(\d+)\.sock$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(dataDir, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whole or not at all, and readable by the owner only. Returns how to remove it. */
export function writeInstanceFile(dataDir: string, url: string, socket: string): () => void {
  const path = join(dataDir, 'instance.json');
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, JSON.stringify({ url, socket, pid: process.pid }), { mode: 0o600 });
  renameSync(partial, path);
  return () => rmSync(path, { force: true });
}
