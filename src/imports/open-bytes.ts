import { createReadStream } from 'node:fs';

/** Parsed in one go: small, because meanwhile no request is served. */
const chunkBytes = 4096;

/** The bytes of a file from `byte` on. */
export function openBytes(path: string, byte: number): AsyncIterable<Uint8Array> {
  return createReadStream(path, { start: byte, highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
}
