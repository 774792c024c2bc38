import { expect, it } from 'vitest';
import type { FrameNote } from './note-events.js';
import type { VocalPitch } from './vocal-pitch.js';
import { probabilityOfVoice, voiceAlong, voiceEvidence } from './voice-evidence.js';

/** 100 frames a second, of which those from 100 on are sung with `sure` (0 to 1), the others not at all. */
const heard = (sure: number): VocalPitch => ({
  framesPerSecond: 100,
  frames: 200,
  voiced: Uint8Array.from({ length: 200 }, (_, frame) => (frame < 100 ? 0 : Math.round(255 * sure))),
  pitches: new Uint8Array(0),
});

/** In frames of which there are 50 a second. */
const note = (startFrame: number, endFrame: number): FrameNote => ({
  startFrame,
  endFrame,
  midi: 60,
  salience: 1,
});

it('is the mean of what the network says of a voice while notes sound, each by its length', () => {
  expect(voiceAlong([note(60, 100)], heard(0.8), 50)).toBeCloseTo(0.8, 3);
  expect(voiceAlong([note(0, 30), note(60, 70)], heard(0.8), 50)).toBeCloseTo(0.2, 3);
  expect(voiceAlong([note(90, 110)], heard(1), 50)).toBeCloseTo(0.5, 3);
  expect(voiceAlong([], heard(1), 50)).toBe(0);
});

it('makes a line the likelier to be sung the surer the network is, and none where no note is', () => {
  const even = { slope: 10, offset: -5 };
  const probability = (sure: number): number => probabilityOfVoice([note(60, 90)], heard(sure), 50, even);
  expect(probability(0.5)).toBeCloseTo(0.5, 1);
  expect([probability(0.2) < 0.1, probability(0.9) > 0.9]).toEqual([true, true]);
  expect(probabilityOfVoice([], heard(1), 50, even)).toBe(0);
});

it('is surer of a voice with more of it, as shipped', () => {
  const { slope, offset } = voiceEvidence();
  expect([slope > 0, offset < 0]).toEqual([true, true]);
});
