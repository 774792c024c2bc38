/** The chunks of a WAV file (RIFF, and RF64 of EBU Tech 3306). */
import type { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';
import { countId3 } from './id3.js';
import type { Range, View } from './view.js';

/** What is needed to play. */
const audioChunks = new Set(['ds64', 'fmt ', 'fact', 'data']);
const unknownLength = 0xffff_ffff;

/** Counts the fields; the view has the chunks that are audio and no others. */
export function surveyRiff(reader: ByteReader, budget: TagBudget): View | null {
  const isBigEndian = reader.letters(0, 4) === 'RIFX';
  const kept: Range[] = [{ start: 0, end: 12 }];
  let longDataBytes = 0;
  let at = 12;
  while (at + 8 <= reader.length) {
    const name = reader.letters(at, 4);
    let bytes = lengthAt(reader, at + 4, isBigEndian);
    if (name === 'ds64') longDataBytes = Number(reader.at(at + 16, 8).readBigUInt64LE(0));
    if (name === 'data' && bytes === unknownLength && longDataBytes > 0) bytes = longDataBytes;
    const bodyEnd = Math.min(reader.length, at + 8 + bytes);
    const end = Math.min(reader.length, bodyEnd + (bytes % 2));
    if (audioChunks.has(name)) kept.push({ start: at, end });
    else if (name === 'LIST') countList(reader, at + 12, bodyEnd, isBigEndian, budget);
    else if (name.toLowerCase() === 'id3 ') countId3(reader, at + 8, bodyEnd, budget);
    // Enough is known, but for where the sound lies.
    at = end > at + 8 ? end : at + 8;
    if (budget.isExceeded && name === 'data') break;
  }
  return kept.length > 1 ? kept : null;
}

function countList(
  reader: ByteReader,
  start: number,
  end: number,
  isBigEndian: boolean,
  budget: TagBudget,
): void {
  for (let at = start; at + 8 <= end && !budget.isExceeded; ) {
    const bytes = lengthAt(reader, at + 4, isBigEndian);
    budget.count(1, Math.min(bytes, end - at));
    at += 8 + bytes + (bytes % 2);
  }
}

function lengthAt(reader: ByteReader, at: number, isBigEndian: boolean): number {
  const bytes = reader.at(at, 4);
  if (bytes.length < 4) return 0;
  return isBigEndian ? bytes.readUInt32BE(0) : bytes.readUInt32LE(0);
}
