import { describe, expect, it } from 'vitest';
import { describeNotes } from '../../src/music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../src/music/symbolic/test-support/melodies.js';
import { withPassage } from './taken-passages.js';

const songOf = (seed: number, tonic: number, beats = 80) => {
  const topline = generateMelody(seed, 120).filter(({ onsetBeats }) => onsetBeats < beats - 2);
  const described = describeNotes(topline, { vocal: [], instrumental: [], topline }, plainGrid(beats));
  return { ...described, key: { tonic, mode: 'major', confidence: 1 } as const };
};

describe('a song that takes over some bars of another', () => {
  const [host, taken] = [songOf(1, 0), songOf(2, 2)];
  const made = withPassage(host, taken, 8)!;
  const within = made.melody.topline.filter(({ onsetBeats }) => onsetBeats >= 24 && onsetBeats < 56);

  it('has them in its middle, in its own key, and keeps the rest', () => {
    const own = taken.melody.topline.filter(({ onsetBeats }) => onsetBeats >= 24 && onsetBeats < 56);
    const pitches = (notes: typeof within): number[] => notes.map(({ midiPitch }) => midiPitch);
    expect(pitches(within).slice(-own.length)).toEqual(pitches(own).map((pitch) => pitch - 2));
    const before = ({ onsetBeats, durationBeats }: (typeof within)[number]): boolean =>
      onsetBeats + durationBeats < 24;
    expect(made.melody.topline.filter(before)).toEqual(host.melody.topline.filter(before));
  });

  it('has none where either is too short for this many bars', () => {
    expect(withPassage(host, taken, 21)).toBeNull();
    expect(withPassage(songOf(1, 0, 20), taken, 8)).toBeNull();
  });
});
