/** A file that a command was asked for: whole, or as it was before. */
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';
import { codeOfSystem } from '../failure-codes.js';

/**
 * Written beside its place and then renamed, so that a full disk or Ctrl-C leaves what was there; a link's target, a
 * pipe and a device are written as they are. Throws CliError: `what` cannot be written, and why.
 */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  what: string,
): Promise<void> {
  try {
    const isDevice = ['/dev', '/dev/fd'].includes(dirname(resolve(path)));
    const target = isDevice ? path : await realpath(path).catch(() => resolve(path));
    const before = await stat(target).catch(() => null);
    if (isDevice || (before && !before.isFile())) await writeFile(target, content);
    else await replace(target, content, before?.mode);
  } catch (error) {
    throw new CliError(
      `${what} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.failed,
      codeOfSystem(error),
    );
  }
}

async function replace(target: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const part = `${target}.${process.pid}.part`;
  try {
    await writeFile(part, content, { mode, flush: true });
    await rename(part, target);
  } catch (error) {
    // A file that may be written in a folder that may not.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await writeFile(target, content);
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}
