/** Encodes songs' lyrics and packs them into one index segment. */
import { lineFeatures } from '../../../text/ngrams.js';
import { segmentLyrics } from '../../../text/segment-lyrics.js';
import { simhashBytes, writeSimhash } from '../../../text/simhash.js';
import type { LyricEngine } from '../engine.js';
import { interleaveCodes } from '../simd/binary-scan.js';
import { quantiseVectors, semanticCodeBytes, writeSemanticCode } from './quantise.js';
import { bytesOf, packSegment } from './segment-format.js';

export interface SongLyrics {
  readonly songId: string;
  readonly lyrics: string;
}

export interface EncodedSongs {
  readonly lines: number;
  /** An index segment; see segment-format.ts. */
  readonly bytes: Uint8Array;
}

/** Lines of one song beyond this are not indexed: a limit on what one row of a file can cost. */
const maxIndexedLines = 2_000;

/** One segment of all `songs` in their order; songs without a usable line are in it with no lines. */
export async function encodeSongs(
  songs: readonly SongLyrics[],
  engine: LyricEngine,
  onProgress?: (share: number) => void,
): Promise<EncodedSongs> {
  const lineStart = new Uint32Array(songs.length + 1);
  const texts: string[] = [];
  const normalised: string[] = [];
  for (let song = 0; song < songs.length; song++) {
    for (const line of segmentLyrics(songs[song]!.lyrics).lines.slice(0, maxIndexedLines)) {
      texts.push(line.text);
      normalised.push(line.normalised);
    }
    lineStart[song + 1] = texts.length;
  }
  const vectors = await engine.encoder.encode(texts, onProgress);
  return { lines: texts.length, bytes: packLines(songs, lineStart, texts, normalised, vectors, engine) };
}

function packLines(
  songs: readonly SongLyrics[],
  lineStart: Uint32Array,
  texts: readonly string[],
  normalised: readonly string[],
  vectors: Float32Array,
  engine: LyricEngine,
): Uint8Array<ArrayBuffer> {
  const lines = texts.length;
  const { dimensions } = engine.encoder;
  const codeBytes = semanticCodeBytes(dimensions);
  const semantic = new Uint8Array(lines * codeBytes);
  const lexical = new Uint8Array(lines * simhashBytes);
  const information = new Uint8Array(lines);
  const counts = new Map<number, number>();
  for (let line = 0; line < lines; line++) {
    writeSemanticCode(vectors, line * dimensions, dimensions, semantic, line * codeBytes);
    const features = lineFeatures(normalised[line]!);
    writeSimhash(features, lexical, line * simhashBytes);
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    information[line] = Math.min(255, Math.round(engine.information(normalised[line]!)));
  }
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const textStart = new Uint32Array(lines + 1);
  for (let line = 0; line < lines; line++) textStart[line + 1] = textStart[line]! + encoded[line]!.length;
  const allTexts = new Uint8Array(textStart[lines]!);
  for (let line = 0; line < lines; line++) allTexts.set(encoded[line]!, textStart[line]);
  return packSegment(
    { encoder: engine.encoderKey, dimensions, songs: songs.length, lines },
    {
      songIds: new TextEncoder().encode(JSON.stringify(songs.map((song) => song.songId))),
      lineStart: bytesOf(lineStart),
      information,
      semanticCodes: interleaveCodes(semantic, lines, codeBytes),
      lexicalCodes: interleaveCodes(lexical, lines, simhashBytes),
      vectors: bytesOf(quantiseVectors(vectors, dimensions)),
      textStart: bytesOf(textStart),
      texts: allTexts,
      featureCounts: bytesOf(Uint32Array.from([...counts].flat())),
    },
  );
}
