/** Where people open the dashboard, as a command can know it. */
import type { Config } from '../config.js';
import { readInstanceFile } from './instance-file.js';

/** The address that is set, else that of the running instance; null where neither is known. */
export function dashboardAddress(config: Config): string | null {
  return config.publicUrl ?? readInstanceFile(config.dataDir)?.url ?? null;
}
