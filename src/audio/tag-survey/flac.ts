/** The metadata blocks of a FLAC file (RFC 9639, section 8). */
import type { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';
import type { View } from './view.js';

const streamInformationBytes = 34;
const vorbisCommentType = 4;
const pictureType = 6;

/** Counts the fields; the view is stream information and audio alone, or null where the blocks lead nowhere. */
export function surveyFlac(reader: ByteReader, start: number, budget: TagBudget): View | null {
  let at = start + 4;
  for (;;) {
    const head = reader.at(at, 4);
    if (head.length < 4) return null;
    const type = head[0]! & 0x7f;
    const isLast = (head[0]! & 0x80) !== 0;
    const bytes = head.readUIntBE(1, 3);
    if (type === vorbisCommentType) countVorbisComment(reader, at + 4, bytes, budget);
    else budget.count(1, type === pictureType ? 0 : Math.min(bytes, 1_000));
    at += 4 + bytes;
    if (isLast) break;
  }
  const information = Buffer.from(reader.at(start, 8 + streamInformationBytes));
  if ((information[4]! & 0x7f) !== 0 || information.readUIntBE(5, 3) !== streamInformationBytes) return null;
  information[4] = 0x80;
  return [information, { start: at, end: reader.length }];
}

/** The number that the comment claims is the number that is read (Vorbis I specification, section 5). */
function countVorbisComment(reader: ByteReader, at: number, bytes: number, budget: TagBudget): void {
  const vendor = reader.at(at, 4);
  if (vendor.length < 4 || bytes < 8) return;
  const countAt = at + 4 + vendor.readUInt32LE(0);
  if (countAt + 4 > at + bytes) return;
  const count = reader.at(countAt, 4);
  // The bytes are not counted: pictures may be among them, and few fields cost little whatever their length.
  if (count.length === 4) budget.count(1 + Math.min(count.readUInt32LE(0), Math.floor(bytes / 4)), 0);
}
