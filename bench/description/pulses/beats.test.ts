import { describe, expect, it } from 'vitest';
import { trackBeats } from './beats.js';

/** An onset curve with a bump at every time (frames). */
function curve(times: readonly number[], frames: number): Float32Array {
  const onset = new Float32Array(frames);
  for (const time of times) {
    for (let frame = Math.ceil(time - 3); frame <= time + 3; frame++) {
      if (frame >= 0 && frame < frames) onset[frame]! += 4 * Math.exp(-0.5 * (frame - time) ** 2);
    }
  }
  return onset;
}

const beatsOf = (onset: Float32Array, period: number) =>
  trackBeats(onset, new Float32Array(1).fill(period), onset.length).frames;

describe('beats', () => {
  it('stay on the beat through a stretch of accents between beats', () => {
    const period = 43;
    const times = Array.from(
      { length: 60 },
      (_, i) => 20 + i * period + (i >= 30 && i < 40 ? period / 2 : 0),
    );
    for (const frame of beatsOf(curve(times, 20 + 60 * period), period)) {
      const beats = (frame - 20) / period;
      expect(Math.abs(beats - Math.round(beats)) * period).toBeLessThan(4);
    }
  });

  it('do not gather rounding where a period lies between two frames', () => {
    const period = 25.4;
    const times = Array.from({ length: 100 }, (_, i) => 10 + i * period);
    const sparse = times.filter((_, i) => i % 10 < 2);
    const found = beatsOf(curve(sparse, Math.ceil(10 + 100 * period)), period);
    expect(found.length).toBeGreaterThanOrEqual(90);
    for (const frame of found) {
      const beats = (frame - 10) / period;
      expect(Math.abs(beats - Math.round(beats)) * period).toBeLessThan(3);
    }
  });

  it('follow a tempo that changes step by step', () => {
    const times = [20];
    for (let i = 0; i < 60; i++) times.push(times.at(-1)! + 40 + i * 0.15);
    const periods = Float32Array.from({ length: 30 }, (_, i) => 40 + i * 0.3);
    const found = trackBeats(curve(times, Math.ceil(times.at(-1)! + 10)), periods, 90).frames;
    const met = times.filter((time) => found.some((frame) => Math.abs(frame - time) < 3));
    expect(met.length).toBeGreaterThanOrEqual(58);
  });

  it('are as strong as the onsets under them are on average', () => {
    const times = Array.from({ length: 40 }, (_, i) => 20 + i * 40);
    const onset = curve(times, 1640);
    const { frames, strength } = trackBeats(onset, Float32Array.of(40), onset.length);
    const mean = frames.reduce((sum, frame) => sum + onset[Math.round(frame)]!, 0) / frames.length;
    expect(frames.length).toBeGreaterThanOrEqual(40);
    expect(strength).toBeCloseTo(mean, 4);
    expect(strength).toBeGreaterThan(3.5);
    expect(trackBeats(new Float32Array(0), Float32Array.of(40), 1)).toEqual({ frames: [], strength: 0 });
  });
});
