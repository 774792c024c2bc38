/** The list of commands, and how a run ends: what is printed where, and with which exit code. */
import { Command, CommanderError } from 'commander';
import { AdministrationError } from '../accounts/administration-error.js';
import { ConfigError } from '../config.js';
import { DataFolderError } from '../domain/data-folder-error.js';
import { DatabaseStartError } from '../domain/database-start-error.js';
import { packageVersion } from '../package-version.js';
import { CliError } from './cli-error.js';
import { registerAccount } from './commands/account.js';
import { registerAnalyze } from './commands/analyze.js';
import { registerBackup } from './commands/backup.js';
import { registerCalibrate } from './commands/calibrate.js';
import { registerCallback } from './commands/callback.js';
import { registerCompare } from './commands/compare.js';
import { registerDataset } from './commands/dataset.js';
import { registerDemo } from './commands/demo.js';
import { registerDescribe } from './commands/describe.js';
import { registerDoctor } from './commands/doctor.js';
import { registerFingerprint } from './commands/fingerprint.js';
import { registerKey } from './commands/key.js';
import { registerListen } from './commands/listen.js';
import { registerLyrics } from './commands/lyrics.js';
import { registerModels } from './commands/models.js';
import { registerMove } from './commands/move.js';
import { registerSearch } from './commands/search.js';
import { registerServe } from './commands/serve.js';
import { registerTrain } from './commands/train.js';
import { exitCodeHelp, exitCodes } from './exit-codes.js';
import { note } from './output.js';

/** In the order of `--help`. A new command adds one line. */
const registrations: readonly ((program: Command) => void)[] = [
  registerServe,
  registerAccount,
  registerKey,
  registerCallback,
  registerDataset,
  registerListen,
  registerSearch,
  registerBackup,
  registerMove,
  registerAnalyze,
  registerDescribe,
  registerCompare,
  registerFingerprint,
  registerLyrics,
  registerModels,
  registerCalibrate,
  registerTrain,
  registerDoctor,
  registerDemo,
];

function createProgram(): Command {
  const program = new Command('contrafact')
    .description('Self-hosted audio analysis. Settings are CONTRAFACT_… variables: see .env.example.')
    .version(packageVersion())
    .addHelpText('after', `\n${exitCodeHelp}`);
  for (const register of registrations) register(program);
  for (const command of withSubcommands(program)) {
    command.exitOverride().showHelpAfterError('(add --help to see how it is used)');
  }
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Runs one command line (without `node` and the script); the exit code is left in `process.exitCode`. */
export async function runProgram(words: readonly string[]): Promise<void> {
  // A reader that goes away (`… | head`) is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
  try {
    await createProgram().parseAsync([...words], { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    const message = messageOf(error);
    if (message !== null) note(message);
  }
}

/** Their messages are for whoever typed the command, and say what to do. */
const expectedErrors = [CliError, ConfigError, AdministrationError, DatabaseStartError, DataFolderError];

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof ConfigError) return exitCodes.usage;
  if (error instanceof DatabaseStartError || error instanceof DataFolderError) return exitCodes.unavailable;
  if (error instanceof AdministrationError && error.code === 'invalid_argument') return exitCodes.usage;
  return exitCodes.failed;
}

/** Null where commander has said it already. */
function messageOf(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message;
  return `This should not happen; please report it:\n${error instanceof Error ? error.stack : error}`;
}
