/**
 * Reads the rows of a dataset import as a stream: CSV with a header line, or JSON Lines, where a row may also be an LRC
 * file (`lrc`: its text, `file`: its name) with whatever other fields know better, or a file that the sender rejected
 * (`rejected`: why). A row that cannot be read is reported with its number and the reason, and the others are still read.
 * Reading can begin again behind any row.
 */

import type { ImportFormat } from '../domain/song-import.js';
import { type CsvHeader, csvRows, readCsvHeader } from './csv-rows.js';
import { maxRowBytes, type PlacedRow, type RowPlace, UnreadableImportError } from './import-rows.js';
import { jsonLineRows } from './jsonl-rows.js';

/** The bytes of a file from `byte` on, in chunks of some kilobytes. */
export type OpenBytes = (byte: number) => AsyncIterable<Uint8Array>;

export const firstRow: RowPlace = { row: 0, endByte: 0 };

/**
 * Rows behind `start`, in their order. Throws UnreadableImportError where the whole is unreadable (no header, no title
 * column) and where nothing can be read any further (an unclosed quote); whatever `open` throws comes through.
 */
export async function* readSongRows(
  open: OpenBytes,
  format: ImportFormat,
  start: RowPlace = firstRow,
): AsyncGenerator<PlacedRow> {
  if (format === 'jsonl') {
    const bom = start.endByte === 0 ? bomBytes(await readHead(open, 3)) : 0;
    const from = { row: start.row, endByte: start.endByte + bom };
    yield* jsonLineRows(open(from.endByte), from);
  } else {
    const header = await checkHeader(open);
    const from = start.endByte === 0 ? { row: 0, endByte: header.endByte } : start;
    yield* csvRows(open(from.endByte), header, from);
  }
}

/** Throws UnreadableImportError where the beginning already shows that no row can be read. */
export async function checkSongRows(open: OpenBytes, format: ImportFormat): Promise<void> {
  if (format === 'csv') await checkHeader(open);
  else if ((await readHead(open, 1)).length === 0) throw new UnreadableImportError('The file is empty.');
}

async function checkHeader(open: OpenBytes): Promise<CsvHeader> {
  return readCsvHeader(await readHead(open, maxRowBytes));
}

async function readHead(open: OpenBytes, bytes: number): Promise<Uint8Array> {
  const head = new Uint8Array(bytes);
  let length = 0;
  for await (const chunk of open(0)) {
    const part = chunk.subarray(0, bytes - length);
    head.set(part, length);
    length += part.length;
    if (length === bytes) break;
  }
  return head.subarray(0, length);
}

function bomBytes(head: Uint8Array): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}
