import { expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { noteEvents } from '../description/note-events.js';
import { activationsOf, type KnownNote } from '../description/test-support/activations.js';
import { isTonal, tonalClarity } from './tonal-clarity.js';

const seconds = 24;

const held = (midi: number): KnownNote => ({ startSeconds: 0.2, endSeconds: seconds - 0.2, midi });

/** A triad every second. */
const changes: KnownNote[] = Array.from({ length: seconds }, (_, at) => at).flatMap((at) =>
  [0, 4, 7].map((interval) => ({
    startSeconds: at + 0.05,
    endSeconds: at + 0.9,
    midi: [48, 53, 55, 48][at % 4]! + interval,
  })),
);

/** Many notes of any pitch, shorter than a quarter of a second, as noise makes the network hear them. */
function flicker(): KnownNote[] {
  const random = seededRandom(6);
  return Array.from({ length: 1_000 }, () => {
    const startSeconds = random() * (seconds - 1);
    const midi = 36 + Math.floor(random() * 48);
    return { startSeconds, endSeconds: startSeconds + 0.12 + 0.1 * random(), midi, level: 0.5 };
  });
}

function judged(notes: readonly KnownNote[]): boolean {
  const activations = activationsOf(notes, seconds);
  return isTonal(activations, noteEvents(activations));
}

it('chords that change are tonal, and clearly so', () => {
  expect(judged(changes)).toBe(true);
  expect(tonalClarity(activationsOf(changes, seconds))).toBeGreaterThan(3);
});

it('one held tone, a hum with its overtones, and one chord that never changes are no key', () => {
  expect(judged([held(57)])).toBe(false);
  expect(judged([held(45), held(57), held(64)])).toBe(false);
  expect(judged([held(48), held(52), held(55)])).toBe(false);
});

it('notes that flicker at any pitch are no chords', () => {
  expect(judged(flicker())).toBe(false);
});

it('silence has no clarity', () => {
  expect(tonalClarity(activationsOf([], seconds))).toBe(0);
  expect(tonalClarity(activationsOf([], 0))).toBe(0);
});
