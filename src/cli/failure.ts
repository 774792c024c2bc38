/** How a run that threw ends: its exit code, and what is said to the person and to a program that reads `--json`. */
import { dirname } from 'node:path';
import { CommanderError } from 'commander';
import { AdministrationError } from '../accounts/administration-error.js';
import { ConfigError } from '../domain/config-error.js';
import { DataFolderError } from '../domain/data-folder-error.js';
import { DatabaseStartError } from '../domain/database-start-error.js';
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';
import { codeOfSystem, type FailureCode } from './failure-codes.js';
import { asTyped } from './invocation.js';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly exitCode: number;
  /** Whether the person has read it already. */
  readonly isSaid: boolean;
}

/** Null where nothing failed: help and the version end a run by an error, too. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return null;
    const message = error.message.replace(/^error: /, '');
    return { code: 'usage', message, exitCode: exitCodes.usage, isSaid: true };
  }
  return { ...expected(error), isSaid: false };
}

/** Messages of expected errors are for whoever typed the command, and say what to do. */
function expected(error: unknown): Omit<Failure, 'isSaid'> {
  if (error instanceof CliError) {
    const { code, message, exitCode } = error;
    return { code, message, exitCode };
  }
  if (error instanceof ConfigError)
    return { code: 'invalid_setting', message: error.message, exitCode: exitCodes.usage };
  if (error instanceof DatabaseStartError || error instanceof DataFolderError)
    return { code: 'unavailable', message: error.message, exitCode: exitCodes.unavailable };
  if (error instanceof AdministrationError) {
    const { code, message } = error;
    return { code, message, exitCode: code === 'invalid_argument' ? exitCodes.usage : exitCodes.failed };
  }
  const temporary = ofTemporaryFolder(error);
  if (temporary !== null) return temporary;
  if (error instanceof Error && codeOfSystem(error) === 'disk_full')
    return { code: 'disk_full', message: error.message, exitCode: exitCodes.failed };
  const message = `This should not happen; please report it:\n${error instanceof Error ? error.stack : error}`;
  return { code: 'internal_error', message, exitCode: exitCodes.failed };
}

/** Of an error in making a folder for temporary files, which is the machine's and not this program's. */
function ofTemporaryFolder(error: unknown): Omit<Failure, 'isSaid'> | null {
  const { syscall, path, code: reason } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall !== 'mkdtemp' || path === undefined) return null;
  const isFull = codeOfSystem(error) === 'disk_full';
  const remedy = isFull ? 'Make room there, or set' : 'Set';
  return {
    code: isFull ? 'disk_full' : 'unavailable',
    message: `No temporary files can be written in ${dirname(path)} (${reason}). ${remedy} TMPDIR to a folder that this user may write.`,
    exitCode: isFull ? exitCodes.failed : exitCodes.unavailable,
  };
}

/** What stands on stdout in the answer's place. */
export const failureAnswer = ({ code, message, exitCode }: Omit<Failure, 'isSaid'>): object => ({
  error: { code, message: asTyped(message), exit_code: exitCode },
});
