/** A local file as a song, judged as an upload would be judged. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Compute } from '../domain/compute.js';
import type { UploadWarning } from '../domain/upload-warnings.js';
import { type InspectionOptions, inspectMusic } from './inspect-music.js';

export interface LocalFile {
  /** Made of the content: the same sound has the same id. */
  readonly musicId: string;
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  /** Absolute. */
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
  readonly durationSeconds: number;
  /** As of an upload: mp3, wav, flac, m4a, aac, ogg or midi. */
  readonly format: string;
  /** 0 for MIDI, as `channels`. */
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bytes: number;
  readonly warnings: readonly UploadWarning[];
}

/** Throws DecodeError, a ComputeError `bad-input`, where it is neither audio nor MIDI, or too long. */
export async function inspectLocalFile(
  compute: Compute,
  path: string,
  options: InspectionOptions,
): Promise<LocalFile> {
  const absolute = resolve(path);
  const [{ sha256, bytes }, probed] = await Promise.all([
    hashFile(absolute),
    inspectMusic(compute, absolute, options),
  ]);
  const filename = basename(absolute);
  return {
    musicId: `mus_${sha256.slice(0, 20)}`,
    title: probed.title || basename(filename, extname(filename)),
    artist: probed.artist || '',
    filename,
    path: absolute,
    sha256,
    durationSeconds: probed.durationSeconds,
    format: probed.format,
    sampleRateHz: probed.sampleRateHz,
    channels: probed.channels,
    bytes,
    warnings: probed.warnings,
  };
}

/** SHA-256 in hex, streamed. */
async function hashFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  await pipeline(stream, hash);
  return { sha256: hash.digest('hex'), bytes: stream.bytesRead };
}
