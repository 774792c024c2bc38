/** Opens local analyses that Ctrl-C ends in order. */
import type { LocalAnalysis } from '../../compose/local-analysis.js';
import type { Config } from '../../config.js';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';

export interface OpenLocal {
  readonly local: LocalAnalysis;
  /** Aborted by SIGINT or SIGTERM; its reason is a CliError. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

export async function openLocal(config: Config, indexFolder: string | null): Promise<OpenLocal> {
  const abort = new AbortController();
  const onSignal = (): void =>
    abort.abort(new CliError('Interrupted; what was finished is kept.', exitCodes.interrupted));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const removeListeners = (): void => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  try {
    const { openLocalAnalysis } = await import('../../compose/local-analysis.js');
    const local = await openLocalAnalysis(config, indexFolder);
    return {
      local,
      signal: abort.signal,
      async close() {
        removeListeners();
        await local.close();
      },
    };
  } catch (error) {
    removeListeners();
    throw error;
  }
}
