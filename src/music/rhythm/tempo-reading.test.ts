import { describe, expect, it } from 'vitest';
import { secondsAtBeat } from '../song-description.js';
import { describeMidi } from '../symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../symbolic/test-support/melodies.js';
import { readingAt, readingLike } from './tempo-reading.js';

const song = describeMidi(writeMidi(generateMelody(7, 60)));

describe('the same song at half or double time', () => {
  it('keeps every note, chord and bar where it sounds', () => {
    for (const ratio of [0.5, 2] as const) {
      const { song: other, shiftBeats } = readingAt(song, ratio);
      expect(other.tempoBpm).toBeCloseTo(song.tempoBpm * ratio, 6);
      expect(other.chords).toHaveLength(other.beats.length);
      song.melody.topline.forEach((note, index) => {
        const moved = other.melody.topline[index]!;
        expect(moved.onsetBeats).toBeCloseTo((note.onsetBeats + shiftBeats) * ratio, 6);
        expect(secondsAtBeat(other.beats, moved.onsetBeats)).toBeCloseTo(
          secondsAtBeat(song.beats, note.onsetBeats),
          3,
        );
      });
      const bars = song.downbeats.map((beat) => secondsAtBeat(song.beats, beat));
      const otherBars = other.downbeats.map((beat) => other.beats[beat]!);
      const [few, many] = ratio === 0.5 ? [otherBars, bars] : [bars, otherBars];
      for (const time of few) expect(many.some((each) => Math.abs(each - time) < 1e-6)).toBe(true);
      expect(Math.abs(many.length - 2 * few.length)).toBeLessThanOrEqual(1);
    }
  });

  it('is left as it is where it has fewer than four beats, or is asked for at its own tempo', () => {
    const short = { ...song, beats: song.beats.slice(0, 3) };
    for (const ratio of [0.5, 1, 2] as const)
      expect(readingAt(short, ratio)).toEqual({ song: short, ratio: 1, shiftBeats: 0 });
    expect(readingAt(song, 1)).toEqual({ song, ratio: 1, shiftBeats: 0 });
    expect(readingAt({ ...song, beats: song.beats.slice(0, 4) }, 2).ratio).toBe(2);
  });

  it('is moved by a beat at half time where its first downbeat would fall between two of those that are kept', () => {
    for (const [first, shift] of [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ] as const) {
      const later = {
        ...song,
        beats: song.beats.slice(0, 40),
        downbeats: [0, 4, 8, 12].map((beat) => beat + first),
      };
      const [half, double] = [readingAt(later, 0.5), readingAt(later, 2)];
      expect([half.shiftBeats, double.shiftBeats]).toEqual([shift, 0]);
      expect(half.song.downbeats[0]).toBe((first + shift) / 2);
      expect([half.song.beats.length, double.song.beats.length]).toEqual([20 + shift, 79]);
    }
    expect(readingAt({ ...song, downbeats: [] }, 0.5).shiftBeats).toBe(0);
  });

  it.each([
    [3, 2, 3, 3],
    [6, 2, 3, 6],
    [6, 3, 4, 4],
    [5, 2, 5, 5],
  ])(
    'has whole bars that begin where written ones do, of %i/2^%i: %i beats at half time, %i at double',
    (...row) => {
      const [numerator, denominatorPower, half, double] = row;
      const written = describeMidi(writeMidi(generateMelody(7, 60), { numerator, denominatorPower }));
      const lengths = (downbeats: readonly number[]): Set<number> =>
        new Set(downbeats.slice(1).map((downbeat, bar) => downbeat - downbeats[bar]!));
      expect(lengths(readingAt(written, 0.5).song.downbeats)).toEqual(new Set([half]));
      expect(lengths(readingAt(written, 2).song.downbeats)).toEqual(new Set([double]));
    },
  );

  it('joins two bars of three in a medley whose other part is in four', () => {
    const inThree = [0, 3, 6, 9, 12, 15, 18, 21];
    const medley = { ...song, meter: 4 as const, downbeats: [...inThree, 24, 28, 32, 36, 40, 44, 48] };
    expect(readingAt(medley, 0.5).song.downbeats).toEqual([0, 3, 6, 9, 12, 16, 20, 24]);
  });

  it('is taken only where the pace asks for it and a description holds it to be close', () => {
    const heard = { ...song, source: 'audio' as const };
    const close = { ...heard, tempoHypotheses: [{ ratio: 0.5, probability: 0.3 }] };
    expect(readingLike(heard, heard, 2.05).ratio).toBe(1);
    expect(readingLike(heard, close, 2.05).ratio).toBe(0.5);
    expect(readingLike(heard, close, 1).ratio).toBe(1);
    expect(readingLike(heard, close, 1.5).ratio).toBe(1);
    expect(readingLike(song, song, 0.5).ratio).toBe(2);
  });
});
