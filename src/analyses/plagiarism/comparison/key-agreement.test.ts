import { describe, expect, it } from 'vitest';
import type { SongKey } from '../../../music/song-description.js';
import { keyAgreement, keyDoubt, movedBy } from './key-agreement.js';
import type { KeyedSong } from './key-signs.js';

const key = (tonic: number, mode: SongKey['mode'] = 'major', confidence = 0.5) => ({
  key: { tonic, mode, confidence },
});

describe('the transposition and the keys of two songs', () => {
  it('agree where the first key, moved, is the second or its relative', () => {
    expect(keyAgreement(key(10), key(3), 5).agrees).toBe(true);
    expect(keyAgreement(key(0), key(9, 'minor'), 0).agrees).toBe(true);
    expect(keyAgreement(key(0), key(9), 0).agrees).toBe(false);
    expect(keyAgreement(key(2, 'minor'), key(2), 0).agrees).toBe(false);
  });

  it('name the key with less confidence where they contradict each other, spelled by key', () => {
    const found = keyAgreement(key(10, 'major', 0.6), key(3, 'major', 0.2), -2);
    expect(found).toMatchObject({
      original: 'Bb major',
      comparison: 'Eb major',
      expected: 'Ab major',
      agrees: false,
      doubtful: 'comparison',
    });
    expect(keyDoubt(found)).toContain('2 semitones lower in the second song');
    expect(keyDoubt(found)).toContain('from Bb major to Ab major, not to Eb major');
    expect(keyAgreement(key(10, 'major', 0.1), key(3, 'major', 0.2), -2).doubtful).toBe('original');
  });

  it('leave a song without a key in no doubt', () => {
    const found = keyAgreement({ key: null }, key(3), -2);
    expect(found).toMatchObject({ original: null, expected: null, agrees: null, doubtful: null });
    expect(keyDoubt(found)).toBeNull();
  });

  /** One note a beat, and the key that was found. */
  const song = (found: ReturnType<typeof key>, pitches: readonly number[]): KeyedSong => ({
    ...found,
    melody: {
      vocal: [],
      instrumental: [],
      topline: pitches.map((midiPitch, beat) => ({
        onsetBeats: beat,
        durationBeats: 1,
        midiPitch,
        salience: 1,
      })),
    },
  });
  const inMajor = [60, 62, 64, 65, 67, 69, 67, 64, 71, 72];
  const inMinor = [60, 62, 63, 65, 67, 68, 67, 63, 70, 72];
  const run = (startA: number, startB: number) => ({ startA, endA: startA + 10, startB, endB: startB + 10 });

  it('agree where a tune was taken into the other mode, also where that is found as its relative key', () => {
    const major = song(key(0), inMajor);
    for (const found of [key(0, 'minor'), key(3)]) {
      const minor = song(found, inMinor);
      expect(keyAgreement(major, minor, 0, run(0, 0)).agrees).toBe(true);
      expect(keyAgreement(minor, major, 0, run(0, 0)).agrees).toBe(true);
    }
    // C major to A minor, three semitones lower.
    const lower = song(
      key(9, 'minor'),
      inMinor.map((pitch) => pitch - 3),
    );
    expect(keyAgreement(major, lower, -3, run(0, 0)).agrees).toBe(true);
  });

  it('contradict each other where both songs have the same thirds, and the mode that has them not is doubtful', () => {
    const [rightly, wrongly] = [song(key(0, 'major', 0.3), inMajor), song(key(0, 'minor', 0.9), inMajor)];
    expect(keyAgreement(rightly, wrongly, 0, run(0, 0))).toMatchObject({
      agrees: false,
      doubtful: 'comparison',
    });
    expect(keyAgreement(wrongly, rightly, 0, run(0, 0))).toMatchObject({
      agrees: false,
      doubtful: 'original',
    });
  });

  it('agree where a Dorian or Mixolydian tune is found in the key of its notes or of its tonic', () => {
    const dorian = [62, 64, 65, 67, 69, 71, 72, 71, 69, 74];
    expect(keyAgreement(song(key(2, 'minor'), dorian), song(key(0), dorian), 0).agrees).toBe(true);
    expect(keyAgreement(song(key(0), dorian), song(key(2, 'minor'), dorian), 0).agrees).toBe(true);
    const mixolydian = [67, 69, 71, 72, 74, 76, 77, 74, 71, 67];
    expect(keyAgreement(song(key(7), mixolydian), song(key(0), mixolydian), 0).agrees).toBe(true);
    // D minor with its own sixth is in another key than C major.
    const minor = [62, 64, 65, 67, 69, 70, 72, 70, 69, 74];
    expect(keyAgreement(song(key(2, 'minor'), minor), song(key(0), inMajor), 0).agrees).toBe(false);
  });

  it('name the song whose passage stands in another key than the song', () => {
    const raised = inMajor.map((pitch) => pitch + 4);
    // In C, and in E from the tenth beat on: the passage in E is the second song's, which is surer of its key.
    const modulating = song(key(0, 'major', 0.9), [...inMajor, ...raised]);
    const inE = song(key(4, 'major', 0.1), raised);
    expect(keyAgreement(modulating, inE, 0, run(10, 0))).toMatchObject({
      agrees: false,
      doubtful: 'original',
    });
    expect(keyAgreement(inE, modulating, 0, run(0, 10))).toMatchObject({
      agrees: false,
      doubtful: 'comparison',
    });
  });

  it('of parallel modes agree only where each passage has the third, sixth or seventh of its own mode', () => {
    const [inBoth, majorThird, minorThird] = [
      [60, 62, 67],
      [60, 62, 67, 64],
      [60, 62, 67, 63],
    ];
    for (let transposition = -5; transposition <= 6; transposition++) {
      const tonic = (transposition + 12) % 12;
      const agrees = (major: readonly number[], minor: readonly number[]): (boolean | null)[] => [
        keyAgreement(
          song(key(0), major),
          song(
            key(tonic, 'minor'),
            minor.map((pitch) => pitch + transposition),
          ),
          transposition,
        ).agrees,
        keyAgreement(
          song(key(0, 'minor'), minor),
          song(
            key(tonic),
            major.map((pitch) => pitch + transposition),
          ),
          transposition,
        ).agrees,
      ];
      expect(agrees(majorThird, minorThird)).toEqual([true, true]);
      for (const [major, minor] of [
        [inBoth, minorThird],
        [majorThird, inBoth],
        [inBoth, inBoth],
        [minorThird, minorThird],
        [majorThird, majorThird],
      ] as const)
        expect(agrees(major, minor)).toEqual([false, false]);
    }
  });

  it('leave the surer key alone where nothing sounds in one of the passages', () => {
    const [silent, sounding] = [song(key(0, 'major', 0.9), []), song(key(0, 'major', 0.1), inMajor)];
    expect(keyAgreement(silent, sounding, 1).doubtful).toBe('comparison');
    expect(keyAgreement(sounding, silent, 1).doubtful).toBe('original');
    const unsure = song(key(0, 'major', 0.05), []);
    expect(keyAgreement(unsure, sounding, 1).doubtful).toBe('original');
  });

  it('are judged by what matches alone, whatever the rest of either song has', () => {
    const [inC, outside] = [Array.from({ length: 10 }, () => 60), Array.from({ length: 30 }, () => 61)];
    const mostlyOutside = song(key(0), [...inC, ...outside]);
    const aLittleOutside = song(
      key(0),
      inC.map((pitch, beat) => (beat < 2 ? 61 : pitch)),
    );
    expect(keyAgreement(mostlyOutside, aLittleOutside, 1, run(0, 0)).doubtful).toBe('comparison');
    expect(keyAgreement(aLittleOutside, mostlyOutside, 1, run(0, 0)).doubtful).toBe('original');
    expect(keyAgreement(mostlyOutside, aLittleOutside, 1).doubtful).toBe('original');
  });

  it('name the song whose passage belongs to its key by a twentieth less, and by smaller differences the less sure one', () => {
    // Of a hundred beats all but a few belong to C.
    const inC = (beatsOutside: number, confidence: number): KeyedSong =>
      song(
        key(0, 'major', confidence),
        Array.from({ length: 100 }, (_, beat) => (beat < beatsOutside ? 61 : 60)),
      );
    const doubtful = (outsideA: number, outsideB: number) =>
      keyAgreement(inC(outsideA, 0.9), inC(outsideB, 0.1), 1).doubtful;
    expect(keyAgreement(inC(0, 0.9), inC(0, 0.1), 1).agrees).toBe(false);
    expect([doubtful(7, 0), doubtful(0, 7)]).toEqual(['original', 'comparison']);
    expect([doubtful(3, 0), doubtful(0, 3)]).toEqual(['comparison', 'comparison']);
    // Of two that are as sure, the second one.
    expect(keyAgreement(key(0), key(1), 0).doubtful).toBe('comparison');
  });

  it('are named in a sentence with the pitches and the key that the first one leads to', () => {
    const doubtOf = (transposition: number, confidence = 0.2): string =>
      keyDoubt(keyAgreement(key(0, 'major', 0.5), key(6, 'major', confidence), transposition))!;
    expect(doubtOf(0)).toContain('have the same pitches in both songs, whose keys are C major and F# major.');
    expect(doubtOf(1)).toContain('lie 1 semitone higher in the second song');
    expect(doubtOf(1)).toContain('from C major to Db major, not to F# major');
    expect(doubtOf(-1)).toContain('lie 1 semitone lower in the second song');
    expect(doubtOf(2)).toContain('lie 2 semitones higher in the second song');
    expect(doubtOf(2)).toContain('more likely the second song’s, F# major;');
    expect(doubtOf(2, 0.8)).toContain('more likely the first song’s, C major;');
  });

  it('are compared anew at the transposition of another run', () => {
    const found = keyAgreement(key(0), key(5), 5);
    expect(found.agrees).toBe(true);
    expect(movedBy(found, 5)).toEqual(found);
    expect(movedBy(found, -3)).toEqual(keyAgreement(key(0), key(5), -3));
    expect(movedBy(found, -3)).toMatchObject({ agrees: false, expected: 'A major' });
  });
});
