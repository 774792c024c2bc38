/** Datasets from the operator's side: `default` is the instance's own and is written only here. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import type { NewSong } from '../../domain/song.js';
import type { ImportFormat } from '../../domain/song-import.js';
import { openBytes } from '../../imports/open-bytes.js';
import { UnreadableImportError } from '../../text/import-rows.js';
import { parseLrc } from '../../text/lrc.js';
import { songProblem } from '../../text/song-problem.js';
import { readSongRows } from '../../text/song-rows.js';
import { CliError } from '../cli-error.js';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { utf8Text } from '../local/lyric-text.js';
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

interface Total {
  rows: number;
  added: number;
  present: number;
  rejected: number;
}

type SongRow = { readonly row: number; readonly done: number } & (
  | { readonly song: NewSong }
  | { readonly error: string }
);

async function importFile(file: string, options: JsonOption & { dataset: string }): Promise<void> {
  const rows = openRows(file);
  const total: Total = { rows: 0, added: 0, present: 0, rejected: 0 };
  const errors: { row: number; error: string }[] = [];
  const progress = startProgress('import');
  try {
    await withAdministration(currentConfig(), async (administration) => {
      for await (const batch of batchesOf(rows)) {
        const songs = batch.flatMap((row) => ('song' in row ? [row.song] : []));
        const bad = batch.flatMap((row) => ('error' in row ? [{ row: row.row, error: row.error }] : []));
        const done = await administration.importSongs({ datasetId: options.dataset, songs });
        total.rows += batch.length;
        total.added += done.added;
        total.present += done.present;
        total.rejected += bad.length;
        errors.push(...bad.slice(0, options.json ? bad.length : shownErrors - errors.length));
        progress.report(batch.at(-1)!.done, `${total.rows} rows`);
      }
    });
  } catch (error) {
    if (!(error instanceof UnreadableImportError)) throw error;
    const kept = total.rows > 0 ? ` Of the rows before it ${total.added} were added.` : '';
    throw new CliError(error.message + kept, exitCodes.failed);
  } finally {
    progress.end();
  }
  if (total.rejected > 0) process.exitCode = exitCodes.failed;
  if (options.json) return printJson({ dataset_id: options.dataset, ...total, errors });
  printLine(`${total.added} added, ${total.present} were there already, ${total.rejected} rejected`);
  for (const { row, error } of errors) note(`row ${row}: ${error}`);
  if (total.rejected > errors.length) note(`… and ${total.rejected - errors.length} more (--json lists all)`);
}

/** A few rows at a time: the file is never in memory as a whole. */
async function* batchesOf(rows: AsyncIterable<SongRow>): AsyncGenerator<SongRow[]> {
  let batch: SongRow[] = [];
  let failure: unknown = null;
  try {
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < batchSongs) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    failure = error;
  }
  // Also where the file cannot be read any further.
  if (batch.length > 0) yield batch;
  if (failure !== null) throw failure;
}

function openRows(file: string): AsyncIterable<SongRow> {
  if (!existsSync(file)) throw new CliError(`There is no file ${file}.`, exitCodes.usage);
  if (statSync(file).isDirectory()) return lrcRows(file);
  const format = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }[extname(file).toLowerCase()];
  if (format === undefined) {
    throw new CliError(
      'The file must end in .csv or .jsonl; .lrc files are imported by their folder.',
      exitCodes.usage,
    );
  }
  return tableRows(file, format as ImportFormat);
}

async function* tableRows(file: string, format: ImportFormat): AsyncGenerator<SongRow> {
  const { size } = statSync(file);
  for await (const row of readSongRows((byte) => openBytes(file, byte), format)) {
    yield { ...row, done: row.endByte / size };
  }
}

/** One row a file, in the order of their names, from the folder and those in it. */
async function* lrcRows(folder: string): AsyncGenerator<SongRow> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name).toLowerCase() === '.lrc')
    .sort();
  if (names.length === 0) throw new CliError(`The folder ${folder} holds no .lrc files.`, exitCodes.usage);
  for (const [index, name] of names.entries()) {
    const place = { row: index + 1, done: (index + 1) / names.length };
    const bytes = bytesOf(join(folder, name));
    if (bytes === null) {
      yield { ...place, error: `${name} cannot be read.` };
      continue;
    }
    const text = utf8Text(bytes);
    if (text === null) {
      yield { ...place, error: `${name} is not UTF-8.` };
      continue;
    }
    const song = parseLrc(text, basename(name));
    const error = song.lyrics === null ? 'It holds no lyrics.' : songProblem(song);
    yield error === null ? { ...place, song } : { ...place, error: `${name}: ${error}` };
  }
}

/** Null for what is no file, or not readable for this user: the others are imported all the same. */
function bytesOf(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
