/** A lyric in the numbers that comparing needs: its words by hash and information, and its phrases. */
import { lineFeatures, soundFeatures } from '../../../text/ngrams.js';
import { phraseStarts, phraseText, phraseWords } from '../../../text/phrases.js';
import type { RunInformation } from '../../../text/run-information.js';
import { type Script, scriptOf } from '../../../text/scripts.js';
import { simhashBytes, writeSimhash } from '../../../text/simhash.js';
import type { StreamWord, WordStream } from '../../../text/word-stream.js';
import type { LyricEngine } from '../engine.js';

export interface WordNumbers {
  readonly hashes: Uint32Array;
  /** See word-marks.ts. */
  readonly marks: Uint32Array;
  /** How much each word says in a passage, at most 255. */
  readonly nats: Uint8Array;
}

export interface NumberedWords extends WordNumbers {
  /** How much each says by itself, which weighs phrases; the same as `nats` where words stand between spaces. */
  readonly loneNats: Uint8Array;
}

export function numberWords({ words }: WordStream, engine: LyricEngine): NumberedWords {
  const hashes = new Uint32Array(words.length);
  const marks = new Uint32Array(words.length);
  const loneNats = new Uint8Array(words.length);
  words.forEach(({ normalised, isUnspaced }, at) => {
    const read = engine.words.marksOf(normalised);
    hashes[at] = read.hash;
    marks[at] = read.marks;
    const own = engine.information.ofWord(normalised) * (isUnspaced ? characterShare(normalised) : 1);
    loneNats[at] = Math.min(255, Math.round(own));
  });
  return { hashes, marks, loneNats, nats: natsInRuns(words, loneNats, engine.runInformation) };
}

/** What one character says beside its neighbours, as a share of what it says alone: a word of four letters of Thai is one word. */
const characterShares: Partial<Record<Script, number>> = { han: 0.75, kana: 0.4, thai: 0.25 };

function characterShare(character: string): number {
  return characterShares[scriptOf(character.codePointAt(0)!)] ?? 1;
}

/**
 * In a run without spaces a character says no more than its share of a common piece such as "している": shared grammar is
 * no shared wording. Runs go on over the ends of lines, which make no difference.
 */
function natsInRuns(words: readonly StreamWord[], loneNats: Uint8Array, ofRun: RunInformation): Uint8Array {
  const nats = loneNats.slice();
  for (let from = 0; from < words.length; ) {
    let to = from;
    while (to < words.length && words[to]!.isUnspaced) to++;
    if (to > from) {
      const run = words.slice(from, to).map(({ normalised }) => normalised);
      ofRun(run).forEach((share, place) => {
        nats[from + place] = Math.min(nats[from + place]!, Math.round(share));
      });
    }
    from = to + 1;
  }
  return nats;
}

export interface Phrases {
  /** The word that each begins with. */
  readonly starts: Uint32Array;
  /** What the encoder reads of each. */
  readonly texts: readonly string[];
  /** Simhashes of wording and sound, 16 bytes each, not interleaved. */
  readonly lexicalCodes: Uint8Array;
}

/** `shift`: as in phrases.ts. */
export function cutPhrases({ words }: WordStream, engine: LyricEngine, shift = 0): Phrases {
  const starts = phraseStarts(words, shift);
  const texts: string[] = [];
  const lexicalCodes = new Uint8Array(starts.length * simhashBytes);
  starts.forEach((from, phrase) => {
    const to = starts[phrase + 1] ?? words.length;
    texts.push(phraseText(words, from, to));
    let skeleton = '';
    for (let at = from; at < to; at++) skeleton += engine.words.skeletonOf(words[at]!.normalised);
    const wording = lineFeatures(phraseWords(words, from, to));
    const sound = soundFeatures(skeleton);
    const all = new Uint16Array(wording.length + sound.length);
    all.set(wording);
    all.set(sound, wording.length);
    writeSimhash(all, lexicalCodes, phrase * simhashBytes);
  });
  return { starts, texts, lexicalCodes };
}

/** Nats of each phrase, of those of its words. */
export function phraseNats(starts: Uint32Array, loneNats: Uint8Array): Float32Array {
  return Float32Array.from(starts, (from, phrase) => {
    let sum = 0;
    for (let at = from; at < (starts[phrase + 1] ?? loneNats.length); at++) sum += loneNats[at]!;
    return sum;
  });
}
