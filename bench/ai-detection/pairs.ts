/**
 * Pairs made here: music through a small decoder of random strides, rates and weights, and the same music without, both
 * through the same later processing. Neither genre nor processing nor bandwidth can give the answer away.
 */

import { passThroughDecoder } from '../../src/sample-music/strided-decoder.js';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import {
  type Case,
  cutWindows,
  decode,
  filesOfCollections,
  measureSamples,
  withoutPictures,
} from './cases.js';
import { applyCondition, type Condition } from './conditions.js';
import { hostileSignals } from './hostile-signals.js';
import { machineKind, machineMusic } from './machine-music.js';
import { synthesisedMusic } from './synthesised-music.js';

const rateHz = 44_100;
const seconds = 30;
export const pairsSeed = 20_24;

/** One of two versions of the same music: as it was, or (`isFake`) through a small decoder; a case as any other. */
export interface PairMember extends Case {
  /** The decoder's rate and strides, for example `24000: 8·5·4·2`. */
  readonly strideSet: string;
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

interface Music {
  /** The collection of a recording, or the kind of piece. */
  readonly group: string;
  readonly name: string;
  readonly mono: () => Promise<Float32Array>;
}

const toMono = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => (stereo[2 * n]! + stereo[2 * n + 1]!) / 2);

/** Pieces of instruments and of machines, of every recording a half minute after its middle, and hostile signals. */
function musicOf(pieces: number, realFolders: readonly string[]): Music[] {
  const made = Array.from({ length: pieces }, (_, index) => {
    const piece = index >> 1;
    return index % 2 === 0
      ? {
          group: machineKind(piece),
          name: `machine ${piece}`,
          mono: async () => machineMusic(piece, seconds),
        }
      : { group: 'synthesised', name: `piece ${piece}`, mono: async () => synthesisedMusic(piece, seconds) };
  });
  const recorded = realFolders.flatMap(filesOfCollections).map(({ path, group, name }) => ({
    group,
    name: `${group}/${name}`,
    mono: async () => {
      const windows = cutWindows(await decode(path));
      return toMono(windows[Math.floor(0.55 * windows.length)]!);
    },
  }));
  const hostile = hostileSignals.map(({ name, make }) => ({
    group: `hostile ${name.split(' ')[0]}`,
    name,
    mono: async () => make(seconds),
  }));
  return [...made, ...recorded, ...hostile];
}

export interface PairsOptions {
  /** Pieces made here. */
  readonly pieces: number;
  /** Folders of recordings that give music besides. */
  readonly realFolders: readonly string[];
  readonly strideSets: number;
  /** Names of music that an earlier run has made pairs of. */
  readonly known: ReadonlySet<string>;
}

/** Both members of a pair for every piece and recording; the same folders and numbers give the same pairs. */
export async function* makePairs(options: PairsOptions): AsyncGenerator<PairMember[]> {
  const random = seededRandom(pairsSeed);
  const sets = randomStrideSets(options.strideSets, random);
  for (const [index, { group, name, mono }] of musicOf(options.pieces, options.realFolders).entries()) {
    const set = sets[index % sets.length]!;
    // From a whisper to plainly audible, on a logarithmic scale.
    const level = 0.002 * 50 ** random();
    const channels = choice([1, 2, 4], random);
    const chain = randomChain(100 * index);
    if (options.known.has(name)) continue;
    try {
      const ratio = set.decoderHz / rateHz;
      const original = resample(await mono(), ratio);
      const decoded = passThroughDecoder(original, { strides: set.strides, level, seed: index, channels });
      const members: PairMember[] = [];
      for (const [isFake, samples] of [[false, original] as const, [true, decoded] as const]) {
        const measurement = await measureSamples(await chain.apply(resample(samples, 1 / ratio)));
        const condition = chain.name;
        const strideSet = nameOf(set);
        members.push({
          isFake,
          group,
          file: name,
          window: 0,
          condition,
          strideSet,
          measurement: withoutPictures(measurement),
        });
      }
      yield members;
    } catch (error) {
      console.error(`left out the pair of ${name}: ${(error as Error).message}`);
    }
  }
}
