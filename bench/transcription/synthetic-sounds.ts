/** Sounds without a voice that no recording of the data has: training must not leave them to chance. */

import type { PcmStream } from '../../src/domain/compute.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

const rateHz = 16_000;
const seconds = 12;

/** Name and samples of each: noises, tones, chords, sweeps, clicks. */
export function syntheticSounds(): { name: string; pcm: PcmStream }[] {
  const random = seededRandom(11);
  const make = (name: string, sample: (t: number, n: number) => number) => {
    const samples = new Float32Array(seconds * rateHz);
    for (let n = 0; n < samples.length; n++) samples[n] = sample(n / rateHz, n);
    return { name, pcm: stream(samples) };
  };
  const wave = (hz: number, t: number): number => Math.sin(2 * Math.PI * hz * t);
  let brown = 0;
  return [
    make('white noise', () => 0.4 * (random() - 0.5)),
    make('loud white noise', () => 1.6 * (random() - 0.5)),
    make('brown noise', () => {
      brown = 0.99 * brown + 0.05 * (random() - 0.5);
      return brown;
    }),
    make('faint noise', () => 0.004 * (random() - 0.5)),
    make('hum', (t) => 0.3 * wave(50, t) + 0.1 * wave(150, t)),
    make('tone', (t) => 0.5 * wave(440, t)),
    make('chord', (t) => 0.2 * (wave(262, t) + wave(330, t) + wave(392, t)) * Math.exp(-((t % 2) * 2))),
    make('saw melody', (t) => {
      const hz = 220 * 2 ** (([0, 4, 7, 5, 2, 9, 7, 4][Math.floor(t * 2) % 8] ?? 0) / 12);
      return 0.3 * (2 * ((t * hz) % 1) - 1) * Math.exp(-((t * 2) % 1) * 2);
    }),
    make('sweep', (t) => 0.4 * Math.sin(2 * Math.PI * 100 * ((8 ** (t / 4) - 1) / Math.log(8)) * 4)),
    make(
      'drums',
      (t) =>
        (random() - 0.5) * Math.exp(-((t * 4) % 1) * 12) + 0.6 * wave(60, t) * Math.exp(-((t * 2) % 1) * 9),
    ),
  ];
}

function stream(samples: Float32Array): PcmStream {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += 16_384) yield samples.subarray(at, at + 16_384);
  }
  return Object.assign(chunks(), { sampleRateHz: rateHz, channels: 1 });
}
