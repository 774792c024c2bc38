import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, triads } from '../test-support/scenes.js';
import { prepareSong } from './prepared-song.js';
import { tempoReadings, tonalReadings } from './tonal-readings.js';

const written = arranged(generateMelody(3, 40), triads(3, 12));
const heard = (change: Partial<SongDescription> = {}): SongDescription => ({
  ...written,
  source: 'audio',
  ...change,
});
/** Of each reading the beats of either description for one of its rows. */
const readingsOf = (
  a: SongDescription,
  b: SongDescription,
  asked: Parameters<typeof tempoReadings>[2] = [],
): number[][] =>
  tempoReadings(prepareSong(a), prepareSong(b), asked).map((pair) => pair.map((one) => one.beatOf(1)));
const asCounted = [1, 1];

describe('the readings of two tempos', () => {
  it.each([
    [1, []],
    [1.2, []],
    [1.25, [[1.5, 1]]],
    [1.7, [[1.5, 1]]],
    [1.76, [[1, 0.5]]],
    [2.4, [[1, 0.5]]],
    [2.5, [[3, 1]]],
    [3.4, [[3, 1]]],
    [3.5, []],
    [5, []],
  ] as const)(
    'are besides as counted those of the nearest relation that wrong counts bring about: %f',
    (ratio, more) => {
      const fast = heard({ tempoBpm: ratio * written.tempoBpm });
      expect(readingsOf(fast, written)).toEqual([asCounted, ...more]);
      expect(readingsOf(written, fast)).toEqual([asCounted, ...more.map(([own, other]) => [other, own])]);
    },
  );

  it('are those as counted alone where both songs are written, whose beats are known', () => {
    for (const ratio of [1.5, 2, 3])
      expect(readingsOf({ ...written, tempoBpm: ratio * written.tempoBpm }, written)).toEqual([asCounted]);
  });

  it('are at double time that of a song whose description holds it possible, or of which the other one’s holds half', () => {
    const hypotheses = (ratio: 0.5 | 2): SongDescription =>
      heard({ tempoHypotheses: [{ ratio, probability: 0.3 }] });
    const [fastFirst, fastSecond] = [
      [asCounted, [0.5, 1]],
      [asCounted, [1, 0.5]],
    ];
    expect(readingsOf(hypotheses(2), written)).toEqual(fastFirst);
    expect(readingsOf(written, hypotheses(0.5))).toEqual(fastFirst);
    expect(readingsOf(hypotheses(0.5), written)).toEqual(fastSecond);
    expect(readingsOf(written, hypotheses(2))).toEqual(fastSecond);
    expect(readingsOf(hypotheses(2), hypotheses(2))).toEqual([asCounted, [0.5, 1], [1, 0.5]]);
  });

  it('are those that are asked for too: the first song at double time, or the second one', () => {
    expect(readingsOf(written, written, [2])).toEqual([asCounted, [0.5, 1]]);
    expect(readingsOf(written, written, [0.5])).toEqual([asCounted, [1, 0.5]]);
    expect(readingsOf(written, written, [2, 0.5])).toEqual([asCounted, [0.5, 1], [1, 0.5]]);
  });

  it('lay each row where its beats are in the description, and each beat in its row', () => {
    const song = prepareSong(written);
    for (const ratio of [1.5, 2, 3]) {
      const fast = prepareSong(heard({ tempoBpm: ratio * written.tempoBpm }));
      for (const pair of tempoReadings(fast, song, []))
        for (const reading of pair)
          for (const row of [0, 1, 5.5, 12]) expect(reading.rowOf(reading.beatOf(row))).toBeCloseTo(row, 9);
    }
    const [, [slow]] = tempoReadings(prepareSong(heard({ tempoBpm: 3 * written.tempoBpm })), song, []) as [
      unknown,
      ReturnType<typeof tempoReadings>[number],
    ];
    expect([slow.beatOf(4), slow.rowOf(12)]).toEqual([12, 4]);
    expect(slow.tonal.rows.count).toBe(song.tonal.slowed(3).rows.count);
  });
});

describe('the reading of another metre', () => {
  /** Beats of the other metre that take `times` as long as those of the main one. */
  const unsure = (times: number): SongDescription => {
    const seconds = 0.5 * times;
    const beats = Array.from({ length: 1 + Math.floor(20 / seconds) }, (_, beat) => beat * seconds);
    return heard({ otherMetre: { meter: 3, probability: 0.3, beats, downbeats: [0] } });
  };
  const isRead = (times: number): boolean => prepareSong(unsure(times)).otherMetre() !== null;

  it('is none whose beats are as long, half or twice as long, but for less than a tenth of an octave', () => {
    for (const times of [1, 0.5, 2]) {
      for (const octaves of [0, 0.09, -0.09]) expect(isRead(times * 2 ** octaves)).toBe(false);
      for (const octaves of [0.11, -0.11]) expect(isRead(times * 2 ** octaves)).toBe(true);
    }
    for (const times of [1.5, 2 / 3, 3, 4, 1 / 4]) expect(isRead(times)).toBe(true);
  });

  it('is none without beats of either metre', () => {
    expect(prepareSong({ ...unsure(1.5), beats: [0.5] }).otherMetre()).toBeNull();
    const { otherMetre } = unsure(1.5);
    expect(prepareSong(heard({ otherMetre: { ...otherMetre!, beats: [0.5] } })).otherMetre()).toBeNull();
    expect(prepareSong(written).otherMetre()).toBeNull();
  });

  it('is laid beside the main one of the other song and beside its other one', () => {
    const [one, other] = [prepareSong(unsure(1.5)), prepareSong(unsure(3))];
    const beatsOf = (a: typeof one, b: typeof one): number[][] =>
      tonalReadings(a, b, []).map((pair) => pair.map((reading) => reading.beatOf(1) - reading.beatOf(0)));
    const close = (pairs: readonly number[][]) =>
      pairs.map((pair) => pair.map((beats) => expect.closeTo(beats, 6)));
    const plain = prepareSong(written);
    expect(beatsOf(plain, plain)).toEqual(close([[1, 1]]));
    expect(beatsOf(one, plain)).toEqual(
      close([
        [1, 1],
        [1.5, 1],
      ]),
    );
    expect(beatsOf(plain, one)).toEqual(
      close([
        [1, 1],
        [1, 1.5],
      ]),
    );
    expect(beatsOf(one, other)).toEqual(
      close([
        [1, 1],
        [1.5, 1],
        [1, 3],
        [1.5, 3],
      ]),
    );
    const [, [reading]] = tonalReadings(one, plain, []) as [
      unknown,
      ReturnType<typeof tonalReadings>[number],
    ];
    expect(reading.rowOf(9)).toBeCloseTo(6, 6);
    expect(reading.beatOf(6)).toBeCloseTo(9, 6);
  });
});
