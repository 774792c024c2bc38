import { describe, expect, it } from 'vitest';
import { dilatedNetworkOf, dilatedNetworkSchema } from './dilated-network-file.js';

const bytes = (...values: number[]): string => Buffer.from(Int8Array.from(values)).toString('base64');
const columns = 3;
const nothing = [0, 0, 0];
const file = dilatedNetworkSchema(columns).parse({
  channels: 1,
  mean: nothing,
  spread: [1, 1, 1],
  input: { step: 0.5, weights: bytes(...nothing.with(0, -3)), bias: [0.25] },
  blocks: [
    {
      dilation: 4,
      wide: { step: 0.1, weights: bytes(1, 2, 3), bias: [0] },
      mix: { step: 1, weights: bytes(1), bias: [0] },
    },
  ],
  answers: { step: 1, weights: bytes(1, 2), bias: [0, 1] },
});

describe('the file of a network of dilated convolutions', () => {
  it('holds each weight as a signed integer times the step of its layer, and what lies before, at and behind a row apart', () => {
    const { input, blocks } = dilatedNetworkOf(file, 2);
    expect([input.weights[0], input.weights[1], input.bias[0]]).toEqual([-1.5, 0, 0.25]);
    expect(blocks[0]!.dilation).toBe(4);
    for (const [tap, value] of [0.1, 0.2, 0.3].entries())
      expect(blocks[0]!.wide[tap]![0]).toBeCloseTo(value, 6);
  });

  it('is refused where it scales another number of measurements than it reads', () => {
    expect(dilatedNetworkSchema(columns + 1).safeParse(file).success).toBe(false);
  });

  it('is refused where a layer has another number of weights or biases than its sizes say', () => {
    expect(() => dilatedNetworkOf(file, 3)).toThrow(
      'A layer has 2 weights and 2 biases; 3 and 3 were expected.',
    );
    const short = { ...file, input: { ...file.input, bias: [] } };
    expect(() => dilatedNetworkOf(short, 2)).toThrow('0 biases');
  });
});
