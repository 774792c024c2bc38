import { expect, it } from 'vitest';
import { simhashBytes } from '../../../text/simhash.js';
import type { OpenSegment } from '../index/segment-reader.js';
import { interleaveCodes } from '../simd/binary-scan.js';
import type { Candidate, SearchedSegment } from './candidates.js';
import { commonnessOf } from './commonness.js';

const songs = 30;
const linesASong = 12;

/** A database whose songs have the lines that `textOf` names by number. */
function database(textOf: (song: number, line: number) => number): SearchedSegment[] {
  const lines = songs * linesASong;
  const codes = new Uint8Array(lines * simhashBytes);
  const view = new DataView(codes.buffer);
  for (let song = 0; song < songs; song++) {
    for (let line = 0; line < linesASong; line++) {
      view.setUint32((song * linesASong + line) * simhashBytes, textOf(song, line));
    }
  }
  const segment = {
    lineStart: Uint32Array.from({ length: songs + 1 }, (_, song) => song * linesASong),
    lexicalCodes: interleaveCodes(codes, lines, simhashBytes),
  } as unknown as OpenSegment;
  return [{ segment, dead: new Set() }];
}
const holders: Candidate[] = Array.from({ length: songs }, (_, song) => ({ segment: 0, song }));
const weights = Float32Array.of(1);

it('a line that many different texts have counts little, one that a single text has whole', () => {
  const different = database((song, line) => (line === 3 ? 7 : 1000 + song * linesASong + line));
  expect(commonnessOf([], [], [holders], different, weights)[0]).toBeLessThan(0.2);
  expect(commonnessOf([], [], [holders.slice(0, 1)], different, weights)[0]).toBe(1);
});

it('a text that is in the database many times over is one text', () => {
  const versions = database((song, line) => (line === 0 ? 5000 + song : line));
  expect(commonnessOf([], [], [holders], versions, weights)[0]).toBe(1);
});
