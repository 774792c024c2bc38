import { describe, expect, it } from 'vitest';
import { noteEvents } from '../../../src/music/description/note-events.js';
import {
  activationsOf,
  type KnownNote,
  testFramesPerSecond,
} from '../../../src/music/description/test-support/activations.js';
import { onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { chosenRhythm, findRhythm, type Reading } from './find-rhythm.js';

/** A bass note and a chord on every first beat, single notes on the others; the chord changes every bar. */
function bars(bpm: number, meter: number, count: number, startSeconds: number): KnownNote[] {
  const beat = 60 / bpm;
  const roots = [0, 9, 5, 7];
  return Array.from({ length: count * meter }, (_, i) => {
    const root = roots[Math.floor(i / meter) % 4]!;
    const start = startSeconds + i * beat;
    if (i % meter !== 0) {
      return [
        {
          startSeconds: start,
          endSeconds: start + beat * 0.7,
          midi: 60 + root + (i % 2 === 0 ? 7 : 4),
          level: 0.5,
        },
      ];
    }
    return [36 + root, 60 + root, 64 + root, 67 + root].map((midi) => ({
      startSeconds: start,
      endSeconds: start + beat * (meter - 0.1),
      midi,
      level: 0.9,
    }));
  }).flat();
}

function hear(notes: readonly KnownNote[], seconds: number) {
  const activations = activationsOf(notes, seconds);
  const silentFlux = {
    framesPerSecond: testFramesPerSecond,
    full: new Float32Array(activations.frames),
    low: new Float32Array(activations.frames),
  };
  return findRhythm(onsetEvidence(silentFlux, activations), activations, noteEvents(activations));
}

describe('rhythm', () => {
  it.each([
    [72, 4],
    [90, 4],
    [100, 4],
    [84, 3],
    [96, 3],
  ] as const)('finds the beats and bars of %i BPM in %i', (bpm, meter) => {
    const start = 0.4;
    const count = 16;
    const seconds = start + (count * meter * 60) / bpm + 1;
    const rhythm = hear(bars(bpm, meter, count, start), seconds);
    expect(rhythm).not.toBeNull();
    expect(rhythm!.meter).toBe(meter);
    expect(Math.abs(rhythm!.bpm / bpm - 1)).toBeLessThan(0.02);
    const times = rhythm!.downbeats.map((beat) => rhythm!.beatFrames[beat]! / testFramesPerSecond);
    const expected = Array.from({ length: count }, (_, i) => start + (i * meter * 60) / bpm);
    const hit = expected.filter((time) => times.some((found) => Math.abs(found - time) < 0.07));
    expect(hit.length).toBeGreaterThanOrEqual(count - 1);
    expect(times.length).toBeLessThanOrEqual(count + 2);
  });

  it('has no beat in silence', () => {
    expect(hear([], 20)).toBeNull();
  });

  it('finds the clicks of a track without any pitch', () => {
    const frames = Math.round(30 * testFramesPerSecond);
    const flux = new Float32Array(frames);
    for (let click = 0; click * 0.6 < 30; click++) flux[Math.round(click * 0.6 * testFramesPerSecond)] = 10;
    const activations = activationsOf([], 30);
    const onset = { framesPerSecond: testFramesPerSecond, full: flux, low: new Float32Array(frames) };
    const rhythm = findRhythm(onsetEvidence(onset, activations), activations, []);
    expect(Math.abs(rhythm!.bpm / 100 - 1)).toBeLessThan(0.02);
    for (const frame of rhythm!.beatFrames.slice(1, -1)) {
      const clicks = frame / testFramesPerSecond / 0.6;
      expect(Math.abs(clicks - Math.round(clicks)) * 0.6).toBeLessThan(0.03);
    }
  });
});

describe('the metre', () => {
  const counted = (bpm: number, meter: 3 | 4, score: number) => ({
    beatFrames: Array.from({ length: 40 }, (_, beat) => (beat * 60 * testFramesPerSecond) / bpm),
    downbeats: Array.from({ length: Math.ceil(40 / meter) }, (_, bar) => bar * meter),
    meter,
    score,
  });
  const reading = (bpm: number, meter: 3 | 4, score: number, otherScore: number): Reading => ({
    ...counted(bpm, meter, score),
    bpm,
    evidence: [],
    other: counted(bpm, meter === 3 ? 4 : 3, otherScore),
  });

  it('is the likelier one over all readings, though a single reading in the other one explains most', () => {
    const several = [reading(120, 3, 0, -2), reading(90, 4, -0.05, -2), reading(180, 4, -0.06, -2)];
    const rhythm = chosenRhythm(several, testFramesPerSecond);
    expect(rhythm).toMatchObject({ meter: 4, otherMetre: { meter: 3 } });
    expect(rhythm.bpm).toBeCloseTo(90, 6);
    // Weights e^0, e^(6 · −0.05) and e^(6 · −0.06); the other counts weigh e^−12 each.
    expect(rhythm.otherMetre!.probability).toBeCloseTo(1 / (1 + Math.exp(-0.3) + Math.exp(-0.36)), 3);
    expect(rhythm.otherMetre!.beatFrames).toEqual(several[0]!.beatFrames);
    // Of half and double time, the likelier one's share.
    expect(rhythm.hypotheses).toEqual([
      { ratio: 2, probability: expect.closeTo(1 / (1 + Math.exp(0.025)), 6) },
    ]);
  });

  it('is the best reading’s where no other one is near, and then stands alone', () => {
    const alone = [reading(120, 3, 0, -2), reading(90, 4, -1, -2)];
    expect(chosenRhythm(alone, testFramesPerSecond)).toMatchObject({
      meter: 3,
      otherMetre: null,
      hypotheses: [],
    });
  });

  it('is never named beside a likelier one, whatever the readings are', () => {
    let outweighed = 0;
    for (let seed = 0; seed < 50; seed++) {
      const score = (place: number): number => -((seed * 7 + place * 13) % 29) / 200;
      const readings = [60, 80, 120, 160]
        .map((bpm, place) =>
          reading(bpm, (seed + place) % 3 === 0 ? 3 : 4, score(place), score(place) - score(place + 5) - 0.5),
        )
        .sort((a, b) => b.score - a.score);
      const weights = { 3: 0, 4: 0 };
      for (const { meter, score: at } of readings.flatMap((one) => [one, one.other]))
        weights[meter] += Math.exp(6 * at);
      const { meter, otherMetre } = chosenRhythm(readings, testFramesPerSecond);
      expect(meter).toBe(weights[3] > weights[4] ? 3 : 4);
      if (otherMetre) {
        const share = weights[otherMetre.meter] / (weights[3] + weights[4]);
        expect(otherMetre.probability).toBeCloseTo(share, 9);
      }
      if (meter !== readings[0]!.meter) outweighed++;
    }
    expect(outweighed).toBeGreaterThan(5);
  });

  it('is tried at the tempo of its own count where the count of the other metre had other beats', () => {
    // The second count takes every second pulse.
    const pulses = reading(120, 3, 0, -0.01);
    const slow = { ...pulses, other: { ...counted(60, 4, -0.01) } };
    const rhythm = chosenRhythm([slow, reading(60, 4, -0.02, -3)], testFramesPerSecond);
    expect(rhythm).toMatchObject({ meter: 4 });
    expect(rhythm.bpm).toBeCloseTo(60, 6);
  });
});
