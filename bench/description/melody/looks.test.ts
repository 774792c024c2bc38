import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { MelodyCandidate } from '../../../src/music/description/melody-candidates.js';
import { melodyFeatures } from '../../../src/music/description/melody-features.js';
import { sequenceFeatureNames } from '../../../src/music/description/melody-sequence.js';
import { runNetwork } from '../../../src/signal/small-network.js';
import { type FirstLook, fitFirstLook, type Row } from './first-look.js';
import { writeLooks } from './looks.js';

const folder = mkdtempSync(join(tmpdir(), 'looks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const framesPerSecond = 86;
/** Candidates of a song, and those of them that are not out of the question. */
const count = 70;
const inSequence = 52;

/** High notes are the melody, but for some that are others in each song. */
function rowOf(song: string): Row {
  const notes = Array.from(
    { length: count },
    (_, i): MelodyCandidate => ({
      startFrame: i * 20,
      endFrame: i * 20 + 15,
      midi: i % 2 === 0 ? 76 : 48,
      salience: 0.5,
      onset: 0.6,
      level: 100,
      attacks: [90, 80, 70],
      sustainFrames: 20,
    }),
  );
  return {
    song,
    group: 'pop',
    kind: 'pop',
    isMain: true,
    seconds: 50,
    framesPerSecond,
    notes,
    labels: Uint8Array.from(notes, ({ midi }, i) => (midi > 60 && i % 5 !== song.charCodeAt(0) % 5 ? 1 : 0)),
    weights: new Float32Array(notes.length).fill(1),
    truth: [{ start: 0, end: 0.2, pitch: 76 }],
    features: melodyFeatures(notes, framesPerSecond),
  };
}

it('examples are written with the numbers of their candidates, and measures of those in the sequence alone', () => {
  const answers = Float32Array.from({ length: count }, (_, i) => (i % 4 === 1 ? -7 : i % 3));
  const first = { answersAbout: () => answers } as Pick<FirstLook, 'answersAbout'>;
  writeLooks(
    folder,
    [
      { row: rowOf('a'), role: 'known' },
      { row: rowOf('b'), role: 'left out' },
    ],
    first,
  );
  const { examples, candidateColumns, rowColumns } = JSON.parse(
    readFileSync(join(folder, 'looks.json'), 'utf8'),
  );
  expect(rowColumns).toEqual(sequenceFeatureNames);
  expect(examples.map(({ song, role }: { song: string; role: string }) => [song, role])).toEqual([
    ['a', 'known'],
    ['b', 'left out'],
  ]);
  expect(examples[1]).toMatchObject({ candidates: count, rows: inSequence, truth: [[0, 0.2, 76]] });
  const numbers = new Float32Array(readFileSync(join(folder, 'looks.f32')).buffer);
  const width = candidateColumns.length;
  const size = count * width + inSequence * sequenceFeatureNames.length;
  expect(numbers).toHaveLength(2 * size);
  expect([...numbers.subarray(size, size + 2 * width)]).toEqual([
    ...[0, 15, 76, 0, 1, 1, 1, 1],
    ...[20, 35, 48, -7, 0, 0, 1, 1],
  ]);
  const pitch = count * width + sequenceFeatureNames.indexOf('octaves-above-middle-c');
  expect(numbers[pitch]).toBeCloseTo(16 / 12);
});

it('the first look answers about a song by a network that has not learnt from it, and about others by that of all', () => {
  const rows = ['a', 'b', 'c', 'd'].map(rowOf);
  const { network, answersAbout } = fitFirstLook(rows);
  // Of three rounds the first leaves out a and d.
  const others = fitFirstLook([rows[1]!, rows[2]!]).network;
  expect(answersAbout(rows[3]!)).toEqual(runNetwork(others, rows[3]!.features));
  expect(answersAbout(rowOf('e'))).toEqual(runNetwork(network, rows[0]!.features));
  expect(answersAbout(rows[3]!)).not.toEqual(answersAbout(rowOf('e')));
});
