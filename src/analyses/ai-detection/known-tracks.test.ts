import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { passThroughDecoder } from '../../sample-music/strided-decoder.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { listen } from './listen/listen.js';
import { describe as describeTrack } from './measure.js';

const rateHz = 44_100;

/** A chord struck every half second over noise, more to one side in every second four seconds. */
function music(seconds: number): Float32Array {
  const random = seededRandom(5);
  const samples = new Float32Array(seconds * rateHz);
  for (let at = 0; at < samples.length; at += rateHz / 2) {
    const start = at + Math.floor(900 * random());
    const hz = 110 * 2 ** (Math.floor(random() * 24) / 12);
    const end = Math.min(samples.length, start + rateHz / 3);
    for (let partial = 1; partial <= 12; partial++) {
      const radians = (2 * Math.PI * hz * partial) / rateHz;
      for (let n = start; n < end; n++)
        samples[n]! += (0.1 / partial) * Math.exp((start - n) / 7000) * Math.sin(radians * (n - start));
    }
  }
  return samples.map((sample) => sample + 0.006 * (random() - 0.5));
}

async function heard(mono: Float32Array) {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let from = 0; from < mono.length; from += 30_011) {
      const part = mono.subarray(from, from + 30_011);
      const chunk = new Float32Array(2 * part.length);
      for (let n = 0; n < part.length; n++) {
        chunk[2 * n] = part[n]!;
        chunk[2 * n + 1] = part[n]! * (Math.floor((from + n) / rateHz / 4) % 2 === 0 ? 1 : 0.6);
      }
      yield chunk;
    }
  }
  return listen(Object.assign(chunks(), { sampleRateHz: rateHz, channels: 2 as const }), () => {}, 1);
}

describe('what is measured of known tracks is what it was before, to five digits', () => {
  const plain = music(22);
  it.each([
    ['music', plain],
    [
      'music that passed a strided decoder',
      passThroughDecoder(plain, { strides: [8, 8, 4, 2], level: 0.05, seed: 3 }),
    ],
    [
      'music with mains hum',
      plain.map((sample, n) => sample + 0.02 * Math.sign(Math.sin((2 * Math.PI * 50 * n) / rateHz))),
    ],
  ])('%s', async (name, samples) => {
    const parts = await heard(samples);
    const { lattices, ...track } = describeTrack(parts);
    const text = pinned({
      heard: parts,
      track,
      lattices: lattices.map(({ lines, ...lattice }) => ({
        ...lattice,
        lines: lines.flatMap(Object.values) as number[],
      })),
    });
    await expect(text).toMatchFileSnapshot(`known-tracks/${name.replaceAll(' ', '-')}.txt`);
  });
});
