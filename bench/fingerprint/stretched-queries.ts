/** Windows of renditions whose pitch or tempo is changed by a stretcher, kept for the next run. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { excerptRateHz, type QueryCase } from './cases.js';
import { wideCases, wideTreatedCases } from './cases-wide.js';
import { asBytes, asFloats } from './tools.js';

/** Pitch or tempo alone, anywhere in a range. */
const isStretched = ({ name }: QueryCase): boolean => /^(tempo|pitch) .*[–…]/.test(name);
/** The same with reverberation and MP3. */
export const reverberantStretches: readonly QueryCase[] = wideTreatedCases.filter(isStretched);
const plainStretches: readonly QueryCase[] = wideCases.filter(isStretched);

const rate = 16_000;

export interface StretchedWindow {
  /** Names the samples in the files. */
  readonly name: string;
  readonly samples: Float32Array;
  /** Where it lies: 0 at the samples' beginning, 1 at their end. */
  readonly share: number;
  readonly isReverberant: boolean;
  /** Which change is taken: they follow each other. */
  readonly number: number;
  /** Whose rooms. */
  readonly half: 'A' | 'B';
  readonly cacheFolder: string;
}

/** 20 s; null where the samples are too short. */
export async function stretchedWindow(window: StretchedWindow): Promise<Float32Array | null> {
  const { name, samples, share, isReverberant, number, half, cacheFolder } = window;
  const cases = isReverberant ? reverberantStretches : plainStretches;
  const queryCase = cases[number % cases.length]!;
  const length = Math.ceil((queryCase.excerptSeconds ?? queryCase.seconds) * rate);
  if (samples.length < length + rate) return null;
  const hash = createHash('sha1').update(`${name} ${share} ${queryCase.name}`).digest('hex').slice(0, 16);
  const path = join(cacheFolder, `stretched_${hash}.f32`);
  if (!existsSync(path)) {
    const from = Math.floor((samples.length - length) * share);
    const excerpt = resample(samples.slice(from, from + length), excerptRateHz / rate);
    const random = seededRandom(Number.parseInt(hash.slice(0, 7), 16));
    const stretched = await queryCase.apply(excerpt, random, half);
    writeFileSync(path, asBytes(resample(stretched, rate / excerptRateHz)));
  }
  return asFloats(readFileSync(path));
}
