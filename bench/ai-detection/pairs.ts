/**
 * Pairs made here: music through a small decoder of random strides, rates and weights, and the same music without, both
 * through the same later processing. Neither genre nor processing nor bandwidth can give the answer away.
 */

import { basename } from 'node:path';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { passThroughDecoder } from '../../src/analyses/ai-detection/test-support/synthetic-decoder.js';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { audioFilesUnder, cutWindows, decode, measureSamples } from './cases.js';
import { applyCondition, type Condition } from './conditions.js';
import { synthesisedMusic } from './synthesised-music.js';

const rateHz = 44_100;
const seconds = 30;

export interface PairMember {
  readonly measurement: Measurement;
  readonly isFake: boolean;
  /** The recording or the piece that both members of the pair are made of. */
  readonly music: string;
  /** Whether the music was recorded, not synthesised. */
  readonly isRecorded: boolean;
  /** The decoder's rate and strides, for example `24000: 8·5·4·2`; what is held out together. */
  readonly strideSet: string;
  /** What both members went through afterwards. */
  readonly chain: string;
}

/** A decoder's architecture: its own sample rate, and its upsampling factors from the latent to the waveform. */
export interface StrideSet {
  readonly decoderHz: number;
  readonly strides: readonly number[];
}

const nameOf = ({ decoderHz, strides }: StrideSet): string => `${decoderHz}: ${strides.join('·')}`;

type Random = () => number;
const choice = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!;
const decoderRatesHz = [44_100, 44_100, 48_000, 48_000, 32_000, 24_000, 22_050, 16_000];

/** Two to five strides of 2 to 10 each, with 20 to 400 latent values a second; no set twice. */
function randomStrideSets(count: number, random: Random): StrideSet[] {
  const sets = new Map<string, StrideSet>();
  while (sets.size < count) {
    const strides = Array.from({ length: 2 + Math.floor(4 * random()) }, () => 2 + Math.floor(9 * random()));
    const set = { decoderHz: choice(decoderRatesHz, random), strides };
    const framesPerSecond = set.decoderHz / strides.reduce((product, stride) => product * stride, 1);
    if (framesPerSecond >= 20 && framesPerSecond <= 400) sets.set(nameOf(set), set);
  }
  return [...sets.values()];
}

/** The later life of a track, the same for both members: a codec or none, and for some another speed. */
const codecs: readonly Condition[] = [
  { name: 'none' },
  { name: 'none' },
  { name: 'mp3 64', codec: { args: ['-c:a', 'libmp3lame', '-b:a', '64k'], container: 'mp3' } },
  { name: 'mp3 128', codec: { args: ['-c:a', 'libmp3lame', '-b:a', '128k'], container: 'mp3' } },
  { name: 'mp3 V2', codec: { args: ['-c:a', 'libmp3lame', '-q:a', '2'], container: 'mp3' } },
  { name: 'mp3 320', codec: { args: ['-c:a', 'libmp3lame', '-b:a', '320k'], container: 'mp3' } },
  { name: 'aac 128', codec: { args: ['-c:a', 'aac', '-b:a', '128k'], container: 'adts' } },
  { name: 'opus 96', codec: { args: ['-c:a', 'libopus', '-b:a', '96k', '-ar', '48000'], container: 'ogg' } },
];

interface Chain {
  readonly name: string;
  apply(mono: Float32Array): Promise<Float32Array>;
}

function randomChain(seed: number): Chain {
  const random = seededRandom(seed);
  const noiseLevel = 10 ** (-(60 + 15 * random()) / 20);
  const gain = (): string => (8 * random() - 4).toFixed(1);
  const speed = random() < 0.3 ? 1 + 0.08 * (random() - 0.5) : 1;
  const viaHz = choice([44_100, 48_000, 32_000], random);
  const codec = choice(codecs, random);
  const filter = `bass=g=${gain()},equalizer=f=3000:t=q:w=1:g=${gain()},treble=g=${gain()},asetrate=${Math.round(rateHz * speed)},aresample=${viaHz},aresample=44100`;
  return {
    name: `${codec.name}${speed === 1 ? '' : `, speed ${(100 * (speed - 1)).toFixed(1)} %`}`,
    async apply(mono) {
      const noise = seededRandom(seed + 1);
      const stereo = new Float32Array(mono.length * 2);
      for (let n = 0; n < mono.length; n++) {
        stereo[2 * n] = stereo[2 * n + 1] = mono[n]! + noiseLevel * 1.73 * (2 * noise() - 1);
      }
      const mastered = await applyCondition(stereo, { name: 'mastered', filter });
      return applyCondition(mastered, codec);
    },
  };
}

const toMono = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => (stereo[2 * n]! + stereo[2 * n + 1]!) / 2);

interface Music {
  readonly music: string;
  readonly isRecorded: boolean;
  readonly mono: () => Promise<Float32Array>;
}

function musicOf(pieces: number, realFolders: readonly string[]): Music[] {
  const made = Array.from({ length: pieces }, (_, index) => ({
    music: `piece ${index}`,
    isRecorded: false,
    mono: async () => synthesisedMusic(index, seconds),
  }));
  const recorded = realFolders.flatMap(audioFilesUnder).flatMap((path) =>
    // The beginning and the middle of a recording, by two decoders.
    [0, 0.5].map((share) => ({
      music: `${basename(path)} ${share}`,
      isRecorded: true,
      mono: async () => {
        const windows = cutWindows(await decode(path));
        return toMono(windows[Math.floor(share * windows.length)]!);
      },
    })),
  );
  return [...made, ...recorded];
}

export interface PairsOptions {
  /** Synthesised pieces. */
  readonly pieces: number;
  /** Folders of recordings that give music besides. */
  readonly realFolders: readonly string[];
  readonly strideSets: number;
  /** Music that an earlier run has made pairs of. */
  readonly known: ReadonlySet<string>;
}

/** Both members of a pair for every piece and recording; the same folders and numbers give the same pairs. */
export async function* makePairs(options: PairsOptions): AsyncGenerator<PairMember[]> {
  const random = seededRandom(20_24);
  const sets = randomStrideSets(options.strideSets, random);
  for (const [index, { music, isRecorded, mono }] of musicOf(options.pieces, options.realFolders).entries()) {
    const set = sets[index % sets.length]!;
    // From a whisper to plainly audible, on a logarithmic scale.
    const level = 0.002 * 50 ** random();
    const channels = choice([1, 2, 4], random);
    const chain = randomChain(100 * index);
    if (options.known.has(music)) continue;
    try {
      const ratio = set.decoderHz / rateHz;
      const original = resample(await mono(), ratio);
      const decoded = passThroughDecoder(original, { strides: set.strides, level, seed: index, channels });
      const members: PairMember[] = [];
      for (const [isFake, samples] of [[false, original] as const, [true, decoded] as const]) {
        const measurement = await measureSamples(await chain.apply(resample(samples, 1 / ratio)));
        const plain = { ...measurement, spectrum: { fromHz: 0, stepHz: 1, contrast: [] }, lines: [] };
        members.push({
          measurement: plain,
          isFake,
          music,
          isRecorded,
          strideSet: nameOf(set),
          chain: chain.name,
        });
      }
      yield members;
    } catch (error) {
      console.error(`left out the pair of ${music}: ${(error as Error).message}`);
    }
  }
}
