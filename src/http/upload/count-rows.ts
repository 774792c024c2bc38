/** Counts rows of a file while it arrives, so that one with far too many is refused before anything of it is kept. */
import type { ImportFormat } from '../../domain/song-import.js';

const newline = 10;
const carriageReturn = 13;
const quote = 34;

/**
 * Returns a function that is handed chunk after chunk and returns the rows that have begun by then, since the last one
 * may have no end of its own; blank lines and the header of a CSV do not count. Where quotes are misplaced a CSV may have more rows than this: its reader counts exactly.
 */
export function rowCounter(format: ImportFormat): (chunk: Uint8Array) => number {
  const quotes = format === 'csv';
  let rows = format === 'csv' ? -1 : 0;
  let isQuoted = false;
  let isBlank = true;
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === newline && !isQuoted) {
        if (!isBlank) rows += 1;
        isBlank = true;
      } else if (byte !== carriageReturn) {
        isBlank = false;
        if (byte === quote && quotes) isQuoted = !isQuoted;
      }
    }
    return isBlank ? rows : rows + 1;
  };
}
