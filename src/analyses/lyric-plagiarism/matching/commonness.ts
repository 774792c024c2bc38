/**
 * How common each word of the lyric is where it stands. A passage that many texts have which share nothing else with
 * the lyric is a stock phrase; the same text in many versions is one text, not many.
 */
import type { WordNumbers } from '../index/song-words.js';
import type { Passage } from './passages.js';
import { commonnessWeight } from './scoring.js';

export interface ComparedSong {
  readonly words: WordNumbers;
  readonly passages: readonly Passage[];
}

/** A song shares more than a phrase with the lyric where passages cover this share of both. */
const connectedShare = 0.15;
/** Above this many texts the weight is next to nothing, however many more there are. */
const countedTexts = 60;
/** A text's sketch: the smallest hashes of its runs of words (bottom-k sketch, Cohen and Kaplan, PODC 2007) … */
const sketchRuns = 12;
const runWords = 3;
/** … of which this share agrees in versions of one text. */
const sameTextShare = 0.5;

export function totalNats({ nats }: WordNumbers): number {
  let sum = 0;
  for (const value of nats) sum += value;
  return sum;
}

/** By word of the lyric a factor: 1 where one strange text has the passage it stands in, falling fast with more. */
export function commonnessOf(query: WordNumbers, songs: readonly ComparedSong[]): Float32Array {
  const own = totalNats(query);
  const holders = Array.from(query.hashes, () => [] as Float64Array[]);
  for (const { words, passages } of songs) {
    if (passages.length === 0) continue;
    const shared = passages.reduce((sum, { nats }) => sum + nats, 0);
    if (shared >= connectedShare * Math.max(own, totalNats(words))) continue;
    const sketch = sketchText(words);
    for (const { queryFrom, queryTo } of passages) {
      for (let word = queryFrom; word < queryTo; word++) {
        const texts = holders[word]!;
        if (texts.length < countedTexts && !texts.some((other) => isSameText(sketch, other)))
          texts.push(sketch);
      }
    }
  }
  // The text that the passage was taken from is one of them: one alone says nothing.
  return Float32Array.from(holders, (texts) => commonnessWeight(Math.max(0, texts.length - 1)));
}

/** The log-odds of a passage without what is common in it. */
export function rareNats(passage: Passage, query: WordNumbers, commonness: Float32Array): number {
  let [rare, all] = [0, 0];
  for (let word = passage.queryFrom; word < passage.queryTo; word++) {
    rare += query.nats[word]! * commonness[word]!;
    all += query.nats[word]!;
  }
  return all === 0 ? 0 : (passage.nats * rare) / all;
}

/** The smallest hashes of the text's runs of words, ascending. */
function sketchText({ hashes }: WordNumbers): Float64Array {
  const runs = new Set<number>();
  for (let at = 0; at + runWords <= hashes.length; at++) {
    let hash = 0;
    for (let word = at; word < at + runWords; word++) {
      hash = Math.imul(hash ^ hashes[word]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    runs.add(hash >>> 0);
  }
  return Float64Array.from(runs).sort().slice(0, sketchRuns);
}

function isSameText(a: Float64Array, b: Float64Array): boolean {
  let shared = 0;
  for (const hash of a) if (b.includes(hash)) shared++;
  return shared > 0 && shared >= sameTextShare * Math.min(a.length, b.length);
}
