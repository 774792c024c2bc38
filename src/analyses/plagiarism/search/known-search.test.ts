import { describe, expect, it } from 'vitest';
import { tonalSketchSize } from '../../../music/harmony/tonal-sketch.js';
import { lineEndCode } from '../../../music/melody/ngram-codes.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { pinned } from '../../../numbers/test-support/pinned.js';
import { prepareSong } from '../comparison/prepared-song.js';
import { memoryReader } from '../test-support/memory-reader.js';
import { arranged, higher, knownPairs, triads } from '../test-support/scenes.js';
import { encodeChunk } from './code-chunk.js';
import { rankCandidates } from './rank-candidates.js';
import { openRow, scanQuery, scanRow } from './scan-row.js';
import { searchChunks } from './search-chunks.js';
import { decodeSketch, encodeSketch } from './song-sketch.js';

const names = Object.keys(knownPairs);
const kept = [
  ...names.map((name) => knownPairs[name]![1]),
  ...Array.from({ length: 24 }, (_, seed) =>
    arranged(generateMelody(300 + seed, 40), triads(400 + seed, 10)),
  ),
];
const rows = kept.map(scanRow);
const sketches = kept.map((song) => decodeSketch(encodeSketch(song))!);
const reader = memoryReader([encodeChunk(rows.slice(0, 15)), encodeChunk(rows.slice(15))]);
const limits = { melody: 5, harmony: 4, chroma: 3, otherTempo: 2 };

describe('a search among known songs finds, in this order, what it found before, to five digits', () => {
  it.each(names)('asked for the first song of: %s', async (name) => {
    const [query] = knownPairs[name]!;
    const { candidates, songs } = await searchChunks(scanQuery(query), reader, limits);
    expect(songs).toBe(kept.length);
    const found = candidates.map(({ chunk, song, ...rest }) => ({
      ...rest,
      song: sketches[15 * chunk + song]!,
    }));
    const own = decodeSketch(encodeSketch(query))!;
    const prepared = prepareSong(own.description, own);
    const ranked = rankCandidates(prepared, found, 3000).map(
      ({ candidate, comparison, evidence, rolls }) => ({
        song: 15 * candidates[candidate]!.chunk + candidates[candidate]!.song,
        evidence,
        bits: comparison!.bits,
        reported: comparison!.reported,
        hasChroma: comparison!.tonal !== null,
        rolls: rolls.map((line) => line.length),
      }),
    );
    const text = pinned({ scan: candidates.map(Object.values).map((row) => row as number[]), ranked });
    await expect(text).toMatchFileSnapshot(`known-searches/${name.replaceAll(/\W+/g, '-')}.txt`);
  });
});

describe('a search of more songs than are compared in full', () => {
  const long = arranged(generateMelody(1, 420), triads(2, 100));
  const others = Array.from({ length: 64 }, (_, place) => ({
    song: sketches[place % sketches.length]!,
    passage: (place * 7) % 23,
    similarity: (place * 5) % 11,
    tempo: place % 9 === 4 ? (2 as const) : (1 as const),
  }));
  const quoting = decodeSketch(
    encodeSketch(arranged(higher(generateMelody(1, 420).slice(100, 140), 2), triads(7, 80))),
  )!;
  const known = [...others, { song: quoting, passage: 0, similarity: 0, tempo: 1 as const }];

  it('compares those that each measurement names first, and puts them in this order', async () => {
    const fractions: number[] = [];
    const ranked = rankCandidates(prepareSong(long), known, 3000, (fraction) => fractions.push(fraction));
    const text = pinned({
      order: ranked.map(({ candidate }) => candidate),
      evidence: ranked.filter(({ comparison }) => comparison).map(({ evidence }) => evidence),
      withChroma: ranked.flatMap(({ candidate, comparison }) => (comparison?.tonal ? [candidate] : [])),
      rolls: ranked.map(({ rolls }) => rolls.length),
    });
    await expect(text).toMatchFileSnapshot('known-searches/of-more-than-are-compared.txt');
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions[0]).toBe(0);
    expect(fractions.at(-1)).toBeGreaterThan(0.9);
    expect(fractions.at(-1)).toBeLessThan(1);
    expect(new Set(fractions).size).toBeGreaterThan(80);
  });
});

describe('how many songs a search brings back', () => {
  /** Every song holds the code that every query begins with. */
  const rowOf = (codes: readonly number[]): Uint16Array => {
    const words = Math.ceil(tonalSketchSize / 2);
    const row = new Uint16Array(words + codes.length);
    row.set(codes, words);
    return row;
  };
  const many = memoryReader([
    encodeChunk([
      ...Array.from({ length: 420 }, () => rowOf([77, lineEndCode])),
      ...Array.from({ length: 900 }, () => rowOf([78, lineEndCode])),
    ]),
  ]);
  const found = async (codes: number): Promise<number> => {
    const row = rowOf([77, ...Array.from({ length: codes - 1 }, (_, code) => 100 + code)]);
    expect(openRow(row).codes).toHaveLength(codes);
    const query = { row, otherChroma: [new Int8Array(tonalSketchSize), new Int8Array(tonalSketchSize)] };
    return (await searchChunks({ ...query, withoutANote: [] }, many)).candidates.length;
  };

  it('falls with the length of the query, so that the work is the same: 72,000 codes, from 60 to 400 songs', async () => {
    for (const [codes, songs] of [
      [100, 400],
      [180, 400],
      [240, 300],
      [600, 120],
      [1200, 60],
      [3000, 60],
    ] as const)
      expect(await found(codes)).toBe(songs);
  });

  it('is all of a small dataset, also what shares nothing, and of a larger one only what shares something', async () => {
    const one = memoryReader([
      encodeChunk([rowOf([77, lineEndCode]), rowOf([78, lineEndCode]), rowOf([79, lineEndCode])]),
    ]);
    const query = {
      row: rowOf([77]),
      otherChroma: [new Int8Array(tonalSketchSize), new Int8Array(tonalSketchSize)],
      withoutANote: [],
    };
    const among = async (melody: number): Promise<number> =>
      (await searchChunks(query, one, { melody, harmony: 1, chroma: 1, otherTempo: 1 })).candidates.length;
    expect(await among(3)).toBe(3);
    expect(await among(2)).toBe(1);
    const empty = { ...query, row: rowOf([]) };
    expect((await searchChunks(empty, one, { ...limits, melody: 3 })).candidates).toEqual([]);
  });
});
