/** Reads the annotations of the two data sets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pitchClassNames } from '../../src/music/song-description.js';
import type { Labelled } from './scores.js';

const rows = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/));

/**
 * Seconds of the beats of a POP909 song, and of those that begin bars. The annotation counts bars twice: in simple
 * meter (second column: bars of two or three) and in compound meter (third: twice as long). A song whose simple
 * bars have three beats is in three; the bars of all others are the longer ones.
 */
export function pop909Beats(folder: string): { beats: number[]; downbeats: number[] } {
  const lines = rows(join(folder, 'beat_midi.txt')).map((line) => line.map(Number));
  const firsts = (column: number): number[] =>
    lines.flatMap((line, index) => (line[column] === 1 ? [index] : []));
  const simple = firsts(1);
  const lengths = simple.slice(1).map((beat, i) => beat - simple[i]!);
  const isTriple = lengths.filter((length) => length === 3).length * 2 > lengths.length;
  const beats = lines.map(([time]) => time!);
  return { beats, downbeats: (isTriple ? simple : firsts(2)).map((index) => beats[index]!) };
}

/** Of the bars of a song on which both annotations agree; with fewer it is disputed. */
export const minAgreement = 0.8;

/**
 * POP909 is annotated twice: from the MIDI file (pop909Beats) and, by a program, from the recording it was made after.
 * The share of the first one's bars that begin where the second one counts one.
 */
export function pop909BarAgreement(folder: string): number {
  const { beats, downbeats } = pop909Beats(folder);
  const counted = rows(join(folder, 'beat_audio.txt')).map((line) => line.map(Number));
  const step = (beats.at(-1)! - beats[0]!) / Math.max(1, beats.length - 1);
  const agreeing = downbeats.filter((time) => {
    const distance = ([at]: number[]): number => Math.abs(at! - time - annotationLagSeconds);
    const nearest = counted.reduce((best, line) => (distance(line) < distance(best) ? line : best));
    return distance(nearest) < step / 4 && nearest[1] === 1;
  });
  return agreeing.length / Math.max(1, downbeats.length);
}

/** The beats from the recordings lie about this much after those of the MIDI files. */
const annotationLagSeconds = 0.04;

export function pop909Chords(folder: string): Labelled[] {
  return rows(join(folder, 'chord_midi.txt')).map(([start, end, label]) => ({
    start: Number(start),
    end: Number(end),
    label: toMajMin(label!),
  }));
}

/** All keys that the annotators named, as `C:maj`; a song that modulates has several. */
export function pop909Keys(folder: string): string[] {
  return rows(join(folder, 'key_audio.txt')).map((line) => toMajMin(line[2]!));
}

const naturals: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const majors = /^(maj|7|maj7|maj6|6|9|maj9|11|13)?$/;
const minors = /^(min|min7|min6|min9|minmaj7)$/;

/** The major or minor triad of a chord label (mir_eval's maj/min reduction); `X` for chords that are neither. */
export function toMajMin(label: string): string {
  if (label === 'N') return 'N';
  const [root = '', shorthand = 'maj'] = label.split(':');
  const quality = shorthand.split('/')[0]!.replace(/\(.*/, '');
  const name = root.split('/')[0]!;
  let pitchClass = naturals[name[0]!];
  if (pitchClass === undefined) return 'X';
  for (const accidental of name.slice(1)) pitchClass += accidental === '#' ? 1 : accidental === 'b' ? -1 : 0;
  const tonic = pitchClassNames[(pitchClass + 12) % 12]!;
  if (majors.test(quality)) return `${tonic}:maj`;
  return minors.test(quality) ? `${tonic}:min` : 'X';
}
