/** A chunk's songs as rows of a search engine: their codes line by line, who holds which code, and their sketches. */
import { firstChordCode, lineEndCode } from '../../../music/melody/ngram-codes.js';
import { codeValues } from './code-chunk.js';
import { openRow } from './scan-row.js';

/** A song has three lines of melody at most, of at most five pieces each (song-codes.ts); an engine knows song and chords by these numbers. */
const piecesASong = 32;
const pieceOfChords = 16;

export interface EngineRows {
  /**
   * Of each code: song · 32 + piece, place in the piece, code. A piece is a line or some of it, or (piece 16) the chords of the song. An engine
   * multiplies by (16/15)^position, which a double holds up to some 11,000: a piece has at most 6,000 codes, the chords 2,000.
   */
  readonly pieces: readonly number[];
  readonly positions: readonly number[];
  readonly codes: readonly number[];
  /** One a song. */
  readonly sketches: readonly { readonly song: number; readonly sketch: Int8Array }[];
}

export interface EngineChunk {
  add(songs: readonly { readonly song: number; readonly row: Uint16Array }[]): EngineRows;
  /** Of the songs added: codes, and how many of them hold each. */
  holders(): { readonly codes: Uint16Array; readonly counts: Uint16Array };
}

export function engineChunk(): EngineChunk {
  const counts = new Uint16Array(codeValues);
  return {
    add(songs) {
      const [pieces, positions, codes]: number[][] = [[], [], []];
      const sketches = songs.map(({ song, row }) => {
        const opened = openRow(row);
        for (const code of new Set(opened.codes)) counts[code]!++;
        const { melodies, chords } = linesOf(opened.codes);
        const start = song * piecesASong;
        const own = [
          ...melodies.map((line, place) => ({ line, piece: start + place })),
          { line: chords, piece: start + pieceOfChords },
        ];
        for (const { line, piece } of own) {
          line.forEach((code, position) => {
            pieces!.push(piece);
            positions!.push(position);
            codes!.push(code);
          });
        }
        return { song, sketch: opened.chroma };
      });
      return { pieces: pieces!, positions: positions!, codes: codes!, sketches };
    },
    holders() {
      const codes = Uint16Array.from(counts.keys()).filter(
        (code) => code !== lineEndCode && counts[code]! > 0,
      );
      return { codes, counts: codes.map((code) => counts[code]!) };
    },
  };
}

/** As a passage sees them: lines of melody are ended by the line end, chords come last and have none among them. */
function linesOf(codes: Uint16Array): { melodies: Uint16Array[]; chords: Uint16Array } {
  const firstChord = codes.findIndex((code) => code >= firstChordCode);
  const end = firstChord < 0 ? codes.length : firstChord;
  const melodies: Uint16Array[] = [];
  for (let from = 0; from < end; ) {
    const lineEnd = codes.indexOf(lineEndCode, from);
    const to = lineEnd < 0 ? end : Math.min(end, lineEnd);
    if (to > from) melodies.push(codes.subarray(from, to));
    from = to + 1;
  }
  return { melodies, chords: codes.subarray(end).filter((code) => code !== lineEndCode) };
}
