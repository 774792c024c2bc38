/** Makes one segment of several, without their removed songs. */
import { simhashBytes } from '../../../text/simhash.js';
import type { SegmentReference } from '../search.js';
import { pickCodes } from '../simd/binary-scan.js';
import { packSongs, type SongPart } from './pack-songs.js';
import { semanticCodeBytes } from './quantise.js';
import { type OpenSegment, openSegment } from './segment-reader.js';

export interface MergedSegment {
  readonly songIds: string[];
  /** Phrases of all songs. */
  readonly lines: number;
  readonly bytes: Uint8Array;
}

/** All segments must be of one encoder. Throws where they are not, and for no segment at all. */
export async function mergeSegments(references: readonly SegmentReference[]): Promise<MergedSegment> {
  const parts: SongPart[] = [];
  let facts: { encoder: string; dimensions: number } | null = null;
  for (const { path, dead } of references) {
    const segment = await openSegment(path);
    try {
      const { encoder, dimensions } = segment.header;
      if (facts && facts.encoder !== encoder)
        throw new Error('Segments of different encoders cannot be merged.');
      facts = { encoder, dimensions };
      const isDead = new Set(dead);
      for (let song = 0; song < segment.header.songs; song++) {
        if (!isDead.has(song)) parts.push(readSong(segment, song));
      }
    } finally {
      await segment.close();
    }
  }
  if (!facts) throw new Error('There is nothing to merge.');
  return {
    songIds: parts.map(({ songId }) => songId),
    lines: parts.reduce((sum, { phraseWords }) => sum + phraseWords.length, 0),
    bytes: packSongs(facts, parts),
  };
}

function readSong(segment: OpenSegment, song: number): SongPart {
  const [from, to] = [segment.phraseStart[song]!, segment.phraseStart[song + 1]!];
  return {
    songId: segment.songIds[song]!,
    semantic: pickCodes(segment.semanticCodes, from, to, semanticCodeBytes(segment.header.dimensions)),
    lexical: pickCodes(segment.lexicalCodes, from, to, simhashBytes),
    vectors: segment.vectors(song),
    phraseWords: segment.phraseWords(song),
    phraseNats: segment.phraseNats(song),
    ...segment.words(song),
    text: new TextEncoder().encode(segment.text(song)),
  };
}
