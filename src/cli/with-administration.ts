/**
 * Runs a command against the instance of this data folder: through its socket for commands while it runs, else on the
 * database itself. Between the two there are moments (starting, stopping, another command at work) that pass by
 * themselves, so they are waited out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Administration } from '../accounts/commands.js';
import type { Config } from '../config.js';
import { InstanceLockedError } from '../domain/instance-locked-error.js';
import { CliError } from './cli-error.js';
import { exitCodes } from './exit-codes.js';
import { readInstanceFile } from './instance-file.js';
import { note } from './output.js';
import { InstanceUnreachableError, remoteAdministration } from './remote-administration.js';

const patienceMs = 20_000;
const pauseMs = 200;
const remarkAfterMs = 2000;

export async function withAdministration<Answer>(
  config: Config,
  use: (administration: Administration) => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now();
  let hasRemarked = false;
  for (;;) {
    const attempt = await tryOnce(config, use);
    if ('answer' in attempt) return attempt.answer;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > patienceMs) {
      throw new CliError(
        `${attempt.obstacle} If it hangs, end it and try again; nothing was changed.`,
        exitCodes.unavailable,
      );
    }
    if (!hasRemarked && waitedMs > remarkAfterMs) {
      note(`waiting: ${attempt.obstacle}`);
      hasRemarked = true;
    }
    await sleep(pauseMs);
  }
}

type Attempt<Answer> = { readonly answer: Answer } | { readonly obstacle: string };

async function tryOnce<Answer>(
  config: Config,
  use: (administration: Administration) => Promise<Answer>,
): Promise<Attempt<Answer>> {
  const instance = readInstanceFile(config.dataDir);
  if (instance) {
    try {
      return { answer: await use(remoteAdministration(instance)) };
    } catch (error) {
      // Refused before anything was done. If a killed instance left the file behind, its lock is free.
      if (!(error instanceof InstanceUnreachableError)) throw error;
    }
  }
  const { openAdministration } = await import('../compose/administration.js');
  let opened: Awaited<ReturnType<typeof openAdministration>>;
  try {
    opened = await openAdministration(config);
  } catch (error) {
    if (!(error instanceof InstanceLockedError)) throw error;
    return { obstacle: `Process ${error.pid} is at work in ${config.dataDir}.` };
  }
  try {
    return { answer: await use(opened.administration) };
  } finally {
    await opened.close();
  }
}
