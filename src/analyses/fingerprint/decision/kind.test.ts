import { describe, expect, it } from 'vitest';
import { measuredAlignment, measuredSound } from '../test-support/measured-alignment.js';
import type { Alignment } from '../verification/measure.js';
import type { Coherence } from '../waveform/coherence.js';
import { changeKinds, copyKinds, kindReasons } from './kind.js';

const copy = measuredAlignment({ excess: 0.97, sharpness: 0.99, early: 0 });
const sound = (over: number, reflections: number): Coherence => ({
  ...measuredSound(over, over),
  reflections,
});
const scaleOf = (cents: number): number => 2 ** (cents / 1200);
const little = 1e-6;

describe('what was done to speed and pitch', () => {
  const kindsAt = (speedCents: number, pitchCents: number) =>
    changeKinds({ ...copy, scale: scaleOf(speedCents), pitchCents });

  it('is nothing up to six cents of time and twenty of pitch', () => {
    for (const sign of [1, -1]) {
      expect(kindsAt(sign * 5.9, 0)).toEqual([]);
      expect(kindsAt(0, sign * 20)).toEqual([]);
      expect(kindsAt(0, sign * 20.1)).toEqual(['pitch']);
      expect(kindsAt(sign * 6.1, sign * -20)).toEqual(['tempo']);
    }
  });

  it('is speed where the pitch follows within fifteen cents, else tempo, and pitch besides', () => {
    for (const sign of [1, -1]) {
      expect(kindsAt(sign * 100, sign * 100)).toEqual(['speed']);
      expect(kindsAt(sign * 100, sign * 114)).toEqual(['speed']);
      expect(kindsAt(sign * 100, sign * 86)).toEqual(['speed']);
      expect(kindsAt(sign * 100, sign * 116)).toEqual(['tempo', 'pitch']);
      expect(kindsAt(sign * 100, sign * 84)).toEqual(['tempo', 'pitch']);
      expect(kindsAt(sign * 100, 0)).toEqual(['tempo']);
      expect(kindsAt(sign * 6.1, sign * 6.1)).toEqual(['speed']);
    }
  });
});

describe('what a copy is', () => {
  const kindsOf = (change: Partial<Alignment>, songSeconds = 20) =>
    copyKinds({ ...copy, ...change }, songSeconds);

  it('is exact with 95 % of the peaks and a sharpness of 0.97, re-encoded with 60 % of them', () => {
    expect(kindsOf({ excess: 0.93 + little, sharpness: 0.97 })).toEqual(['exact']);
    expect(kindsOf({ excess: 0.93 - little })).toEqual(['re-encoded']);
    expect(kindsOf({ sharpness: 0.97 - little })).toEqual(['re-encoded']);
    expect(kindsOf({ excess: 0.58 + little, sharpness: 0.3 })).toEqual(['re-encoded']);
  });

  it('is below that mixed from a sharpness of 0.72 on, and reverberated where times moved', () => {
    const covered = { excess: 0.58 - little };
    expect(kindsOf({ ...covered, sharpness: 0.72 })).toEqual(['mixed']);
    expect(kindsOf({ ...covered, sharpness: 0.72 - little })).toEqual(['reverberated']);
  });

  it('is where its pitch or tempo changed covered below 45 % of the peaks, mixed from a sharpness of 0.7 on', () => {
    const stretched = { scale: scaleOf(100) };
    expect(kindsOf({ ...stretched, excess: 0.43 + little, sharpness: 0.2 })).toEqual(['tempo']);
    expect(kindsOf({ ...stretched, excess: 0.43 - little, sharpness: 0.7 })).toEqual(['tempo', 'mixed']);
    expect(kindsOf({ ...stretched, excess: 0.43 - little, sharpness: 0.7 - little })).toEqual([
      'tempo',
      'reverberated',
    ]);
  });

  it('is covered by a room where a tenth of the energy is reflected, if the sound was compared and is the song’s', () => {
    const covered = { excess: 0.3, sharpness: 0.9 };
    expect(kindsOf({ ...covered, coherence: sound(16, 0.1) })).toEqual(['reverberated']);
    expect(kindsOf({ ...covered, sharpness: 0.1, coherence: sound(16, 0.1 - little) })).toEqual(['mixed']);
    expect(kindsOf({ ...covered, coherence: sound(1, 0.5) })).toEqual(['mixed']);
  });

  it('is an excerpt where less than nine tenths of the song lie in it, in seconds of the song', () => {
    expect(kindsOf({ toSeconds: 18 })).toEqual(['exact']);
    expect(kindsOf({ toSeconds: 18 - little })).toEqual(['exact', 'excerpt']);
    expect(kindsOf({ fromSeconds: 2.1 })).toEqual(['exact', 'excerpt']);
    expect(kindsOf({ scale: 2 ** (1 / 12), toSeconds: 17 })).toEqual(['tempo']);
    expect(kindsOf({ scale: 2 ** (-1 / 12), toSeconds: 19 })).toEqual(['tempo', 'excerpt']);
  });
});

it('an excerpt is said to lie in the song where its place and pace take it, and not before the song begins', () => {
  const sentence = (change: Partial<Alignment>): string =>
    kindReasons({ ...copy, ...change }, ['excerpt'])[0]!;
  expect(sentence({ startFrames: 0, scale: 1.5, fromSeconds: 2, toSeconds: 6 })).toBe(
    'The recording holds a part of the song: its 2.0 s to 6.0 s are the song’s 3.0 s to 9.0 s.',
  );
  expect(sentence({ startFrames: -1e4, fromSeconds: 2, toSeconds: 6 })).toContain(
    'are the song’s 0.0 s to 0.0 s.',
  );
  expect(kindReasons({ ...copy, excess: 0.5, chance: 0.1, sharpness: 0.9 }, ['mixed'])[0]).toContain(
    '60 % of its peaks are in the song, with a sharpness of 0.90',
  );
});
