import { describe, expect, it } from 'vitest';
import { barsOf, barsText, beatsABar } from './bars.js';

it('bars of a passage are counted from 1, a pickup is bar 0, and a bar line at the end begins no other bar', () => {
  const song = { downbeats: [2, 6, 10, 14, 18] };
  expect(barsOf(song, 2, 16)).toEqual([1, 4]);
  expect(barsOf(song, 6, 4)).toEqual([2, 2]);
  expect(barsOf(song, 0, 16)).toEqual([0, 4]);
  expect(barsOf(song, 0, 2)).toEqual([0, 0]);
  expect(barsOf(song, 16, 8)).toEqual([4, 5]);
  expect([barsText([1, 4]), barsText([2, 2]), barsText([0, 4]), barsText([0, 0])]).toEqual([
    'bars 1 to 4',
    'bar 2',
    'the pickup to bar 4',
    'the pickup',
  ]);
});

describe('beats a bar', () => {
  const song = { beats: Array.from({ length: 24 }, (_, beat) => beat), meter: 4 } as const;

  it('are those of the bars of a passage, whatever metre the song is counted in', () => {
    expect(beatsABar({ ...song, downbeats: [0, 2, 4, 6, 8, 10] }, 4, 6)).toBe(2);
    expect(beatsABar({ ...song, downbeats: [2, 5, 8, 11] }, 2, 6)).toBe(3);
    expect(beatsABar({ ...song, downbeats: [0, 5, 10, 15] }, 15, 5)).toBe(5);
  });

  it('are those that most beats of a passage lie in where the metre changes', () => {
    const changing = { ...song, downbeats: [0, 4, 8, 11, 14, 17, 20] };
    expect(beatsABar(changing, 0, 12)).toBe(4);
    expect(beatsABar(changing, 4, 12)).toBe(3);
    expect(beatsABar(changing, 8, 12)).toBe(3);
    expect(beatsABar(changing)).toBe(3);
  });

  it('are those of the metre where a song has fewer than two bar lines', () => {
    expect(beatsABar({ ...song, downbeats: [1] })).toBe(4);
    expect(beatsABar({ ...song, meter: 3, downbeats: [] })).toBe(3);
  });
});
