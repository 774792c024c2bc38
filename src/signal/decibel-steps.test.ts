import { expect, it } from 'vitest';
import { decibelSteps } from './decibel-steps.js';
import { seededRandom } from './seeded-random.js';

const steps = decibelSteps(-60, 2);
const stepsOf = (powers: readonly number[]): number[] => {
  const into = new Uint8Array(powers.length);
  steps(Float32Array.from(powers), into);
  return [...into];
};

it('each power has the step that its logarithm says', () => {
  const random = seededRandom(5);
  const powers = Array.from({ length: 20_000 }, () => Math.fround(10 ** (24 * random() - 14)));
  const expected = powers.map((power) =>
    Math.min(255, Math.max(0, Math.round(2 * ((10 / Math.LN10) * Math.log(power + 1e-10) + 60)))),
  );
  expect(stepsOf(powers)).toEqual(expected);
});

it('silence has the lowest step, and what is louder than all steps the highest', () => {
  expect(stepsOf([0, 1e-12, 1, 1e30])).toEqual([0, 0, 120, 255]);
});

it('a place without a power is silent', () => {
  const into = Uint8Array.of(7, 7);
  steps(Float32Array.of(1), into);
  expect([...into]).toEqual([120, 0]);
});
