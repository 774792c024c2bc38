import { describe, expect, it } from 'vitest';
import { metricalFeatureCount } from '../../src/music/rhythm/metrical-features.js';
import { placeCount, placeProbabilities } from '../../src/music/rhythm/metrical-network.js';
import { randomOf } from './rhythm-songs.js';
import { networkOf, trainNetwork } from './rhythm-training.js';

/** A song in four whose first feature is loud on the first beat of a bar, and whose second is on all beats. */
function song(seed: number) {
  const random = randomOf(seed);
  const pulses = 400;
  const features = Float32Array.from({ length: pulses * metricalFeatureCount }, () => random() - 0.5);
  const places = new Int8Array(pulses);
  for (let pulse = 0; pulse < pulses; pulse++) {
    const at = pulse * metricalFeatureCount;
    if (pulse % 2 === 0) features[at + 1]! += 4;
    if (pulse % 8 === 0) features[at]! += 4;
    places[pulse] = pulse % 8 === 0 ? 2 : pulse % 2 === 0 ? 1 : 0;
  }
  return { examples: { features, places }, importance: 1 };
}

describe('fitting the metrical network', () => {
  it('learns what marks beats and bars, and knows it in a song it has not seen', () => {
    const weights = trainNetwork([song(1), song(2), song(3), song(4)], 1);
    const { features, places } = song(5).examples;
    const found = placeProbabilities(features, networkOf(weights));
    const right = [...places].filter((place, pulse) => {
      const row = [...found.subarray(pulse * placeCount, (pulse + 1) * placeCount)];
      return row.indexOf(Math.max(...row)) === place;
    });
    expect(right.length / places.length).toBeGreaterThan(0.9);
  });
});
