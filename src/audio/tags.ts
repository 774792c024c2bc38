/**
 * Title and artist from a file's tags. Tags are hostile input too: read them in a compute process, never in
 * the service's own.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { cleanTag } from './clean-tag.js';
import type { AudioFormat } from './formats.js';
import { sniffFile } from './sniff.js';

export interface AudioTags {
  /** Cleaned; null where the file has none. */
  readonly title: string | null;
  readonly artist: string | null;
}

/** Of the head of the file: tags hold pictures, but title and artist are not worth reading more for. */
const maxTagBytes = 32_000_000;

const mimeTypes: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
};

/**
 * Reads title and artist of a local file of unknown content. Damaged tags are no error: they are absent.
 * @throws DecodeError `not_decodable` where the content is no accepted audio format
 */
export async function readTags(path: string): Promise<AudioTags> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let format: AudioFormat;
  let fileBytes: number;
  try {
    const stats = await file.stat();
    fileBytes = stats.size;
    format = (await sniffFile(file, fileBytes)).format;
  } finally {
    await file.close();
  }
  // Loaded here: the decoding rooms import this file too, and most of them never read a tag.
  const { parseFromTokenizer } = await import('music-metadata');
  const { fromFile } = await import('strtok3');
  const tokenizer = await fromFile(path);
  try {
    // By content: the library would believe the file's name.
    tokenizer.fileInfo.mimeType = mimeTypes[format];
    tokenizer.fileInfo.path = undefined;
    const { common } = await parseFromTokenizer(tokenizer, {
      duration: false,
      skipCovers: true,
      skipPostHeaders: fileBytes > maxTagBytes,
    });
    return { title: cleanTag(common.title), artist: cleanTag(common.artist) };
  } catch {
    return { title: null, artist: null };
  } finally {
    await tokenizer.close();
  }
}
