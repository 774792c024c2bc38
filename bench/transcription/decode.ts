/** Decodes a file for the bench with ffmpeg as a stream of floats; at 16 kHz where no rate is named. */
import { spawn } from 'node:child_process';
import type { PcmStream } from '../../src/domain/compute.js';

/** Throws when ffmpeg is missing or refuses the file. */
export function decodeWithFfmpeg(path: string, channels: 1 | 2, sampleRateHz = 16_000): PcmStream {
  const child = spawn(
    'ffmpeg',
    [
      '-v',
      'fatal',
      '-nostdin',
      '-i',
      path,
      '-f',
      'f32le',
      '-ar',
      String(sampleRateHz),
      '-ac',
      String(channels),
      '-',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  async function* chunks(): AsyncGenerator<Float32Array> {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', () => reject(new Error('ffmpeg is needed for this bench.')));
      child.on('close', resolve);
    });
    ended.catch(() => {});
    let rest = Buffer.alloc(0);
    for await (const data of child.stdout as AsyncIterable<Buffer>) {
      const all = Buffer.concat([rest, data]);
      const bytes = all.length - (all.length % (4 * channels));
      yield new Float32Array(all.buffer.slice(all.byteOffset, all.byteOffset + bytes));
      rest = all.subarray(bytes);
    }
    if ((await ended) !== 0) throw new Error(`ffmpeg cannot decode ${path}.`);
  }
  return Object.assign(chunks(), { sampleRateHz, channels });
}
