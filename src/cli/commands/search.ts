/** `contrafact search`: the search engine beside the database. */
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { formatBytes, printJson, printLine } from '../output.js';
import { stoppedInstance } from '../stopped-instance.js';

export function registerSearch(program: Command): void {
  const search = program.command('search').description('the search engine that CONTRAFACT_SEARCH names');
  addCommand(search, 'status', 'how far the engine is behind the database').action(status);
  addCommand(
    search,
    'rebuild',
    'have the engine dropped and filled anew; searches ask the database meanwhile',
  ).action((options: JsonOption) => change(options, 'rebuild'));
  addCommand(
    search,
    'leave',
    'drop what the engine holds and keep no account of changes for it; first remove CONTRAFACT_SEARCH from every process',
  )
    .requiredOption('--engine <url>', 'where the engine is, as CONTRAFACT_SEARCH named it')
    .action((options: JsonOption & { engine: string }) => change(options, 'leave', options.engine));
}

async function status(options: JsonOption): Promise<void> {
  const { searchStatus } = await import('../../compose/search-commands.js');
  const config = currentConfig();
  const found = await stoppedInstance('reading', () => searchStatus(config));
  if (options.json) return printJson(found);
  if (found.lag === null) return printLine('No search engine is registered in the database.');
  const { changes, oldestSeconds, accountsInBacklog } = found.lag;
  printLine(`${changes} changes wait, the oldest for ${oldestSeconds.toFixed(0)} s`);
  printLine(`${accountsInBacklog} accounts are still to be copied`);
  if (found.engine === null)
    return printLine('the engine does not answer, or CONTRAFACT_SEARCH is not set here');
  const { lyrics, melodies, postings, bytes } = found.engine;
  if (lyrics !== null) printLine(`the lyrics of ${lyrics.songs} songs wait`);
  if (melodies !== null) printLine(`the melodies of ${melodies.songs} songs wait`);
  printLine(`the engine holds ${postings} postings in ${formatBytes(bytes)}`);
}

async function change(options: JsonOption, what: 'rebuild' | 'leave', url?: string): Promise<void> {
  const { leaveSearchEngine, rebuildSearchEngine } = await import('../../compose/search-commands.js');
  const config = currentConfig();
  if (what === 'rebuild') requireEngine(config);
  await stoppedInstance(what === 'rebuild' ? 'registering' : 'leaving', () =>
    what === 'rebuild' ? rebuildSearchEngine(config) : leaveSearchEngine(config, url!),
  );
  if (options.json) return printJson({ done: what });
  printLine(
    what === 'rebuild'
      ? 'The engine will be filled anew by a worker; `contrafact search status` says how far it is.'
      : 'The engine holds nothing of this instance any more.',
  );
}

function requireEngine(config: Config): void {
  if (config.search === null)
    throw new CliError('Set CONTRAFACT_SEARCH to the engine first.', exitCodes.usage);
}
