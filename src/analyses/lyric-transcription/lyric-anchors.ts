/**
 * Known lyrics against what was recognised: which of their words were heard (a global alignment of both texts, Needleman &
 * Wunsch 1970, by similarity of spelling), and from those the segment of the song that each word belongs to.
 */
import { editDistance } from '../../text/edit-distance.js';
import type { Segment } from './segments.js';

export interface HeardWord {
  readonly text: string;
  readonly startSeconds: number;
}

/** A run of one line's words, to be aligned within one segment. */
export interface LinePart {
  readonly line: number;
  readonly text: string;
}

export interface Placement {
  /** For each segment, in order, what is sung in it. */
  readonly parts: readonly (readonly LinePart[])[];
  /** Known words that were recognised. */
  readonly anchors: number;
  readonly words: number;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const gapScore = -0.4;
/** Spellings at least this similar are the same word. */
const sameWord = 0.6;
/** Sung words follow each other about so fast where nothing anchors them. */
const secondsPerWord = 0.4;

interface KnownWord {
  readonly line: number;
  readonly text: string;
}

/** `segments` in order. Words that were not heard are put between their neighbours, by the time in which someone sings. */
export function placeLyrics(
  lines: readonly string[],
  heard: readonly HeardWord[],
  segments: readonly Segment[],
): Placement {
  const known = lines.flatMap((line, index) => wordsOfLine(line).map((text) => ({ line: index, text })));
  const anchors = anchored(
    known.map(({ text }) => bare(text)),
    heard.map(({ text }) => bare(text)),
  );
  const sung = new SungTime(segments);
  const times = interpolated(
    known.length,
    anchors.map(([word, at]) => [word, sung.at(heard[at]!.startSeconds)]),
    sung.total,
  );
  const placed: KnownWord[][] = segments.map(() => []);
  for (const [i, word] of known.entries()) placed[sung.segmentAt(times[i]!)]?.push(word);
  return { parts: placed.map(joined), anchors: anchors.length, words: known.length };
}

/** At spaces, and between the characters of scripts that write none. */
function wordsOfLine(line: string): string[] {
  return line
    .trim()
    .split(/\s+/u)
    .flatMap((word) => (unspaced.test(word) ? [...word] : [word]))
    .filter((word) => word !== '');
}

function joined(words: readonly KnownWord[]): LinePart[] {
  const parts: { line: number; text: string }[] = [];
  for (const { line, text } of words) {
    const last = parts.at(-1);
    if (last?.line !== line) parts.push({ line, text });
    else last.text += unspaced.test(text) && unspaced.test(last.text) ? text : ` ${text}`;
  }
  return parts;
}

const bare = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Pairs of indices (known, heard), rising in both. */
function anchored(known: readonly string[], heard: readonly string[]): [number, number][] {
  const width = heard.length + 1;
  const scores = new Float32Array((known.length + 1) * width);
  for (let i = 1; i <= known.length; i++) scores[i * width] = scores[(i - 1) * width]! + gapScore;
  for (let j = 1; j < width; j++) scores[j] = scores[j - 1]! + gapScore;
  const pairScore = (i: number, j: number): number => {
    const similarity = similarityOf(known[i]!, heard[j]!);
    return similarity >= sameWord ? similarity : -1;
  };
  for (let i = 1; i <= known.length; i++) {
    for (let j = 1; j < width; j++) {
      scores[i * width + j] = Math.max(
        scores[(i - 1) * width + j - 1]! + pairScore(i - 1, j - 1),
        scores[(i - 1) * width + j]! + gapScore,
        scores[i * width + j - 1]! + gapScore,
      );
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [known.length, heard.length];
  while (i > 0 && j > 0) {
    const pair = pairScore(i - 1, j - 1);
    const here = scores[i * width + j]!;
    if (Math.abs(here - scores[(i - 1) * width + j - 1]! - pair) < 1e-4) {
      if (pair > 0) pairs.push([i - 1, j - 1]);
      i -= 1;
      j -= 1;
    } else if (Math.abs(here - scores[(i - 1) * width + j]! - gapScore) < 1e-4) i -= 1;
    else j -= 1;
  }
  return pairs.reverse();
}

/** 1 less the edits over the longer length; 0 where either is empty. */
function similarityOf(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) / longest > 1 - sameWord) return 0;
  return 1 - editDistance(one, other) / longest;
}

/** Times of all words from those of some: evenly between two, at a common pace before the first and after the last. */
function interpolated(
  count: number,
  anchors: readonly (readonly [word: number, seconds: number])[],
  total: number,
): number[] {
  const [first, last] = [anchors[0], anchors.at(-1)];
  if (first === undefined || last === undefined) {
    return Array.from({ length: count }, (_, i) => (total * (i + 0.5)) / count);
  }
  const head = Math.min(secondsPerWord, first[1] / Math.max(1, first[0]));
  const tail = Math.min(secondsPerWord, (total - last[1]) / Math.max(1, count - last[0]));
  let next = 0;
  return Array.from({ length: count }, (_, i) => {
    while (next < anchors.length && anchors[next]![0] < i) next += 1;
    const [after, before] = [anchors[next], anchors[next - 1]];
    if (before === undefined) return first[1] - (first[0] - i) * head;
    if (after === undefined) return last[1] + (i - last[0]) * tail;
    const share = (i - before[0]) / (after[0] - before[0]);
    return before[1] + share * (after[1] - before[1]);
  });
}

/** Seconds of singing since the beginning: the segments put end to end. */
class SungTime {
  private readonly offsets: number[] = [];
  readonly total: number;

  constructor(private readonly segments: readonly Segment[]) {
    let seconds = 0;
    for (const { startSeconds, endSeconds } of segments) {
      this.offsets.push(seconds);
      seconds += endSeconds - startSeconds;
    }
    this.total = seconds;
  }

  at(songSeconds: number): number {
    let seconds = 0;
    for (const [i, { startSeconds, endSeconds }] of this.segments.entries()) {
      if (songSeconds >= startSeconds) {
        seconds = this.offsets[i]! + Math.min(songSeconds, endSeconds - 1e-3) - startSeconds;
      }
    }
    return seconds;
  }

  segmentAt(sungSeconds: number): number {
    let found = 0;
    for (const [i, offset] of this.offsets.entries()) if (sungSeconds >= offset) found = i;
    return found;
  }
}
