import { describe, expect, it } from 'vitest';
import { embeddedOdds } from '../../src/analyses/ai-detection/evidence/embedded.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { productNames } from '../../src/analyses/ai-detection/results/products.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import { passThroughDecoder } from '../../src/sample-music/strided-decoder.js';
import { roundOf } from '../../tests/support/rounds.js';
import { measureSamples } from './cases.js';
import { hostileSignals } from './hostile-signals.js';

/** As long as the same signals in the fit: in half of it one of them, tuned to exactly 100 Hz, is still accused. */
const seconds = 24;

function measured(mono: Float32Array): Promise<Measurement> {
  const stereo = new Float32Array(2 * mono.length);
  for (let n = 0; n < stereo.length; n++) stereo[n] = mono[n >> 1]!;
  return measureSamples(stereo);
}

const accusedBy = (measurement: Measurement): string[] =>
  productNames.filter(
    (product) => judge(product, measurement, embeddedOdds()).finalResult.prediction === 'fake',
  );

describe('what draws even lines without a decoder', () => {
  it.each(roundOf(hostileSignals, 24))('$name is called fake by no product', async ({ make }) => {
    expect(accusedBy(await measured(make(seconds)))).toEqual([]);
  });

  it('does not acquit a decoder under sequenced drums: it is found, or nothing is decided', async () => {
    const drums = hostileSignals.find(({ name }) => name === 'drum machine at 125 BPM')!;
    const decoded = passThroughDecoder(drums.make(seconds), { strides: [8, 8, 4, 2], level: 0.6, seed: 3 });
    const { finding } = judge('lite', await measured(decoded), embeddedOdds()).verdict;
    expect(['found', 'cannot_tell']).toContain(finding);
  });
});
