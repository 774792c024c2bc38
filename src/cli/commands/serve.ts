import { isatty } from 'node:tty';
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import { InstanceLockedError } from '../../domain/instance-locked-error.js';
import { packageVersion } from '../../package-version.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { note, printLine } from '../output.js';

export function registerServe(program: Command): void {
  addCommand(program, 'serve', 'run the service: API, worker and dashboard in one').action(run);
}

interface Running {
  readonly url: string;
  readonly setupUrl: string | null;
  stop(): Promise<void>;
}

async function run(options: JsonOption): Promise<void> {
  const config = currentConfig();
  if (!options.json) note(`Contrafact ${packageVersion()} is starting on ${config.dataDir} …`);
  // Asked to stop while it is still starting: let it start, then stop it in order.
  const stopped = stopSignal();
  const running = await start(config);
  announce(config, running, options.json === true);
  const why = await stopped;
  const drain = config.drainSeconds > 0 ? `not ready for ${config.drainSeconds} s, then ` : '';
  note(`Stopping: ${drain}running tasks are finished or handed back. A second signal ends at once.`);
  await running.stop();
  process.exitCode = exitCodes.ok;
  // Node aborts at its end where the terminal that it began on is gone: the signal ends it instead.
  if (why === 'hung up' && hasTerminal) process.removeAllListeners('SIGHUP').kill(process.pid, 'SIGHUP');
}

const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

type Stopped = 'asked' | 'hung up';

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP; a second SIGTERM or SIGINT ends the process with exit code 1. A terminal that closes sends SIGHUP
 * more than once, and Node does not keep what `nohup` set. Resolves, too, when a program that started this one over a channel of Node's has ended, as
 * `contrafact demo` does.
 */
function stopSignal(): Promise<Stopped> {
  return new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => {
      count += 1;
      if (count === 1) resolve('asked');
      else process.exit(exitCodes.failed);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    process.on('SIGHUP', () => resolve('hung up'));
    process.once('disconnect', () => resolve('asked'));
    process.channel?.unref();
    // It ended before this listened.
    if (process.connected === false) resolve('asked');
  });
}

async function start(config: Config): Promise<Running> {
  const { serve } = await import('../../compose.js');
  try {
    return await serve(config);
  } catch (error) {
    if (error instanceof InstanceLockedError) throw new CliError(error.message, exitCodes.unavailable);
    const reason = listeningProblem(error as NodeJS.ErrnoException, config.host);
    if (reason === null) throw error;
    throw new CliError(
      `Cannot listen on ${config.host}:${config.port} (${reason}). ` +
        'Set CONTRAFACT_HOST and CONTRAFACT_PORT to an address of this machine and a free port.',
      exitCodes.unavailable,
    );
  }
}

/** The code of the system where it does not let the service listen, or does not know the name of the host; null for other failures. */
function listeningProblem(error: NodeJS.ErrnoException & { hostname?: string }, host: string): string | null {
  const isUnknownName = error.syscall === 'getaddrinfo' && error.hostname === host;
  return error.syscall === 'listen' || isUnknownName ? (error.code ?? 'refused') : null;
}

function announce({ role }: Config, running: Running, asJson: boolean): void {
  if (role === 'worker') {
    printLine(asJson ? JSON.stringify({ url: running.url }) : `worker, health at ${running.url}/readyz`);
    return;
  }
  const documentationUrl = `${running.url}/docs`;
  if (asJson) {
    const line = { url: running.url, docs_url: documentationUrl, setup_url: running.setupUrl };
    printLine(JSON.stringify(line));
    return;
  }
  printLine(`API            ${running.url}/api/v1`);
  printLine(`documentation  ${documentationUrl}`);
  printLine(`dashboard      ${running.url}/`);
  if (running.setupUrl !== null) {
    printLine();
    printLine('Nobody administers this instance yet. This link makes an account that does, and works once:');
    printLine(`  ${running.setupUrl}`);
  }
  printLine();
  printLine('Stop it with Ctrl-C.');
}
