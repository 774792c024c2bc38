/** Rows of melodies' codes, holders and sketches as ClickHouse reads them (RowBinary). */
import type { MelodyRows } from './ports.js';

export function packMelodyCodes(block: bigint, { pieces, positions, codes }: MelodyRows): Buffer {
  const rows = Buffer.alloc(16 * codes.length);
  codes.forEach((code, i) => {
    rows.writeBigUInt64LE(block, 16 * i);
    rows.writeUInt32LE(pieces[i]!, 16 * i + 8);
    rows.writeUInt16LE(positions[i]!, 16 * i + 12);
    rows.writeUInt16LE(code, 16 * i + 14);
  });
  return rows;
}

export function packHolders(
  block: bigint,
  { codes, counts }: { readonly codes: Uint16Array; readonly counts: Uint16Array },
): Buffer {
  const rows = Buffer.alloc(12 * codes.length);
  codes.forEach((code, i) => {
    rows.writeBigUInt64LE(block, 12 * i);
    rows.writeUInt16LE(code, 12 * i + 8);
    rows.writeUInt16LE(counts[i]!, 12 * i + 10);
  });
  return rows;
}

export function packSketches(block: bigint, sketches: MelodyRows['sketches']): Buffer {
  const rows: Uint8Array[] = [];
  for (const { song, sketch } of sketches) {
    const head = Buffer.alloc(14);
    head.writeBigUInt64LE(block);
    head.writeUInt32LE(song, 8);
    // The length of an array: seven bits a byte, the lowest first.
    if (sketch.length >= 2 ** 14) throw new RangeError(`A sketch of ${sketch.length} bytes is too long.`);
    head.writeUInt8((sketch.length & 127) | 128, 12);
    head.writeUInt8(sketch.length >> 7, 13);
    rows.push(head, new Uint8Array(sketch.buffer, sketch.byteOffset, sketch.length));
  }
  return Buffer.concat(rows);
}
