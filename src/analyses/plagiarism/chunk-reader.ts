/** Chunks from files, read anew for each search: the system's file cache holds them, and no process grows. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { headBytes, openChunk, openHead } from './code-chunk.js';
import type { ChunkReader } from './search-chunks.js';

export function chunkFilesReader(paths: readonly string[]): ChunkReader {
  return {
    count: paths.length,
    head(index) {
      const bytes = new Uint8Array(headBytes);
      const file = openSync(paths[index]!, 'r');
      try {
        const length = readSync(file, bytes, 0, headBytes, 0);
        return openHead(bytes.subarray(0, length));
      } finally {
        closeSync(file);
      }
    },
    chunk: (index) => openChunk(readFileSync(paths[index]!)),
  };
}
