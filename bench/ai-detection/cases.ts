/** Labelled windows of music: folders of audio cut into half minutes, every window under every condition. */
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { generatorNames } from '../../src/analyses/ai-detection/heads/generator-name.js';
import { type Heard, listen } from '../../src/analyses/ai-detection/listen/listen.js';
import { describe } from '../../src/analyses/ai-detection/measure.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { openPcm } from '../../src/audio/decode.js';
import { applyCondition, type Condition, conditions } from './conditions.js';
import type { HeardCache, HeardWindow } from './heard-cache.js';
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

/** Interleaved stereo at 44.1 kHz. */
function hear(samples: Float32Array): Promise<Heard> {
  const pcm = {
    sampleRateHz: 44_100,
    channels: 2,
    async *[Symbol.asyncIterator]() {
      yield samples;
    },
  };
  return listen(pcm, () => undefined, 1);
}

export const measureSamples = async (samples: Float32Array): Promise<Measurement> =>
  describe(await hear(samples));

export interface MeasureOptions {
  readonly isFake: boolean;
  readonly conditionNames: readonly string[];
  /** `<isFake>/<group>/<file>/<condition>` of what an earlier run has measured. */
  readonly known: ReadonlySet<string>;
  /** Of each file under every condition but the first. */
  readonly windowsUnderConditions: number;
  /** Where what was heard is kept, if anywhere. */
  readonly cache?: HeardCache | undefined;
}

/** What is heard of a file under a condition; windows that cannot be treated are reported and left out. */
async function hearWindows(
  path: string,
  windows: readonly Float32Array[],
  condition: Condition,
): Promise<HeardWindow[]> {
  const heardWindows: HeardWindow[] = [];
  for (const [window, samples] of windows.entries()) {
    try {
      const changed = await applyCondition(samples, condition);
      const one = { window, heard: await hear(changed) };
      const isPlain = condition === conditions[0];
      heardWindows.push(
        isPlain
          ? { ...one, baseline: await naiveCombScore(changed), stereo: await stereoCoherence(changed) }
          : one,
      );
    } catch (error) {
      console.error(`left out ${basename(path)} #${window} ${condition.name}: ${(error as Error).message}`);
    }
  }
  return heardWindows;
}

/**
 * Measures every file of a folder under the named conditions but the `known` ones; a file that cannot be decoded is
 * reported. Yields a file's windows under one condition at a time.
 */
export async function* measureFolder(
  folder: string,
  { isFake, conditionNames, known, windowsUnderConditions, cache }: MeasureOptions,
): AsyncGenerator<Case[]> {
  for (const { path, group } of filesOf(folder)) {
    const file = basename(path);
    const missing = conditions.filter(
      ({ name, only }) =>
        conditionNames.includes(name) &&
        !(isFake && only === 'recordings') &&
        !known.has(`${isFake}/${group}/${file}/${name}`),
    );
    let whole: Float32Array | null = null;
    for (const condition of missing) {
      const key = `${isFake ? 'fake' : 'real'} ${group} ${file} ${condition.name}`;
      let windows = cache?.read(key) ?? null;
      if (windows === null) {
        try {
          whole ??= await decode(path);
        } catch (error) {
          console.error(`left out ${file}: ${(error as Error).message}`);
          break;
        }
        windows = await hearWindows(path, cut(whole, condition, windowsUnderConditions), condition);
        cache?.write(key, windows);
      }
      yield windows.flatMap(({ heard, ...rest }) => {
        try {
          // The picture is not needed here and is most of a case's bytes.
          const measurement = { ...describe(heard), spectrum: noPicture, lines: [] };
          return [{ isFake, group, file, condition: condition.name, measurement, ...rest }];
        } catch (error) {
          console.error(`left out ${file} #${rest.window} ${condition.name}: ${(error as Error).message}`);
          return [];
        }
      });
    }
  }
}

function cut(whole: Float32Array, condition: Condition, windowsUnderConditions: number): Float32Array[] {
  if (condition.wholeFile) return [whole];
  const windows = cutWindows(whole);
  return condition === conditions[0] ? windows : windows.slice(0, windowsUnderConditions);
}
