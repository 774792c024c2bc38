import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import { lengthText, rangeText } from '../../domain/case-file/clock.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { describeMatch } from '../local/describe-answer.js';
import { type IndexOutcome, onLocalIndex } from '../local/local-index.js';
import { formatTable, note, printJson, printLine } from '../output.js';

interface Options extends JsonOption {
  index?: string;
}

const folderHelp = 'the folder of the index';
const indexHelp = `${folderHelp}; it is made if it is not there`;

export function registerFingerprint(program: Command): void {
  const fingerprint = program
    .command('fingerprint')
    .description('an index of local files, without a server: add songs, check others, find duplicates');

  addCommand(fingerprint, 'add <files...>', 'add songs to a local index')
    .option('--index <folder>', `${indexHelp} (default: local-index in the data folder)`)
    .action((files: string[], options: Options) => use('add', files, options));

  addCommand(fingerprint, 'check <files...>', 'look files up in a local index')
    .option('--index <folder>', `${folderHelp} (default: local-index in the data folder)`)
    .action((files: string[], options: Options) => use('check', files, options));

  addCommand(
    fingerprint,
    'scan <path>',
    "a file: find the index's songs in it, from where to where; a folder: find duplicates within it",
  )
    .option(
      '--index <folder>',
      `${folderHelp} (default: local-index in the data folder; for a folder one of its own, which is made if it is not there)`,
    )
    .action(scan);
}

async function use(verb: 'add' | 'check', files: string[], options: Options): Promise<void> {
  const config = currentConfig();
  const folder = resolve(options.index ?? join(config.dataDir, 'local-index'));
  const outcomes = await onLocalIndex(config, folder, verb, files);
  for (const outcome of outcomes) {
    if (!('error' in outcome)) continue;
    note(`${outcome.file}: ${outcome.error}`);
    process.exitCode = exitCodes.failed;
  }
  if (options.json) return printJson(outcomes);
  for (const outcome of outcomes) if (!('error' in outcome)) printLine(describe(verb, outcome));
}

function describe(
  verb: 'add' | 'check',
  { file, matches, verdict }: Exclude<IndexOutcome, { error: string }>,
): string {
  if (verb === 'add') return `added ${file}`;
  if (matches.length === 0) {
    // The first reason of a search that found nothing says no more than that; others say what it leaves open.
    const [, ...doubts] = Array.isArray(verdict?.reasons) ? verdict.reasons.map(String) : [];
    return [file, '  matches nothing in the index', ...doubts.map((doubt) => `  ${doubt}`)].join('\n');
  }
  return [file, ...matches.map((match) => `  ${describeMatch(match)}`)].join('\n');
}

async function scan(path: string, options: Options): Promise<void> {
  const config = currentConfig();
  const folder = resolve(path);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      throw new CliError(`There is no such file or folder: ${folder}`, exitCodes.failed, 'no_such_file');
    }
    return null;
  });
  if (found?.isFile()) return scanOneFile(config, folder, options);
  const { scanFolder } = await import('../local/scan.js');
  const report = await scanFolder(config, folder, resolve(options.index ?? scanIndex(config, folder)));
  if (report.failed.length > 0) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(report);
  for (const { file, error } of report.failed) note(`${file}: ${error}`);
  if (report.pairs.length > 0) {
    const rows = report.pairs.map(({ file, other, kind, evidence }) => [
      file,
      kind === 'part' ? 'shares a part with' : `${kind} ${kind === 'identical' ? 'to' : 'of'}`,
      other,
      evidence === null ? '' : `from ${String(evidence.song_start_seconds)} s`,
    ]);
    printLine(formatTable(['file', 'is', 'other', 'where'], rows));
  }
  const before = report.resumed > 0 ? ` (${report.resumed} of them in an earlier run)` : '';
  printLine(
    `${report.scanned} files${before}, ${report.pairs.length} pairs, ${report.failed.length} not usable`,
  );
}

/** A long recording against the index that `add` fills. */
async function scanOneFile(config: Config, path: string, options: Options): Promise<void> {
  const index = resolve(options.index ?? join(config.dataDir, 'local-index'));
  const { scanFile } = await import('../local/scan-file.js');
  const result = await scanFile(config, index, path);
  if (options.json) return printJson(result);
  const rows = result.segments.map((segment) => [
    rangeText(segment.from_seconds, segment.to_seconds),
    segment.musicname || segment.music_id,
    rangeText(segment.song_from_seconds, segment.song_to_seconds),
    `× ${segment.speed_factor.toFixed(3)}`,
    `${(segment.pitch_cents / 100).toFixed(2)} semitones`,
  ]);
  if (rows.length > 0)
    printLine(formatTable(['in the recording', 'song', 'in the song', 'speed', 'pitch'], rows));
  printLine(`${result.songs_found} songs in ${rows.length} places of ${lengthText(result.duration_seconds)}`);
}

function scanIndex(config: Config, folder: string): string {
  return join(config.dataDir, 'scans', createHash('sha256').update(folder).digest('hex').slice(0, 16));
}
