/** Reads and writes a page of an Ogg stream (RFC 3533, section 6). */
import type { ByteReader } from './byte-reader.js';

const pageHeadBytes = 27;

/** A page as it lies in a file; positions are bytes from its start. */
export interface OggPage {
  readonly at: number;
  readonly bodyAt: number;
  readonly segments: Buffer;
  readonly end: number;
  readonly serial: number;
  readonly sequence: number;
  /** Its granule position: eight bytes, as they are. */
  readonly granule: Buffer;
}

/** The page that begins at `at`; null where none does, or where the file ends before it. */
export function readOggPage(reader: ByteReader, at: number): OggPage | null {
  const head = Buffer.from(reader.at(at, pageHeadBytes));
  if (head.length < pageHeadBytes || head.toString('latin1', 0, 4) !== 'OggS') return null;
  const segments = Buffer.from(reader.at(at + pageHeadBytes, head[26]!));
  const bodyAt = at + pageHeadBytes + segments.length;
  const end = segments.reduce((sum, length) => sum + length, bodyAt);
  if (segments.length === 0 || end > reader.length) return null;
  const [serial, sequence] = [head.readUInt32LE(14), head.readUInt32LE(18)];
  return { at, bodyAt, segments, end, serial, sequence, granule: head.subarray(6, 14) };
}

export interface OggPageParts {
  readonly serial: number;
  readonly sequence: number;
  /** Whether its first packet began on the page before. */
  readonly isContinued: boolean;
  /** Lengths of the segments: 255 goes on, less ends a packet. */
  readonly segments: Uint8Array;
  readonly body: Uint8Array;
  /** Of a page with sound; headers have the time 0. */
  readonly granule?: Uint8Array;
}

export function oggPage(parts: OggPageParts): Buffer {
  const { serial, sequence, isContinued, segments, body, granule } = parts;
  const head = Buffer.alloc(pageHeadBytes);
  head.write('OggS', 0, 'latin1');
  head[5] = isContinued ? 1 : 0;
  // A page on which no packet ends has no time.
  if (granule) head.set(granule, 6);
  else if (segments.every((length) => length === 255)) head.fill(0xff, 6, 14);
  head.writeUInt32LE(serial >>> 0, 14);
  head.writeUInt32LE(sequence >>> 0, 18);
  head[26] = segments.length;
  const page = Buffer.concat([head, segments, body]);
  writeChecksum(page);
  return page;
}

/** Writes the checksum of a whole page into it. */
export function writeChecksum(page: Buffer): void {
  page.writeUInt32LE(0, 22);
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ crcTable[((crc >>> 24) ^ byte) & 255]!) >>> 0;
  page.writeUInt32LE(crc, 22);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});
