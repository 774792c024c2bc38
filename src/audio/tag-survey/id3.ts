/** Counts the frames of ID3v2 tags (id3.org: ID3v2.2, 2.3 and 2.4, "ID3v2 frame overview"). */
import type { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';

/** What a walk may leave unexplained: unsynchronised pictures are longer than their frames' lengths. */
const unexplainedBytes = 65_536;
/** A chapter holds frames of its own, of at least this many bytes. */
const subframeBytes = 11;

const synchsafe = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! & 127) << 21) |
  ((bytes[at + 1]! & 127) << 14) |
  ((bytes[at + 2]! & 127) << 7) |
  (bytes[at + 3]! & 127);

/** Counts the tags that lie one after the other from `start` up to `end`. */
export function countId3(reader: ByteReader, start: number, end: number, budget: TagBudget): void {
  let at = start;
  while (at + 10 <= end && !budget.isExceeded) {
    const head = Buffer.from(reader.at(at, 10));
    if (head.toString('latin1', 0, 3) !== 'ID3') return;
    const tagEnd = Math.min(end, at + 10 + synchsafe(head, 6));
    countFrames(reader, at + 10, tagEnd, head[3]!, budget);
    at = tagEnd + (head[5]! & 0x10 ? 10 : 0);
  }
}

function countFrames(
  reader: ByteReader,
  start: number,
  end: number,
  version: number,
  budget: TagBudget,
): void {
  const nameBytes = version === 2 ? 3 : 4;
  const headBytes = version === 2 ? 6 : 10;
  let at = start;
  while (at + headBytes <= end && !budget.isExceeded) {
    const name = reader.letters(at, nameBytes);
    if (name === '\0'.repeat(nameBytes)) return;
    if (!isFrameName(name)) {
      // An extended header, an unsynchronised picture, or frames hidden from this walk.
      if (end - at > unexplainedBytes) budget.exceed();
      return;
    }
    const bytes = Math.min(frameBytes(reader, at, end, version), end - at - headBytes);
    const isPicture = name === 'APIC' || name === 'PIC';
    const isChapter = name === 'CHAP' || name === 'CTOC';
    budget.count(1 + (isChapter ? Math.floor(bytes / subframeBytes) : 0), isPicture ? 0 : bytes);
    at += headBytes + bytes;
  }
}

const isFrameName = (name: string): boolean => /^[A-Z][A-Z0-9]{2,3}$/.test(name);

function frameBytes(reader: ByteReader, at: number, end: number, version: number): number {
  const head = Buffer.from(reader.at(at, 10));
  if (version === 2) return head.readUIntBE(3, 3);
  const plain = head.readUInt32BE(4);
  if (version === 3) return plain;
  const safe = synchsafe(head, 4);
  if (safe === plain) return safe;
  // Some programs write version 4 with plain lengths. The right one leads to a frame, to padding or to the end.
  const leadsOn = (bytes: number): boolean => {
    const next = at + 10 + bytes;
    if (next >= end) return next === end;
    const name = reader.letters(next, 4);
    return isFrameName(name) || name.startsWith('\0');
  };
  return !leadsOn(safe) && leadsOn(plain) ? plain : safe;
}
