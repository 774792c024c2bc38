/** Makes one segment of several, without their removed songs. */
import { lineFeatures } from '../../../text/ngrams.js';
import { normaliseLine } from '../../../text/normalise-line.js';
import { simhashBytes } from '../../../text/simhash.js';
import type { SegmentReference } from '../search.js';
import { interleaveCodes, pickCodes } from '../simd/binary-scan.js';
import { semanticCodeBytes } from './quantise.js';
import { bytesOf, packSegment } from './segment-format.js';
import { type OpenSegment, openSegment } from './segment-reader.js';

export interface MergedSegment {
  readonly songIds: string[];
  readonly lines: number;
  readonly bytes: Uint8Array;
}

interface SongPart {
  readonly songId: string;
  readonly information: Uint8Array;
  readonly semantic: Uint8Array;
  readonly lexical: Uint8Array;
  readonly vectors: Int8Array;
  readonly texts: readonly string[];
}

/** All segments must be of one encoder. Throws where they are not, and for no segment at all. */
export async function mergeSegments(references: readonly SegmentReference[]): Promise<MergedSegment> {
  const parts: SongPart[] = [];
  const counts = new Map<number, number>();
  let facts: { encoder: string; dimensions: number } | null = null;
  for (const { path, dead } of references) {
    const segment = await openSegment(path);
    try {
      const { encoder, dimensions } = segment.header;
      if (facts && facts.encoder !== encoder)
        throw new Error('Segments of different encoders cannot be merged.');
      facts = { encoder, dimensions };
      addCounts(counts, segment.featureCounts);
      const isDead = new Set(dead);
      for (let song = 0; song < segment.header.songs; song++) {
        const part = readSong(segment, song);
        if (isDead.has(song)) removeCounts(counts, part.texts);
        else parts.push(part);
      }
    } finally {
      await segment.close();
    }
  }
  if (!facts) throw new Error('There is nothing to merge.');
  return pack(facts, parts, counts);
}

function addCounts(counts: Map<number, number>, pairs: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2)
    counts.set(pairs[i]!, (counts.get(pairs[i]!) ?? 0) + pairs[i + 1]!);
}

function removeCounts(counts: Map<number, number>, texts: readonly string[]): void {
  for (const text of texts) {
    for (const feature of lineFeatures(normaliseLine(text))) {
      const left = (counts.get(feature) ?? 0) - 1;
      if (left > 0) counts.set(feature, left);
      else counts.delete(feature);
    }
  }
}

function readSong(segment: OpenSegment, song: number): SongPart {
  const from = segment.lineStart[song]!;
  const to = segment.lineStart[song + 1]!;
  return {
    songId: segment.songIds[song]!,
    information: segment.information.subarray(from, to),
    semantic: pickCodes(segment.semanticCodes, from, to, semanticCodeBytes(segment.header.dimensions)),
    lexical: pickCodes(segment.lexicalCodes, from, to, simhashBytes),
    vectors: segment.vectors(from, to),
    texts: segment.texts(from, to),
  };
}

function pack(
  facts: { encoder: string; dimensions: number },
  parts: readonly SongPart[],
  counts: ReadonlyMap<number, number>,
): MergedSegment {
  const lineStart = new Uint32Array(parts.length + 1);
  parts.forEach((part, song) => {
    lineStart[song + 1] = lineStart[song]! + part.texts.length;
  });
  const lines = lineStart[parts.length]!;
  const texts = parts.flatMap((part) => part.texts.map((text) => new TextEncoder().encode(text)));
  const textStart = new Uint32Array(lines + 1);
  texts.forEach((text, line) => {
    textStart[line + 1] = textStart[line]! + text.length;
  });
  const songIds = parts.map((part) => part.songId);
  const join = (sections: readonly ArrayBufferView[]): Uint8Array =>
    new Uint8Array(Buffer.concat(sections.map(bytesOf)));
  return {
    songIds,
    lines,
    bytes: packSegment(
      { ...facts, songs: parts.length, lines },
      {
        songIds: new TextEncoder().encode(JSON.stringify(songIds)),
        lineStart: bytesOf(lineStart),
        information: join(parts.map((part) => part.information)),
        semanticCodes: interleaveCodes(
          join(parts.map((part) => part.semantic)),
          lines,
          semanticCodeBytes(facts.dimensions),
        ),
        lexicalCodes: interleaveCodes(join(parts.map((part) => part.lexical)), lines, simhashBytes),
        vectors: join(parts.map((part) => part.vectors)),
        textStart: bytesOf(textStart),
        texts: join(texts),
        featureCounts: bytesOf(Uint32Array.from([...counts].flat())),
      },
    ),
  };
}
