/**
 * An MPEG file without its APE tags, in which players and taggers put covers of any size. The decoding library does not
 * know them there and looks for frames in them: it finds false ones in a picture, calls a file damaged whose cover is
 * larger than its sound, and fails where the first frame is far away. Players look there, too: a tag in which frames
 * follow one another stays, so that no sound can be hidden in it.
 */
import { isMistakenForId3v1, trailingApeTag } from './ape-tag.js';
import type { DetectedFormat } from './formats.js';
import { findMpegAudio } from './mpeg-frames.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import type { Range, View } from './tag-survey/view.js';

/** In smaller ones hardly any false frame is found, and most files with levels for players have such: behind the sound they are read as they are. */
const minTrailingBytes = 4_096;
/** Looked at in one piece, and how much of it is looked at again: three frames are shorter. */
const stepBytes = 60_000;
const overlapBytes = 8_000;

/** The file without the tags, everything else kept; null where a copy would change nothing. */
export function viewWithoutApeTags(
  reader: ByteReader,
  { demuxer, audioStart, apeTags }: DetectedFormat,
): View | null {
  if (demuxer !== 'mp3' && demuxer !== 'aac') return null;
  const trailing = trailingApeTag(reader, audioStart);
  const isInTheWay =
    trailing !== null && (trailing.end - trailing.start >= minTrailingBytes || isMistakenForId3v1(reader));
  const left = [...apeTags, ...(isInTheWay ? [trailing] : [])].filter((tag) => !holdsFrames(reader, tag));
  if (left.length === 0) return null;
  const starts = [0, ...left.map(({ end }) => end)];
  const ends = [...left.map(({ start }) => start), reader.length];
  return starts.map((start, at) => ({ start, end: ends[at]! })).filter(({ start, end }) => start < end);
}

function holdsFrames(reader: ByteReader, { start, end }: Range): boolean {
  for (let at = start; at < end; at += stepBytes - overlapBytes) {
    if (findMpegAudio(reader.at(at, Math.min(stepBytes, end - at)), 0, false) !== null) return true;
  }
  return false;
}
