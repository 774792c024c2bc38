/** Writes a page of an Ogg stream (RFC 3533, section 6). */
export const pageHeadBytes = 27;

export interface OggPageParts {
  readonly serial: number;
  readonly sequence: number;
  /** Whether its first packet began on the page before. */
  readonly isContinued: boolean;
  /** Lengths of the segments: 255 goes on, less ends a packet. */
  readonly segments: Uint8Array;
  readonly body: Uint8Array;
}

export function oggPage({ serial, sequence, isContinued, segments, body }: OggPageParts): Buffer {
  const head = Buffer.alloc(pageHeadBytes);
  head.write('OggS', 0, 'latin1');
  head[5] = isContinued ? 1 : 0;
  // Headers have the time 0; a page on which no packet ends has none.
  if (segments.every((length) => length === 255)) head.fill(0xff, 6, 14);
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
