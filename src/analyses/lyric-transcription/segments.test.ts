import { describe, expect, it } from 'vitest';
import { absoluteGate, longestSegmentSeconds, segmentByEnergy } from './segments.js';

const hop = 512 / 16_000;
/** A level for this many seconds, one value a hop. */
const level = (seconds: number, value: number): number[] =>
  new Array<number>(Math.round(seconds / hop)).fill(value);

describe('segmentByEnergy', () => {
  it('finds nothing in silence, in nothing, and below the gate', () => {
    expect(segmentByEnergy(new Float32Array(0), 0)).toEqual([]);
    expect(segmentByEnergy(new Float32Array(500), 16)).toEqual([]);
    expect(segmentByEnergy(new Float32Array(500).fill(absoluteGate * 0.9), 16)).toEqual([]);
  });

  it('cuts at a second of quiet and not at less', () => {
    const quiet = (seconds: number): Float32Array =>
      Float32Array.from([...level(5, 0.3), ...level(seconds, 0.001), ...level(5, 0.3)]);
    expect(segmentByEnergy(quiet(0.8), 10.8)).toHaveLength(1);
    const two = segmentByEnergy(quiet(2), 12);
    expect(two).toHaveLength(2);
    expect(Math.abs(two[0]!.endSeconds - 5.2)).toBeLessThan(0.2);
    expect(Math.abs(two[1]!.startSeconds - 6.8)).toBeLessThan(0.2);
  });

  it('leaves out what is loud and unsung, and cuts what is left like any other', () => {
    const rms = Float32Array.from(level(100, 0.3));
    const sung = [
      { startSeconds: 10, endSeconds: 20 },
      { startSeconds: 40, endSeconds: 85 },
    ];
    const segments = segmentByEnergy(rms, 100, sung);
    expect(segments[0]).toEqual(sung[0]);
    expect([segments[1]!.startSeconds, segments.at(-1)!.endSeconds]).toEqual([40, 85]);
    expect(segments.length).toBeGreaterThan(2);
  });

  it('keeps all that is loud where nothing of it seems to be sung', () => {
    const rms = Float32Array.from([...level(10, 0.3), ...level(10, 0)]);
    const loud = segmentByEnergy(rms, 20);
    expect(segmentByEnergy(rms, 20, [])).toEqual(loud);
    expect(segmentByEnergy(rms, 20, [{ startSeconds: 15, endSeconds: 18 }])).toEqual(loud);
  });

  it('never exceeds 30 seconds, loses nothing, and cuts where it is quietest', () => {
    const rms = Float32Array.from(level(100, 0.3));
    const dip = Math.round(20 / hop);
    rms[dip] = 0.05;
    const segments = segmentByEnergy(rms, 100);
    expect(segments[0]!.startSeconds).toBe(0);
    expect(segments.at(-1)!.endSeconds).toBe(100);
    for (const [i, { startSeconds, endSeconds }] of segments.entries()) {
      expect(endSeconds - startSeconds).toBeLessThanOrEqual(longestSegmentSeconds);
      expect(endSeconds - startSeconds).toBeGreaterThan(0.9);
      if (i > 0) expect(startSeconds).toBe(segments[i - 1]!.endSeconds);
    }
    expect(Math.abs(segments[0]!.endSeconds - (dip * hop + 0.064))).toBeLessThan(0.001);
  });

  it('leaves no crumb behind: what is a little longer than 30 seconds ends in a second at least', () => {
    const rms = Float32Array.from(level(30.5, 0.3));
    // The quietest place lies within the last second.
    rms[Math.round(29.8 / hop)] = 0.05;
    const [, rest] = segmentByEnergy(rms, 30.5);
    expect(rest!.endSeconds - rest!.startSeconds).toBeGreaterThanOrEqual(1);
    const early = Float32Array.from(level(30.5, 0.3));
    early[Math.round(29.2 / hop)] = 0.05;
    expect(segmentByEnergy(early, 30.5)[0]!.endSeconds).toBeCloseTo(29.2 + 0.064, 1);
  });

  it('keeps any envelope in order, without overlap and inside the song', () => {
    for (let seed = 1; seed < 30; seed++) {
      const rms = Float32Array.from(
        { length: 3000 },
        (_, i) => Math.max(0, Math.sin(i * seed * 0.013)) * 0.2,
      );
      const seconds = 3000 * hop;
      let last = 0;
      for (const { startSeconds, endSeconds } of segmentByEnergy(rms, seconds)) {
        expect(startSeconds).toBeGreaterThanOrEqual(last);
        expect(endSeconds).toBeGreaterThan(startSeconds);
        expect(endSeconds - startSeconds).toBeLessThanOrEqual(longestSegmentSeconds + 1e-9);
        last = endSeconds;
      }
      expect(last).toBeLessThanOrEqual(seconds);
    }
  });
});
