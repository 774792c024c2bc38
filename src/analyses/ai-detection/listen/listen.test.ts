import { expect, it } from 'vitest';
import { listen } from './listen.js';

const none = async function* (): AsyncGenerator<Float32Array> {};

it.each([
  [48_000, 2],
  [44_100, 1],
  [48_000, 1],
])('refuses %d Hz of %d channels, which its spacings would be wrong for', async (sampleRateHz, channels) => {
  const pcm = Object.assign(none(), { sampleRateHz, channels });
  await expect(listen(pcm, () => {}, 1)).rejects.toThrow(RangeError);
});
