/** What an installed detector says of a recording: its probability of a voice. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDetector } from '../../src/analyses/lyric-transcription/detectors/detector.js';
import { decodeWithFfmpeg } from './decode.js';

export const detectorIds = ['yamnet', 'silero-vad'] as const;

export function hasDetector(models: string, id: string): boolean {
  return existsSync(join(models, id));
}

export async function detectorScore(models: string, id: string, path: string): Promise<number> {
  const detector = await openDetector({ id, folder: join(models, id), hashes: {} }, 2);
  try {
    for await (const chunk of decodeWithFfmpeg(path, 2)) {
      const middle = new Float32Array(chunk.length >> 1);
      for (let n = 0; n < middle.length; n++) middle[n] = 0.5 * (chunk[2 * n]! + chunk[2 * n + 1]!);
      await detector.push(middle, chunk);
    }
    return await detector.finish();
  } finally {
    await detector.close();
  }
}
