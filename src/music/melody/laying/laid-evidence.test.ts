import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { generateMelody } from '../../symbolic/test-support/melodies.js';
import { laidEvidence, layableLine } from './laid-evidence.js';

const paces = [1, 2, 0.5];
const bitsOf = (sounding: readonly SongNote[], laid: readonly SongNote[]): number =>
  laidEvidence(layableLine(sounding)!, layableLine(laid)!, paces)?.bits ?? 0;

/** As lines of recordings are heard: notes in pieces, some a semitone off, some joined with the next one. */
function heard(line: readonly SongNote[]): SongNote[] {
  return line.flatMap((note, at) => {
    if (at % 5 === 1) return [{ ...note, midiPitch: note.midiPitch + 1 }];
    if (at % 4 === 2) return [];
    const half = { ...note, durationBeats: note.durationBeats / 2 };
    return [half, { ...half, onsetBeats: note.onsetBeats + half.durationBeats }];
  });
}

const tune = generateMelody(8, 80);

describe('the evidence of notes laid upon a line', () => {
  it('finds a tune that was heard in too many notes and too few, and none that has nothing to do with it', () => {
    expect(bitsOf(heard(tune), tune)).toBeGreaterThan(30);
    for (let seed = 40; seed < 60; seed++)
      expect(bitsOf(heard(generateMelody(seed, 80)), tune)).toBeLessThan(12);
  });

  it('names the notes that sound, where they lie in both lines, and the note that was heard there', () => {
    const later = tune.map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats + 16,
      midiPitch: note.midiPitch - 3,
    }));
    const sounding = layableLine(later)!;
    const { transposition, pairs } = laidEvidence(sounding, layableLine(tune)!, paces)!;
    expect(transposition).toBe(3);
    for (const pair of pairs) {
      expect(pair.startBeat - pair.noteStart).toBeCloseTo(16, 1);
      expect(sounding.notes[pair.sounding]!.onsetBeats).toBeCloseTo(pair.noteStart + 16, 1);
      expect(pair.endBeat).toBeGreaterThan(pair.startBeat);
    }
  });

  it('names the longest of the notes in the pitch class that should sound, however long another one sounds between them', () => {
    const note = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
      onsetBeats,
      durationBeats,
      midiPitch,
      salience: 1,
    });
    const slow = tune.map((one, at) => note(2 * at, 2, one.midiPitch));
    // Of sixteen cells five have the right pitch, six another one, five the right one again an octave higher.
    const pieces = slow.flatMap(({ onsetBeats, midiPitch }, at) =>
      at % 2 === 0
        ? [
            note(onsetBeats, 0.625, midiPitch),
            note(onsetBeats + 0.625, 0.75, midiPitch + 1),
            note(onsetBeats + 1.375, 0.625, midiPitch + 12),
          ]
        : [
            note(onsetBeats, 0.5, midiPitch),
            note(onsetBeats + 0.5, 0.25, midiPitch + 1),
            note(onsetBeats + 0.75, 1.25, midiPitch),
          ],
    );
    const sounding = layableLine(pieces)!;
    const { pairs } = laidEvidence(sounding, layableLine(slow)!, [1])!;
    expect(pairs.length).toBeGreaterThan(40);
    for (const { sounding: named, noteStart, startBeat } of pairs) {
      const at = startBeat / 2;
      expect(startBeat).toBe(noteStart);
      expect(named).toBe(at % 2 === 0 ? 3 * at : 3 * at + 2);
    }
  });

  it('names a note that was heard as short as a cell', () => {
    const short = tune.map((one, at) => ({ ...one, onsetBeats: at / 2, durationBeats: 1 / 8 }));
    const { pairs } = laidEvidence(layableLine(short)!, layableLine(short)!, [1])!;
    expect(pairs.length).toBeGreaterThan(40);
    for (const { sounding, startBeat } of pairs) expect(short[sounding]!.onsetBeats).toBe(startBeat);
  });

  it('counts a loop once, and little of what lines share by their make-up', () => {
    const scale = (from: number): SongNote[] =>
      Array.from({ length: 80 }, (_, at) => ({
        onsetBeats: at,
        durationBeats: 1,
        midiPitch: from + [0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2][at % 14]!,
        salience: 1,
      }));
    expect(bitsOf(scale(60), scale(65))).toBeLessThan(8);
    const loop = Array.from({ length: 80 }, (_, at) => ({
      ...tune[at % 4]!,
      onsetBeats: at,
      durationBeats: 1,
    }));
    expect(bitsOf(loop, loop)).toBeLessThan(15);
  });

  it('keeps a verse that returns in another key: a second key at another place is no chance', () => {
    const higher = tune.map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats + 100,
      midiPitch: note.midiPitch + 2,
    }));
    expect(bitsOf([...tune, ...higher], tune)).toBeGreaterThan(0.6 * bitsOf(tune, tune));
  });

  it('lays no line that is longer than songs are, and none without notes', () => {
    expect(layableLine([])).toBeNull();
    const short = Array.from({ length: 2001 }, (_, at) => ({
      ...tune[at % 80]!,
      onsetBeats: at / 2,
      durationBeats: 0.5,
    }));
    expect(layableLine(short)).toBeNull();
    expect(layableLine(short.slice(1))).not.toBeNull();
    const ending = (endBeat: number) => [
      { onsetBeats: 1990, durationBeats: endBeat - 1990, midiPitch: 60, salience: 1 },
    ];
    expect(layableLine(ending(2000))).not.toBeNull();
    expect(layableLine(ending(2001))).toBeNull();
    expect(bitsOf(generateMelody(1, 1900), generateMelody(1, 1900))).toBe(0);
    expect(bitsOf(generateMelody(1, 1900), generateMelody(1, 200))).toBeGreaterThan(100);
    for (const onsetBeats of [5000, 1e12])
      expect(layableLine([{ onsetBeats, durationBeats: 1, midiPitch: 60, salience: 1 }])).toBeNull();
  });
});
