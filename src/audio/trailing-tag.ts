/**
 * An APE tag (versions 1 and 2) behind MPEG frames, where players and taggers put covers of any size. The decoding library
 * does not know it there and looks for frames in it: it finds false ones in a picture, and calls a file damaged whose
 * cover is larger than its sound. Players look there, too: a tag in which frames follow one another stays, so that no
 * sound can be hidden in it.
 */
import type { DetectedFormat } from './formats.js';
import { findMpegAudio } from './mpeg-frames.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import type { View } from './tag-survey/view.js';

const blockBytes = 32;
const id3v1Bytes = 128;
/** In smaller ones hardly any false frame is found, and most files with levels for players have such: they are read as they are. */
const minTagBytes = 4_096;
/** Larger ones are no cover, and are read as they are. */
const maxTagBytes = 64_000_000;
/** Looked at in one piece, and how much of it is looked at again: three frames are shorter. */
const stepBytes = 60_000;
const overlapBytes = 8_000;
const hasHeaderFlag = 0x8000_0000;

/** The file without the tag, an ID3v1 tag behind it kept; null where none is large enough for a copy. */
export function viewWithoutTrailingTag(
  reader: ByteReader,
  { demuxer, audioStart }: DetectedFormat,
): View | null {
  if (demuxer !== 'mp3' && demuxer !== 'aac') return null;
  if (reader.length < minTagBytes + id3v1Bytes) return null;
  const hasId3v1 = reader.letters(reader.length - id3v1Bytes, 3) === 'TAG';
  const end = reader.length - (hasId3v1 ? id3v1Bytes : 0);
  const footer = reader.at(end - blockBytes, blockBytes);
  if (footer.length < blockBytes || footer.toString('latin1', 0, 8) !== 'APETAGEX') return null;
  // The footer counts, the header does not.
  const hasHeader = (footer.readUInt32LE(20) & hasHeaderFlag) !== 0;
  const start = end - footer.readUInt32LE(12) - (hasHeader ? blockBytes : 0);
  if (start <= audioStart || end - start < minTagBytes || end - start > maxTagBytes) return null;
  if (holdsFrames(reader, start, end)) return null;
  return [
    { start: 0, end: start },
    { start: end, end: reader.length },
  ];
}

function holdsFrames(reader: ByteReader, start: number, end: number): boolean {
  for (let at = start; at < end; at += stepBytes - overlapBytes) {
    if (findMpegAudio(reader.at(at, Math.min(stepBytes, end - at)), 0, false) !== null) return true;
  }
  return false;
}
