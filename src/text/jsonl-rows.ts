/** Rows of JSON Lines from a stream of bytes, a line at a time. */
import { maxRowBytes, type PlacedRow, type RowPlace } from './import-rows.js';
import { parseLrc } from './lrc.js';
import { columnOf, type RowOutcome, type SongFields, songOf } from './song-fields.js';

const newline = 10;
const shownNameCharacters = 200;
const shownReasonCharacters = 1000;

/** Rows from `start` on; `source` begins at that byte. A line above the limit is rejected, and its bytes are not kept. */
export async function* jsonLineRows(
  source: AsyncIterable<Uint8Array>,
  start: RowPlace,
): AsyncGenerator<PlacedRow> {
  let { row, endByte } = start;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  /** Where a line ends: the row, or nothing where the line is blank. */
  const finish = (): PlacedRow[] => {
    const outcome = bytes > maxRowBytes ? tooLong : outcomeOf(joined(parts, bytes));
    parts = [];
    bytes = 0;
    if (outcome === null) return [];
    row += 1;
    return [{ row, endByte, ...outcome }];
  };
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(newline, from);
      const end = found === -1 ? chunk.length : found;
      bytes += end - from;
      if (bytes > maxRowBytes) parts = [];
      else parts.push(chunk.subarray(from, end));
      endByte += (found === -1 ? end : end + 1) - from;
      from = end + 1;
      if (found !== -1) yield* finish();
    }
  }
  if (bytes > 0) yield* finish();
}

const tooLong = { error: `The line has more than ${maxRowBytes} bytes.` } as const;

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const line = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}

/** Null for a blank line. */
function outcomeOf(bytes: Uint8Array): RowOutcome | null {
  let line: string;
  try {
    line = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: 'The line is not UTF-8 text.' };
  }
  return line.trim() === '' ? null : parseJsonLine(line);
}

function parseJsonLine(line: string): RowOutcome {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: 'The line is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { error: 'The line is not a JSON object.' };
  }
  const values: SongFields = {};
  for (const [key, field] of Object.entries(value)) {
    const column = columnOf(key);
    if (column !== null && values[column] === undefined) values[column] = field;
  }
  const { lrc, file, rejected } = value as { lrc?: unknown; file?: unknown; rejected?: unknown };
  const name = typeof file === 'string' ? file : '';
  // A file that its sender could not read or store: counted and listed with the others of its import.
  const outcome =
    typeof rejected === 'string'
      ? { error: rejected.slice(0, shownReasonCharacters) }
      : outcomeOfFile(values, lrc, name);
  return 'error' in outcome && name !== ''
    ? { error: `${name.slice(0, shownNameCharacters)}: ${outcome.error}` }
    : outcome;
}

function outcomeOfFile(values: SongFields, lrc: unknown, name: string): RowOutcome {
  if (lrc === undefined) return songOf(values);
  if (typeof lrc !== 'string') return { error: 'lrc must be the text of an LRC file.' };
  const { title, artist, year, language, lyrics } = parseLrc(lrc, name);
  return songOf({ title, artist, year, language, lyrics, ...values });
}
