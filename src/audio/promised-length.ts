/**
 * How long a file claims to be, where its container cannot be asked: the count of frames that an encoder leaves in the
 * first frame of an MP3 file (Xing, Info and VBRI headers), and the length of a WAV file's data. A file that was cut off
 * on its way still carries the claim.
 */
import type { DetectedFormat } from './formats.js';
import { firstMp3Frame } from './mpeg-frames.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import type { WaveData } from './wave-data.js';

/** Seconds that the headers promise; null where they promise nothing. `wave`: of a WAV file, where its sound lies. */
export function promisedSeconds(
  reader: ByteReader,
  { demuxer, audioStart }: DetectedFormat,
  wave: WaveData | null,
): number | null {
  if (demuxer === 'mp3') return mp3Seconds(Buffer.from(reader.at(audioStart, 60_000)));
  return wave && wave.bytes / wave.bytesPerSecond;
}

/** The header lies in the first frame, whose own header says where. */
function mp3Seconds(bytes: Buffer): number | null {
  const at = firstMp3Frame(bytes);
  if (at < 0 || at + 200 > bytes.length) return null;
  const version = (bytes[at + 1]! >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const isMono = bytes[at + 3]! >> 6 === 3;
  const sideBytes = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const frames = framesOf(bytes, at + 4 + sideBytes, at + 36);
  if (frames === null) return null;
  const rateHz =
    [44_100, 48_000, 32_000][(bytes[at + 2]! >> 2) & 3]! / (version === 3 ? 1 : version === 2 ? 2 : 4);
  return (frames * (version === 3 ? 1152 : 576)) / rateHz;
}

function framesOf(bytes: Buffer, xingAt: number, vbriAt: number): number | null {
  const name = bytes.toString('latin1', xingAt, xingAt + 4);
  if (name === 'Xing' || name === 'Info') {
    const hasFrames = (bytes.readUInt32BE(xingAt + 4) & 1) !== 0;
    return hasFrames ? bytes.readUInt32BE(xingAt + 8) : null;
  }
  return bytes.toString('latin1', vbriAt, vbriAt + 4) === 'VBRI' ? bytes.readUInt32BE(vbriAt + 14) : null;
}
