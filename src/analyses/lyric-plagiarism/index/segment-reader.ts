/** Opens index segments as files: what every search scans is held in memory, the rest is read where needed. */
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import {
  asUint32,
  parseSegmentHeader,
  type SectionName,
  type SegmentHeader,
  segmentBase,
  segmentPrefixBytes,
} from './segment-format.js';

export interface OpenSegment {
  readonly header: SegmentHeader;
  readonly songIds: readonly string[];
  readonly lineStart: Uint32Array;
  readonly information: Uint8Array;
  readonly semanticCodes: Uint8Array;
  readonly lexicalCodes: Uint8Array;
  readonly featureCounts: Uint32Array;
  /** Int8 vectors of the lines `from` … `to`. */
  vectors(from: number, to: number): Int8Array;
  /** The lines `from` … `to` as written. */
  texts(from: number, to: number): string[];
  close(): Promise<void>;
}

/** Throws when the file is missing, cut short or no segment. */
export async function openSegment(path: string): Promise<OpenSegment> {
  const file = await open(path, 'r');
  try {
    return await readSegment(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readBytes(file: FileHandle, from: number, bytes: number): Promise<Uint8Array> {
  const out = new Uint8Array(bytes);
  let done = 0;
  while (done < bytes) {
    const { bytesRead } = await file.read(out, done, bytes - done, from + done);
    if (bytesRead === 0) throw new Error('A lyric index segment is cut short.');
    done += bytesRead;
  }
  return out;
}

/**
 * A search reads some 400 songs, a few kilobytes each that are mostly in the system's cache: a compute process has
 * nothing else to do meanwhile, and a detour by the thread pool takes longer than such a read.
 */
function readPart(file: FileHandle, from: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  let done = 0;
  while (done < bytes) {
    const bytesRead = readSync(file.fd, out, done, bytes - done, from + done);
    if (bytesRead === 0) throw new Error('A lyric index segment is cut short.');
    done += bytesRead;
  }
  return out;
}

async function readSegment(file: FileHandle): Promise<OpenSegment> {
  const { headerBytes, base } = segmentBase(await readBytes(file, 0, segmentPrefixBytes));
  const header = parseSegmentHeader(await readBytes(file, segmentPrefixBytes, headerBytes));
  const section = (name: SectionName): Promise<Uint8Array> =>
    readBytes(file, base + header.sections[name].offset, header.sections[name].bytes);
  const part = (name: SectionName, from: number, bytes: number): Uint8Array =>
    readPart(file, base + header.sections[name].offset + from, bytes);
  const decoder = new TextDecoder();

  return {
    header,
    songIds: JSON.parse(decoder.decode(await section('songIds'))) as string[],
    lineStart: asUint32(await section('lineStart')),
    information: await section('information'),
    semanticCodes: await section('semanticCodes'),
    lexicalCodes: await section('lexicalCodes'),
    featureCounts: asUint32(await section('featureCounts')),
    vectors(from, to) {
      const bytes = part('vectors', from * header.dimensions, (to - from) * header.dimensions);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    texts(from, to) {
      const starts = asUint32(part('textStart', from * 4, (to - from + 1) * 4));
      const bytes = part('texts', starts[0]!, starts[to - from]! - starts[0]!);
      const texts: string[] = [];
      for (let line = 0; line < to - from; line++) {
        texts.push(
          decoder.decode(bytes.subarray(starts[line]! - starts[0]!, starts[line + 1]! - starts[0]!)),
        );
      }
      return texts;
    },
    close: () => file.close(),
  };
}
