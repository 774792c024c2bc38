import { describe, expect, it } from 'vitest';
import { firstChordCode, lineEndCode } from '../../../music/melody/ngram-codes.js';
import { chordName, type SongNote } from '../../../music/song-description.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { engineChunk } from './engine-rows.js';
import { scanRow } from './scan-row.js';

const emptyRow = scanRow({
  source: 'midi',
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

  it('have positions whose weight a double holds, in the longest song that can be described too', () => {
    const random = seededRandom(3);
    const line = (): SongNote[] =>
      Array.from({ length: 16_000 }, (_, beat) => ({
        onsetBeats: beat,
        durationBeats: random(),
        midiPitch: 40 + Math.floor(40 * random()),
        salience: 1,
      }));
    const [vocal, instrumental, topline] = [line(), line(), line()];
    const chords = Array.from({ length: 4000 }, () => chordName(Math.floor(12 * random()), 'maj'));
    const notes = [vocal, instrumental, topline].flat();
    const row = scanRow({
      source: 'midi',
      melody: { vocal, instrumental, topline },
      chords,
      notes,
      beats: [],
    });
    const { pieces, positions } = engineChunk().add([{ song: 1, row }]);
    expect([...new Set(pieces)]).toEqual([...Array.from({ length: 15 }, (_, piece) => 32 + piece), 48]);
    const last = Math.max(...positions);
    expect(last).toBeGreaterThan(5000);
    expect(last).toBeLessThan(6000);
    expect(Number.isFinite(2 ** 16 * pieces.length * (16 / 15) ** last)).toBe(true);
  });
});
