import { describe, expect, it } from 'vitest';
import { type SongNote, secondsAtBeat } from '../../../music/song-description.js';
import {
  bpmRatioOf,
  chordSimilarity,
  difficultyOf,
  lineScores,
  onsetCorrelation,
  rollRatio,
  segmentRoll,
} from './documented-scores.js';

const note = (onsetBeats: number, midiPitch: number, durationBeats = 1): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const scale = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60, 60].map((pitch, beat) =>
  note(beat, pitch),
);

describe('the documented scores', () => {
  it('give the published difficulties', () => {
    expect(difficultyOf(11)).toBeCloseTo(0.731, 3);
    expect(difficultyOf(9)).toBeCloseTo(0.5, 6);
    expect(difficultyOf(3)).toBeCloseTo(0.047, 3);
  });

  it('give the published tempo ratio, whichever song is faster', () => {
    expect(bpmRatioOf(130, 124)).toBeCloseTo(0.967, 3);
    expect(bpmRatioOf(124, 130)).toBe(bpmRatioOf(130, 124));
    expect(bpmRatioOf(0, 124)).toBe(0);
  });

  it('let sixteen beats span the published seconds', () => {
    const beats = (bpm: number): number[] => Array.from({ length: 20 }, (_, beat) => (beat * 60) / bpm);
    expect(secondsAtBeat(beats(130), 16)).toBeCloseTo(7.38, 2);
    expect(secondsAtBeat(beats(124), 16)).toBeCloseTo(7.74, 2);
  });

  it('give a segment against itself the full ratio and correlation', () => {
    const roll = segmentRoll(scale, 0, 16);
    const scores = lineScores(roll, roll, 1);
    expect(scores.ratio).toBe(1);
    expect(scores.correlation).toBeCloseTo(1, 6);
    expect(scores.difficulty).toBeCloseTo(difficultyOf(14), 6);
    expect(scores.pitch_score).toBeCloseTo(scores.difficulty, 6);
    expect(scores.metric).toBe(1);
  });

  it('combine as published where nothing is clamped', () => {
    const a = segmentRoll([note(0, 60), note(1, 62), note(2, 64), note(3, 65)], 0, 16);
    const b = segmentRoll([note(0, 60), note(1, 62), note(2, 67), note(3, 69)], 0, 16);
    const scores = lineScores(a, b, 0.967);
    expect(scores.ratio).toBeCloseTo(2 / 6, 6);
    expect(scores.pitch_score).toBeCloseTo((difficultyOf(8) * 2 * 2) / 8, 6);
    const expected = (0.5 + scores.pitch_score) * (1.05 * scores.ratio + 0.15 * 1) * 0.967;
    expect(scores.metric).toBeCloseTo(expected, 6);
  });

  it('move the rolls by a few sixteenths, and the onsets in a circle', () => {
    const a = segmentRoll([note(1, 60)], 0, 16);
    const b = segmentRoll([note(0.5, 60)], 0, 16);
    expect(rollRatio(a, b, 0)).toBeLessThan(0.5);
    expect(rollRatio(a, b, 2)).toBe(1);
    const first = segmentRoll([note(0, 60)], 0, 16);
    const last = segmentRoll([note(15.75, 60)], 0, 16);
    expect(onsetCorrelation(first, last)).toBeCloseTo(1, 6);
  });

  it('let a note shorter than a sixteenth sound for one', () => {
    const roll = segmentRoll([note(2, 60, 0.05), note(3, 62, 0.3)], 0, 16);
    const steps = (pitchClass: number): number =>
      roll.sounding.subarray(64 * pitchClass, 64 * (pitchClass + 1)).reduce((sum, one) => sum + one, 0);
    expect([steps(0), steps(2)]).toEqual([1, 1]);
  });

  it('are zero for an empty segment, and never above one or not a number', () => {
    const empty = segmentRoll([], 0, 16);
    const full = segmentRoll(scale, 0, 16);
    expect(lineScores(empty, full, 0.9)).toEqual({
      metric: 0,
      pitch_score: 0,
      correlation: 0,
      ratio: 0,
      bpm_ratio: 0.9,
      difficulty: 0,
    });
    expect(chordSimilarity([], [])).toBe(0);
  });

  it('compare chords by shared tones in the key of the first', () => {
    expect(chordSimilarity(['C:maj', 'N', 'A:min'], ['C:maj', 'C:maj', 'A:min'])).toBe(1);
    expect(chordSimilarity(['C:maj'], ['A:min'])).toBeCloseTo(2 / 3, 6);
    expect(chordSimilarity(['D:maj'], ['C:maj'], 2)).toBe(1);
    expect(chordSimilarity(['C:maj'], ['F#:maj'])).toBe(0);
  });
});
