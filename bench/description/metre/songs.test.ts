import { describe, expect, it } from 'vitest';
import { readAbc, readAbcVoices } from '../../plagiarism/abc.js';
import { readKernScore } from '../../plagiarism/kern.js';
import { accompanied } from './accompaniment.js';
import { played } from './playing.js';
import { meterOf } from './songs.js';

const tune = 'X: 1\nT: A Tune\nM: 3/4\nL: 1/4\nK: C\n"C"c | "G7"d e f | "Am"g2 e |';

describe('songs whose metre is written', () => {
  it('have bar lines, chord symbols and a metre in ABC', () => {
    const [only] = readAbc(tune);
    expect(only).toMatchObject({ signature: [3, 4], meter: 3, barLines: [1, 4, 7] });
    expect(only!.chords).toEqual([
      { onset: 0, name: 'C' },
      { onset: 1, name: 'G7' },
      { onset: 4, name: 'Am' },
    ]);
  });

  it('have no one metre where it changes', () => {
    expect(readAbc(`${tune}\nM: 4/4\nc d e f|`)[0]!.signature).toBeNull();
    expect(readAbc(tune.replace('M: 3/4', 'M: none'))[0]!.signature).toBeNull();
  });

  it('have all their voices', () => {
    const voices = readAbcVoices(
      'X: 1\nM: 4/4\nL: 1/4\nK: C\nV: S\nV: B\n[V: S] c d e f |\n[V: B] C2 G,2 |\n',
    );
    expect(voices.map(({ notes }) => notes.map(({ midiPitch }) => midiPitch))).toEqual([
      [72, 74, 76, 77],
      [60, 55],
    ]);
  });

  it('are read from kern with their pickup', () => {
    const text = '**kern\t**kern\n*M3/4\t*M3/4\n4C\t4c\n=1\t=1\n2.G\t2.g\n=2\t=2\n2.C\t2.e\n*-\t*-\n';
    const score = readKernScore(text)!;
    expect(score).toMatchObject({ signature: [3, 4], pickup: 1 });
    expect(score.voices.map((notes) => notes.map(({ midiPitch }) => midiPitch))).toEqual([
      [48, 55, 48],
      [60, 67, 64],
    ]);
    expect(readKernScore(text.replace('=2\t=2', '*M4/4\t*M4/4'))).toBeNull();
  });

  it('are in three where three beats make a bar', () => {
    expect(['3/4', '3/8', '9/8', '3/2', '6/4'].map(meterOf)).toEqual([3, 3, 3, 3, 3]);
    expect(['2/4', '4/4', '6/8', '12/8', '2/2'].map(meterOf)).toEqual([4, 4, 4, 4, 4]);
  });

  it('are played more than once where they are short, every time from a first beat', () => {
    const file = played(
      [
        { onset: 0, duration: 1, pitch: 60, voice: 0 },
        { onset: 8, duration: 1, pitch: 62, voice: 0 },
      ],
      [3, 4],
      1,
    );
    const starts = file.notes
      .filter(({ pitch }) => pitch === 60)
      .map(({ startTick }) => startTick / file.ticksPerQuarter);
    expect(starts.length).toBeGreaterThan(1);
    for (const [time, start] of starts.entries()) expect(start).toBeCloseTo(9 * time, 0);
  });

  it('have accompaniments of the chords that are written', () => {
    const melody = Array.from({ length: 32 }, (_, at) => ({ onset: at, duration: 1, pitch: 72, voice: 0 }));
    const chords = ['C', 'F', 'G', 'Am', 'Dm', 'G', 'C', 'C'].map((name, bar) => ({ onset: 4 * bar, name }));
    const made = Array.from({ length: 20 }, (_, seed) => accompanied(melody, chords, [4, 4], seed));
    expect(new Set(made.map(({ length }) => length)).size).toBeGreaterThan(3);
    const classes = (from: number): Set<number> =>
      new Set(
        made
          .flat()
          .filter(({ onset }) => onset >= from && onset < from + 4)
          .map(({ pitch }) => pitch % 12),
      );
    expect([...classes(0)].sort((a, b) => a - b)).toEqual([0, 4, 7]);
    expect([...classes(12)].sort((a, b) => a - b)).toEqual([0, 4, 9]);
  });
});
