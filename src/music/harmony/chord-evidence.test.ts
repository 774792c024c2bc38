import { describe, expect, it } from 'vitest';
import { chordName } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { chordCodesOf } from './chord-codes.js';
import { chordEvidence, prepareChords } from './chord-evidence.js';
import { chordSequenceOf } from './chord-sequence.js';

/** One chord every `beats` beats; the changes are different for every seed. */
function progression(seed: number, count: number, beats = 4): string[] {
  return generateMelody(seed, count).flatMap(({ midiPitch }, place) =>
    new Array<string>(beats).fill(
      chordName(midiPitch + place * 5, (midiPitch + place) % 3 === 0 ? 'min' : 'maj'),
    ),
  );
}

const moved = (chords: readonly string[], semitones: number): string[] =>
  chords.map((chord) => {
    const index = Array.from({ length: 12 }, (_, root) => root).find((root) =>
      chord.startsWith(`${chordName(root, 'maj').split(':')[0]}:`),
    )!;
    return chordName(index + semitones, chord.endsWith('min') ? 'min' : 'maj');
  });

const loop = (chords: readonly string[], times: number): string[] =>
  Array.from({ length: times }, () => chords.flatMap((chord) => [chord, chord, chord, chord])).flat();

describe('evidence of chords', () => {
  const song = progression(3, 24);

  it('is the same in every key and at every tempo, and reports the transposition', () => {
    const own = chordEvidence(prepareChords(song), prepareChords(song));
    expect(own.bits).toBeGreaterThan(24);
    for (const semitones of [1, 5, 11]) {
      const other = chordEvidence(prepareChords(song), prepareChords(moved(song, semitones)));
      expect(other.bits).toBeCloseTo(own.bits, 3);
      expect(other.alignment.transposition).toBe(semitones);
    }
    const slower = progression(3, 24, 8);
    expect(chordEvidence(prepareChords(song), prepareChords(slower)).bits).toBeGreaterThan(24);
  });

  it('survives inserted and dropped chords', () => {
    const changed = song.flatMap((chord, beat) => (beat % 28 === 3 ? ['D#:min', 'D#:min'] : [chord]));
    expect(chordEvidence(prepareChords(song), prepareChords(changed)).bits).toBeGreaterThan(15);
  });

  it('says little of stock progressions, however often they turn', () => {
    const four = prepareChords(loop(['C:maj', 'G:maj', 'A:min', 'F:maj'], 24));
    const same = prepareChords(loop(['D:maj', 'A:maj', 'B:min', 'G:maj'], 30));
    expect(chordEvidence(four, same).bits).toBeLessThan(12);
    const blues = [
      'C:maj',
      'F:maj',
      'C:maj',
      'C:maj',
      'F:maj',
      'F:maj',
      'C:maj',
      'C:maj',
      'G:maj',
      'F:maj',
      'C:maj',
      'G:maj',
    ];
    const bluesSong = prepareChords(loop(blues, 12));
    expect(chordEvidence(bluesSong, prepareChords(loop(moved(blues, 7), 9))).bits).toBeLessThan(12);
  });

  it('says nothing of unrelated progressions, silence, and a single chord', () => {
    for (let seed = 50; seed < 70; seed++)
      expect(chordEvidence(prepareChords(song), prepareChords(progression(seed, 24))).bits).toBeLessThan(14);
    expect(chordEvidence(prepareChords([]), prepareChords(song)).bits).toBe(0);
    const held = prepareChords(new Array<string>(100).fill('C:maj'));
    expect(chordEvidence(held, held).bits).toBe(0);
  });
});

describe('codes of chords', () => {
  it('are the same in every key, keep out of the melodies’ range, and give a loop once', () => {
    const codes = chordCodesOf(chordSequenceOf(progression(3, 24)));
    expect(codes.length).toBeGreaterThan(15);
    expect(chordCodesOf(chordSequenceOf(moved(progression(3, 24), 4)))).toEqual(codes);
    for (const code of codes) expect(code).toBeGreaterThanOrEqual(57_344);
    expect(chordCodesOf(chordSequenceOf(loop(['C:maj', 'G:maj', 'A:min', 'F:maj'], 20)))).toEqual(
      chordCodesOf(chordSequenceOf(loop(['C:maj', 'G:maj', 'A:min', 'F:maj'], 4))),
    );
  });
});
