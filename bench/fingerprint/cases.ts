/** The degraded queries: each takes an excerpt and gives what a listener elsewhere would have recorded. */
import { resample } from '../../src/signal/resample.js';
import { addNoise, bell, compress, pad, pass, pinkNoise, whiteNoise } from './effects.js';
import { asBytes, asFloats, runTool, type Tool } from './tools.js';

/** Rate at which excerpts are degraded; the engine's own front end takes it from there. */
export const excerptRateHz = 44_100;

export interface QueryCase {
  readonly name: string;
  /** Of the query. */
  readonly seconds: number;
  /** Of the song's excerpt that it is made of, where that is not as long. */
  readonly excerptSeconds?: number;
  readonly needs: readonly Tool[];
  /** `half` is the song's: rooms are for choosing in half A and for the report in half B. */
  apply(excerpt: Float32Array, random: () => number, half: 'A' | 'B'): Promise<Float32Array> | Float32Array;
}

const raw = ['-f', 'f32le', '-ar', String(excerptRateHz), '-ac', '1'];

/** Through MP3 and back. */
export async function mp3(samples: Float32Array, kilobits: number): Promise<Float32Array> {
  const encoded = await runTool(
    'ffmpeg',
    [
      '-v',
      'error',
      ...raw,
      '-i',
      'pipe:0',
      '-c:a',
      'libmp3lame',
      '-b:a',
      `${kilobits}k`,
      '-f',
      'mp3',
      'pipe:1',
    ],
    asBytes(samples),
  );
  return asFloats(
    await runTool('ffmpeg', ['-v', 'error', '-f', 'mp3', '-i', 'pipe:0', ...raw, 'pipe:1'], encoded),
  );
}

export async function rubberband(samples: Float32Array, ...args: string[]): Promise<Float32Array> {
  const wav = await runTool(
    'ffmpeg',
    ['-v', 'error', ...raw, '-i', 'pipe:0', '-f', 'wav', 'pipe:1'],
    asBytes(samples),
  );
  const { mkdtemp, readFile, rm, writeFile } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const folder = await mkdtemp(`${tmpdir()}/contrafact-bench-`);
  try {
    await writeFile(`${folder}/in.wav`, wav);
    await runTool('rubberband', ['-q', ...args, `${folder}/in.wav`, `${folder}/out.wav`]);
    return asFloats(
      await runTool(
        'ffmpeg',
        ['-v', 'error', '-i', 'pipe:0', ...raw, 'pipe:1'],
        await readFile(`${folder}/out.wav`),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const speed = (samples: Float32Array, percent: number): Float32Array =>
  resample(samples, 1 / (1 + percent / 100));

function equalise(samples: Float32Array): Float32Array {
  const low = bell(samples, 200, 6, 0.8, excerptRateHz);
  return bell(bell(low, 1200, -8, 0.8, excerptRateHz), 5000, 8, 0.8, excerptRateHz);
}

/** Compressed, band-limited to 200 … 5000 Hz, 1.5 % faster, and re-encoded at 64 kbit/s: a station's chain. */
async function radio(samples: Float32Array): Promise<Float32Array> {
  const narrow = pass(
    pass(compress(samples, excerptRateHz), 'high', 200, excerptRateHz),
    'low',
    5000,
    excerptRateHz,
  );
  return mp3(speed(narrow, 1.5), 64);
}

function noisy(name: string, make: typeof whiteNoise, snr: number, seconds: number): QueryCase {
  return {
    name: `${name} noise ${snr} dB`,
    seconds,
    needs: [],
    apply: (x, random) => addNoise(x, make(x.length, random), snr),
  };
}

function plain(
  name: string,
  seconds: number,
  apply: QueryCase['apply'],
  needs: readonly Tool[] = [],
): QueryCase {
  return { name, seconds, needs, apply };
}

export const queryCases: readonly QueryCase[] = [
  plain('clean', 20, (x) => x),
  plain('mp3 64k', 20, (x) => mp3(x, 64), ['ffmpeg']),
  plain('mp3 32k', 20, (x) => mp3(x, 32), ['ffmpeg']),
  ...[10, 5, 0].map((snr) => noisy('white', whiteNoise, snr, 20)),
  ...[10, 5, 0].map((snr) => noisy('pink', pinkNoise, snr, 20)),
  plain('EQ + compression', 20, (x) => compress(equalise(x), excerptRateHz)),
  plain('high-pass 500 Hz', 20, (x) => pass(x, 'high', 500, excerptRateHz)),
  plain('low-pass 4 kHz', 20, (x) => pass(x, 'low', 4000, excerptRateHz)),
  plain('padding 5 s + 5 s', 20, (x) => pad(x, 5 * excerptRateHz, 5 * excerptRateHz)),
  ...[-4, -2, 2, 4, 8].map((percent) => plain(`speed ${signed(percent)} %`, 20, (x) => speed(x, percent))),
  ...[-1, 1, 2].map((steps) =>
    plain(`pitch ${signed(steps)}`, 20, (x) => rubberband(x, '-p', String(steps)), ['ffmpeg', 'rubberband']),
  ),
  ...[-5, 5].map((percent) =>
    plain(`tempo ${signed(percent)} %`, 20, (x) => rubberband(x, '-T', String(1 + percent / 100)), [
      'ffmpeg',
      'rubberband',
    ]),
  ),
  plain('radio', 20, radio, ['ffmpeg']),
  plain('clean', 10, (x) => x),
  plain('mp3 64k', 10, (x) => mp3(x, 64), ['ffmpeg']),
  noisy('white', whiteNoise, 5, 10),
  plain('radio', 10, radio, ['ffmpeg']),
  plain('clean', 5, (x) => x),
  plain('mp3 64k', 5, (x) => mp3(x, 64), ['ffmpeg']),
];

function signed(value: number): string {
  return value > 0 ? `+${value}` : `−${-value}`;
}
