import { describe, expect, it } from 'vitest';
import { barFeatureCount, barFeatureNames } from './bar-features.js';
import {
  differenceOfHalves,
  halvesNames,
  type PlacedBeats,
  thirdBeats,
  withLikelierHalf,
} from './bar-halves.js';
import { type BeatCurves, beatCurves } from './beat-curves.js';
import { type HalvesModel, halvesModel } from './halves-model.js';

const framesPerSecond = 43;
const step = 20;
const beats = 34;

/** An accent at each beat of which `isStrong`. */
function curvesOf(isStrong: (beat: number) => boolean): BeatCurves {
  const frames = (beats + 2) * step;
  const features = new Float32Array(frames * barFeatureCount);
  for (let beat = 0; beat < beats; beat++)
    if (isStrong(beat)) features[(beat + 1) * step * barFeatureCount + barFeatureNames.indexOf('flux')] = 1;
  const silent = new Float32Array(frames).fill(-5);
  return beatCurves({ framesPerSecond, frames, features, beat: silent, downbeat: silent });
}

/** Frames of beats are twice those of the curves. */
const placed = (downbeats: readonly number[], meter: 3 | 4 = 4): PlacedBeats => ({
  beatFrames: Array.from({ length: beats }, (_, beat) => 2 * (beat + 1) * step),
  downbeats,
  meter,
});
const every = (period: number, first: number): number[] =>
  Array.from({ length: beats }, (_, beat) => beat).filter(
    (beat) => beat >= first && beat % period === first % period,
  );
const ofFlux: HalvesModel = {
  id: 'test',
  first: [...halvesNames, 'bias'].map((name) => Number(name === 'accent-7')),
};

describe('the half that begins bars of four', () => {
  it('is the one where more is heard of what first beats are known by', () => {
    const curves = curvesOf((beat) => beat % 4 === 1);
    expect(withLikelierHalf(placed(every(4, 3)), curves, ofFlux).downbeats).toEqual(every(4, 1));
    expect(withLikelierHalf(placed(every(4, 1)), curves, ofFlux).downbeats).toEqual(every(4, 1));
  });

  it('stays the counted one where nothing is heard of either', () => {
    const counted = placed(every(4, 2));
    expect(
      withLikelierHalf(
        counted,
        curvesOf(() => false),
        ofFlux,
      ),
    ).toEqual(counted);
  });

  it('keeps beats and metre, and where half a bar is too many moves what lies before and after it', () => {
    const slipped = [...every(4, 2).filter((beat) => beat < 16), ...every(4, 0).filter((beat) => beat >= 16)];
    expect(thirdBeats(placed(slipped))).toEqual([0, 4, 8, 12, 18, 22, 26, 30]);
    const curves = curvesOf((beat) => [0, 4, 8, 12, 18, 22, 26, 30].includes(beat));
    const { beatFrames, meter, downbeats } = withLikelierHalf(placed(slipped), curves, ofFlux);
    expect(downbeats).toEqual([0, 4, 8, 12, 18, 22, 26, 30]);
    expect({ beatFrames, meter }).toEqual({ beatFrames: placed([]).beatFrames, meter: 4 });
  });

  it('measures first beats less third ones, so that half a bar later all is the other way round', () => {
    const curves = curvesOf((beat) => beat % 4 === 0);
    const own = differenceOfHalves(placed(every(4, 0)), curves)!;
    const later = differenceOfHalves(placed(every(4, 2)), curves)!;
    expect(own[halvesNames.indexOf('accent-7')]).toBeCloseTo(1, 6);
    for (const [at, value] of own.entries()) expect(later[at]).toBeCloseTo(-value, 9);
  });

  it('is left as it is in bars of three, in very short music and where no bar has begun', () => {
    const curves = curvesOf((beat) => beat % 4 === 0);
    const short = { ...placed([0]), beatFrames: [40, 80, 120] };
    for (const counted of [placed(every(3, 1), 3), short, placed([])]) {
      expect(differenceOfHalves(counted, curves)).toBeNull();
      expect(withLikelierHalf(counted, curves, ofFlux)).toBe(counted);
    }
  });

  it('has as many weights as measurements and a bias, as shipped', () => {
    expect(halvesModel(halvesNames).first).toHaveLength(halvesNames.length + 1);
  });
});
