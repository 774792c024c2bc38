/** Labelled windows of music: folders of audio cut into half minutes, every window under every condition. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { measure } from '../../src/analyses/ai-detection/measure.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { openPcm } from '../../src/audio/decode.js';
import { applyCondition, conditions } from './conditions.js';
import { naiveCombScore } from './naive-comb.js';

const windowSeconds = 30;
const audioFile = /\.(mp3|wav|flac|m4a|aac|ogg|opus)$/i;
/** Under every condition but the first: enough to see an effect, in minutes instead of hours. */
const windowsUnderConditions = 2;
const noPicture: Measurement['spectrum'] = { fromHz: 0, stepHz: 1, contrast: [] };

export interface Case {
  readonly isFake: boolean;
  /** The folder the file lies in: the generator, or the collection of recordings. */
  readonly group: string;
  readonly file: string;
  readonly window: number;
  readonly condition: string;
  readonly measurement: Measurement;
  /** The naive comb score; absent except under the first condition. */
  readonly baseline?: number;
}

export function audioFilesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => audioFile.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Generators are the folders; the four re-synthesis models of one folder are told by the file's name. */
function groupOf(path: string): string {
  const folder = basename(dirname(path));
  return folder === 'deezer_autoencoded'
    ? `${basename(path).replace(/^\d+_|\.\w+$/g, '')} (re-synthesis)`
    : folder;
}

export async function decode(path: string): Promise<Float32Array> {
  const pcm = await openPcm(path, { sampleRateHz: 44_100, channels: 2 });
  const chunks: Float32Array[] = [];
  for await (const chunk of pcm) chunks.push(chunk);
  const samples = new Float32Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  return samples;
}

/** Half minutes; a rest shorter than 10 s is dropped unless it is all there is. */
export function cutWindows(samples: Float32Array): Float32Array[] {
  const length = windowSeconds * 44_100 * 2;
  const windows: Float32Array[] = [];
  for (let start = 0; start < samples.length; start += length) {
    const window = samples.slice(start, start + length);
    if (start === 0 || window.length >= length / 3) windows.push(window);
  }
  return windows;
}

export function measureSamples(samples: Float32Array): Promise<Measurement> {
  const pcm = {
    sampleRateHz: 44_100,
    channels: 2,
    async *[Symbol.asyncIterator]() {
      yield samples;
    },
  };
  return measure(pcm, () => undefined, 1);
}

/** Measures every file of a folder under the named conditions but the `known` ones; a file that cannot be decoded is reported.
 * Yields a file's windows under one condition at a time. */
export async function* measureFolder(
  folder: string,
  isFake: boolean,
  conditionNames: readonly string[],
  known: ReadonlySet<string>,
): AsyncGenerator<Case[]> {
  for (const path of audioFilesUnder(folder)) {
    const isKnown = (condition: string): boolean =>
      known.has(`${isFake}/${groupOf(path)}/${basename(path)}/${condition}`);
    const missing = conditions.filter(({ name }) => conditionNames.includes(name) && !isKnown(name));
    if (missing.length === 0) continue;
    let whole: Float32Array;
    try {
      whole = await decode(path);
    } catch (error) {
      console.error(`left out ${basename(path)}: ${(error as Error).message}`);
      continue;
    }
    const windows = cutWindows(whole);
    for (const condition of missing) {
      const few = condition === conditions[0] ? windows : windows.slice(0, windowsUnderConditions);
      const some = condition.wholeFile ? [whole] : few;
      const measured: Case[] = [];
      for (const [window, samples] of some.entries()) {
        try {
          const changed = await applyCondition(samples, condition);
          // The picture is not needed here and is most of a case's bytes.
          const measurement = { ...(await measureSamples(changed)), spectrum: noPicture, lines: [] };
          const one = {
            isFake,
            group: groupOf(path),
            file: basename(path),
            window,
            condition: condition.name,
            measurement,
          };
          const isPlain = condition === conditions[0];
          measured.push(isPlain ? { ...one, baseline: await naiveCombScore(changed) } : one);
        } catch (error) {
          console.error(
            `left out ${basename(path)} #${window} ${condition.name}: ${(error as Error).message}`,
          );
        }
      }
      yield measured;
    }
  }
}
