import { expect, it } from 'vitest';
import { sampleMeasurement } from '../test-support/sample-measurement.js';
import { embeddedOdds } from './embedded.js';
import { trackOdds } from './odds.js';
import { withVotes } from './votes.js';

const none = trackOdds(sampleMeasurement(0), embeddedOdds());
/** One vote of so much weight that the average is `probability`. */
const averaging = (probability: number) => {
  const weight = 9;
  return withVotes(none, [{ weight, probability: (probability * (weight + 1) - none.probability) / weight }]);
};

it('finds from an average of 0.6 on, in the track and in every segment', () => {
  const found = averaging(0.601);
  expect(found.track.found).toBe(true);
  expect(found.segments.every((segment) => segment.found)).toBe(true);
  const not = averaging(0.599);
  expect(not.track.found).toBe(false);
  expect(not.segments).toBe(none.segments);
});

it('leaves the odds as they are where nobody votes', () => {
  expect(withVotes(none, []).track).toBe(none);
  const barely = { ...none, found: true, probability: 0.55 };
  expect(withVotes(barely, []).track.found).toBe(true);
});
