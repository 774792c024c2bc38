/**
 * What the second look at a melody's candidates is fitted to (scripts/topline/train.py): looks.json lists the examples of
 * a set, looks.f32 holds their numbers one after the other, as little-endian 32-bit numbers: candidates ×
 * `candidateColumns`, then rows × `sequenceFeatureNames` of those in the sequence.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { isClear, secondLook } from '../../../src/music/description/melody-scores.js';
import { melodySequence, sequenceFeatureNames } from '../../../src/music/description/melody-sequence.js';
import type { FirstLook, Row } from './first-look.js';

/**
 * `known`: a song of POP909 that is learnt from; `tagged`: learnt from, its melody a guess; `collection`: of another
 * collection, learnt from; `left out`: judged.
 */
type Role = 'known' | 'tagged' | 'left out' | 'collection';

interface Look {
  readonly row: Row;
  readonly role: Role;
}

const candidateColumns = [
  'startFrame',
  'endFrame',
  'midi',
  'firstAnswer',
  'isInSequence',
  'isMelody',
  'weight',
  'isClear',
];

/** Writes the set's two files to `folder`. */
export function writeLooks(
  folder: string,
  looks: readonly Look[],
  first: Pick<FirstLook, 'answersAbout'>,
): void {
  if (endianness() !== 'LE') throw new Error('looks.f32 is written as the processor has it: little-endian.');
  mkdirSync(folder, { recursive: true });
  const numbers = openSync(join(folder, 'looks.f32'), 'w');
  try {
    const examples = looks.map(({ row, role }) => {
      const { song, group, kind, isMain, framesPerSecond, seconds, truth } = row;
      const { candidates, rows, count } = numbersOf(row, first);
      writeSync(numbers, candidates);
      writeSync(numbers, rows);
      return {
        song,
        group,
        kind,
        role,
        isMain,
        framesPerSecond,
        seconds,
        candidates: row.notes.length,
        rows: count,
        truth: truth.map(({ start, end, pitch }) => [start, end, pitch]),
      };
    });
    const listed = { candidateColumns, rowColumns: sequenceFeatureNames, examples };
    writeFileSync(join(folder, 'looks.json'), JSON.stringify(listed));
  } finally {
    closeSync(numbers);
  }
}

function numbersOf(
  row: Row,
  first: Pick<FirstLook, 'answersAbout'>,
): { candidates: Float32Array; rows: Float32Array; count: number } {
  const { notes, features, framesPerSecond, labels, weights } = row;
  const answers = first.answersAbout(row);
  const measured = secondLook(notes, features, answers, framesPerSecond);
  const { places, rows } = melodySequence(notes, measured, answers, framesPerSecond);
  const isIn = new Uint8Array(notes.length);
  for (const place of places) isIn[place] = 1;
  const candidates = new Float32Array(notes.length * candidateColumns.length);
  for (const [i, note] of notes.entries())
    candidates.set(
      [
        note.startFrame,
        note.endFrame,
        note.midi,
        answers[i]!,
        isIn[i]!,
        labels[i]!,
        weights[i]!,
        isClear(note) ? 1 : 0,
      ],
      i * candidateColumns.length,
    );
  return { candidates, rows, count: places.length };
}
