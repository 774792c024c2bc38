import { describe, expect, it } from 'vitest';
import type { LineEngine } from '../ports.js';
import { engineCandidates } from './engine-candidates.js';

const codes = {
  bytes: 8,
  codes: new Uint8Array(8),
  similarity: new Float32Array(256),
  weights: Float32Array.of(1),
  nats: Float32Array.of(1),
};

async function ask(changed: object): Promise<{ openings: number; failure: unknown }> {
  let openings = 0;
  const engine: LineEngine = {
    mode: 'serve',
    maxOwnSongs: 10,
    async open() {
      openings++;
      return {
        lines: [],
        histogram: async () => new Uint32Array(),
        best: async () => ({ meaning: [], sum: [], single: [], wording: [] }),
        isWhole: async () => true,
      };
    },
    onSearch() {},
    onCompared() {},
    onFailure() {},
  };
  const question = { semantic: { ...codes, ...changed }, lexical: codes };
  const failure = await engineCandidates(question, [], engine, new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
  return { openings, failure };
}

describe('engineCandidates', () => {
  it('asks the engine with codes of the right shape', async () => {
    expect(await ask({})).toEqual({ openings: 1, failure: null });
  });

  it.each([
    ['a weight that is a part of a statement', { weights: ['1], [0.), (SELECT 1'] }],
    ['nats that are no numbers', { nats: ['0'] }],
    ['similarities in a list of anything', { similarity: Array.from({ length: 256 }, () => '0') }],
    ['a weight without a value', { weights: Float32Array.of(Number.NaN) }],
    ['a weight without end', { weights: Float32Array.of(Number.POSITIVE_INFINITY) }],
    ['codes that are no bytes', { codes: 'eight ch' }],
    [
      'too many rows',
      {
        bytes: 1,
        codes: new Uint8Array(5_001),
        weights: new Float32Array(5_001),
        nats: new Float32Array(5_001),
      },
    ],
  ])('asks nothing with %s', async (_, changed) => {
    const { openings, failure } = await ask(changed);
    expect(failure).toBeInstanceOf(RangeError);
    expect(openings).toBe(0);
  });
});
