/** Datasets from the operator's side: `default` is the instance's own and is written only here. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import { type ParsedSongRow, parseLrc, parseSongRows, songProblem } from '../../compose/song-rows.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { formatTable, note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';
import { withAdministration } from '../with-administration.js';

/** Songs sent at once: small enough for a bar that moves. */
const batchSongs = 200;
const shownErrors = 20;

export function registerDataset(program: Command): void {
  const dataset = program.command('dataset').description('list datasets and import songs into them');

  addCommand(dataset, 'list', 'list the datasets of the instance').action(list);

  addCommand(dataset, 'import <file>', 'add songs from a .csv or .jsonl file, or a folder of .lrc files')
    .option('--dataset <id>', 'where to', 'default')
    .addHelpText(
      'after',
      '\nColumns: title (required), artist, year, link, language, lyrics, musicId. Of LRC files artist and title are\n' +
        'taken from their tags, else from a name "Artist - Title.lrc". A repeated import adds nothing\n' +
        'twice, so one that was cut off is simply started again. Exit code 1 when rows were rejected.',
    )
    .action(importFile);
}

async function list(options: JsonOption): Promise<void> {
  const datasets = await withAdministration(currentConfig(), (administration) =>
    administration.listDatasets({}),
  );
  if (options.json) return printJson(datasets);
  const rows = datasets.map((row) => [
    row.dataset_id,
    row.account_id ?? 'the instance',
    row.name,
    String(row.songs),
  ]);
  printLine(formatTable(['dataset', 'owner', 'name', 'songs'], rows));
}

async function importFile(file: string, options: JsonOption & { dataset: string }): Promise<void> {
  const rows = readRows(file).map(judged);
  const songs = rows.flatMap((row) => ('song' in row ? [row.song] : []));
  const errors = rows.flatMap((row) => ('error' in row ? [{ row: row.row, error: row.error }] : []));
  const total = { rows: rows.length, added: 0, present: 0, rejected: errors.length };
  const progress = startProgress('import');
  try {
    await withAdministration(currentConfig(), async (administration) => {
      for (let start = 0; start < songs.length; start += batchSongs) {
        const batch = songs.slice(start, start + batchSongs);
        const done = await administration.importSongs({ datasetId: options.dataset, songs: batch });
        total.added += done.added;
        total.present += done.present;
        progress.report(
          (start + batch.length) / songs.length,
          `${start + batch.length} of ${songs.length} songs`,
        );
      }
    });
  } finally {
    progress.end();
  }
  if (errors.length > 0) process.exitCode = exitCodes.failed;
  if (options.json) return printJson({ dataset_id: options.dataset, ...total, errors });
  printLine(`${total.added} added, ${total.present} were there already, ${total.rejected} rejected`);
  for (const { row, error } of errors.slice(0, shownErrors)) note(`row ${row}: ${error}`);
  if (errors.length > shownErrors) note(`… and ${errors.length - shownErrors} more (--json lists all)`);
}

function judged(row: ParsedSongRow): ParsedSongRow {
  const error = 'song' in row ? songProblem(row.song) : null;
  return error === null ? row : { row: row.row, error };
}

function readRows(file: string): readonly ParsedSongRow[] {
  if (!existsSync(file)) throw new CliError(`There is no file ${file}.`, exitCodes.usage);
  if (statSync(file).isDirectory()) return readLrcFolder(file);
  const format = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }[extname(file).toLowerCase()];
  if (format === undefined) {
    throw new CliError(
      'The file must end in .csv or .jsonl; .lrc files are imported by their folder.',
      exitCodes.usage,
    );
  }
  const text = asText(readFileSync(file));
  if (text === null) throw new CliError(`${file} is not UTF-8. Convert it first.`, exitCodes.failed);
  try {
    return parseSongRows(text, format as 'csv' | 'jsonl');
  } catch (error) {
    throw new CliError((error as Error).message, exitCodes.failed);
  }
}

/** One row a file, in the order of their names, from the folder and those in it. */
function readLrcFolder(folder: string): ParsedSongRow[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name).toLowerCase() === '.lrc')
    .sort();
  if (names.length === 0) throw new CliError(`The folder ${folder} holds no .lrc files.`, exitCodes.usage);
  return names.map((name, index) => {
    const row = index + 1;
    const text = asText(readFileSync(join(folder, name)));
    if (text === null) return { row, error: `${name} is not UTF-8.` };
    const song = parseLrc(text, basename(name));
    return song.lyrics === null ? { row, error: `${name} holds no lyrics.` } : { row, song };
  });
}

/** Null for bytes that are no UTF-8: half-read names and lyrics would match nothing. */
function asText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
