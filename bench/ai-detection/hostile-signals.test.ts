import { describe, expect, it } from 'vitest';
import { embeddedOdds } from '../../src/analyses/ai-detection/evidence/embedded.js';
import type { Measurement } from '../../src/analyses/ai-detection/measurement.js';
import { productNames } from '../../src/analyses/ai-detection/results/products.js';
import { judge } from '../../src/analyses/ai-detection/results/result.js';
import { passThroughDecoder } from '../../src/analyses/ai-detection/test-support/synthetic-decoder.js';
import { measureSamples } from './cases.js';
import { hostileSignals } from './hostile-signals.js';

const seconds = 12;

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
  it.each(hostileSignals)('$name is called fake by no product', async ({ make }) => {
    expect(accusedBy(await measured(make(seconds)))).toEqual([]);
  });

  it('leaves a decoder’s lattice under sequenced drums visible', async () => {
    const drums = hostileSignals.find(({ name }) => name === 'drum machine at 125 BPM')!;
    const decoded = passThroughDecoder(drums.make(seconds), { strides: [8, 8, 4, 2], level: 0.6, seed: 3 });
    expect(accusedBy(await measured(decoded))).toEqual([...productNames]);
  });
});
