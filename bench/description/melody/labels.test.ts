import { expect, it } from 'vitest';
import type { MelodyCandidate } from '../../../src/music/description/melody-candidates.js';
import { labelled } from './labels.js';

const framesPerSecond = 100;

const candidate = (startSeconds: number, endSeconds: number, midi: number): MelodyCandidate => ({
  startFrame: startSeconds * framesPerSecond,
  endFrame: endSeconds * framesPerSecond,
  midi,
  salience: 0.5,
  onset: 0.6,
  level: 100,
  attacks: [90, 80, 70],
  sustainFrames: 20,
});

const truth = [{ start: 1, end: 2, pitch: 72 }];

it('the candidate that begins on time is the note, and a repetition of its pitch says nothing', () => {
  const notes = [candidate(1.05, 1.2, 72), candidate(1.3, 2, 72), candidate(1.3, 2, 60)];
  const { labels, weights } = labelled(notes, truth, framesPerSecond);
  expect([...labels]).toEqual([1, 0, 0]);
  expect([...weights]).toEqual([1, 0, 1]);
});

it('where none begins on time, the one that sounds longest in the note is it, as of a slow attack', () => {
  const notes = [candidate(1.2, 1.3, 72), candidate(1.4, 2.5, 72), candidate(1.4, 2, 60)];
  const { labels, weights } = labelled(notes, truth, framesPerSecond);
  expect([...labels]).toEqual([0, 1, 0]);
  expect([...weights]).toEqual([0, 1, 1]);
});

it('what begins late and sounds for a moment only is no note of the melody', () => {
  const { labels } = labelled([candidate(1.8, 2.5, 72)], truth, framesPerSecond);
  expect([...labels]).toEqual([0]);
});
