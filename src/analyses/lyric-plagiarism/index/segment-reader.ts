/** Opens index segments as files: codes are held in memory once a search has scanned them, the rest is read where needed. */
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
import type { WordNumbers } from './song-words.js';

export interface OpenSegment {
  readonly header: SegmentHeader;
  readonly songIds: readonly string[];
  readonly phraseStart: Uint32Array;
  readonly semanticCodes: Uint8Array;
  readonly lexicalCodes: Uint8Array;
  /** Of the codes that are in memory. */
  readonly loadedBytes: number;
  /** Int8 vectors of the song's phrases. */
  vectors(song: number): Int8Array;
  /** The word that each of its phrases begins with. */
  phraseWords(song: number): Uint32Array;
  /** What each of them says, in nats. */
  phraseNats(song: number): Float32Array;
  words(song: number): WordNumbers;
  /** Its lyrics as they were added. */
  text(song: number): string;
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
  const phraseStart = asUint32(await section('phraseStart'));
  const wordStart = asUint32(await section('wordStart'));
  const textStart = asUint32(await section('textStart'));
  const ofSong = (name: SectionName, starts: Uint32Array, song: number, size: number): Uint8Array =>
    part(name, starts[song]! * size, (starts[song + 1]! - starts[song]!) * size);

  // Where a search engine holds the codes nobody asks for them here.
  const loaded = new Map<SectionName, Uint8Array>();
  const codesOf = (name: SectionName): Uint8Array => {
    const codes = loaded.get(name) ?? part(name, 0, header.sections[name].bytes);
    loaded.set(name, codes);
    return codes;
  };

  return {
    header,
    songIds: JSON.parse(decoder.decode(await section('songIds'))) as string[],
    phraseStart,
    get semanticCodes() {
      return codesOf('semanticCodes');
    },
    get lexicalCodes() {
      return codesOf('lexicalCodes');
    },
    get loadedBytes() {
      return [...loaded.values()].reduce((sum, codes) => sum + codes.length, 0);
    },
    vectors(song) {
      const bytes = ofSong('vectors', phraseStart, song, header.dimensions);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    phraseWords: (song) => asUint32(ofSong('phraseWords', phraseStart, song, 4)),
    phraseNats(song) {
      const bytes = ofSong('phraseNats', phraseStart, song, 2);
      return Float32Array.from(new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
    },
    words: (song) => ({
      hashes: asUint32(ofSong('wordHashes', wordStart, song, 4)),
      marks: asUint32(ofSong('wordMarks', wordStart, song, 4)),
      nats: ofSong('wordNats', wordStart, song, 1),
    }),
    text: (song) => decoder.decode(ofSong('texts', textStart, song, 1)),
    close: () => file.close(),
  };
}
