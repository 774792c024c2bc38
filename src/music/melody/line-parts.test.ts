import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { facingParts, songLine } from './line-parts.js';
import { maxLineNotes } from './sequence.js';

/** Tunes one after the other, and `quoted` at the place of a note. */
function medley(notes: number, quoted: readonly SongNote[] = [], at = 0): SongNote[] {
  const line: SongNote[] = [];
  let beat = 0;
  const add = (tune: readonly SongNote[]): void => {
    for (const note of tune) line.push({ ...note, onsetBeats: note.onsetBeats + beat });
    const last = line.at(-1);
    if (last) beat = Math.ceil(last.onsetBeats + last.durationBeats);
  };
  for (let seed = 1000; line.length < notes; seed++) {
    if (line.length === at) add(quoted);
    add(generateMelody(seed, 100));
  }
  return line.slice(0, notes);
}

const tune = generateMelody(50, 60);

describe('what is aligned of two lines', () => {
  it('is both as a whole, up to 3,000 notes each', () => {
    const [long, short] = [songLine(medley(3000)), songLine(tune)];
    const [a, b] = facingParts(long, short);
    expect(a.sequence).toBe(long.sequence);
    expect(b.sequence).toBe(short.sequence);
    expect(a.lineNotes).toBe(3000);
  });

  it.each([0, 700, 2900, 3100, 9900])('holds a quotation in a longer line, at note %i', (at) => {
    const long = songLine(medley(10_000, tune, at));
    const [onset, end] = [at, at + 59].map((note) => long.sequence.onsetBeats[note]!);
    for (const short of [tune, tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 5 }))]) {
      const [part, whole] = facingParts(long, songLine(short));
      expect(part.sequence.onsetBeats[0]).toBeLessThanOrEqual(onset!);
      expect(part.sequence.onsetBeats.at(-1)).toBeGreaterThanOrEqual(at === 9900 ? onset! : end!);
      expect(part.sequence.length).toBeLessThanOrEqual(3000);
      expect(part.lineNotes).toBe(10_000);
      expect(whole.sequence.length).toBe(60);
    }
  });

  it('is the same whichever of two long lines is asked for, and of equal ones the same part', () => {
    const quoting = generateMelody(51, 400);
    const [a, b] = [songLine(medley(9000, quoting, 7000)), songLine(medley(8000, quoting, 500))];
    const [partA, partB] = facingParts(a, b);
    const [turnedB, turnedA] = facingParts(b, a);
    expect([turnedA.sequence, turnedB.sequence]).toEqual([partA.sequence, partB.sequence]);
    expect(partA.sequence.length).toBe(3000);
    const [one, other] = facingParts(a, songLine(medley(9000, quoting, 7000)));
    expect(other.sequence.onsetBeats).toEqual(one.sequence.onsetBeats);
  });

  it('begins with the line where nothing is shared, and reads no more than 15,000 notes of one', () => {
    const long = songLine(medley(maxLineNotes + 500));
    expect(long.sequence.length).toBe(maxLineNotes);
    const [part] = facingParts(long, songLine(tune.slice(0, 2)));
    expect(part.sequence.onsetBeats[0]).toBe(0);
  });
});
