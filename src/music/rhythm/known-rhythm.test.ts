import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import { describeMidi } from '../symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../symbolic/test-support/melodies.js';
import { autocorrelation } from './autocorrelation.js';
import { coverSong } from './grid.js';
import { readingAt, readingLike } from './tempo-reading.js';
import { heardPerformance, performances } from './test-support/heard-performances.js';

describe('the onsets of known performances are what they were before, to five digits', () => {
  it.each(performances)('%s', async (name, scene) => {
    const { onsets } = heardPerformance(scene);
    const text = pinned({ onsets, correlation: autocorrelation(onsets.all, 200) });
    await expect(text).toMatchFileSnapshot(`known-rhythm/${name.replaceAll(' ', '-')}.txt`);
  });
});

describe('a grid that covers a song', () => {
  it('is what it was before', async () => {
    const beats = Array.from({ length: 24 }, (_, beat) => 3 + beat * 0.5 + 0.05 * Math.sin(beat));
    const text = pinned({
      longer: coverSong(beats, [1, 5, 9, 13, 17, 21], 4, 0.2, 18),
      shorter: coverSong(beats, [1, 5, 9, 13, 17, 21], 4, 6, 10),
      between: coverSong(beats, [2, 5, 8], 3, 2.9, 15.1),
      withoutBars: coverSong(beats, [], 4, 3, 14),
      outside: coverSong(beats, [1, 5], 4, 40, 41),
      few: coverSong([1, 2], [0], 3, 0, 6),
      one: coverSong([1], [0], 4, 0, 6),
    });
    await expect(text).toMatchFileSnapshot('known-rhythm/grids.txt');
  });
});

describe('a song counted at another tempo', () => {
  const song = describeMidi(writeMidi(generateMelody(5, 60)));
  const late = {
    ...song,
    downbeats: [1, 5, 9, 13, 15, 19, 23],
    sections: [{ startBeat: 1, endBeat: 9, label: 'A' }],
  };

  it('is what it was before', async () => {
    const text = pinned(
      Object.fromEntries(([0.5, 1, 2] as const).map((ratio) => [`at ${ratio}`, readingAt(late, ratio)])),
    );
    await expect(text).toMatchFileSnapshot('known-rhythm/readings.txt');
  });

  it('is taken where the paces are nearly twice apart and a description holds it to be close, or one is written', () => {
    const heardSong = { ...song, source: 'audio' as const };
    const close = (ratio: number) => ({ ...heardSong, tempoHypotheses: [{ ratio, probability: 0.3 }] });
    expect(
      [0.5, 0.59, 0.6, 1.6, 1.7, 2, 2.3, 2.4, 4].map((pace) => readingLike(song, song, pace).ratio),
    ).toEqual([2, 2, 1, 1, 0.5, 0.5, 0.5, 1, 1]);
    expect(readingLike(heardSong, heardSong, 2).ratio).toBe(1);
    expect(readingLike(heardSong, close(0.5), 2).ratio).toBe(0.5);
    expect(readingLike(heardSong, close(2), 2).ratio).toBe(1);
    expect(readingLike(close(2), heardSong, 2).ratio).toBe(0.5);
    expect(readingLike(close(0.5), heardSong, 0.5).ratio).toBe(2);
    expect(readingLike(song, heardSong, 2).ratio).toBe(0.5);
    expect(readingLike(heardSong, song, 2).ratio).toBe(0.5);
    expect(readingLike(song, { ...song, beats: [0, 1, 2] }, 2).ratio).toBe(1);
  });
});
