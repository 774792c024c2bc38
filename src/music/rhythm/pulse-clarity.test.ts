import { expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { activationsOf, testFramesPerSecond as rate } from '../description/test-support/activations.js';
import { onsetEvidence } from './onset-evidence.js';
import { pulseClarity } from './pulse-clarity.js';

const seconds = 20;

/** Of onsets at these times, and nothing else. */
function clarityOf(times: readonly number[]): number {
  const full = new Float32Array(Math.round(seconds * rate));
  for (const time of times) if (time < seconds) full[Math.floor(time * rate)]! += 1;
  return pulseClarity(onsetEvidence({ full, low: full, framesPerSecond: rate }, activationsOf([], seconds)));
}

it('onsets every half second have a clear pulse, also where hands are 10 ms off', () => {
  const random = seededRandom(2);
  const times = Array.from({ length: 2 * seconds }, (_, beat) => 0.3 + beat / 2);
  expect(clarityOf(times)).toBeGreaterThan(0.8);
  expect(clarityOf(times.map((time) => time + 0.02 * (random() - 0.5)))).toBeGreaterThan(0.5);
});

it.each([5, 20, 60])('%i onsets a second at any time have none', (perSecond) => {
  const random = seededRandom(perSecond);
  expect(clarityOf(Array.from({ length: perSecond * seconds }, () => random() * seconds))).toBeLessThan(0.2);
});

it('nothing has none', () => {
  expect(clarityOf([])).toBe(0);
});
