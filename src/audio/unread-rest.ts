/**
 * WAV files that go on behind the sound that their header declares: programs that write the header first, and are ended
 * before they mend it. Decoders read what is declared; FFmpeg reads the rest only with its option `ignore_length`.
 */
import type { ByteReader } from './tag-survey/byte-reader.js';
import type { WaveData } from './wave-data.js';

/** Chunks and tags behind the sound begin with four such letters; of samples hardly any four do. */
const chunkName = /^(?:[\x20-\x7e]{4}|ID3.)/su;
/** Bytes looked at in each place, and the places, spread evenly: files are filled up with zeros. */
const placeBytes = 4_096;
const places = 64;

/**
 * Seconds of sound that the file has room for; null where nothing lies behind the declared sound, or something else:
 * chunks, tags, zeros.
 */
export function roomSeconds(reader: ByteReader, data: WaveData): number | null {
  const end = data.start + data.bytes;
  // Not every program pads a chunk to even bytes.
  for (const at of [end, end + (data.bytes % 2)]) if (chunkName.test(reader.letters(at, 4))) return null;
  if (isZero(reader, end)) return null;
  return (reader.length - data.start) / data.bytesPerSecond;
}

/** Whether nothing but zeros is found from `from` on; also where nothing is. */
function isZero(reader: ByteReader, from: number): boolean {
  const step = Math.max(placeBytes, Math.floor((reader.length - from) / places));
  for (let at = from; at < reader.length; at += step) {
    if (reader.at(at, placeBytes).some((byte) => byte !== 0)) return false;
  }
  return true;
}
