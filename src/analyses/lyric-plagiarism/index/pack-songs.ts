/** Packs songs into one index segment. */
import { simhashBytes } from '../../../text/simhash.js';
import { interleaveCodes } from '../simd/binary-scan.js';
import { semanticCodeBytes } from './quantise.js';
import { bytesOf, packSegment } from './segment-format.js';
import type { WordNumbers } from './song-words.js';

export interface SongPart extends WordNumbers {
  readonly songId: string;
  /** Codes of its phrases, not interleaved. */
  readonly semantic: Uint8Array;
  readonly lexical: Uint8Array;
  readonly vectors: Int8Array;
  readonly phraseWords: Uint32Array;
  /** What each phrase says. */
  readonly phraseNats: Float32Array;
  /** Its lyrics in UTF-8. */
  readonly text: Uint8Array;
}

function startsOf(parts: readonly SongPart[], count: (part: SongPart) => number): Uint32Array {
  const starts = new Uint32Array(parts.length + 1);
  for (const [song, part] of parts.entries()) starts[song + 1] = starts[song]! + count(part);
  return starts;
}

const join = (sections: readonly ArrayBufferView[]): Uint8Array =>
  new Uint8Array(Buffer.concat(sections.map(bytesOf)));

export function packSongs(
  { encoder, dimensions }: { readonly encoder: string; readonly dimensions: number },
  parts: readonly SongPart[],
): Uint8Array<ArrayBuffer> {
  const phraseStart = startsOf(parts, ({ phraseWords }) => phraseWords.length);
  const wordStart = startsOf(parts, ({ hashes }) => hashes.length);
  const phrases = phraseStart[parts.length]!;
  const all = (
    field: 'semantic' | 'lexical' | 'vectors' | 'phraseWords' | 'hashes' | 'marks' | 'nats' | 'text',
  ) => join(parts.map((part) => part[field]));
  return packSegment(
    { encoder, dimensions, songs: parts.length, phrases, words: wordStart[parts.length]! },
    {
      songIds: new TextEncoder().encode(JSON.stringify(parts.map(({ songId }) => songId))),
      phraseStart: bytesOf(phraseStart),
      wordStart: bytesOf(wordStart),
      textStart: bytesOf(startsOf(parts, ({ text }) => text.length)),
      semanticCodes: interleaveCodes(all('semantic'), phrases, semanticCodeBytes(dimensions)),
      lexicalCodes: interleaveCodes(all('lexical'), phrases, simhashBytes),
      vectors: all('vectors'),
      phraseWords: all('phraseWords'),
      phraseNats: join(parts.map((part) => Uint16Array.from(part.phraseNats))),
      wordHashes: all('hashes'),
      wordMarks: all('marks'),
      wordNats: all('nats'),
      texts: all('text'),
    },
  );
}
