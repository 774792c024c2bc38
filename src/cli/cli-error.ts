import { exitCodes } from './exit-codes.js';

/** An end with a message for the person at the terminal; printed on stderr without a stack. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
    this.name = 'CliError';
  }
}
