import { describe, expect, it } from 'vitest';
import { binCount, binHz, type SegmentSpectrum } from './mean-spectrum.js';
import { splitByVoice, voiceLead } from './voice-lead.js';

/** A segment of two frames with these mean log powers from 250 Hz to 3.4 kHz and elsewhere. */
function segment(firstFrame: number, inBand: number, elsewhere = 50): SegmentSpectrum {
  const sum = Float32Array.from({ length: binCount }, (_, bin) => {
    const isVoice = bin >= Math.round(250 / binHz) && bin < Math.round(3400 / binHz);
    return 2 * (isVoice ? inBand : elsewhere);
  });
  return { firstFrame, sum, low: sum, frames: 2 };
}
const sidesOf = (...segments: SegmentSpectrum[]) => ({ segments, wholeFrames: 2, secondsPerSegment: 10 });

describe('the lead of the voice', () => {
  it('is the voice band’s level in the middle over that of the same segment’s sides', () => {
    const sides = sidesOf(segment(0, 9, -7), segment(27, 1, -7));
    expect(voiceLead(segment(27, 3), sides)).toBeCloseTo(2, 4);
    expect(voiceLead(segment(0, 3), sides)).toBeCloseTo(-6, 4);
  });

  it('is unknown, 0, where the sides are silent', () => {
    expect(voiceLead(segment(0, 3), sidesOf())).toBe(0);
    expect(voiceLead(segment(0, 3), sidesOf(segment(27, 1)))).toBe(0);
  });

  it('splits a track into the half where it leads and the half where it does not', () => {
    const all = [0, 1, 2, 3, 4].map((index) => segment(index, 0));
    const parts = splitByVoice(all, [0.2, 2, 0.1, 1.5, 1]);
    expect(parts?.voice).toEqual([all[1], all[3]]);
    expect(parts?.rest).toEqual([all[0], all[2]]);
  });

  it('splits nothing of fewer than four segments, or where none leads more than another', () => {
    const all = [0, 1, 2, 3].map((index) => segment(index, 0));
    expect(splitByVoice(all.slice(1), [3, 2, 0])).toBeNull();
    expect(splitByVoice(all, [0, 0.5, 0.7, 0.99])).toBeNull();
    expect(splitByVoice(all, [0, 0.5, 0.7, 1])).not.toBeNull();
  });
});
