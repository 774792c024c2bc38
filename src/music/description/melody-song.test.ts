import { describe, expect, it } from 'vitest';
import type { MelodyCandidate } from './melody-candidates.js';
import { songFeatureCount, songFeatures } from './melody-song.js';

const framesPerSecond = 86;
const [attackResidual, fromBeforeLikelihood, toAfterLikelihood] = [3, 7, 9];

const noteAt = (seconds: number, midi: number, attack = 100): MelodyCandidate => ({
  startFrame: Math.round(seconds * framesPerSecond),
  endFrame: Math.round((seconds + 0.3) * framesPerSecond),
  midi,
  salience: 0.5,
  onset: 0.8,
  level: attack,
  attacks: [attack, 60, 50],
  sustainFrames: 30,
});

/** A phrase of four sure notes three times; the third time its last note and another one are in doubt. */
function phrases(): { notes: MelodyCandidate[]; logOdds: Float32Array; tune: number; other: number } {
  const known = [0, 4, 8].flatMap((start) =>
    [64, 67, 65, 60].map((midi, i) => ({
      note: noteAt(start + i * 0.5, midi),
      odds: start === 8 && i === 3 ? -1 : 3,
    })),
  );
  const all = [...known, { note: noteAt(9.5, 72), odds: -1 }];
  return {
    notes: all.map(({ note }) => note),
    logOdds: Float32Array.from(all, ({ odds }) => odds),
    tune: all.length - 2,
    other: all.length - 1,
  };
}

const rowOf = (features: Float32Array, note: number): Float32Array =>
  features.subarray(note * songFeatureCount, (note + 1) * songFeatureCount);

describe('what a song says of each note', () => {
  it('is that a doubtful note where the melody had the same turn before is rather the melody’s', () => {
    const { notes, logOdds, tune, other } = phrases();
    const features = songFeatures(notes, logOdds, framesPerSecond);
    expect(rowOf(features, tune)[fromBeforeLikelihood]!).toBeGreaterThan(0);
    expect(rowOf(features, other)[fromBeforeLikelihood]!).toBeLessThan(0);
  });

  it('knows a turn by what follows too, however its time was rounded, and does not count the note itself', () => {
    const { notes, logOdds } = phrases();
    const late = notes.map((note, i) => (i === 0 ? noteAt(0.04, 64) : note));
    const first = rowOf(songFeatures(late, logOdds, framesPerSecond), 0);
    expect(first[toAfterLikelihood]!).toBeGreaterThan(0);
    const once = songFeatures(notes.slice(0, 4), logOdds.slice(0, 4), framesPerSecond);
    expect(rowOf(once, 0)[toAfterLikelihood]!).toBeLessThan(0);
  });

  it('is how far a note is from the loudness of the melody at its pitch', () => {
    const pitches = [60, 62, 64, 66, 68, 70];
    const line = pitches.map((midi, i) => noteAt(i, midi, 100 - (midi - 60) * 2));
    const notes = [...line, noteAt(6, 70, 110)];
    const features = songFeatures(
      notes,
      new Float32Array(7).map((_, i) => (i < 6 ? 4 : -9)),
      framesPerSecond,
    );
    expect(rowOf(features, 6)[attackResidual]!).toBeGreaterThan(4 * rowOf(features, 5)[attackResidual]!);
  });

  it('is finite for one note, and nothing for none', () => {
    expect(songFeatures([], new Float32Array(0), framesPerSecond)).toHaveLength(0);
    const alone = songFeatures([noteAt(1, 60)], Float32Array.of(-9), framesPerSecond);
    expect(Array.from(alone).every(Number.isFinite)).toBe(true);
  });
});
