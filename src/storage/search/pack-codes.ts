/** Codes of lines as rows that ClickHouse reads: block, kind, line, song, then the code in words of 64 bits. */
import type { CodeRows } from './ports.js';

const bytesPerWord = 8;
/** The columns of a code: up to 512 bits. */
export const wordColumns = Array.from({ length: 8 }, (_, word) => `w${word}`);

export function wordsOf(bytesPerCode: number): number {
  const words = Math.ceil(bytesPerCode / bytesPerWord);
  if (words > wordColumns.length) throw new RangeError(`A code of ${bytesPerCode} bytes is too long.`);
  return words;
}

/** RowBinary of the columns block, kind, line, song and as many words as a code has. */
export function packCodes(
  { block, bytesPerCode, firstLine, codes, songs }: CodeRows,
  kindNumber: number,
): Buffer {
  const rowBytes = 17 + wordsOf(bytesPerCode) * bytesPerWord;
  const rows = Buffer.alloc(songs.length * rowBytes);
  for (let line = 0, at = 0; line < songs.length; line++, at += rowBytes) {
    rows.writeBigUInt64LE(block, at);
    rows.writeUInt8(kindNumber, at + 8);
    rows.writeUInt32LE(firstLine + line, at + 9);
    rows.writeUInt32LE(songs[line]!, at + 13);
    rows.set(codes.subarray(line * bytesPerCode, (line + 1) * bytesPerCode), at + 17);
  }
  return rows;
}
