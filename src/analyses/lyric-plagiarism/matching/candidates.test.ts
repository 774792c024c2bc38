import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import type { OpenSegment } from '../index/segment-reader.js';
import { createBinaryScanner, interleaveCodes } from '../simd/binary-scan.js';
import {
  candidateLimits,
  findCandidates,
  phraseWeight,
  type SearchedSegment,
  sameWording,
  sampledRuns,
  similarityByDistance,
  thresholdsOf,
  top,
} from './candidates.js';
import type { LyricQuery, ScannedCodes } from './query.js';
import { lexicalBackground, weakBackground } from './scoring.js';

/** What `top` must answer, from its definition. */
function byFullSort(scores: Float32Array, count: number, isComparable: (song: number) => boolean): number[] {
  return [...scores.keys()]
    .filter((song) => scores[song]! > 0 && isComparable(song))
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, count);
}

it.each([
  ['all may be compared', () => true],
  ['most of the best are removed', (song: number) => song % 97 === 0],
  ['none may be compared', () => false],
] as const)('chooses the songs of a full sort, equal scores in their order: %s', (_, isComparable) => {
  const random = seededRandom(3);
  // Few different scores, so that many are equal at the cut-off; a third are zero.
  const scores = Float32Array.from({ length: 5_000 }, () => Math.max(0, Math.floor(60 * random()) - 20));
  for (const count of [1, 40, 700, 6_000])
    expect(top(scores, count, isComparable)).toEqual(byFullSort(scores, count, isComparable));
});

const bytes = 16;
const background = 0.35;
const [songsASegment, phrasesASong] = [220, 2];

/** Codes of phrases, of which some are near to the lyric's: by as many bits as a random number says. */
function madeCodes(count: number, own: Uint8Array, random: () => number): Uint8Array {
  const codes = Uint8Array.from({ length: count * bytes }, () => Math.floor(256 * random()));
  for (let phrase = 0; phrase < count; phrase++) {
    if (random() < 0.5) continue;
    const row = Math.floor((random() * own.length) / bytes);
    codes.set(own.subarray(row * bytes, (row + 1) * bytes), phrase * bytes);
    for (let flips = Math.floor(50 * random()); flips > 0; flips--)
      codes[phrase * bytes + Math.floor(bytes * random())]! ^= 1 << Math.floor(8 * random());
  }
  return codes;
}

function distanceOf(a: Uint8Array, row: number, b: Uint8Array, phrase: number): number {
  let bits = 0;
  for (let byte = 0; byte < bytes; byte++)
    for (let rest = a[row * bytes + byte]! ^ b[phrase * bytes + byte]!; rest > 0; rest >>= 1)
      bits += rest & 1;
  return bits;
}

it('chooses the songs by the sum of their phrases, by the best single one and by equal wording, from all segments', () => {
  const random = seededRandom(9);
  const scanned = (): ScannedCodes => ({
    bytes,
    codes: Uint8Array.from({ length: 6 * bytes }, () => Math.floor(256 * random())),
    nats: Float32Array.of(20, 40, 60, 80, 100, 120),
    known: Uint8Array.of(1, 1, 1, 1, 1, 1),
  });
  const [semantic, lexical] = [scanned(), scanned()];
  const made = [0, 1].map(() => ({
    semantic: madeCodes(songsASegment * phrasesASong, semantic.codes, random),
    lexical: madeCodes(songsASegment * phrasesASong, lexical.codes, random),
  }));
  const segments = made.map((codes): SearchedSegment => {
    const phrases = songsASegment * phrasesASong;
    const segment: Partial<OpenSegment> = {
      header: { songs: songsASegment, phrases } as OpenSegment['header'],
      phraseStart: Uint32Array.from({ length: songsASegment + 1 }, (_, song) => song * phrasesASong),
      semanticCodes: interleaveCodes(codes.semantic, phrases, bytes),
      lexicalCodes: interleaveCodes(codes.lexical, phrases, bytes),
    };
    return { segment: segment as OpenSegment, dead: new Set([3]) };
  });
  const query = { semantic, lexical } as LyricQuery;
  const { byMeaning, byWording } = findCandidates(query, segments, createBinaryScanner(), background);

  const songs = 2 * songsASegment;
  const isLiving = (song: number): boolean => song % songsASegment !== 3;
  /** By song, of each row the most that any of its phrases adds. */
  const bestRows = (
    kind: 'semantic' | 'lexical',
    { codes, nats }: ScannedCodes,
    addOf: (similarity: number, nats: number) => number,
    similarity: Float32Array,
  ): number[][] =>
    Array.from({ length: songs }, (_, song) =>
      Array.from(nats, (say, row) => {
        const held = made[Math.floor(song / songsASegment)]![kind];
        const first = (song % songsASegment) * phrasesASong;
        const adds = [0, 1].map((at) => addOf(similarity[distanceOf(codes, row, held, first + at)]!, say));
        return Math.max(0, ...adds);
      }),
    );
  const steps = (value: number): number => Math.floor(value * 1e6 + 0.5);
  const weighted = (similarity: number, nats: number): number => steps(similarity * phraseWeight(nats));
  const near = similarityByDistance(bytes, weakBackground(background));
  const spelt = similarityByDistance(bytes, lexicalBackground);
  const meaning = bestRows('semantic', semantic, weighted, near);
  const wording = bestRows('lexical', lexical, weighted, spelt);
  const equal = bestRows('lexical', lexical, (s, nats) => (s >= sameWording ? steps(s * nats) : 0), spelt);
  const sum = (rows: readonly number[]): number => rows.reduce((total, value) => total + value, 0);
  const bestOf = (scores: readonly number[], count: number): number[] =>
    [...scores.keys()]
      .filter((song) => scores[song]! > 0 && isLiving(song))
      .sort((a, b) => scores[b]! - scores[a]! || a - b)
      .slice(0, count);
  const numberOf = ({ segment, song }: { segment: number; song: number }): number =>
    segment * songsASegment + song;

  expect(byMeaning.map(numberOf)).toEqual(bestOf(meaning.map(sum), candidateLimits.meaning));
  const both = meaning.map((rows, song) => [...rows, ...wording[song]!]);
  expect(byWording.map(numberOf)).toEqual([
    ...new Set([
      ...bestOf(both.map(sum), candidateLimits.sum),
      ...bestOf(
        both.map((rows) => Math.max(...rows)),
        candidateLimits.single,
      ),
      ...bestOf(equal.map(sum), candidateLimits.wording),
    ]),
  ]);
});

it('asks a sample of some 65,536 lines, whole runs of 4,096 spread over all sections, and all lines of fewer', () => {
  expect(sampledRuns([5_000, 100])).toEqual([
    { section: 0, firstLine: 0, lines: 4_096 },
    { section: 0, firstLine: 4_096, lines: 904 },
    { section: 1, firstLine: 0, lines: 100 },
  ]);
  expect(sampledRuns([])).toEqual([]);
  // A fourth of 64 runs: every fourth one, wherever the sections end.
  const runs = sampledRuns([40 * 4_096, 24 * 4_096]);
  expect(runs.map(({ section, firstLine }) => [section, firstLine / 4_096])).toEqual(
    Array.from({ length: 16 }, (_, at) => 4 * at + 3).map((run) => (run < 40 ? [0, run] : [1, run - 40])),
  );
  expect(runs.every(({ lines }) => lines === 4_096)).toBe(true);
});

it('looks as far as 1,500 lines or 4 in 1,000 lie, and no nearer than 1.2 bits a byte', () => {
  const all = [{ section: 0, firstLine: 0, lines: 100_000 }];
  /** This many lines at each distance from 10 on. */
  const spread = (each: number): Uint32Array => new Uint32Array(256).fill(each, 10, 200);
  const farthest = (each: number, lines: number, seen = lines): number =>
    thresholdsOf(spread(each), 8, [{ ...all[0]!, lines: seen }], [lines])[0]!;
  // 15 distances of 100 lines from 10 to 24.
  expect(farthest(100, 100_000)).toBe(24);
  expect(farthest(100, 500_000)).toBe(29);
  // Half of the lines were seen: half as many are allowed.
  expect(farthest(100, 500_000, 250_000)).toBe(19);
  expect(farthest(1_000, 100_000)).toBe(10);
  expect(farthest(2_000, 100_000)).toBe(9);
});
