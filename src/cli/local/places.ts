/** What a command line names is looked at before the work, which can take hours, and not after it. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';

/** Throws a usage error where no file can be written to `path`; `what` is to be written there: "The page". */
export async function requireWritable(path: string, what: string): Promise<void> {
  const refuse = (reason: string): never => {
    throw new CliError(`${what} cannot be written to ${path}: ${reason}.`, exitCodes.usage);
  };
  const place = resolve(path);
  const there = await stat(place).catch(() => null);
  if (there?.isDirectory()) refuse('that is a folder');
  const folder = dirname(place);
  const around = await stat(folder).catch(() => null);
  if (!around?.isDirectory()) refuse(`there is no folder ${folder}`);
  await access(there ? place : folder, constants.W_OK).catch((error: NodeJS.ErrnoException) =>
    refuse(error.code ?? error.message),
  );
}

/** Throws CliError where `path` is no file. */
export async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw noFile(`${path}: ${reason}.`);
  });
  if (!found.isFile()) throw noFile(`${path}: this is not a file.`);
}

export const noFile = (message: string): CliError => new CliError(message, exitCodes.failed, 'no_such_file');
