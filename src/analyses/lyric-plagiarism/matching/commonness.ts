/**
 * How common each line of the lyric is in the database. A line that stands in many texts which have nothing else in
 * common with the lyric is a stock phrase; the same text in many versions is one text, not many.
 */

import { simhashBytes } from '../../../text/simhash.js';
import { pickCodes } from '../simd/binary-scan.js';
import type { Candidate, SearchedSegment } from './candidates.js';
import { commonnessWeight } from './scoring.js';
import { rawParagraph, type SongMatch } from './song-match.js';

/** A line at least this similar counts as found in a song … */
const strayLineSimilarity = 0.7;
/** … which has nothing else in common with the lyric when its raw paragraph score is below this. */
const strayParagraph = 0.25;
/** Above so many texts the weight is next to nothing, however many more there are. */
const countedTexts = 60;
/** A text's sketch: its lines' smallest hashes (bottom-k sketch, Cohen and Kaplan, PODC 2007); texts of which … */
const sketchLines = 8;
/** … this share agrees are versions of one. */
const sameTextShare = 0.5;

/**
 * By query line a factor: 1 for a line that one strange text has, falling fast with more.
 * `holders`: by query line, songs that have it nearly letter by letter; `weights`: the lines' own.
 */
export function commonnessOf(
  matches: readonly SongMatch[],
  candidates: readonly Candidate[],
  holders: readonly (readonly Candidate[])[],
  segments: readonly SearchedSegment[],
  weights: Float32Array,
): Float32Array {
  const none = new Float32Array(weights.length).fill(1);
  const keyOf = ({ segment, song }: Candidate): string => `${segment}:${song}`;
  const connected = new Set<string>();
  const strays = holders.map(
    (held) => new Map(held.map((candidate) => [keyOf(candidate), candidate] as const)),
  );
  matches.forEach((match, index) => {
    const candidate = candidates[index]!;
    const key = keyOf(candidate);
    if (rawParagraph(match, weights, none) >= strayParagraph) connected.add(key);
    for (let row = 0; row < weights.length; row++) {
      if (match.rowBest[row]! >= strayLineSimilarity) strays[row]!.set(key, candidate);
    }
  });
  const sketches = new Map<string, Float64Array>();
  const sketchOf = (key: string, candidate: Candidate): Float64Array => {
    const sketch = sketches.get(key) ?? sketchText(candidate, segments);
    sketches.set(key, sketch);
    return sketch;
  };
  return Float32Array.from(strays, (found) => {
    const texts: Float64Array[] = [];
    for (const [key, candidate] of found) {
      if (texts.length === countedTexts) break;
      if (connected.has(key)) continue;
      const sketch = sketchOf(key, candidate);
      if (!texts.some((other) => isSameText(sketch, other))) texts.push(sketch);
    }
    // The text that the line was taken from is one of them: one alone says nothing.
    return commonnessWeight(Math.max(0, texts.length - 1));
  });
}

/** The smallest hashes of the song's lines, ascending. */
function sketchText({ segment: index, song }: Candidate, segments: readonly SearchedSegment[]): Float64Array {
  const { segment } = segments[index]!;
  const [from, to] = [segment.lineStart[song]!, segment.lineStart[song + 1]!];
  const codes = pickCodes(segment.lexicalCodes, from, to, simhashBytes);
  const view = new DataView(codes.buffer, codes.byteOffset, codes.byteLength);
  return Float64Array.from({ length: to - from }, (_, line) => {
    let hash = 0;
    for (let byte = 0; byte < simhashBytes; byte += 4) {
      hash = Math.imul(hash ^ view.getUint32(line * simhashBytes + byte), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  })
    .sort()
    .slice(0, sketchLines);
}

function isSameText(a: Float64Array, b: Float64Array): boolean {
  const shared = a.reduce((count, hash) => count + (b.includes(hash) ? 1 : 0), 0);
  return shared > 0 && shared >= sameTextShare * Math.min(a.length, b.length);
}
