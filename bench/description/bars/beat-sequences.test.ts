import { describe, expect, it } from 'vitest';
import { beatF } from '../scores.js';
import { beatSequences, kindOf } from './beat-sequences.js';

const beats = Array.from({ length: 40 }, (_, beat) => 1 + 0.6 * beat);

describe('beats and wrong ones made from them', () => {
  it('are called what they are, by their times alone', () => {
    const made = beatSequences(beats);
    expect(made.map(({ kind }) => kind)).toEqual([
      'right',
      'right',
      'slow',
      'slow',
      'fast',
      'beside',
      'beside',
      'beside',
    ]);
    for (const { kind, times } of made) expect(kindOf(times, beats, beatF(beats, times), beatF)).toBe(kind);
  });

  it('are none where a song has hardly any', () => {
    expect(beatSequences(beats.slice(0, 7))).toEqual([]);
  });
});
