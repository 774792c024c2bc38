/** Where a WAV file's header says that its sound lies. */
import type { ByteReader } from './tag-survey/byte-reader.js';

export interface WaveData {
  /** Of the first sample, in bytes from the start of the file. */
  readonly start: number;
  /** What the header says, whatever the file holds. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
}

/** Lengths from here on are what programs write that do not know how much will come. */
const unknownBytes = 0x7f00_0000;
const plainSampleTags = new Set([1, 3, 6, 7, 0xfffe]);
/** Chunks before the data that are walked over. */
const maxChunks = 1_000;

/** Null where the file is no RIFF file of plain samples, or its header leaves the length open. */
export function waveData(reader: ByteReader): WaveData | null {
  if (reader.letters(0, 4) !== 'RIFF') return null;
  let bytesPerSecond = 0;
  for (let at = 12, chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = reader.at(at, 24);
    if (head.length < 8) return null;
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    if (name === 'fmt ' && head.length === 24) {
      if (!plainSampleTags.has(head.readUInt16LE(8))) return null;
      bytesPerSecond = head.readUInt32LE(12) * head.readUInt16LE(20);
    }
    if (name === 'data') {
      return bytes < unknownBytes && bytesPerSecond > 0 ? { start: at + 8, bytes, bytesPerSecond } : null;
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}
