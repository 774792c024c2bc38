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
  const even = { byTheLine: { slope: 10, offset: -5 }, byPresence: { slope: 1, offset: 0 } };
  const probability = (sure: number): number =>
    probabilityOfVoice([note(60, 90)], heard(sure), 50, null, even);
  expect(probability(0.5)).toBeCloseTo(0.5, 1);
  expect([probability(0.2) < 0.1, probability(0.9) > 0.9]).toEqual([true, true]);
  expect(probabilityOfVoice([], heard(1), 50, null, even)).toBe(0);
});

it('is as likely to be sung as the recording to have a voice, where that is known, whatever the line looks like', () => {
  const even = { byTheLine: { slope: 10, offset: -5 }, byPresence: { slope: 1, offset: 0 } };
  const probability = (presence: number, sure: number): number =>
    probabilityOfVoice([note(60, 90)], heard(sure), 50, presence, even);
  expect([probability(0.9, 0.2), probability(0.1, 0.9)]).toEqual([
    expect.closeTo(0.9, 6),
    expect.closeTo(0.1, 6),
  ]);
  expect(probability(0, 0.9)).toBe(probability(0.01, 0.9));
  expect(probabilityOfVoice([], heard(1), 50, 1, even)).toBe(0);
});

it('is surer of a voice with more of it, as shipped', () => {
  const { byTheLine, byPresence } = voiceEvidence();
  expect([byTheLine.slope > 0, byTheLine.offset < 0, byPresence.slope > 0]).toEqual([true, true, true]);
});
