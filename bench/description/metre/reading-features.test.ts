import { describe, expect, it } from 'vitest';
import { metricalFeatureCount, metricalFeatureNames } from '../../../src/music/rhythm/metrical-features.js';
import { accentFeatureNames, accentFeatures } from './accent-features.js';
import { beginningsOf, type Count, type PulsedSong } from './counted-song.js';
import { divisionFeatureNames, divisionFeatures } from './division-features.js';
import { repetitionFeatureNames, repetitionFeatures, repetitionOf } from './repetition-features.js';
import { tempoFeatureNames, tempoFeatures } from './tempo-features.js';

const pulseFrames = 30;
const count = 144;

/** Pulses half a beat apart: what begins, at which share of a beat; accents and harmony by pulse. */
function song(
  sharesOfBeat: readonly number[],
  accentEvery = 1,
  chordOf: (pulse: number) => number = () => 0,
): PulsedSong {
  const beatFrames = 2 * pulseFrames;
  const onsets = new Float32Array((count + 2) * pulseFrames).fill(-1);
  const beginnings: number[] = [];
  for (let beat = 0; beat < count / 2; beat++)
    for (const share of sharesOfBeat) beginnings.push(Math.round((beat + share) * beatFrames));
  for (const frame of beginnings) onsets[frame] = 4;
  const features = new Float32Array(count * metricalFeatureCount);
  const flux = metricalFeatureNames.indexOf('flux-all');
  for (let pulse = 0; pulse < count; pulse += accentEvery) features[pulse * metricalFeatureCount + flux] = 1;
  const treble = new Float32Array(count * 12);
  for (let pulse = 0; pulse < count; pulse++) treble[pulse * 12 + (chordOf(pulse) % 12)] = 1;
  return {
    pulses: {
      frames: Array.from({ length: count }, (_, pulse) => pulse * pulseFrames),
      strength: 1,
      weight: 0.5,
    },
    framesPerSecond: 100,
    onsets,
    features,
    chroma: { count, treble, bass: treble },
    beginnings,
  };
}

function counted(meter: 3 | 4): Count {
  const beats = Array.from({ length: count / 2 }, (_, beat) => 2 * beat);
  return { meter, beats, downbeats: [...beats.keys()].filter((beat) => beat % meter === 0), gain: 0.5 };
}

const named = (names: readonly string[], values: readonly number[]): Record<string, number> => {
  expect(values).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, at) => [name, values[at]!]));
};

describe('measurements of a reading', () => {
  it('show whether beats divide into two or into three', () => {
    const of = (shares: readonly number[]) =>
      named(divisionFeatureNames, divisionFeatures(song(shares), counted(4)));
    const two = of([0, 1 / 2]);
    const three = of([0, 1 / 3, 2 / 3]);
    expect(two['onsets-at-1/2-beat']).toBeCloseTo(4, 6);
    expect(two['onsets-at-1/3-beat']).toBeCloseTo(-1, 6);
    expect(two['intervals-of-1/2-beats']).toBeCloseTo(1, 6);
    expect(three['onsets-at-1/3-beat']).toBeCloseTo(4, 6);
    expect(three['onsets-at-1/2-beat']).toBeCloseTo(-1, 6);
    expect(three['intervals-of-1/3-beats']).toBeCloseTo(1, 6);
  });

  it('find long and short notes of 6/8: two thirds of a beat, then one', () => {
    const swung = named(divisionFeatureNames, divisionFeatures(song([0, 2 / 3]), counted(4)));
    expect(swung['intervals-of-2/3-beats']).toBeCloseTo(0.5, 1);
    expect(swung['intervals-of-1/3-beats']).toBeCloseTo(0.5, 1);
  });

  it('show accents that return after a bar of three, and not after one of four', () => {
    const waltz = song([0], 6);
    const three = named(accentFeatureNames, accentFeatures(waltz, counted(3)));
    const four = named(accentFeatureNames, accentFeatures(waltz, counted(4)));
    expect(three['onsets-again-after-1-bar']).toBeCloseTo(1, 1);
    expect(three['onsets-again-after-1-bar-of-the-other']).toBeLessThan(0);
    expect(four['onsets-again-after-1-bar']).toBe(three['onsets-again-after-1-bar-of-the-other']);
    expect(three['bass-again-after-1-bar']).toBe(0);
  });

  it('show phrases of four bars by what sounds again', () => {
    // Eight chords, one each half bar of four: the same after four bars of four, and not after four of three.
    const phrases = song([0], 1, (pulse) => [0, 7, 2, 9, 4, 11, 5, 3][Math.floor(pulse / 4) % 8]!);
    const repetition = repetitionOf(phrases);
    const four = named(repetitionFeatureNames, repetitionFeatures(repetition, counted(4)));
    const three = named(repetitionFeatureNames, repetitionFeatures(repetition, counted(3)));
    expect(
      four['harmony-repeats-after-4-bars']! - four['harmony-repeats-after-4-bars-of-the-other']!,
    ).toBeCloseTo(1, 6);
    expect(three['harmony-repeats-after-4-bars']).toBe(four['harmony-repeats-after-4-bars-of-the-other']);
  });

  it('know tempo, length of the bar and bars of another length', () => {
    const regular = counted(3);
    const slipped = {
      ...regular,
      downbeats: regular.downbeats.map((beat, bar) => (bar > 11 ? beat + 1 : beat)),
    };
    const of = (own: Count) => named(tempoFeatureNames, tempoFeatures(song([0]), own, counted(4)));
    expect(of(regular)['irregular-bars']).toBe(0);
    expect(of(slipped)['irregular-bars']).toBeCloseTo(1 / 23, 6);
    expect(of(regular)).toMatchObject({ 'in-three': 1, 'bars-gain-over-other-metre': 0 });
    // A beat is 0.6 s here, a bar of three 1.8 s.
    expect(of(regular)['beat-length']).toBeCloseTo(0, 6);
    expect(of(regular)['bar-length']).toBeCloseTo(Math.log2(0.9), 6);
  });

  it('count notes of a chord as one beginning', () => {
    const note = (startFrame: number) => ({ startFrame, endFrame: startFrame + 20, midi: 60, salience: 1 });
    expect(beginningsOf([note(0), note(1), note(3), note(30), note(31)])).toEqual([0, 30]);
  });
});
