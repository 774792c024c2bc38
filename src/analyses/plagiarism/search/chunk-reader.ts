/** Chunks from files, read anew for each search: the system's file cache holds them, and no process grows. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { headBytes, openChunk, openHead } from './code-chunk.js';
import type { ChunkReader } from './search-chunks.js';

export function chunkFilesReader(paths: readonly string[]): ChunkReader {
  const bytes = new Uint8Array(headBytes);
  return {
    count: paths.length,
    head(index) {
      const file = openSync(paths[index]!, 'r');
      try {
        const length = readSync(file, bytes, 0, headBytes, 0);
        return openHead(bytes.subarray(0, length));
      } finally {
        closeSync(file);
      }
    },
    // One piece of memory for all of them: new pages for every file would cost as much as reading it.
    chunk(index, room) {
      const file = openSync(paths[index]!, 'r');
      try {
        const { size } = fstatSync(file);
        const memory = room(size);
        let length = 0;
        for (let read = -1; read !== 0 && length < size; length += read)
          read = readSync(file, memory, length, size - length, length);
        return openChunk(memory.subarray(0, length));
      } finally {
        closeSync(file);
      }
    },
  };
}
