import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { prepareSong } from './compare-songs.js';
import { tonalMatch } from './tonal-match.js';

/** A tune over a bass of one tone a beat; the notes of every beat last `pace` beats. */
function mix(pace: number): SongNote[] {
  const bass = generateMelody(1003, 90).map((note, beat) => ({
    ...note,
    onsetBeats: beat,
    durationBeats: 1,
    midiPitch: note.midiPitch - 24,
  }));
  return [...bass, ...generateMelody(3, 90)]
    .map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats * pace,
      durationBeats: note.durationBeats * pace,
    }))
    .sort((a, b) => a.onsetBeats - b.onsetBeats);
}

const songOf = (pace: number) => prepareSong(describeMidi(writeMidi(mix(pace))));

describe('the chroma sequence of a song that is counted at another tempo', () => {
  const original = songOf(1);

  it.each([
    [2, 2],
    [0.5, 0.5],
  ] as const)('is found where the scan asks for it (%f times the beats)', (pace, tempo) => {
    const other = songOf(pace);
    const unasked = tonalMatch(original, other, [])?.bits ?? 0;
    const match = tonalMatch(original, other, [tempo])!;
    expect(match.bits).toBeGreaterThan(12);
    expect(match.bits).toBeGreaterThan(unasked + 6);
    const { startA, endA, startB, endB } = match.run;
    expect((endB - startB) / (endA - startA)).toBeCloseTo(pace, 0);
    expect(startB).toBeCloseTo(startA * pace, -1);
  });

  it('is not better found in the other direction', () => {
    const other = songOf(2);
    expect(tonalMatch(original, other, [0.5])!.bits).toBe(tonalMatch(original, other, [])!.bits);
  });
});
