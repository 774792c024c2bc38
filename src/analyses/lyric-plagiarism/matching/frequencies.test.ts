import { expect, it } from 'vitest';
import { frequenciesOf } from './frequencies.js';
import { inverseFrequencies } from './line-similarity.js';

/** A segment of `lines` lines in which each of `features` occurs once. */
const segment = (lines: number, features: readonly number[]) => ({
  header: { lines },
  featureCounts: Uint32Array.from(features.flatMap((feature) => [feature, 1])),
});
const counted = (...segments: ReturnType<typeof segment>[]): Float32Array =>
  inverseFrequencies(
    segments.map(({ featureCounts }) => featureCounts),
    segments.reduce((sum, { header }) => sum + header.lines, 0),
  );

it('are those of the segments searched, also where the last one and the count of lines are another set’s', () => {
  const [mine, theirs, common] = [segment(10, [1, 2]), segment(10, [7, 8]), segment(5, [1])];
  expect(frequenciesOf([mine, common])).toEqual(counted(mine, common));
  expect(frequenciesOf([theirs, common])).toEqual(counted(theirs, common));
  expect(frequenciesOf([theirs, mine, common])).toEqual(counted(theirs, mine, common));
  expect(frequenciesOf([])).toEqual(counted());
});

it('are summed once while the same segments are searched', () => {
  const segments = [segment(10, [1, 2]), segment(5, [1])];
  expect(frequenciesOf([...segments])).toBe(frequenciesOf(segments));
});
