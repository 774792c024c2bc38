/** What the readers of both import formats agree on. */
import type { RowOutcome } from './song-fields.js';

/** One row with its quotes and delimiters: room for the longest lyric with a time on every word. */
export const maxRowBytes = 256_000;

/** Up to where a file was read: the last row, numbered from 1 without the header, and the byte behind it. */
export interface RowPlace {
  readonly row: number;
  readonly endByte: number;
}

export type PlacedRow = RowPlace & RowOutcome;

/** The file cannot be read at all, or not any further; the message is for whoever sent it. */
export class UnreadableImportError extends Error {
  override readonly name = 'UnreadableImportError';
}
