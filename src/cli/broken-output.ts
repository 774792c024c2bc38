/** Where what a command prints cannot be written: its reader is gone, or the disk of the file that it goes to is full. */
import { isDiskFull } from '../domain/disk-full.js';
import { exitCodes } from './exit-codes.js';

/** A service goes on without a reader: whoever reads its log may be restarted, or be ended by the same Ctrl-C before it. */
export function surviveBrokenOutput(isService: boolean): void {
  // Remarks: nobody is there who could read that they are not.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isService) return;
    // A reader that goes away (`… | head`) is no failure of ours.
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    const why = isDiskFull(error) ? 'the disk is full' : error.message;
    process.stderr.write(`The answer cannot be written: ${why}.\n`);
    process.exit(exitCodes.failed);
  });
}
