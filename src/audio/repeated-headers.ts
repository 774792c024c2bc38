/**
 * Ogg Vorbis with its three header packets twice before the first sound, as some cutting tools write it. Players skip
 * the second set (Vorbis I, section 4.2: a decoder takes odd packet types for headers); FFmpeg stops reading the stream.
 */
import type { DetectedFormat } from './formats.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import { type OggPage, oggPage, readOggPage } from './tag-survey/ogg-page.js';
import type { View } from './tag-survey/view.js';

/** A set of headers takes a few pages; what goes on for longer is no repetition that a tool writes. */
const maxHeaderPages = 64;

/** The file without its second set of headers; null where there is none. Reads at most 64 pages. */
export function viewWithoutRepeatedHeaders(reader: ByteReader, format: DetectedFormat): View | null {
  if (format.demuxer !== 'ogg') return null;
  const first = readOggPage(reader, 0);
  if (!first || !isHeaderPacket(reader, first.bodyAt)) return null;
  const headersEnd = endOfHeaders(reader, first);
  if (headersEnd === null) return null;
  const sound = firstSound(reader, first, headersEnd);
  if (sound === null || (sound.page.at === headersEnd && sound.segment === 0)) return null;
  const { page, segment } = sound;
  const head = { start: 0, end: headersEnd };
  if (segment === 0) return [head, { start: page.at, end: reader.length }];
  const body = Buffer.from(reader.at(sound.at, page.end - sound.at));
  const shortened = oggPage({ ...page, isContinued: false, segments: page.segments.subarray(segment), body });
  return [head, shortened, { start: page.end, end: reader.length }];
}

/** Where the page ends on which the third packet ends; null where the stream ends before. */
function endOfHeaders(reader: ByteReader, first: OggPage): number | null {
  let packets = 0;
  let page: OggPage | null = first;
  for (let count = 0; page && count < maxHeaderPages; count += 1) {
    packets += page.segments.filter((length) => length < 255).length;
    if (packets >= 3) return packets === 3 ? page.end : null;
    page = nextPage(reader, page);
  }
  return null;
}

interface PacketStart {
  readonly page: OggPage;
  /** Which of the page's segments begins it, and where its bytes are. */
  readonly segment: number;
  readonly at: number;
}

/** The first packet from `position` on that is no header. */
function firstSound(reader: ByteReader, first: OggPage, position: number): PacketStart | null {
  let page = readOggPage(reader, position);
  let isInside = false;
  for (let count = 0; page && page.serial === first.serial && count < maxHeaderPages; count += 1) {
    let at = page.bodyAt;
    for (const [segment, length] of page.segments.entries()) {
      if (!isInside && !isHeaderPacket(reader, at)) return { page, segment, at };
      isInside = length === 255;
      at += length;
    }
    page = nextPage(reader, page);
  }
  return null;
}

function nextPage(reader: ByteReader, page: OggPage): OggPage | null {
  const next = readOggPage(reader, page.end);
  return next?.serial === page.serial ? next : null;
}

function isHeaderPacket(reader: ByteReader, at: number): boolean {
  const letters = reader.letters(at, 7);
  return (letters.charCodeAt(0) & 1) === 1 && letters.endsWith('vorbis');
}
