/** A file as the decoder shall see it: ranges of the original, with a few bytes of ours between them. */
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBase36 } from '../../domain/ids.js';

export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type View = readonly (Range | Uint8Array)[];

const chunkBytes = 1_000_000;

/** A copy without a name: it is gone when the last process that has it open ends, however that comes about. */
export async function openView(original: FileHandle, view: View): Promise<FileHandle> {
  const path = join(tmpdir(), `contrafact-view-${randomBase36(20)}`);
  const copy = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await rm(path);
    const buffer = Buffer.alloc(chunkBytes);
    let written = 0;
    const write = async (bytes: Uint8Array): Promise<void> => {
      // At a position, so that the descriptor's own stays at the start, where the decoder begins to read.
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await copy.write(bytes, at, bytes.length - at, written);
        at += bytesWritten;
        written += bytesWritten;
      }
    };
    for (const piece of view) {
      if (piece instanceof Uint8Array) {
        await write(piece);
        continue;
      }
      for (let at = piece.start; at < piece.end; ) {
        const wanted = Math.min(chunkBytes, piece.end - at);
        const { bytesRead } = await original.read(buffer, 0, wanted, at);
        if (bytesRead === 0) break;
        await write(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    }
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  }
}
