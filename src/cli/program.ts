/** The list of commands, and how a run ends: what is printed where, and with which exit code. */
import { Command } from 'commander';
import { packageVersion } from '../package-version.js';
import { surviveBrokenOutput } from './broken-output.js';
import { exitCodeHelp, exitCodes } from './exit-codes.js';
import { failureAnswer, failureOf } from './failure.js';
import { hasAnswered, note, printJson } from './output.js';

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
  surviveBrokenOutput(words[0] === 'serve');
  try {
    const program = await createProgram(words[0]);
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    const failure = failureOf(error);
    process.exitCode = failure?.exitCode ?? exitCodes.ok;
    if (!failure) return;
    if (!failure.isSaid) note(failure.message);
    // One document at most: an answer that was printed before a file could not be written stays the only one.
    if (words.includes('--json') && !hasAnswered()) printJson(failureAnswer(failure));
  }
}
