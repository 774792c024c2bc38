/** Rows of CSV from a stream of bytes: in memory are one chunk and the rows in it. */
import { type CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { maxRowBytes, type PlacedRow, type RowPlace, UnreadableImportError } from './import-rows.js';
import { columnOf, type SongColumn, type SongFields, songOf } from './song-fields.js';

export interface CsvHeader {
  readonly columns: readonly (SongColumn | null)[];
  readonly delimiter: string;
  readonly recordDelimiter: string[];
  /** Where the first row begins. */
  readonly endByte: number;
}

const shownColumns = 20;
const shownColumnCharacters = 50;

interface WithInfo {
  readonly record: string[];
  readonly info: { readonly bytes: number };
}

/** `head`: the first `maxRowBytes` bytes, or all. Throws UnreadableImportError: empty, no title column, an unclosed quote. */
export function readCsvHeader(head: Uint8Array): CsvHeader {
  if (isUtf16(head)) {
    throw new UnreadableImportError(
      'The CSV is in UTF-16. Save it as UTF-8 (in Excel: "CSV UTF-8") and send it again.',
    );
  }
  const text = new TextDecoder().decode(head.subarray(0, 10_000));
  const delimiter = guessDelimiter(text);
  const recordDelimiter = /\n/.test(text) || !text.includes('\r') ? ['\r\n', '\n'] : ['\r'];
  let first: WithInfo | undefined;
  try {
    const options = { ...readingOptions(delimiter, recordDelimiter), bom: true, to: 1, info: true };
    // With `info` the library gives records with their lines; its types do not say so.
    [first] = parseAtOnce(Buffer.from(head), options) as unknown as WithInfo[];
  } catch (error) {
    throw unreadable(error);
  }
  if (!first) {
    throw new UnreadableImportError(
      'The CSV is empty. Its first line must name the columns: title, artist, year, lyrics …',
    );
  }
  const columns = first.record.map(columnOf);
  if (columns.includes('title')) {
    return { columns, delimiter, recordDelimiter, endByte: first.info.bytes };
  }
  const shown = first.record.slice(0, shownColumns).map((name) => name.slice(0, shownColumnCharacters));
  throw new UnreadableImportError(
    `The CSV's first line names no "title" column. It holds: ${shown.join(', ')}.`,
  );
}

/** By its byte order mark, of either order. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Rows from `start` on; `source` begins at that byte. Throws UnreadableImportError where no further row can be found. */
export async function* csvRows(
  source: AsyncIterable<Uint8Array>,
  { columns, delimiter, recordDelimiter }: CsvHeader,
  start: RowPlace,
): AsyncGenerator<PlacedRow> {
  let { row } = start;
  let found: WithInfo[] = [];
  // Collected here and not from the parser's own stream, which would drop them when a later row is an error.
  const parser = parse({
    ...readingOptions(delimiter, recordDelimiter),
    on_record: (record: string[], { bytes }) => {
      found.push({ record, info: { bytes } });
      return null;
    },
  });
  parser.on('error', () => {});
  function* rowsFound(failure: Error | null): Generator<PlacedRow> {
    for (const { record, info } of found) {
      row += 1;
      yield { row, endByte: start.endByte + info.bytes, ...outcomeOf(record, columns) };
    }
    found = [];
    if (failure) throw unreadable(failure, row + 1);
  }
  try {
    for await (const chunk of source) {
      yield* rowsFound(await settled((done) => parser.write(chunk, done)));
    }
    yield* rowsFound(await settled((done) => parser.end(done)));
  } finally {
    parser.destroy();
  }
}

function readingOptions(delimiter: string, recordDelimiter: string[]): Options {
  return {
    delimiter,
    record_delimiter: recordDelimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  };
}

/** The error that `work` calls back with, or null. */
function settled(work: (done: (error?: Error | null) => void) => void): Promise<Error | null> {
  return new Promise((resolve) => work((error) => resolve(error ?? null)));
}

function outcomeOf(
  record: readonly string[],
  columns: readonly (SongColumn | null)[],
): ReturnType<typeof songOf> {
  if (record.length !== columns.length) {
    return {
      error: `The row has ${record.length} fields, the header ${columns.length}. Put fields with commas or line breaks in quotes.`,
    };
  }
  const values: SongFields = {};
  for (let field = 0; field < columns.length; field++) {
    const column = columns[field];
    if (column && values[column] === undefined) values[column] = record[field];
  }
  return songOf(values);
}

function unreadable(error: unknown, row?: number): UnreadableImportError {
  const place = row === undefined ? 'The CSV cannot be read' : `The CSV cannot be read from row ${row} on`;
  if ((error as CsvError).code === 'CSV_MAX_RECORD_SIZE') {
    return new UnreadableImportError(
      `${place}: the row has more than ${maxRowBytes} bytes. Is a closing quote missing?`,
    );
  }
  if ((error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UnreadableImportError(`${place}: a quote is opened and never closed.`);
  }
  const reason =
    error instanceof Error ? error.message.slice(0, 300).replace(/\p{Cc}/gu, ' ') : 'unknown reason';
  return new UnreadableImportError(`${place}: ${reason}`);
}

/** The one of comma, semicolon and tab that the first line has most of. */
function guessDelimiter(text: string): string {
  const first = text.split(/\r?\n|\r/, 1)[0] ?? '';
  const count = (delimiter: string): number => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
