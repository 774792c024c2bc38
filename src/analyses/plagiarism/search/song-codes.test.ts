import { describe, expect, it } from 'vitest';
import { lineEndCode, ngramCodes } from '../../../music/melody/ngram-codes.js';
import { maxLineNotes, sequenceOf } from '../../../music/melody/sequence.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { songCodes } from './song-codes.js';

/** As a passage is counted: codes between line ends. */
function piecesOf(codes: Uint16Array): number[][] {
  const pieces: number[][] = [[]];
  for (const code of codes) {
    if (code === lineEndCode) pieces.push([]);
    else pieces.at(-1)!.push(code);
  }
  return pieces.filter((piece) => piece.length > 0);
}

const codesOf = (...notes: readonly number[]): Uint16Array => {
  const [topline = [], vocal = [], instrumental = []] = notes.map((count, line) =>
    generateMelody(line, count),
  );
  return songCodes({ source: 'midi', melody: { topline, vocal, instrumental }, chords: [], notes: [] });
};

describe('codes of a long line', () => {
  it('are all of it, in pieces that a search engine can count', () => {
    const pieces = piecesOf(codesOf(10_000));
    expect(pieces.flat()).toEqual(ngramCodes(sequenceOf(generateMelody(0, 10_000))));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(6000);
  });

  it('are at most 15 pieces of a song, and one of a line up to 3,000 notes', () => {
    const most = 2 * maxLineNotes;
    expect(piecesOf(codesOf(most, most, most)).length).toBeLessThanOrEqual(15);
    expect(piecesOf(codesOf(3000))).toHaveLength(1);
  });
});
