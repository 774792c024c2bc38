import { describe, expect, it } from 'vitest';
import { beatsABar } from './beats-a-bar.js';

describe('beats a bar', () => {
  const song = { beats: Array.from({ length: 24 }, (_, beat) => beat), meter: 4 } as const;

  it('are those of the bars of a passage, whatever metre the song is counted in', () => {
    expect(beatsABar({ ...song, downbeats: [0, 2, 4, 6, 8, 10] }, 4, 6)).toBe(2);
    expect(beatsABar({ ...song, downbeats: [2, 5, 8, 11] }, 2, 6)).toBe(3);
    expect(beatsABar({ ...song, downbeats: [0, 5, 10, 15] }, 15, 5)).toBe(5);
  });

  it('are those that most beats of a passage lie in where the metre changes', () => {
    const changing = { ...song, downbeats: [0, 4, 8, 11, 14, 17, 20] };
    expect(beatsABar(changing, 0, 12)).toBe(4);
    expect(beatsABar(changing, 4, 12)).toBe(3);
    expect(beatsABar(changing, 8, 12)).toBe(3);
    expect(beatsABar(changing)).toBe(3);
  });

  it('are those of the metre where a song has fewer than two bar lines', () => {
    expect(beatsABar({ ...song, downbeats: [1] })).toBe(4);
    expect(beatsABar({ ...song, meter: 3, downbeats: [] })).toBe(3);
  });
});
