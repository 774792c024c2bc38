import { expect, it } from 'vitest';
import { tooLittleToCompare } from './too-little-sound.js';

const reasonsOf = (songs: number): unknown =>
  (tooLittleToCompare('check', 3, songs).detail as { verdict: { reasons: string[] } }).verdict.reasons;

it('what could not be compared is reported of a catalogue that holds songs, not of an empty one', () => {
  expect(reasonsOf(12)).toEqual([
    'The recording gives 3 fingerprint hashes; at least 8 are needed.',
    'None of the 12 songs in the catalogue could be compared.',
  ]);
  expect(reasonsOf(0)).toEqual(['The recording gives 3 fingerprint hashes; at least 8 are needed.']);
});

it('a check and a scan name their own question', () => {
  expect(tooLittleToCompare('check', 3, 1).message).toMatch(/^Whether this is a duplicate cannot/);
  expect(tooLittleToCompare('scan', 3, 1).message).toMatch(
    /^Whether songs of your catalogue are in it cannot/,
  );
});
