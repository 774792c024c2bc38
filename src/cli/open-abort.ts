/** Ctrl-C as an AbortSignal, for work that ends in order. */
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';

export interface OpenAbort {
  /** Aborted by SIGINT or SIGTERM; its reason is a CliError. */
  readonly signal: AbortSignal;
  /** Gives the signals back to Node. */
  release(): void;
}

export function openAbort(): OpenAbort {
  const abort = new AbortController();
  const onSignal = (): void =>
    abort.abort(new CliError('Interrupted; what was finished is kept.', exitCodes.interrupted));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  return {
    signal: abort.signal,
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
