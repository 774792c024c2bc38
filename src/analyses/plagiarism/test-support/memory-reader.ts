/** Chunks that were made here, for tests and benchmarks: the service reads them from files (search/chunk-reader.ts). */
import { openChunk, openHead } from '../search/code-chunk.js';
import type { ChunkReader } from '../search/search-chunks.js';

export function memoryReader(chunks: readonly Uint8Array[]): ChunkReader {
  return {
    count: chunks.length,
    head: (index) => openHead(chunks[index]!),
    chunk: (index) => openChunk(chunks[index]!),
  };
}
