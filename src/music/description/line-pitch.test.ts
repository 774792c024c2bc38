import { describe, expect, it } from 'vitest';
import { heldBins, pitchAlong } from './line-pitch.js';
import { vocalPitchBinCount, vocalPitchLowestMidi } from './vocal-pitch.js';

describe('the pitch along a line', () => {
  it('is held where the line is silent, from its first one on', () => {
    expect([...heldBins(Int16Array.of(-1, -1, 4, -1, 7, -1))]).toEqual([4, 4, 4, 4, 7, 7]);
    expect([...heldBins(Int16Array.of(-1, -1))]).toEqual([0, 0]);
  });

  it('lies between semitones where the network hears it there, and what is heard elsewhere is apart', () => {
    const pitches = new Uint8Array(2 * vocalPitchBinCount);
    // A third of a semitone above twelve semitones, and something louder two octaves above.
    pitches[37] = 200;
    pitches[37 + 72] = 250;
    const heard = { framesPerSecond: 43, frames: 2, pitches, voiced: Uint8Array.of(255, 255) };
    const { midi, clearestNear, clearestElsewhere } = pitchAlong(
      Int16Array.of(12, 12),
      vocalPitchLowestMidi,
      heard,
    );
    expect(midi[0]).toBeCloseTo(vocalPitchLowestMidi + 37 / 3, 5);
    expect(midi[1]).toBe(vocalPitchLowestMidi + 12);
    expect(clearestNear[0]).toBeCloseTo(200 / 255, 5);
    expect(clearestElsewhere[0]).toBeCloseTo(250 / 255, 5);
  });
});
