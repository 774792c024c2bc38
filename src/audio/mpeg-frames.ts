/**
 * Frame headers of MPEG audio layer III and of AAC in ADTS, just enough to recognise them: a header is only
 * 11 or 12 certain bits, so a stream is recognised by headers that follow one another where their own
 * lengths say (ISO/IEC 11172-3 §2.4.1.3, ISO/IEC 13818-7 §6.2).
 */

/** Kilobits a second by the header's four bits; layer III of MPEG-1, and of MPEG-2 and 2.5. */
const bitratesMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitratesMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const ratesMpeg1 = [44_100, 48_000, 32_000];

/** Bytes of the layer III frame whose header is at `at`, or 0 where there is no such header. */
function mp3FrameBytes(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return 0;
  const version = (bytes[at + 1]! >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const layer = (bytes[at + 1]! >> 1) & 3; // 1: layer III
  const bitrateIndex = bytes[at + 2]! >> 4;
  const rateIndex = (bytes[at + 2]! >> 2) & 3;
  const padding = (bytes[at + 2]! >> 1) & 1;
  if (version === 1 || layer !== 1 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return 0;
  const kilobits = (version === 3 ? bitratesMpeg1 : bitratesMpeg2)[bitrateIndex]!;
  const rateHz = ratesMpeg1[rateIndex]! / (version === 3 ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kilobits) / rateHz) + padding;
}

/** Bytes of the ADTS frame whose header is at `at`, or 0 where there is no such header. */
function adtsFrameBytes(bytes: Uint8Array, at: number): number {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0;
  if (((bytes[at + 2]! >> 2) & 15) > 12) return 0;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return length > 7 ? length : 0;
}

const wantedFrames = 3;

/** Whether frames follow one another from `start`; fewer are enough where the file ends with them. */
function chained(
  bytes: Uint8Array,
  start: number,
  isWholeFile: boolean,
  frameBytes: (bytes: Uint8Array, at: number) => number,
): boolean {
  let at = start;
  for (let found = 0; found < wantedFrames; found += 1) {
    const length = frameBytes(bytes, at);
    // A file that is cut within its first frames is still what it is.
    if (length === 0) return found > 0 && isWholeFile && at >= bytes.length - 4;
    at += length;
  }
  return true;
}

/** Where the first layer III frame begins in the head of a file; −1 where there is none. */
export function firstMp3Frame(bytes: Uint8Array): number {
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    if (bytes[at] === 0xff && chained(bytes, at, true, mp3FrameBytes)) return at;
  }
  return -1;
}

/**
 * Finds the first chain of frames in the head of a file.
 * @param bytes what was read of the file, from `start` on possibly after a tag
 * @param isWholeFile whether the file ends where `bytes` end
 */
export function findMpegAudio(bytes: Uint8Array, start: number, isWholeFile: boolean): 'mp3' | 'aac' | null {
  for (let at = start; at + 4 <= bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    if (chained(bytes, at, isWholeFile, mp3FrameBytes)) return 'mp3';
    if (chained(bytes, at, isWholeFile, adtsFrameBytes)) return 'aac';
  }
  return null;
}
