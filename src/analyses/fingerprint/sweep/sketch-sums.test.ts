import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { centsPerBand, contrastBands, type LevelContrast } from './level-contrast.js';
import { type AssumedChange, layOutScales, noChange, writeLevels } from './level-rows.js';
import { drawnPeaks, minPeaks, overlappingPlaces } from './scoring.js';
import { SketchSums } from './sketch-sums.js';
import { framesPerSketchStep } from './song-sketch.js';

const random = seededRandom(11);
/** Of a standard deviation in rows. */
const unit = 5;

function contrastOf(frames: number): LevelContrast {
  return { frames, values: Float32Array.from({ length: contrastBands * frames }, () => 2 * random() - 1) };
}

/** Sketch steps, each with the bands of its peaks. */
function songOf(steps: number): number[][] {
  return Array.from({ length: steps }, () =>
    Array.from({ length: Math.floor(9 * random()) }, () => Math.floor(contrastBands * random())),
  );
}

/** By adding up each peak's row at every place. */
function plainScore(
  song: readonly number[][],
  contrast: LevelContrast,
  together: number,
  change: AssumedChange,
): number {
  const framesPerStep = together * framesPerSketchStep;
  const form = { framesPerStep, lanes: 1, zeros: { before: 0, behind: 0 } };
  const { scaled, bytes } = layOutScales(contrast.frames, [change], form);
  const rows = new Int8Array(bytes);
  writeLevels(rows.buffer, [...scaled.values()], contrast, framesPerStep, unit);
  const { steps } = scaled.get(change.scale)!;
  const shift = Math.round(change.cents / centsPerBand);
  const joined = Array.from({ length: Math.ceil(song.length / together) }, (_, step) =>
    song.slice(step * together, (step + 1) * together).flat(),
  );
  const { first, end } = overlappingPlaces(joined.length, steps, framesPerStep);
  let highest = 0;
  for (let place = first; place < end; place++) {
    let [sum, peaks] = [0, 0];
    for (let step = Math.max(0, place + 1 - steps); step <= Math.min(place, joined.length - 1); step++)
      for (const band of joined[step]!) {
        peaks++;
        const row = band + shift;
        if (row >= 0 && row < contrastBands) sum += rows[row * steps + place - step]!;
      }
    if (peaks >= minPeaks) highest = Math.max(highest, sum / Math.sqrt(peaks + drawnPeaks) / unit);
  }
  return highest;
}

const changes: AssumedChange[] = [
  noChange,
  { scale: 1, cents: 350 },
  { scale: 1, cents: -700 },
  { scale: 0.7, cents: 0 },
  { scale: 1.4, cents: 582 },
];

it.each([
  [1, 20],
  [1, 44],
  [2, 20],
  [3, 14],
  [4, 20],
])(
  'of songs of every length the highest score and its change are those of plain sums, %i steps together, %i s of the query',
  (together, seconds) => {
    const contrast = contrastOf(seconds * 62.5);
    const songs = [0, 1, 40, 41, 42, 43, 44, 45, 46, 47, 130].map(songOf);
    const sketch = songs.map((song) => song.flatMap((bands) => [bands.length, ...bands]));
    let end = 0;
    const ends = Uint32Array.from(sketch, ({ length }) => {
      end += length;
      return end;
    });
    const sums = new SketchSums(contrast, { together, changes });
    const { scores, changeOf } = sums.ofSongs({ sketches: Uint8Array.from(sketch.flat()), ends });
    for (const [i, song] of songs.entries()) {
      const expected = changes.map((change) => plainScore(song, contrast, together, change));
      const highest = Math.max(...expected);
      expect(scores[i]!).toBeCloseTo(highest, 5);
      if (highest > 0) expect(changes.indexOf(changeOf(i)!)).toBe(expected.indexOf(highest));
      else expect(changeOf(i)).toBeNull();
    }
  },
);
