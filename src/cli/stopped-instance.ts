/** Runs work that needs the instance for itself: progress, Ctrl-C, and what can go wrong reported as the caller's to mend. */
import type { CopyWork } from '../storage/copy/ports.js';
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';
import { openAbort } from './open-abort.js';
import { startProgress } from './progress.js';

export async function stoppedInstance<Report>(
  title: string,
  work: (work: CopyWork) => Promise<Report>,
): Promise<Report> {
  const abort = openAbort();
  const progress = startProgress(title);
  try {
    return await work({ signal: abort.signal, onProgress: progress.report });
  } catch (error) {
    progress.end();
    const { name, message } = error as Error;
    if (name === 'InstanceLockedError') throw new CliError(message, exitCodes.unavailable);
    if (name === 'StorageUnavailableError' || name === 'BlobsUnavailableError') {
      throw new CliError(
        `${message.replace(/\.$/, '')}. Check the address and that it answers; nothing is lost.`,
        exitCodes.unavailable,
      );
    }
    if (name === 'CopyRefusedError' || name === 'BackupFileError')
      throw new CliError(message, exitCodes.failed);
    throw error;
  } finally {
    progress.end();
    abort.release();
  }
}
