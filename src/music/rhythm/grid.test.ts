import { describe, expect, it } from 'vitest';
import { coverSong } from './grid.js';

describe('the beat grid', () => {
  it('is carried on to the first and the last sound, bars in step', () => {
    const { beats, downbeats } = coverSong([2, 2.5, 3, 3.5, 4], [1], 4, 0.1, 6.2);
    expect(beats[0]).toBeLessThanOrEqual(0.1);
    expect(beats.at(-1)).toBeGreaterThanOrEqual(6.2);
    expect(downbeats.map((index) => beats[index])).toEqual([0.5, 2.5, 4.5, 6.5]);
  });

  it('leaves out what was counted in silence', () => {
    const { beats, downbeats } = coverSong([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 4, 8], 4, 2.5, 6.5);
    expect(beats).toEqual([2, 3, 4, 5, 6, 7]);
    expect(downbeats.map((index) => beats[index])).toEqual([4]);
  });
});
