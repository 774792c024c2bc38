/** Labelled windows of music: folders of audio cut into half minutes, every window under every condition. */
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { generatorNames } from '../../src/analyses/ai-detection/evidence/generator-name.js';
import { listen } from '../../src/analyses/ai-detection/listen/listen.js';
import { describe } from '../../src/analyses/ai-detection/measure.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { openPcm } from '../../src/audio/decode.js';
import { applyCondition, type Condition, conditions } from './conditions.js';
import { naiveCombScore } from './naive-comb.js';

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
}

function audioFilesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => audioFile.test(name))
    .sort()
    .map((name) => join(folder, name));
}

export interface NamedFile {
  readonly path: string;
  /** The file's name. */
  readonly name: string;
  readonly group: string;
}

/** Recordings by collection: the first folder below the given one, or that one itself. */
export function filesOfCollections(folder: string): NamedFile[] {
  return audioFilesUnder(folder).map((path) => {
    const parts = relative(folder, path).split(/[\\/]/);
    return { path, name: basename(path), group: parts.length > 1 ? parts[0]! : basename(folder) };
  });
}

/** Fakes by generator: the innermost folder; re-syntheses of one song (`<song>_<model>.mp3`) are known by the file's name. */
function filesOfGenerators(folder: string): NamedFile[] {
  const paths = audioFilesUnder(folder);
  const names = generatorNames(
    paths.map((path) => relative(folder, path)),
    basename(folder),
  );
  return paths.map((path, index) => {
    const group = basename(names[index]!);
    const model = /^\d+_(\w+)\.\w+$/.exec(basename(path))?.[1];
    const isCopy = group.includes('autoencoded') && model !== undefined;
    return { path, name: basename(path), group: isCopy ? `${model} (re-synthesis)` : group };
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
export async function measureSamples(samples: Float32Array): Promise<Measurement> {
  const pcm = {
    sampleRateHz: 44_100,
    channels: 2,
    async *[Symbol.asyncIterator]() {
      yield samples;
    },
  };
  return describe(await listen(pcm, () => undefined, 1));
}

/** The pictures are not needed here and are most of a case's bytes. */
export const withoutPictures = (measurement: Measurement): Measurement => ({
  ...measurement,
  spectrum: noPicture,
  lattices: measurement.lattices.map((lattice) => ({ ...lattice, lines: [] })),
});

export interface MeasureOptions {
  readonly isFake: boolean;
  readonly conditionNames: readonly string[];
  /** `<isFake>/<group>/<file>/<condition>` of what an earlier run has measured. */
  readonly known: ReadonlySet<string>;
  /** Of each file; under every condition but the first at most one of them. */
  readonly windows: number;
  /** Each file gets this many of the conditions, in turn; all of them where absent. */
  readonly inTurn?: number;
}

/** Conditions of the file at this index: its share where they are dealt in turn. */
function ofTurn<One>(all: readonly One[], index: number, count: number | undefined): One[] {
  if (count === undefined || count >= all.length) return [...all];
  return Array.from({ length: count }, (_, at) => all[(index * count + at) % all.length]!);
}

/**
 * Measures every file of a folder under the named conditions but the `known` ones; a file that cannot be decoded is
 * reported. Yields a file's windows under one condition at a time.
 */
export async function* measureFolder(
  folder: string,
  { isFake, conditionNames, known, windows, inTurn }: MeasureOptions,
): AsyncGenerator<Case[]> {
  const asked = conditions.filter(
    ({ name, only }) => conditionNames.includes(name) && !(isFake && only === 'recordings'),
  );
  const files = isFake ? filesOfGenerators(folder) : filesOfCollections(folder);
  for (const [index, { path, group, name: file }] of files.entries()) {
    const missing = ofTurn(asked, index, inTurn).filter(
      ({ name }) => !known.has(`${isFake}/${group}/${file}/${name}`),
    );
    let whole: Float32Array | null = null;
    for (const condition of missing) {
      try {
        whole ??= await decode(path);
      } catch (error) {
        console.error(`left out ${file}: ${(error as Error).message}`);
        break;
      }
      const cases: Case[] = [];
      for (const { window, samples } of cut(whole, condition, windows)) {
        try {
          cases.push(
            await measuredCase(
              { isFake, group, file, window, condition: condition.name },
              samples,
              condition,
            ),
          );
        } catch (error) {
          console.error(`left out ${file} #${window} ${condition.name}: ${(error as Error).message}`);
        }
      }
      yield cases;
    }
  }
}

async function measuredCase(
  place: Omit<Case, 'measurement'>,
  samples: Float32Array,
  condition: Condition,
): Promise<Case> {
  const changed = await applyCondition(samples, condition);
  const measurement = withoutPictures(await measureSamples(changed));
  if (condition !== conditions[0]) return { ...place, measurement };
  return { ...place, measurement, baseline: await naiveCombScore(changed) };
}

/** The windows of a file, spread over it where there are more than asked for. */
function cut(
  whole: Float32Array,
  condition: Condition,
  most: number,
): { window: number; samples: Float32Array }[] {
  if (condition.wholeFile) return [{ window: 0, samples: whole }];
  const all = cutWindows(whole).map((samples, window) => ({ window, samples }));
  const count = Math.min(all.length, condition === conditions[0] ? most : 1);
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + 0.4) * all.length) / count)]!);
}
