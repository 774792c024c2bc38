/** Encodes songs' lyrics and packs them into one index segment. */
import { readWordStream } from '../../../text/word-stream.js';
import type { LyricEngine } from '../engine.js';
import { packSongs, type SongPart } from './pack-songs.js';
import { quantiseVectors, semanticCodeBytes, writeSemanticCode } from './quantise.js';
import { cutPhrases, numberWords, phraseNats } from './song-words.js';

export interface SongLyrics {
  readonly songId: string;
  readonly lyrics: string;
}

export interface EncodedSongs {
  /** Phrases of all songs. */
  readonly lines: number;
  /** An index segment; see segment-format.ts. */
  readonly bytes: Uint8Array;
}

/** Words of one song beyond this are not indexed: a limit on what one row of a file can cost. */
const maxIndexedWords = 16_000;

/** One segment of all `songs` in their order; songs without a usable word are in it with none. */
export async function encodeSongs(
  songs: readonly SongLyrics[],
  engine: LyricEngine,
  onProgress?: (share: number) => void,
): Promise<EncodedSongs> {
  const { dimensions } = engine.encoder;
  const codeBytes = semanticCodeBytes(dimensions);
  const cut = songs.map(({ lyrics }) => {
    const read = readWordStream(lyrics);
    const stream = { ...read, words: read.words.slice(0, maxIndexedWords) };
    return { numbers: numberWords(stream, engine), phrases: cutPhrases(stream, engine) };
  });
  const texts = cut.flatMap(({ phrases }) => phrases.texts);
  const vectors = await engine.encoder.encode(texts, onProgress);
  let at = 0;
  const parts: SongPart[] = cut.map(({ numbers, phrases }, song) => {
    const count = phrases.starts.length;
    const own = vectors.subarray(at * dimensions, (at + count) * dimensions);
    at += count;
    const semantic = new Uint8Array(count * codeBytes);
    for (let phrase = 0; phrase < count; phrase++)
      writeSemanticCode(own, phrase * dimensions, dimensions, semantic, phrase * codeBytes);
    return {
      songId: songs[song]!.songId,
      semantic,
      lexical: phrases.lexicalCodes,
      vectors: quantiseVectors(own, dimensions),
      phraseWords: phrases.starts,
      phraseNats: phraseNats(phrases.starts, numbers.loneNats),
      ...numbers,
      text: new TextEncoder().encode(songs[song]!.lyrics),
    };
  });
  return { lines: texts.length, bytes: packSongs({ encoder: engine.encoderKey, dimensions }, parts) };
}
