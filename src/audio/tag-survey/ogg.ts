/** The comment header of an Ogg stream (RFC 3533, section 6; RFC 5334): its second packet, over any number of pages. */
import type { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';
import { type OggPage, oggPage, readOggPage } from './ogg-page.js';
import type { View } from './view.js';

/** Counts the fields; the view has an empty comment, or is null where the stream is of another shape. */
export function surveyOgg(reader: ByteReader, budget: TagBudget): View | null {
  const first = readOggPage(reader, 0);
  const start = first && readOggPage(reader, first.end);
  if (!first || !start || start.serial !== first.serial) return null;
  const prefix = commentPrefix(reader.letters(start.bodyAt, 8));
  if (prefix === null) return null;
  const claimed = Buffer.from(reader.at(start.bodyAt + prefix, 4));
  if (claimed.length < 4) return null;
  const vendorBytes = claimed.readUInt32LE(0);
  // A maker's name that passes the first page is nobody's name.
  const countAt = start.bodyAt + prefix + 4 + vendorBytes;
  if (countAt + 4 > start.end) budget.exceed();
  else budget.count(1 + reader.at(countAt, 4).readUInt32LE(0), 0);
  return budget.isExceeded ? withoutComment(reader, first, start) : null;
}

/** The same stream with an empty comment; pages behind the comment's last one are taken as they are. */
function withoutComment(reader: ByteReader, first: OggPage, start: OggPage): View | null {
  const signature = Buffer.from(reader.at(start.bodyAt, 8));
  let page: OggPage | null = start;
  while (page?.segments.every((length) => length === 255)) {
    page = readOggPage(reader, page.end);
    if (page && page.serial !== first.serial) return null;
  }
  if (!page) return null;
  const last = page.segments.findIndex((length) => length < 255);
  const rest = page.segments.subarray(last + 1);
  const commentBytes = page.segments.subarray(0, last + 1).reduce((sum, length) => sum + length, 0);
  const packet = emptyComment(signature);
  const body = Buffer.concat([packet, bodyOf(reader, page.bodyAt + commentBytes, page.end)]);
  const segments = Buffer.concat([Buffer.from([packet.length]), rest]);
  return [
    { start: 0, end: first.end },
    oggPage({ serial: first.serial, sequence: 1, isContinued: false, segments, body }),
    { start: page.end, end: reader.length },
  ];
}

function bodyOf(reader: ByteReader, start: number, end: number): Buffer {
  return Buffer.from(reader.at(start, end - start));
}

/** How many bytes name the codec before the comment proper begins; null for an unknown one. */
function commentPrefix(signature: string): number | null {
  if (signature.startsWith('\x03vorbis')) return 7;
  if (signature === 'OpusTags') return 8;
  // FLAC in Ogg: the packet is a metadata block of type 4.
  return (signature.charCodeAt(0) & 0x7f) === 4 ? 4 : null;
}

function emptyComment(signature: Buffer): Buffer {
  const nothing = Buffer.alloc(8);
  const text = signature.toString('latin1');
  if (text === 'OpusTags') return Buffer.concat([signature, nothing]);
  if (text.startsWith('\x03vorbis')) {
    return Buffer.concat([signature.subarray(0, 7), nothing, Buffer.from([1])]);
  }
  return Buffer.concat([signature.subarray(0, 1), Buffer.from([0, 0, nothing.length]), nothing]);
}
