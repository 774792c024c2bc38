/** Opens local analyses that Ctrl-C ends in order. */
import type { LocalAnalysis } from '../../compose/local-analysis.js';
import type { Config } from '../../config.js';
import { openAbort } from '../open-abort.js';

export interface OpenLocal {
  readonly local: LocalAnalysis;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

export async function openLocal(config: Config, indexFolder: string | null): Promise<OpenLocal> {
  const { signal, release } = openAbort();
  try {
    const { openLocalAnalysis } = await import('../../compose/local-analysis.js');
    const local = await openLocalAnalysis(config, indexFolder);
    return {
      local,
      signal,
      async close() {
        release();
        await local.close();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
