import { describe, expect, it } from 'vitest';
import { tokenTimes } from './attention-alignment.js';

const frames = 200;

/** One head in which each token looks at its own stretch of frames, over a floor of attention everywhere. */
function attending(spans: readonly (readonly [from: number, to: number])[], floor = 0.001): Float32Array {
  const head = new Float32Array(spans.length * frames).fill(floor);
  for (const [token, [from, to]] of spans.entries()) {
    for (let frame = from; frame < to; frame++) head[token * frames + frame] = 1 / (to - from);
  }
  return head;
}

describe('tokenTimes', () => {
  const spans = [
    [0, 20],
    [20, 55],
    [55, 70],
    [70, 150],
  ] as const;

  it('finds where attention passes from each token to the next, to within three frames', () => {
    const times = tokenTimes({ heads: [attending(spans)], tokens: 4, frames }, 150);
    expect(times).toHaveLength(5);
    for (const [i, [from]] of spans.entries()) expect(Math.abs(times[i]! * 50 - from)).toBeLessThanOrEqual(3);
    expect(times[4]).toBe(3);
  });

  it('is not led astray by a frame to which every token attends, nor by a single-frame spike', () => {
    const head = attending(spans);
    for (let token = 0; token < 4; token++) head[token * frames + 100] = 5;
    head[3 * frames + 10] = 0.5;
    const times = tokenTimes({ heads: [head], tokens: 4, frames }, 150);
    for (const [i, [from]] of spans.entries()) expect(Math.abs(times[i]! * 50 - from)).toBeLessThanOrEqual(4);
  });

  it('ignores the padding behind the sound', () => {
    const head = attending(spans);
    for (let frame = 150; frame < frames; frame++) head[1 * frames + frame] = 3;
    const times = tokenTimes({ heads: [head], tokens: 4, frames }, 150);
    expect(Math.abs(times[2]! * 50 - 55)).toBeLessThanOrEqual(3);
    expect(Math.max(...times)).toBe(3);
  });

  it('never runs backwards, and answers for a window without any sound', () => {
    const noise = Float32Array.from({ length: 6 * frames }, (_, i) => ((i * 7919) % 101) / 101);
    const times = tokenTimes({ heads: [noise], tokens: 6, frames }, 120);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(tokenTimes({ heads: [noise], tokens: 6, frames }, 0)).toHaveLength(7);
  });
});
