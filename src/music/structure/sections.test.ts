import { describe, expect, it } from 'vitest';
import { findSections } from './sections.js';

describe('sections', () => {
  it('are cut where the sound changes, and alike when it comes back', () => {
    const bars = 48;
    const features = new Float32Array(bars * 4);
    for (let bar = 0; bar < bars; bar++) {
      const isMiddle = bar >= 16 && bar < 32;
      features.set(isMiddle ? [0, 1, 0, 1 + (bar % 2) / 10] : [1, 0, 1, (bar % 2) / 10], bar * 4);
    }
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar * 4);
    expect(findSections(features, 4, starts)).toEqual([
      { startBeat: 0, endBeat: 64, label: 'A' },
      { startBeat: 64, endBeat: 128, label: 'B' },
      { startBeat: 128, endBeat: 192, label: 'A' },
    ]);
  });

  it('are cut in music that repeats itself exactly too', () => {
    const bars = 24;
    const features = new Float32Array(bars * 2);
    for (let bar = 0; bar < bars; bar++) features.set(bar >= 8 && bar < 16 ? [0, 1] : [1, 0], bar * 2);
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar * 4);
    expect(findSections(features, 2, starts).map(({ label, endBeat }) => [label, endBeat])).toEqual([
      ['A', 32],
      ['B', 64],
      ['A', 96],
    ]);
  });
});
