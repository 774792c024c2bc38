import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond } from '../parameters.js';
import { peakListOf } from '../test-support/peak-list-of.js';
import { contrastBands, contrastRowOf, type LevelContrast } from './level-contrast.js';
import type { ChangedPlace } from './place-fit.js';
import { atRises } from './rise-fit.js';

const random = seededRandom(31);
const seconds = 20;
const frames = seconds * framesPerSecond;
const peaks = Array.from({ length: 500 }, () => ({
  time: 2 * random() * frames,
  cents: 800 + 3800 * random(),
}));
const song = peakListOf(peaks);
const ringingFrames = 1.5 * framesPerSecond;

/** Levels that rise at the song's peaks, where the query lies as at the place, and fall off slowly, under noise. */
function contrastAt({ startFrames, scale, cents }: ChangedPlace): LevelContrast {
  const values = Float32Array.from({ length: contrastBands * frames }, () => 1.5 * (random() - 0.5));
  for (const peak of peaks) {
    const row = contrastRowOf(peak.cents + cents);
    const first = Math.round((peak.time - startFrames) / scale);
    if (row < 0) continue;
    for (let by = 0; by < ringingFrames; by++) {
      const frame = first + by;
      if (frame >= 0 && frame < frames) values[row * frames + frame]! += 2 * (1 - by / ringingFrames);
    }
  }
  return { frames, values };
}

const middleOf = ({ startFrames, scale }: ChangedPlace): number => startFrames + (scale * frames) / 2;

it.each([
  { startFrames: 300, scale: 0.85, cents: 1200 * Math.log2(0.85) },
  { startFrames: 500, scale: 1.2, cents: 0 },
])(
  'a speed that is 0.8 %% wrong and a place 0.2 s beside the true one are fitted to 0.25 %%, 32 ms and 5 cents',
  (place) => {
    const contrast = contrastAt(place);
    for (const [wrong, beside] of [
      [1.008, -12],
      [0.992, 12],
      [1, 0],
    ] as const) {
      const scale = place.scale * wrong;
      const startFrames = middleOf(place) + beside - (scale * frames) / 2;
      const fitted = atRises(contrast, song, { ...place, scale, startFrames });
      expect(Math.abs(fitted.scale / place.scale - 1)).toBeLessThan(0.0025);
      expect(Math.abs(middleOf(fitted) - middleOf(place))).toBeLessThanOrEqual(2);
      expect(Math.abs(fitted.cents - place.cents)).toBeLessThan(5);
    }
  },
);

it('a place without peaks stays where it is', () => {
  const place = { startFrames: 0, scale: 0.9, cents: 0 };
  const fitted = atRises(contrastAt(place), peakListOf([]), place);
  expect(fitted.startFrames).toBeCloseTo(place.startFrames, 9);
  expect(fitted.scale).toBe(place.scale);
});
