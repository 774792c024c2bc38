/** The rejected rows of an import as a CSV file that is written while it is sent. */
import { Readable } from 'node:stream';
import type { Rejection } from '../domain/song-import.js';

export function rejectionsFile(batches: AsyncIterable<readonly Rejection[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield 'row,detail\r\n';
    for await (const batch of batches) {
      yield batch.map(({ row, detail }) => `${row},"${detail.replaceAll('"', '""')}"\r\n`).join('');
    }
  }
  return Readable.from(lines());
}
