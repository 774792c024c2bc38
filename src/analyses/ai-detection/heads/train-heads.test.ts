import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { probabilityOf } from './heads.js';
import { type TrainingExample, trainHeads } from './train-heads.js';

const random = seededRandom(11);
const noise = (): number => random() + random() + random() - 1.5;

/** `generators` groups of fakes with scores about `strength`, twelve recordings about 1. */
function corpus(strengths: readonly number[]): TrainingExample[] {
  const make = (group: string, isFake: boolean, level: number): TrainingExample => ({
    group,
    isFake,
    features: {
      lattice: level + noise(),
      scaled: level + 3 + noise(),
      persistence: level - 0.5 + noise(),
      blind: 4 + noise(),
    },
  });
  const fakes = strengths.flatMap((level, index) =>
    Array.from({ length: 6 }, () => make(`generator ${index}`, true, level)),
  );
  const reals = Array.from({ length: 12 }, (_, index) =>
    Array.from({ length: 4 }, () => make(`song ${index}`, false, 1)),
  ).flat();
  return [...fakes, ...reals];
}

describe('trainHeads', () => {
  it('tells generators apart from music that it never saw, and reports one row a group', () => {
    const { heldOut } = trainHeads(corpus([9, 10, 11, 12]));
    expect(heldOut).toHaveLength(16);
    for (const { isFake, calledFake } of heldOut) expect(calledFake).toBe(isFake ? 1 : 0);
  });

  it('keeps its slope when a generator leaves no trace, and shows that generator as missed', () => {
    const { heads, heldOut } = trainHeads(corpus([9, 10, 11, 12, 1]));
    expect(heldOut.find(({ group }) => group === 'generator 4')!.calledFake).toBe(0);
    const strong = { lattice: 12, scaled: 14, persistence: 11, blind: 4 };
    expect(probabilityOf(heads.stacked, strong)).toBeGreaterThan(0.9);
  });

  it('never learns that a stronger lattice is less suspicious', () => {
    const { heads } = trainHeads(corpus([1, 1, 1]));
    for (const head of Object.values(heads)) {
      for (const weight of Object.values(head.weights)) expect(weight).toBeGreaterThanOrEqual(0);
    }
  });

  it('refuses a corpus that cannot be held out by generator', () => {
    expect(() => trainHeads(corpus([9, 10]))).toThrow(/at least 3 generators/);
  });
});
