/**
 * Pairs made here: music through a small decoder of random strides and weights, and the same music without, both
 * through the same later processing. Neither genre nor processing can give the answer away.
 */
import { basename } from 'node:path';
import { type Features, trackFeatures } from '../../src/analyses/ai-detection/heads.js';
import { passThroughDecoder, seededRandom } from '../../src/analyses/ai-detection/synthetic-decoder.js';
import { composePiece, pieceCount } from '../../src/cli/demo/compose-piece.js';
import { synthesise } from '../../src/cli/demo/synthesise.js';
import { audioFilesUnder, cutWindows, decode, measureSamples } from './cases.js';
import { applyCondition } from './conditions.js';

const rateHz = 44_100;
const secondsOfPiece = 30;
const strideSetCount = 10;

export interface PairMember {
  readonly features: Features;
  readonly isFake: boolean;
  /** The recording or the piece that both members of the pair are made of. */
  readonly music: string;
  /** The decoder's strides, for example `8·5·4·2`; what is held out together. */
  readonly strideSet: string;
}

type Random = () => number;
const choice = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!;

/** Three to five strides of 2 to 8, with hops from 128 to 2048 samples; no set twice. */
function strideSets(random: Random): number[][] {
  const sets = new Map<string, number[]>();
  while (sets.size < strideSetCount) {
    const strides = Array.from({ length: 3 + Math.floor(3 * random()) }, () => 2 + Math.floor(7 * random()));
    const hop = strides.reduce((product, stride) => product * stride, 1);
    if (hop >= 128 && hop <= 2048) sets.set(strides.join('·'), strides);
  }
  return [...sets.values()];
}

/** Noise between −75 and −60 dBFS, a gentle equaliser, and a way over another rate: the same for both members. */
async function processed(mono: Float32Array, seed: number): Promise<Float32Array> {
  const random = seededRandom(seed);
  const noiseLevel = 10 ** (-(60 + 15 * random()) / 20);
  const gain = (): string => (8 * random() - 4).toFixed(1);
  const viaHz = choice([44_100, 48_000, 32_000], random);
  const filter = `bass=g=${gain()},equalizer=f=3000:t=q:w=1:g=${gain()},treble=g=${gain()},aresample=${viaHz},aresample=44100`;
  const stereo = new Float32Array(mono.length * 2);
  for (let n = 0; n < mono.length; n++) {
    const noise = noiseLevel * 1.73 * (2 * random() - 1);
    stereo[2 * n] = stereo[2 * n + 1] = mono[n]! + noise;
  }
  return applyCondition(stereo, { name: 'pair', filter });
}

const toMono = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => (stereo[2 * n]! + stereo[2 * n + 1]!) / 2);

async function* pieces(realFolder: string): AsyncGenerator<{ music: string; mono: Float32Array }> {
  for (const path of audioFilesUnder(realFolder)) {
    const windows = await decode(path).then(cutWindows, () => []);
    if (windows[0]) yield { music: basename(path), mono: toMono(windows[0]) };
  }
  for (let index = 0; index < pieceCount; index++) {
    yield { music: `piece ${index}`, mono: synthesise(composePiece(index, secondsOfPiece), rateHz) };
  }
}

/** Both members of a pair for every recording and every synthesised piece; the same folder gives the same pairs. */
export async function* makePairs(
  realFolder: string,
  known: ReadonlySet<string>,
): AsyncGenerator<PairMember[]> {
  const random = seededRandom(20_24);
  const sets = strideSets(random);
  let index = 0;
  for await (const { music, mono } of pieces(realFolder)) {
    const strides = sets[index % sets.length]!;
    // From a whisper to plainly audible, on a logarithmic scale.
    const level = 0.005 * 40 ** random();
    const seed = ++index;
    if (known.has(music)) continue;
    const members: PairMember[] = [];
    for (const isFake of [false, true]) {
      const samples = isFake ? passThroughDecoder(mono, { strides, level, seed }) : mono;
      try {
        const measurement = await measureSamples(await processed(samples, seed));
        members.push({ features: trackFeatures(measurement), isFake, music, strideSet: strides.join('·') });
      } catch (error) {
        console.error(`left out the pair of ${music}: ${(error as Error).message}`);
      }
    }
    if (members.length === 2) yield members;
  }
}
