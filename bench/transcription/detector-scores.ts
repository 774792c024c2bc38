/** What Silero says of a recording, in the mix and in the embedded estimate of its vocals. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Silero } from '../../src/analyses/lyric-transcription/detectors/silero.js';
import { sileroPresence } from '../../src/analyses/lyric-transcription/detectors/silero-presence.js';
import { sileroPath } from '../../src/analyses/lyric-transcription/installed-models.js';
import { voiceRateHz } from '../../src/analyses/lyric-transcription/presence/frame-features.js';
import { VocalSeparator } from '../../src/music/separation/vocal-separator.js';
import { decodeWithFfmpeg } from './decode.js';

export function hasDetector(models: string, id: string): boolean {
  return existsSync(join(models, id));
}

/** Scores of each step of 32 ms. */
interface SileroScores {
  readonly mix: readonly number[];
  readonly vocals: readonly number[];
}

/** Probabilities of a voice, both by the rule for the estimate. `cache` is a folder that keeps the scores. */
export async function sileroPresences(
  models: string,
  path: string,
  cache: string | undefined,
): Promise<{ readonly mix: number; readonly vocals: number }> {
  const { mix, vocals } = await cachedScores(models, path, cache);
  return { mix: sileroPresence(Float32Array.from(mix)), vocals: sileroPresence(Float32Array.from(vocals)) };
}

/** Kept by the hash of the recording and of the model. */
async function cachedScores(models: string, path: string, cache: string | undefined): Promise<SileroScores> {
  if (cache === undefined) return sileroScores(models, path);
  const hash = createHash('sha256').update(readFileSync(path));
  const key = hash.update(readFileSync(sileroPath(join(models, 'silero-vad')))).digest('hex');
  const file = join(cache, `${key}.silero.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SileroScores;
  const scores = await sileroScores(models, path);
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify(scores));
  return scores;
}

async function sileroScores(models: string, path: string): Promise<SileroScores> {
  const file = sileroPath(join(models, 'silero-vad'));
  const separator = await VocalSeparator.create(voiceRateHz, 2);
  const [overMix, overVocals] = [await Silero.open(file), await Silero.open(file)];
  try {
    for await (const chunk of decodeWithFfmpeg(path, 2)) {
      const middle = new Float32Array(chunk.length >> 1);
      for (let n = 0; n < middle.length; n++) middle[n] = 0.5 * (chunk[2 * n]! + chunk[2 * n + 1]!);
      await overMix.push(middle);
      await overVocals.push(separator.push(chunk).vocals);
    }
    await overVocals.push(separator.finish().vocals);
    return { mix: [...(await overMix.finish())], vocals: [...(await overVocals.finish())] };
  } finally {
    separator.dispose();
    await overMix.close();
    await overVocals.close();
  }
}
