/**
 * Judges what a file is by its content. The file's name is never asked: it is the uploader's claim.
 * This runs before any decoding process is started, so that a file that is plainly not audio costs nothing.
 */
import type { FileHandle } from 'node:fs/promises';
import { leadingApeTagBytes } from './ape-tag.js';
import { notDecodable } from './decode-error.js';
import type { DetectedFormat } from './formats.js';
import { findMpegAudio } from './mpeg-frames.js';
import type { Range } from './tag-survey/view.js';

/** Enough for the junk that some encoders and cutters leave before the first MPEG frame. */
const headBytes = 65_536;
/** Tags are sometimes written before older tags. More than this is a trick. */
const maxTags = 8;

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);

/** Whole length of the ID3v2 tag at the head of `bytes`, or 0 (id3.org, ID3v2.4 structure §3.1). */
function id3TagBytes(bytes: Uint8Array): number {
  if (bytes.length < 10 || latin1(bytes, 0, 3) !== 'ID3') return 0;
  const size = bytes.subarray(6, 10);
  if (size.some((byte) => byte > 127)) return 0;
  const footer = (bytes[5]! & 0x10) !== 0 ? 10 : 0;
  return 10 + ((size[0]! << 21) | (size[1]! << 14) | (size[2]! << 7) | size[3]!) + footer;
}

/** Container by its magic bytes; null where there are none, as in bare MPEG audio. */
function byMagic(bytes: Uint8Array): Pick<DetectedFormat, 'format' | 'demuxer'> | null {
  const first = latin1(bytes, 0, 4);
  const second = latin1(bytes, 4, 8);
  if (/^(RIFF|RIFX|RF64|BW64)$/.test(first) && latin1(bytes, 8, 12) === 'WAVE') {
    return { format: 'wav', demuxer: 'wav' };
  }
  if (first === 'riff' && latin1(bytes, 24, 28) === 'wave') return { format: 'wav', demuxer: 'w64' };
  if (first === 'fLaC') return { format: 'flac', demuxer: 'flac' };
  if (first === 'OggS') return { format: 'ogg', demuxer: 'ogg' };
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(second)) return { format: 'm4a', demuxer: 'mov' };
  return null;
}

/** Names what people send by mistake, so that the answer can say it. */
function describeOther(bytes: Uint8Array): string {
  const text = latin1(bytes, 0, 512).trimStart().toLowerCase();
  if (text.startsWith('pk\x03\x04')) return 'a ZIP archive';
  if (text.startsWith('\x1f\x8b')) return 'a gzip archive';
  if (text.startsWith('\x89png') || text.startsWith('\xff\xd8\xff') || text.startsWith('gif8'))
    return 'a picture';
  if (text.startsWith('%pdf')) return 'a PDF document';
  if (/^<[!?a-z]/.test(text) && /score-(partwise|timewise)/.test(text))
    return 'a MusicXML score, which a notation program exports as MIDI';
  if (/^x: *\d/.test(text) && /^k:/m.test(text))
    return 'a tune in ABC notation, which a notation program exports as MIDI';
  if (/^<[!?a-z]/.test(text)) return 'a web page or XML document';
  if (text.startsWith('#extm3u') || text.startsWith('ffconcat') || text.startsWith('[playlist]')) {
    return 'a playlist, which holds no audio itself';
  }
  if (text.startsWith('mthd')) return 'a MIDI file, which holds notes and no audio';
  if (text.startsWith('form')) return 'an AIFF file';
  if (text.startsWith('\x1aE\xdf\xa3'.toLowerCase())) return 'a Matroska or WebM file';
  if (bytes.length > 0 && bytes.every((byte) => byte === 0)) return 'nothing but zero bytes';
  return bytes.subarray(0, 512).every((byte) => byte >= 9 && byte < 127)
    ? 'a text file'
    : 'of an unknown kind';
}

async function readAt(file: FileHandle, position: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(headBytes);
  let filled = 0;
  while (filled < headBytes) {
    const { bytesRead } = await file.read(buffer, filled, headBytes - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Detects the format of an open, regular file of `fileBytes` bytes. Reads at most 64 kB at a few places.
 * @throws DecodeError `not_decodable`, saying what the file looks like instead
 */
export async function sniffFile(file: FileHandle, fileBytes: number): Promise<DetectedFormat> {
  if (fileBytes === 0) throw notDecodable('The file is empty.');
  let position = 0;
  const apeTags: Range[] = [];
  for (let tags = 0; tags < maxTags; tags += 1) {
    const bytes = await readAt(file, position);
    const apeBytes = leadingApeTagBytes(bytes);
    const tagBytes = apeBytes || id3TagBytes(bytes);
    if (tagBytes === 0) {
      const detected = byMagic(bytes);
      // Only MPEG audio and FLAC are ever found behind an ID3 tag, and only MPEG audio behind an APE tag.
      if (detected !== null && (position === 0 || (detected.format === 'flac' && apeTags.length === 0))) {
        return { ...detected, audioStart: position, apeTags };
      }
      const mpeg = findMpegAudio(bytes, 0, position + bytes.length >= fileBytes);
      if (mpeg !== null) return { format: mpeg, demuxer: mpeg, audioStart: position, apeTags };
      throw notDecodable(`The file is not audio that can be decoded: it is ${describeOther(bytes)}.`);
    }
    if (apeBytes > 0) apeTags.push({ start: position, end: position + apeBytes });
    position += tagBytes;
    if (position >= fileBytes) {
      throw notDecodable(
        apeBytes > 0
          ? 'The file ends within its APE tag, before any audio.'
          : 'The file ends within its ID3 tag, before any audio.',
      );
    }
  }
  throw notDecodable('The file begins with more tags than any music file has.');
}
