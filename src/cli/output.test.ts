import { describe, expect, it } from 'vitest';
import { formatBytes, formatTable } from './output.js';

describe('output', () => {
  it('aligns text to the left, numbers to the right, and shows what is absent as a dash', () => {
    const table = formatTable(
      ['name', 'songs'],
      [
        ['a', 5],
        ['longer', 1000],
      ],
    );
    expect(table).toBe(['name    songs', '──────  ─────', 'a           5', 'longer   1000'].join('\n'));
    expect(formatTable(['x', 'y'], [[null, 'b']])).toBe('x  y\n─  ─\n–  b');
  });

  it('formats sizes for people', () => {
    expect([12, 34_000, 1_250_000, 2.5e9].map(formatBytes)).toEqual(['12 B', '34 kB', '1.3 MB', '2.5 GB']);
  });
});
