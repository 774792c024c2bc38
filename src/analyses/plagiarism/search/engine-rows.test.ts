import { describe, expect, it } from 'vitest';
import { firstChordCode, lineEndCode } from '../../../music/melody/ngram-codes.js';
import { engineChunk } from './engine-rows.js';
import { scanRow } from './scan-row.js';

const emptyRow = scanRow({
  melody: { vocal: [], instrumental: [], topline: [] },
  chords: [],
  notes: [],
  beats: [],
});
const rowOf = (...codes: number[]): Uint16Array => Uint16Array.from([...emptyRow, ...codes]);

describe('rows of a search engine', () => {
  it('are the lines of a song as a passage sees them, chords apart', () => {
    const chunk = engineChunk();
    const first = rowOf(
      7,
      8,
      lineEndCode,
      9,
      lineEndCode,
      firstChordCode + 1,
      firstChordCode + 2,
      lineEndCode,
    );
    const rows = chunk.add([
      { song: 0, row: rowOf() },
      { song: 5, row: first },
    ]);
    expect(rows.pieces).toEqual([160, 160, 161, 176, 176]);
    expect(rows.positions).toEqual([0, 1, 0, 0, 1]);
    expect(rows.codes).toEqual([7, 8, 9, firstChordCode + 1, firstChordCode + 2]);
    expect(rows.sketches.map(({ song }) => song)).toEqual([0, 5]);
    chunk.add([{ song: 6, row: rowOf(8, 8, lineEndCode) }]);
    const { codes, counts } = chunk.holders();
    expect(new Map([...codes].map((code, i) => [code, counts[i]]))).toEqual(
      new Map([
        [7, 1],
        [8, 2],
        [9, 1],
        [firstChordCode + 1, 1],
        [firstChordCode + 2, 1],
      ]),
    );
  });

  it('cut what is longer than a double holds, each piece with the end of the one before', () => {
    const line = Array.from({ length: 40_000 }, (_, place) => 1 + (place % 50_000));
    const { pieces, positions, codes } = engineChunk().add([{ song: 0, row: rowOf(...line) }]);
    expect([...new Set(pieces)]).toEqual([0, 1, 2, 3, 4]);
    expect(Math.max(...positions)).toBeLessThan(8_192 + 512);
    const startOf = (piece: number): number => codes[pieces.indexOf(piece)]! - 1;
    expect([0, 1, 4].map(startOf)).toEqual([0, 8_192 - 512, 4 * 8_192 - 512]);
    expect(new Set(codes).size).toBe(40_000);
    // A double holds the weight of the last place.
    expect(Number.isFinite(2 ** 16 * 16_384 * (16 / 15) ** (8_192 + 512))).toBe(true);
  });
});
