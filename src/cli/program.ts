/** The list of commands, and how a run ends: what is printed where, and with which exit code. */
import { Command, CommanderError } from 'commander';
import { AdministrationError } from '../accounts/administration-error.js';
import { ConfigError } from '../domain/config-error.js';
import { DataFolderError } from '../domain/data-folder-error.js';
import { DatabaseStartError } from '../domain/database-start-error.js';
import { packageVersion } from '../package-version.js';
import { CliError } from './cli-error.js';
import { exitCodeHelp, exitCodes } from './exit-codes.js';
import { note } from './output.js';

type Registration = (program: Command) => void;

/**
 * By their first words, in the order of `--help`. A new command adds one line. Only what was asked for is loaded: all
 * of them take longer than most commands do.
 */
const registrations: ReadonlyArray<readonly [words: readonly string[], load: () => Promise<Registration>]> = [
  [['serve'], async () => (await import('./commands/serve.js')).registerServe],
  [['account'], async () => (await import('./commands/account.js')).registerAccount],
  [['member'], async () => (await import('./commands/member.js')).registerMember],
  [['key'], async () => (await import('./commands/key.js')).registerKey],
  [['callback'], async () => (await import('./commands/callback.js')).registerCallback],
  [['dataset'], async () => (await import('./commands/dataset.js')).registerDataset],
  [['listen'], async () => (await import('./commands/listen.js')).registerListen],
  [['search'], async () => (await import('./commands/search.js')).registerSearch],
  [['backup', 'restore'], async () => (await import('./commands/backup.js')).registerBackup],
  [['move'], async () => (await import('./commands/move.js')).registerMove],
  [['analyze'], async () => (await import('./commands/analyze.js')).registerAnalyze],
  [['describe'], async () => (await import('./commands/describe.js')).registerDescribe],
  [['compare'], async () => (await import('./commands/compare.js')).registerCompare],
  [['fingerprint'], async () => (await import('./commands/fingerprint.js')).registerFingerprint],
  [['lyrics'], async () => (await import('./commands/lyrics.js')).registerLyrics],
  [['models'], async () => (await import('./commands/models.js')).registerModels],
  [['calibrate'], async () => (await import('./commands/calibrate.js')).registerCalibrate],
  [['train'], async () => (await import('./commands/train.js')).registerTrain],
  [['doctor'], async () => (await import('./commands/doctor.js')).registerDoctor],
  [['demo'], async () => (await import('./commands/demo.js')).registerDemo],
];

/** With the command of `firstWord` alone; with all where it names none, as for help and misspelt words. */
async function createProgram(firstWord: string | undefined): Promise<Command> {
  const program = new Command('contrafact')
    .description('Self-hosted audio analysis. Settings are CONTRAFACT_… variables: see .env.example.')
    .version(packageVersion())
    .addHelpText('after', `\n${exitCodeHelp}`);
  const asked = registrations.filter(([words]) => words.includes(firstWord ?? ''));
  const loaded = (asked.length > 0 ? asked : registrations).map(([, load]) => load());
  for (const register of await Promise.all(loaded)) register(program);
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
    const program = await createProgram(words[0]);
    await program.parseAsync([...words], { from: 'user' });
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
