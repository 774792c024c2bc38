import { exitCodes } from './exit-codes.js';
import { codeOfExit, type FailureCode } from './failure-codes.js';

/** An end with a message for the person at the terminal; printed on stderr without a stack. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
    /** For the program that reads `--json`. */
    readonly code: FailureCode = codeOfExit(exitCode),
  ) {
    super(message);
    this.name = 'CliError';
  }
}
