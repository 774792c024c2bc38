import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { runNetwork } from '../../src/signal/small-network.js';
import { joinNetworks, trainNetwork } from './train-network.js';

describe('training a small network', () => {
  const random = seededRandom(3);
  const features = Float32Array.from({ length: 4000 }, () => random() * 2 - 1);
  const labels = Uint8Array.from({ length: 2000 }, (_, i) =>
    features[2 * i]! * features[2 * i + 1]! > 0 ? 1 : 0,
  );
  const options = { hiddenUnits: 8, epochs: 60, seed: 1, decay: 0 };

  it('learns what no sum of features can say, and the same every time', () => {
    const examples = { features, width: 2, labels, weights: new Float32Array(2000).fill(1) };
    const network = trainNetwork(examples, options);
    expect(
      runNetwork(network, Float32Array.of(0.5, 0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0.5)).map(Math.sign),
    ).toEqual(Float32Array.of(1, 1, -1, -1));
    expect(trainNetwork(examples, options)).toEqual(network);
  });

  it('does not look at examples of no weight', () => {
    const weights = Float32Array.from({ length: 2000 }, (_, i) => (i < 1500 ? 1 : 0));
    const wrong = labels.map((label, i) => (i < 1500 ? label : 1 - label));
    const one = trainNetwork({ features, width: 2, labels, weights }, options);
    expect(trainNetwork({ features, width: 2, labels: wrong, weights }, options)).toEqual(one);
  });

  it('joins networks into one that answers their mean', () => {
    const examples = { features, width: 2, labels, weights: new Float32Array(2000).fill(1) };
    const networks = [1, 2].map((seed) => trainNetwork(examples, { ...options, epochs: 5, seed }));
    const asked = features.subarray(0, 200);
    const [one, other] = networks.map((network) => runNetwork(network, asked));
    const joined = runNetwork(joinNetworks(networks), asked);
    for (const [i, value] of joined.entries()) expect(value).toBeCloseTo((one![i]! + other![i]!) / 2, 1);
  });
});
