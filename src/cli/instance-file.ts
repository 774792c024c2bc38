/** `<dataDir>/instance.json`: how commands find the process that owns the database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataFolderError } from '../domain/data-folder-error.js';

const schema = z.object({
  url: z.url(),
  /** Path of the Unix socket for commands. */
  socket: z.string().min(1),
  pid: z.number().int().positive(),
});

export type InstanceFile = z.infer<typeof schema>;

/** What the running instance wrote; null where nothing runs, or the process that wrote it is gone. */
export function readInstanceFile(dataDir: string): InstanceFile | null {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'instance.json'), 'utf8');
  } catch (error) {
    // Unreadable by this user is not the same as absent: opening the database beside the owner would harm it.
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new DataFolderError(dataDir, code);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = schema.safeParse(content);
  return parsed.success && isAlive(parsed.data.pid) ? parsed.data : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
