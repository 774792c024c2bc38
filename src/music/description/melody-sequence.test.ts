import { describe, expect, it } from 'vitest';
import { sequenceNetwork, weightCount } from '../../signal/sequence-weights.js';
import type { MelodyCandidate } from './melody-candidates.js';
import {
  melodySequence,
  minFirstAnswer,
  secondLookFeatureNames,
  sequenceAnswers,
  sequenceFeatureCount,
  sequenceFeatureNames,
} from './melody-sequence.js';

const framesPerSecond = 100;
const noteAt = (startFrame: number, midi: number): MelodyCandidate => ({
  startFrame,
  endFrame: startFrame + 50,
  midi,
  salience: 0.5,
  onset: 0.5,
  level: 40,
  attacks: [0, 0, 0],
  sustainFrames: 10,
});
const notes = [noteAt(100, 60), noteAt(101, 72), noteAt(150, 48), noteAt(151, 66), noteAt(451, 72)];
const first = Float32Array.of(-1, 3, -9, 0.5, -4);
const measured = Float32Array.from(
  { length: notes.length * secondLookFeatureNames.length },
  (_, i) => i / 1000,
);
const sequence = melodySequence(notes, measured, first, framesPerSecond);
const column = (name: string): number[] =>
  [...sequence.places.keys()].map(
    (row) => sequence.rows[row * sequenceFeatureCount + sequenceFeatureNames.indexOf(name)]!,
  );

/** A network of no layers that answers its input `name`, times `factor`. */
function reading(name: string, factor: number) {
  const inputs = sequenceFeatureCount;
  const scaling = { mean: new Array(inputs).fill(0), deviation: new Array(inputs).fill(1), limit: 100 };
  const shape = { hidden: 1, dilations: [], ...scaling };
  const weights = new Float32Array(weightCount(shape));
  weights[sequenceFeatureNames.indexOf(name)] = 1;
  weights[inputs + 1] = factor;
  return sequenceNetwork(shape, weights);
}

describe('the sequence of a melody’s candidates', () => {
  it('holds those that may be of the melody, in their order, with all that is measured of them', () => {
    expect([...sequence.places]).toEqual([0, 1, 3, 4]);
    const width = secondLookFeatureNames.length;
    for (const [row, place] of sequence.places.entries())
      expect(sequence.rows.slice(row * sequenceFeatureCount, row * sequenceFeatureCount + width)).toEqual(
        measured.slice(place * width, (place + 1) * width),
      );
  });

  it('says where each stands after the one before it in the sequence', () => {
    expect(column('octaves-above-middle-c')).toEqual([0, 1, 0.5, 1]);
    const steps = column('since-candidate-before');
    for (const [row, step] of [0, 0.04, 2, 4].entries()) expect(steps[row]).toBeCloseTo(step);
    expect(column('begins-with-candidate-before')).toEqual([1, 1, 0, 0]);
    expect(column('length')).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(column('own-level')).toEqual([2, 2, 2, 2]);
  });

  it('names each of its inputs once', () => {
    expect(new Set(sequenceFeatureNames).size).toBe(sequenceFeatureCount);
  });

  it('leaves its first answer to what is out of the question, and gives the others the networks’ mean', () => {
    const networks = [reading('length', 2), reading('length', 4)];
    expect([...sequenceAnswers(networks, sequence, first)]).toEqual([1.5, 1.5, -9, 1.5, 1.5]);
    const none = melodySequence(
      notes,
      measured,
      first.map(() => minFirstAnswer),
      framesPerSecond,
    );
    expect([...sequenceAnswers(networks, none, first)]).toEqual([...first]);
  });

  it('of no notes is empty', () => {
    const empty = melodySequence([], new Float32Array(0), new Float32Array(0), framesPerSecond);
    expect(sequenceAnswers([reading('length', 2)], empty, new Float32Array(0))).toHaveLength(0);
  });
});
