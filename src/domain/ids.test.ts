import { afterEach, expect, it, vi } from 'vitest';
import { newId, newTaskId, randomBase36 } from './ids.js';

afterEach(() => void vi.restoreAllMocks());

/** The secure source, as if it gave these bytes over and over. */
function randomBytes(...given: number[]): void {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as Uint8Array;
    bytes.forEach((_, i) => {
      bytes[i] = given[i % given.length]!;
    });
    return array;
  });
}

it('each of the 36 characters is as likely: the four highest bytes, which would favour four of them, are not used', () => {
  randomBytes(252, 0, 253, 35, 254, 36, 255, 251);
  expect(randomBase36(4)).toBe('0z0z');
});

it('an id has its prefix and 20 characters, and a task id the time in UTC, as the interface documents it', () => {
  expect(newId('mus')).toMatch(/^mus_[0-9a-z]{20}$/);
  expect(newTaskId(new Date('2026-03-01T10:20:30.987Z'))).toMatch(/^task_20260301102030_[0-9a-z]{8}$/);
});
