import { describe, expect, it } from 'vitest';
import { centre, oneAfterAnother, windowCosines, windowPhrases, windowSizes } from './windows.js';

const dimensions = 3;

function cosinesOf(a: Int8Array, b: Int8Array): Float32Array {
  const unit = (vectors: Int8Array, row: number): number[] => {
    const own = [...vectors.subarray(row * dimensions, (row + 1) * dimensions)];
    const length = Math.hypot(...own);
    return own.map((value) => value / length);
  };
  const [m, n] = [a.length / dimensions, b.length / dimensions];
  return Float32Array.from({ length: m * n }, (_, at) => {
    const [x, y] = [unit(a, Math.floor(at / n)), unit(b, at % n)];
    return x.reduce((sum, value, d) => sum + value * y[d]!, 0);
  });
}
const normsOf = (vectors: Int8Array): Float32Array =>
  Float32Array.from({ length: vectors.length / dimensions }, (_, row) =>
    Math.hypot(...vectors.subarray(row * dimensions, (row + 1) * dimensions)),
  );
const windowed = (vectors: Int8Array) => {
  const count = vectors.length / dimensions;
  const weights = new Float32Array(count).fill(1);
  return windowPhrases(vectors, normsOf(vectors), dimensions, weights, oneAfterAnother(count));
};

describe('windows of phrases', () => {
  it('are the same where the same content is dealt out to the lines in another way', () => {
    // Two lines say x then y; the translation says y then x.
    const query = Int8Array.of(100, 0, 0, 0, 100, 0);
    const song = Int8Array.of(0, 100, 0, 100, 0, 0);
    const cosines = cosinesOf(query, song);
    expect(cosines[0]).toBeCloseTo(0);
    const out = new Float32Array(4);
    windowCosines(cosines, windowed(query), windowed(song), windowSizes.indexOf(2), out);
    expect(out[0]).toBeCloseTo(1);
  });

  it('of a lyric with itself have the cosine 1, also where the end cuts them off', () => {
    const lyric = Int8Array.from({ length: 9 * dimensions }, (_, at) => ((at * 37) % 101) - 50);
    const cosines = cosinesOf(lyric, lyric);
    windowSizes.forEach((_, size) => {
      const out = new Float32Array(81);
      windowCosines(cosines, windowed(lyric), windowed(lyric), size, out);
      for (let line = 0; line < 9; line++) expect(out[line * 10]).toBeCloseTo(1);
    });
  });

  it('of phrases that the encoder does not know are like nothing', () => {
    const unknown = new Int8Array(2 * dimensions);
    const out = new Float32Array(4).fill(9);
    windowCosines(new Float32Array(4), windowed(unknown), windowed(unknown), 0, out);
    expect([...out]).toEqual([0, 0, 0, 0]);
  });
});

describe('centring', () => {
  it('takes out what all phrases share and leaves which belong together', () => {
    const out = new Float32Array(9);
    centre(new Float32Array(9).fill(0.8), 3, 3, 1, 0, out);
    expect(Math.max(...out)).toBeLessThan(1e-6);
    const pairs = Float32Array.from({ length: 9 }, (_, at) => (at % 4 === 0 ? 0.9 : 0.6));
    centre(pairs, 3, 3, 1, 0, out);
    expect(out[0]).toBeCloseTo(0.2);
    expect(out[1]).toBe(0);
  });
});
