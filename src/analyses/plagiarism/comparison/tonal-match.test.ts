import { describe, expect, it } from 'vitest';
import { tonalEvidence } from '../../../music/harmony/tonal-evidence.js';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { comparePrepared } from './compare-songs.js';
import { prepareSong } from './prepared-song.js';
import { tonalMatch } from './tonal-match.js';

/** A tune over a bass of one tone a beat; the notes of every beat last `pace` beats. */
function mix(pace: number, count = 90): SongNote[] {
  const bass = generateMelody(1003, count).map((note, beat) => ({
    ...note,
    onsetBeats: beat,
    durationBeats: 1,
    midiPitch: note.midiPitch - 24,
  }));
  return [...bass, ...generateMelody(3, count)]
    .map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats * pace,
      durationBeats: note.durationBeats * pace,
    }))
    .sort((a, b) => a.onsetBeats - b.onsetBeats);
}

const songOf = (pace: number) => prepareSong(describeMidi(writeMidi(mix(pace))));

/** Of a dense recording: no line was heard. */
const withoutLines = (song: SongDescription): SongDescription => ({
  ...song,
  melody: { vocal: [], instrumental: [], topline: [] },
});

describe('a song in three that was read in four', () => {
  const notes = mix(1, 36);
  const inThree = prepareSong(withoutLines(describeMidi(writeMidi(notes, { bpm: 120, numerator: 3 }))));
  /** Three quarters were counted as two beats; played faster, so that the tempi show nothing of it. */
  const counted = notes.map((note) => ({
    ...note,
    onsetBeats: (note.onsetBeats * 2) / 3,
    durationBeats: (note.durationBeats * 2) / 3,
  }));
  const wrong: SongDescription = {
    ...withoutLines(describeMidi(writeMidi(counted, { bpm: 100 }))),
    source: 'audio',
  };
  const beats = Array.from({ length: 120 }, (_, beat) => beat * 0.4);
  const downbeats = beats.flatMap((_, beat) => (beat % 3 === 0 ? [beat] : []));
  const unsure = { ...wrong, otherMetre: { meter: 3, probability: 0.3, beats, downbeats } as const };

  it('is found by far more where its description holds three to be possible, in either order', () => {
    const asCounted = comparePrepared(inThree, prepareSong(wrong)).bits;
    const both = prepareSong(unsure);
    for (const [a, b] of [
      [inThree, both],
      [both, inThree],
    ] as const) {
      const comparison = comparePrepared(a, b);
      expect(comparison.finding).toBe('found');
      expect(comparison.basis).toBe('tonal');
      expect(comparison.bits).toBeGreaterThan(2 * asCounted);
    }
    // Places are those of the descriptions as they stand: two beats beside three.
    const { startA, endA, startB, endB } = tonalMatch(inThree, both, [])!.run;
    expect((endB - startB) / (endA - startA)).toBeCloseTo(2 / 3, 1);
    expect(Math.abs(startB - (startA * 2) / 3)).toBeLessThan(1.5);
  });

  it('pays a bit for each doubling of the readings that are tried', () => {
    const both = prepareSong(unsure);
    const read = tonalEvidence(inThree.tonal, both.otherMetre()!.tonal).bits;
    expect(tonalMatch(inThree, both, [])!.bits).toBeCloseTo(read - 1, 9);
    // Two readings of either song are four pairs of readings; where the main ones are the best, nothing is paid.
    const twice = tonalEvidence(both.otherMetre()!.tonal, both.otherMetre()!.tonal).bits;
    const main = tonalEvidence(both.tonal, both.tonal).bits;
    expect(tonalMatch(both, both, [])!.bits).toBeCloseTo(Math.max(main, twice - 2), 9);
    expect(twice - 2).toBeGreaterThan(main);
  });

  it('takes no second reading whose beats are those of the first, or every second one', () => {
    for (const step of [1, 2]) {
      const same = wrong.beats.filter((_, beat) => beat % step === 0);
      const song = prepareSong({ ...wrong, otherMetre: { ...unsure.otherMetre, beats: same } });
      expect(song.otherMetre()).toBeNull();
    }
    const fourth = wrong.beats.filter((_, beat) => beat % 4 === 0);
    const slow = prepareSong({ ...wrong, otherMetre: { ...unsure.otherMetre, beats: fourth } });
    expect(slow.otherMetre()).not.toBeNull();
    expect(prepareSong(unsure).otherMetre()).not.toBeNull();
    expect(prepareSong(wrong).otherMetre()).toBeNull();
  });
});

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

describe('the chroma sequence of a recording that is counted in parts of a beat', () => {
  const known = withoutLines(describeMidi(writeMidi(mix(1, 120), { bpm: 80 })));
  const written = prepareSong(known);
  /** Recordings of it whose beats are counted `pace` times as fast. */
  const heard = (
    pace: number,
    tempoBpm = pace * known.tempoBpm,
    source: SongDescription['source'] = 'audio',
  ) =>
    prepareSong({
      ...known,
      source,
      tempoBpm,
      beats: Array.from({ length: pace * (known.beats.length - 1) + 1 }, (_, beat) => (beat * 0.75) / pace),
      notes: known.notes.map((note) => ({
        ...note,
        onsetBeats: pace * note.onsetBeats,
        durationBeats: pace * note.durationBeats,
      })),
    });

  it.each([1.5, 2, 3])('is found in either order where its tempo is %f times the other one', (pace) => {
    const other = heard(pace);
    for (const [a, b] of [
      [written, other],
      [other, written],
    ] as const) {
      const { bits, run } = tonalMatch(a, b, [])!;
      expect(bits).toBeGreaterThan(18);
      const [own, faster] = [run.endA - run.startA, run.endB - run.startB];
      expect(a === written ? faster / own : own / faster).toBeCloseTo(pace, 1);
    }
  });

  it('is looked at as counted where the tempi show nothing of it, and where both songs are written', () => {
    for (const other of [heard(3, 80), heard(3, 320), heard(3, 240, 'midi')])
      expect(tonalMatch(written, other, [])?.bits ?? 0).toBeLessThan(12);
  });

  it('pays a bit for the reading that it adds', () => {
    const other = heard(3);
    const read = tonalEvidence(written.tonal, other.tonal.slowed(3)).bits;
    expect(tonalMatch(written, other, [])!.bits).toBeCloseTo(read - 1, 9);
  });
});
