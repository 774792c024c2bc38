import { describe, expect, it } from 'vitest';
import { minBeatSeconds as describedFrom } from '../music/song-description.js';
import { beatsABar, minBeatSeconds, soundingBars } from './bars.js';

const halfSeconds = { beats: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5], downbeats: [0, 4, 8] };

it("a downbeat at the song's end begins no bar, one before it does, and rounding to a millisecond decides nothing", () => {
  expect(soundingBars(halfSeconds, 4)).toEqual([0, 4]);
  expect(soundingBars(halfSeconds, 4.001)).toEqual([0, 4]);
  expect(soundingBars(halfSeconds, 4.4)).toEqual([0, 4, 8]);
});

it('a downbeat for which there is no beat begins no bar', () => {
  expect(soundingBars({ beats: [0, 0.5, 1, 1.5], downbeats: [0, 4] }, 2)).toEqual([0]);
});

it('what is shown as too short for beats is what gets none', () => {
  expect(minBeatSeconds).toBe(describedFrom);
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
