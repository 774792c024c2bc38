/** The submitted lyric as the search needs it. */
import { simhashBytes } from '../../../text/simhash.js';
import type { WordStream } from '../../../text/word-stream.js';
import type { LyricEngine } from '../engine.js';
import { quantiseVectors, semanticCodeBytes, writeSemanticCode } from '../index/quantise.js';
import {
  cutPhrases,
  type NumberedWords,
  numberWords,
  phraseNats,
  type WordNumbers,
} from '../index/song-words.js';

/**
 * A song's phrases begin where its words do, the lyric's where its own do: what both have is cut in two ways. The lyric is cut
 * four times, each time a quarter of a phrase later, so that one of its phrases fits nearly whole.
 */
const shifts = [0, 0.25, 0.5, 0.75] as const;

/** Overlapping phrases, in the order of their first words. */
export interface QueryPhrases {
  /** The words of each: `from` … `to`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The phrase of the same cut that begins where each ends; −1 at the end. */
  readonly next: Int32Array;
  readonly vectors: Int8Array;
  readonly nats: Float32Array;
  /** In how many ways the text was cut: each word is in as many phrases. */
  readonly cuts: number;
}

/** Codes that are looked for in the whole index. */
export interface ScannedCodes {
  readonly bytes: number;
  readonly codes: Uint8Array;
  /** Nats of the phrase of each code. */
  readonly nats: Float32Array;
  /** By code: 1 where it says anything; a phrase of which the encoder knows no word has a vector of zeros. */
  readonly known: Uint8Array;
}

export interface LyricQuery {
  readonly stream: WordStream;
  readonly words: WordNumbers;
  readonly dimensions: number;
  /** Of the first cut only: for a first look. */
  readonly coarse: QueryPhrases;
  readonly fine: QueryPhrases;
  readonly semantic: ScannedCodes;
  readonly lexical: ScannedCodes;
}

export async function encodeQuery(stream: WordStream, engine: LyricEngine): Promise<LyricQuery> {
  const { dimensions } = engine.encoder;
  const words = numberWords(stream, engine);
  const cuts = shifts.map((shift) => cutPhrases(stream, engine, shift));
  const vectors = await engine.encoder.encode(cuts.flatMap(({ texts }) => texts));
  let at = 0;
  const cutVectors = cuts.map(({ starts }) => {
    const own = vectors.subarray(at * dimensions, (at + starts.length) * dimensions);
    at += starts.length;
    return own;
  });
  const phrasesOf = (used: readonly number[]): QueryPhrases =>
    joinCuts(
      used.map((cut) => ({ starts: cuts[cut]!.starts, vectors: cutVectors[cut]! })),
      words,
      dimensions,
    );
  const coarse = phrasesOf([0]);
  // Wording is looked for by two cuts; meaning that is moved by half a phrase is still near.
  const scanned = [cuts[0]!, cuts[2]!];
  return {
    stream,
    words,
    dimensions,
    coarse,
    fine: phrasesOf(shifts.map((_, cut) => cut)),
    semantic: semanticCodes(cutVectors[0]!, dimensions, coarse.nats),
    lexical: {
      bytes: simhashBytes,
      codes: Buffer.concat(scanned.map(({ lexicalCodes }) => lexicalCodes)),
      nats: Float32Array.from(scanned.flatMap(({ starts }) => [...phraseNats(starts, words.loneNats)])),
      known: new Uint8Array(scanned.reduce((sum, { starts }) => sum + starts.length, 0)).fill(1),
    },
  };
}

/** The phrases of all cuts in the order of their first words. */
function joinCuts(
  cuts: readonly { readonly starts: Uint32Array; readonly vectors: Float32Array }[],
  words: NumberedWords,
  dimensions: number,
): QueryPhrases {
  const all = cuts
    .flatMap(({ starts, vectors }, cut) => {
      const nats = phraseNats(starts, words.loneNats);
      return Array.from(starts, (from, phrase) => ({
        cut,
        phrase,
        from,
        to: starts[phrase + 1] ?? words.nats.length,
        nats: nats[phrase]!,
        vector: vectors.subarray(phrase * dimensions, (phrase + 1) * dimensions),
      }));
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const places = new Map(all.map(({ cut, phrase }, place) => [`${cut} ${phrase}`, place]));
  const vectors = new Float32Array(all.length * dimensions);
  all.forEach(({ vector }, place) => {
    vectors.set(vector, place * dimensions);
  });
  return {
    from: Uint32Array.from(all, ({ from }) => from),
    to: Uint32Array.from(all, ({ to }) => to),
    next: Int32Array.from(all, ({ cut, phrase }) => places.get(`${cut} ${phrase + 1}`) ?? -1),
    vectors: quantiseVectors(vectors, dimensions),
    nats: Float32Array.from(all, ({ nats }) => nats),
    cuts: cuts.length,
  };
}

function semanticCodes(vectors: Float32Array, dimensions: number, nats: Float32Array): ScannedCodes {
  const bytes = semanticCodeBytes(dimensions);
  const codes = new Uint8Array(nats.length * bytes);
  const known = new Uint8Array(nats.length);
  for (let phrase = 0; phrase < nats.length; phrase++) {
    writeSemanticCode(vectors, phrase * dimensions, dimensions, codes, phrase * bytes);
    const own = vectors.subarray(phrase * dimensions, (phrase + 1) * dimensions);
    known[phrase] = own.some((value) => value !== 0) ? 1 : 0;
  }
  return { bytes, codes, nats, known };
}
