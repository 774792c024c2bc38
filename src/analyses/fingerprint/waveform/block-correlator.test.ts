import { expect, it } from 'vitest';
import { RealFft } from '../../../signal/fft.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { hannWindow } from '../../../signal/window.js';
import { BlockCorrelator } from './block-correlator.js';

const random = seededRandom(3);
const size = 256;
const window = hannWindow(size);
/** An odd number of bins. */
const band = { low: 7, high: 92 };
const maxDelaySamples = 20;
const minMagnitude = 0.5;
const noise = (): Float32Array => Float32Array.from({ length: size }, () => random() - 0.5);

async function spectrumOf(samples: Float32Array): Promise<Float32Array> {
  const fft = await RealFft.create(size);
  fft.input.set(samples.map((sample, n) => sample * window[n]!));
  fft.forward();
  const spectrum = fft.spectrum.slice();
  fft.dispose();
  return spectrum;
}

it('the correlation is that of the cross-spectrum with all but quiet magnitudes made one, added up bin by bin', async () => {
  const [query, song] = [noise(), noise()];
  const correlator = await BlockCorrelator.create({ window, band, minMagnitude, maxDelaySamples });
  const found = correlator.correlate(query, song);
  correlator.dispose();
  const [q, s] = [await spectrumOf(query), await spectrumOf(song)];
  let quiet = 0;
  for (let delay = -maxDelaySamples; delay <= maxDelaySamples; delay++) {
    const sum = { re: 0, im: 0 };
    for (let bin = band.low; bin < band.high; bin++) {
      const [qRe, qIm, sRe, sIm] = [q[2 * bin]!, q[2 * bin + 1]!, s[2 * bin]!, s[2 * bin + 1]!];
      const [re, im] = [qRe * sRe + qIm * sIm, qIm * sRe - qRe * sIm];
      if (Math.hypot(re, im) < minMagnitude) quiet++;
      const magnitude = Math.max(Math.hypot(re, im), minMagnitude);
      const turn = (2 * Math.PI * bin * delay) / size;
      sum.re += (re * Math.cos(turn) - im * Math.sin(turn)) / magnitude;
      sum.im += (re * Math.sin(turn) + im * Math.cos(turn)) / magnitude;
    }
    const at = 2 * (delay + maxDelaySamples);
    expect(found[at]).toBeCloseTo(sum.re / (band.high - band.low), 5);
    expect(found[at + 1]).toBeCloseTo(sum.im / (band.high - band.low), 5);
  }
  expect(quiet).toBeGreaterThan(0);
});

it('a copy without delay has magnitude 1 at 0', async () => {
  const block = noise();
  const correlator = await BlockCorrelator.create({ window, band, minMagnitude: 1e-9, maxDelaySamples });
  const found = correlator.correlate(block, block);
  correlator.dispose();
  expect(Math.hypot(found[2 * maxDelaySamples]!, found[2 * maxDelaySamples + 1]!)).toBeCloseTo(1, 5);
});
