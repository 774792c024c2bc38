import { expect, it } from 'vitest';
import { minBeatSeconds as describedFrom } from '../music/song-description.js';
import { minBeatSeconds, soundingBars } from './bars.js';

const song = { beats: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5], downbeats: [0, 4, 8] };

it("a downbeat at the song's end begins no bar, one before it does, and rounding to a millisecond decides nothing", () => {
  expect(soundingBars(song, 4)).toEqual([0, 4]);
  expect(soundingBars(song, 4.001)).toEqual([0, 4]);
  expect(soundingBars(song, 4.4)).toEqual([0, 4, 8]);
});

it('a downbeat for which there is no beat begins no bar', () => {
  expect(soundingBars({ beats: [0, 0.5, 1, 1.5], downbeats: [0, 4] }, 2)).toEqual([0]);
});

it('what is shown as too short for beats is what gets none', () => {
  expect(minBeatSeconds).toBe(describedFrom);
});
