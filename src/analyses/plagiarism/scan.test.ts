import { describe, expect, it } from 'vitest';
import { firstChordCode, lineEndCode, ngramCodes } from '../../music/melody/ngram-codes.js';
import { sequenceOf } from '../../music/melody/sequence.js';
import type { MelodyLines } from '../../music/song-description.js';
import { generateMelody } from '../../music/symbolic/test-support/melodies.js';
import { codeValues, encodeChunk, openChunk, openHead } from './code-chunk.js';
import { addHolders, rarityWeights, scanChunk, stepsABit } from './scan.js';
import { openRow, scanRow } from './scan-row.js';
import { searchChunks } from './search-chunks.js';

const codesOfLines = (lines: Partial<MelodyLines>): Uint16Array =>
  scanRow({
    melody: { vocal: [], instrumental: [], topline: [], ...lines },
    chords: [],
    notes: [],
    beats: [],
  });
const limits = (melody: number) => ({ melody, harmony: 5, course: 5 });
const codesOf = (seed: number): Uint16Array => codesOfLines({ topline: generateMelody(seed, 120) });
const readerOf = (chunks: readonly Uint8Array[]) => ({
  count: chunks.length,
  head: (index: number) => openHead(chunks[index]!),
  chunk: (index: number) => openChunk(chunks[index]!),
});

describe('n-gram codes', () => {
  it('are the same in every key and at every tempo', () => {
    const tune = generateMelody(4, 80);
    const codes = ngramCodes(sequenceOf(tune));
    const moved = tune.map((note) => ({
      ...note,
      midiPitch: note.midiPitch - 9,
      onsetBeats: note.onsetBeats * 2,
      durationBeats: note.durationBeats * 2,
    }));
    expect(codes.length).toBeGreaterThan(100);
    // Spans are capped at 8 beats: a long note at half tempo may change its class.
    const other = new Set(ngramCodes(sequenceOf(moved)));
    expect(codes.filter((code) => other.has(code)).length / codes.length).toBeGreaterThan(0.95);
  });

  it('keep lines apart that stand for each other only once', () => {
    const tune = generateMelody(4, 40);
    const once = codesOfLines({ topline: tune });
    expect(codesOfLines({ vocal: tune, topline: tune })).toEqual(once);
    expect(openRow(codesOfLines({})).codes).toHaveLength(0);
  });
});

describe('the scan', () => {
  it('earns what the formula says, in melody and in chords apart', () => {
    const songs = Array.from({ length: 80 }, (_, seed) => {
      const { codes } = openRow(codesOf(seed + 500));
      const chords = Array.from(codes, (code) => (code % 64) + firstChordCode);
      return Uint16Array.from([
        ...codesOf(seed),
        ...openRow(codesOf(seed + 200)).codes,
        ...chords.slice(0, seed),
      ]);
    });
    const bytes = encodeChunk(songs);
    const query = Uint16Array.from([...openRow(codesOf(7)).codes, ...songs[40]!.subarray(-40)]);
    const holders = new Uint32Array(codeValues);
    addHolders(holders, openHead(bytes).holders);
    const weights = rarityWeights(query, holders, songs.length);
    const scores = { melody: new Float32Array(80), harmony: new Float32Array(80) };
    scanChunk(openChunk(bytes), weights, scores);
    const passageOf = (codes: readonly number[]): number => {
      let [best, passage] = [0, 0];
      for (const code of codes) {
        passage = code === lineEndCode ? 0 : (passage * 15) / 16 + weights[code]! / stepsABit;
        best = Math.max(best, passage);
      }
      return best;
    };
    songs.map(openRow).forEach(({ codes }, song) => {
      const melody = [...codes].filter((code) => code < firstChordCode);
      const chords = [...codes].filter((code) => code >= firstChordCode);
      expect(scores.melody[song]).toBeCloseTo(passageOf(melody), 2);
      expect(scores.harmony[song]).toBeCloseTo(passageOf(chords), 2);
    });
    expect(scores.melody[7]).toBe(Math.max(...scores.melody));
    expect(scores.harmony.filter((score) => score > 0).length).toBeGreaterThan(20);
  });

  it('finds a passage of a song among many, in whichever chunk it lies', async () => {
    const songs = Array.from({ length: 300 }, (_, seed) => codesOf(seed));
    const chunks = [0, 100, 200].map((start) => encodeChunk(songs.slice(start, start + 100)));
    for (const target of [3, 150, 299]) {
      const passage = generateMelody(target, 120).slice(40, 70);
      const query = codesOfLines({ topline: passage });
      const { candidates, songs: total } = await searchChunks(query, readerOf(chunks), limits(5));
      expect(total).toBe(300);
      expect(candidates[0]!.chunk * 100 + candidates[0]!.song).toBe(target);
      expect(candidates.length).toBeLessThanOrEqual(5);
    }
  });

  it('finds by its tonal course a song of which no note pattern and no change of chord is left', async () => {
    const mix = (seed: number) =>
      [generateMelody(seed, 150), generateMelody(seed + 9000, 150)]
        .flatMap((line, voice) =>
          line.map((note, beat) => ({
            ...note,
            onsetBeats: beat,
            durationBeats: 1,
            midiPitch: note.midiPitch - 12 * voice,
          })),
        )
        .sort((a, b) => a.onsetBeats - b.onsetBeats);
    const melody = { vocal: [], instrumental: [], topline: [] };
    const rowOf = (seed: number, semitones: number): Uint16Array => {
      const notes = mix(seed).map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));
      return scanRow({ melody, chords: [], notes, beats: Array.from({ length: 150 }, (_, beat) => beat) });
    };
    const chunks = [0, 30].map((first) =>
      encodeChunk(Array.from({ length: 30 }, (_, song) => rowOf(first + song, 0))),
    );
    const { candidates } = await searchChunks(rowOf(44, 5), readerOf(chunks), {
      melody: 5,
      harmony: 5,
      course: 3,
    });
    expect(candidates).toHaveLength(3);
    expect(candidates[0]).toMatchObject({ chunk: 1, song: 14 });
  });

  it('gives the same candidates however the songs are cut into chunks', async () => {
    const songs = Array.from({ length: 60 }, (_, seed) => codesOf(seed));
    const query = codesOf(17);
    const ids = async (size: number): Promise<number[]> => {
      const chunks = [];
      for (let start = 0; start < 60; start += size)
        chunks.push(encodeChunk(songs.slice(start, start + size)));
      const { candidates } = await searchChunks(query, readerOf(chunks), limits(10));
      return candidates.map(({ chunk, song }) => chunk * size + song);
    };
    expect(await ids(7)).toEqual(await ids(60));
  });

  it('answers with nothing for an empty index, an empty query, and songs without melody', async () => {
    expect((await searchChunks(codesOf(1), readerOf([]), limits(5))).candidates).toEqual([]);
    const chunk = encodeChunk([codesOfLines({}), codesOf(2)]);
    expect((await searchChunks(codesOfLines({}), readerOf([chunk]), limits(5))).candidates).toEqual([]);
    expect((await searchChunks(codesOf(2), readerOf([chunk]), limits(5))).candidates[0]!.song).toBe(1);
  });

  it('refuses a chunk that is cut short', () => {
    const chunk = encodeChunk([codesOf(1)]);
    expect(() => openChunk(chunk.slice(0, -2))).toThrow(RangeError);
    expect(() => openHead(chunk.slice(0, 100))).toThrow(RangeError);
  });
});
