/** Labelled windows of music: folders of audio cut into half minutes, every window under every condition. */
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { generatorNames } from '../../src/analyses/ai-detection/generator-name.js';
import { measure } from '../../src/analyses/ai-detection/measure.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { openPcm } from '../../src/audio/decode.js';
import { applyCondition, conditions } from './conditions.js';
import { naiveCombScore } from './naive-comb.js';
import { stereoCoherence } from './stereo-coherence.js';

const windowSeconds = 30;
const audioFile = /\.(mp3|wav|flac|m4a|aac|ogg|opus)$/i;
const noPicture: Measurement['spectrum'] = { fromHz: 0, stepHz: 1, contrast: [] };

export interface Case {
  readonly isFake: boolean;
  /** The generator (its folder, or the beginning of the file's name), or the collection of recordings. */
  readonly group: string;
  readonly file: string;
  readonly window: number;
  readonly condition: string;
  readonly measurement: Measurement;
  /** The naive comb score; absent except under the first condition. */
  readonly baseline?: number;
  /** Coherence of left and right from 8 to 14 kHz; null in mono, absent except under the first condition. */
  readonly stereo?: number | null;
}

export function audioFilesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => audioFile.test(name))
    .sort()
    .map((name) => join(folder, name));
}

interface NamedFile {
  readonly path: string;
  readonly group: string;
}

/** Groups are the innermost folders; re-syntheses of one song (`<song>_<model>.mp3`) are told by the file's name. */
function filesOf(folder: string): NamedFile[] {
  const paths = audioFilesUnder(folder);
  const names = generatorNames(
    paths.map((path) => relative(folder, path)),
    basename(folder),
  );
  return paths.map((path, index) => {
    const group = basename(names[index]!);
    const model = /^\d+_(\w+)\.\w+$/.exec(basename(path))?.[1];
    const isCopy = group.includes('autoencoded') && model !== undefined;
    return { path, group: isCopy ? `${model} (re-synthesis)` : group };
  });
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

export interface MeasureOptions {
  readonly isFake: boolean;
  readonly conditionNames: readonly string[];
  /** `<isFake>/<group>/<file>/<condition>` of what an earlier run has measured. */
  readonly known: ReadonlySet<string>;
  /** Of each file under every condition but the first. */
  readonly windowsUnderConditions: number;
}

/**
 * Measures every file of a folder under the named conditions but the `known` ones; a file that cannot be decoded is
 * reported. Yields a file's windows under one condition at a time.
 */
export async function* measureFolder(
  folder: string,
  { isFake, conditionNames, known, windowsUnderConditions }: MeasureOptions,
): AsyncGenerator<Case[]> {
  for (const { path, group } of filesOf(folder)) {
    const missing = conditions.filter(
      ({ name, only }) =>
        conditionNames.includes(name) &&
        !(isFake && only === 'recordings') &&
        !known.has(`${isFake}/${group}/${basename(path)}/${name}`),
    );
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
            group,
            file: basename(path),
            window,
            condition: condition.name,
            measurement,
          };
          const isPlain = condition === conditions[0];
          measured.push(
            isPlain
              ? {
                  ...one,
                  baseline: await naiveCombScore(changed),
                  stereo: await stereoCoherence(changed),
                }
              : one,
          );
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
