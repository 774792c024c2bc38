import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { framesPerSecond, framing, peakPicking } from '../parameters.js';
import { PeakKernel } from './peak-kernel.js';
import { GrowingPeaks, type PeakList } from './peak-list.js';

const bands = 112;
const floor = 2 * Math.log2(framing.windowSamples / 4) - 9 * Math.log2(10);

describe('levels', () => {
  it('are log2 of the energies, to the last bit of 32, and the floor below it and for what is no number', () => {
    const random = seededRandom(9);
    for (let frame = 0; frame < 2000; frame++) {
      const energies = Float32Array.from({ length: bands }, () => 2 ** (-14 + 60 * random()));
      energies.set([0, Number.NaN, -3, 1, 2 ** -40, Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT2)]);
      const kernel = PeakKernel.begin(bands, peakPicking);
      kernel.pushEnergies(energies, new GrowingPeaks());
      energies.forEach((energy, band) => {
        const expected = energy > 0 ? Math.max(floor, Math.log2(energy)) : floor;
        expect(kernel.levels[band], `log2 of ${energy}`).toBe(Math.fround(expected));
      });
    }
  });
});

describe('peaks', () => {
  const random = seededRandom(4);
  /** Notes that rise and fall over noise in steps, so that neighbours are often equal. */
  const spectrogram = (frames: number): Float32Array => {
    const levels = Float32Array.from({ length: frames * bands }, () => Math.round(8 * random()) / 2);
    for (let note = 0; note < frames / 3; note++) {
      const [frame, band] = [Math.floor(frames * random()), Math.floor(bands * random())];
      levels[frame * bands + band]! += 3 + 9 * random();
    }
    return levels;
  };

  for (const [name, frames] of [
    ['of no frame', 0],
    ['of fewer frames than a maximum needs', 5],
    ['of fewer frames than the contrast needs', 90],
    ['of a little more than the contrast needs', 130],
    ['of more frames than are kept', 700],
  ] as const) {
    for (const [halfWidthFrames, halfWidthBands] of [
      [peakPicking.halfWidthFrames, peakPicking.halfWidthBands],
      [5, 4],
    ] as const) {
      it(`${name} are the local maxima within ± ${halfWidthFrames} × ${halfWidthBands} that stand out of their band`, () => {
        const picking = { ...peakPicking, halfWidthFrames, halfWidthBands };
        const levels = spectrogram(frames);
        const kernel = PeakKernel.begin(bands, picking);
        const found = new GrowingPeaks();
        for (let at = 0; at < levels.length; at += bands)
          kernel.pushLevels(levels.subarray(at, at + bands), found);
        kernel.end(found);
        const peaks = found.list();
        const expected = byDefinition(levels, halfWidthFrames, halfWidthBands);
        expect(peaks.count).toBe(expected.count);
        expect(peaks.times).toEqual(expected.times);
        expect(peaks.cents).toEqual(expected.cents);
        expect(peaks.levels).toEqual(expected.levels);
        // Sums of a stream are not those of a sum from the beginning, to the last bit.
        peaks.saliences.forEach((salience, i) => {
          expect(salience).toBeCloseTo(expected.saliences[i]!, 5);
        });
        if (frames > 100) expect(peaks.count).toBeGreaterThan(frames / 10);
      });
    }
  }
});

it('a recording that begins while another one lasts, or after it, has its own peaks', () => {
  const random = seededRandom(8);
  const [first, second] = [0, 1].map(() =>
    Float32Array.from({ length: 300 * bands }, () => 9 * random()),
  ) as [Float32Array, Float32Array];
  const alone = (levels: Float32Array): PeakList => {
    const [kernel, found] = [PeakKernel.begin(bands, peakPicking), new GrowingPeaks()];
    for (let at = 0; at < levels.length; at += bands)
      kernel.pushLevels(levels.subarray(at, at + bands), found);
    kernel.end(found);
    return found.list();
  };
  const expected = [alone(first), alone(second)];
  const kernels = [0, 1].map(() => PeakKernel.begin(bands, peakPicking));
  const found = [new GrowingPeaks(), new GrowingPeaks()];
  for (let at = 0; at < first.length; at += bands)
    [first, second].forEach((levels, i) => {
      kernels[i]!.pushLevels(levels.subarray(at, at + bands), found[i]!);
    });
  kernels.forEach((kernel, i) => {
    kernel.end(found[i]!);
  });
  expect(found.map((peaks) => peaks.list())).toEqual(expected);
  expect(expected[0]!.count).toBeGreaterThan(20);
  expect(alone(first)).toEqual(expected[0]);
});

it('bands that are no multiple of four are refused', () => {
  expect(() => PeakKernel.begin(110, peakPicking)).toThrow(RangeError);
});

/** Frame by frame as the documentation describes it: docs/measurements/fingerprint-steps.md. */
function byDefinition(levels: Float32Array, halfWidthFrames: number, halfWidthBands: number): PeakList {
  const frames = levels.length / bands;
  const contrast = Math.round(peakPicking.contrastSeconds * framesPerSecond);
  const level = (frame: number, band: number): number => levels[frame * bands + band]!;
  const vertex = (before: number, middle: number, after: number): number => {
    const curvature = before - 2 * middle + after;
    return curvature >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / curvature));
  };
  const found = new GrowingPeaks();
  for (let frame = 0; frame < frames; frame++) {
    const loudest = Math.max(...levels.subarray(frame * bands, (frame + 1) * bands));
    const least = Math.max(floor, loudest - (peakPicking.maskingDecibels / 10) * Math.log2(10));
    for (let band = 1; band + 1 < bands; band++) {
      const own = level(frame, band);
      let isPeak = own > least;
      for (
        let f = Math.max(0, frame - halfWidthFrames);
        f <= Math.min(frames - 1, frame + halfWidthFrames);
        f++
      )
        for (
          let b = Math.max(0, band - halfWidthBands);
          b <= Math.min(bands - 1, band + halfWidthBands);
          b++
        ) {
          const isBefore = f < frame || (f === frame && b === band - 1);
          if (isBefore ? level(f, b) >= own : level(f, b) > own) isPeak = false;
        }
      if (!isPeak) continue;
      let [sum, count] = [0, 0];
      for (let f = Math.max(0, frame - contrast); f <= Math.min(frames - 1, frame + contrast); f++) {
        sum += level(f, band);
        count++;
      }
      const salience = own - sum / count;
      if (salience < peakPicking.minSalience) continue;
      const before = frame > 0 ? level(frame - 1, band) : own;
      const after = frame + 1 < frames ? level(frame + 1, band) : own;
      const bandOffset = vertex(level(frame, band - 1), own, level(frame, band + 1));
      const cents = ((band + bandOffset) * 1200) / framing.bandsPerOctave;
      found.push(Math.max(0, frame + vertex(before, own, after)), cents, salience, own);
    }
  }
  return found.list();
}
