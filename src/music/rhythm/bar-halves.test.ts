import { describe, expect, it } from 'vitest';
import { thirdBeats, withLikelierHalf } from './bar-halves.js';
import type { PlacedBeats } from './rhythm.js';

const beats = 34;
const placed = (downbeats: readonly number[], meter: 3 | 4 = 4): PlacedBeats => ({
  beatFrames: Array.from({ length: beats }, (_, beat) => 40 * (beat + 1)),
  downbeats,
  meter,
});
const every = (period: number, first: number): number[] =>
  Array.from({ length: beats }, (_, beat) => beat).filter(
    (beat) => beat >= first && beat % period === first % period,
  );
const oddsWhere = (isLikely: (beat: number) => boolean): Float32Array =>
  Float32Array.from({ length: beats }, (_, beat) => (isLikely(beat) ? 1 : -1));

describe('the half that begins bars of four', () => {
  it('is the one at which bars are heard to begin', () => {
    const heard = oddsWhere((beat) => beat % 4 === 1);
    expect(withLikelierHalf(placed(every(4, 3)), heard).downbeats).toEqual(every(4, 1));
    expect(withLikelierHalf(placed(every(4, 1)), heard).downbeats).toEqual(every(4, 1));
  });

  it('stays the counted one where both are as likely', () => {
    const counted = placed(every(4, 2));
    expect(
      withLikelierHalf(
        counted,
        oddsWhere(() => false),
      ),
    ).toBe(counted);
  });

  it('keeps beats and metre, and where half a bar is too many moves what lies before and after it', () => {
    const slipped = [...every(4, 2).filter((beat) => beat < 16), ...every(4, 0).filter((beat) => beat >= 16)];
    const middles = [0, 4, 8, 12, 18, 22, 26, 30];
    expect(thirdBeats(placed(slipped))).toEqual(middles);
    const heard = oddsWhere((beat) => middles.includes(beat));
    const { beatFrames, meter, downbeats } = withLikelierHalf(placed(slipped), heard);
    expect(downbeats).toEqual(middles);
    expect({ beatFrames, meter }).toEqual({ beatFrames: placed([]).beatFrames, meter: 4 });
  });

  it('is left as it is in bars of three, where no bar has a middle and where no bar has begun', () => {
    const heard = oddsWhere((beat) => beat % 4 === 0);
    const short = { ...placed([0]), beatFrames: [40, 80] };
    for (const counted of [placed(every(3, 1), 3), short, placed([])])
      expect(withLikelierHalf(counted, heard)).toBe(counted);
  });
});
