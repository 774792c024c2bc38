import { describe, expect, it } from 'vitest';
import {
  codesWithoutANote,
  firstChordCode,
  lineEndCode,
  ngramCodes,
  noteLeftOutBits,
} from '../../../music/melody/ngram-codes.js';
import { sequenceOf } from '../../../music/melody/sequence.js';
import type { MelodyLines } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { memoryReader } from '../test-support/memory-reader.js';
import { codeValues, encodeChunk, openChunk, openHead } from './code-chunk.js';
import { addHolders, rarityWeights, stepsABit } from './scan.js';
import { openRow, type ScannedSong, type ScanQuery, scanQuery, scanRow } from './scan-row.js';
import { searchChunks } from './search-chunks.js';
import { createSongScanner } from './song-scanner.js';

const songOfLines = (lines: Partial<MelodyLines>): ScannedSong => ({
  source: 'midi',
  melody: { vocal: [], instrumental: [], topline: [], ...lines },
  chords: [],
  notes: [],
  beats: [],
});
const codesOfLines = (lines: Partial<MelodyLines>): Uint16Array => scanRow(songOfLines(lines));
const queryOf = (seed: number): ScanQuery => scanQuery(songOfLines({ topline: generateMelody(seed, 120) }));
const limits = (melody: number) => ({ melody, harmony: 5, chroma: 5, otherTempo: 5 });
const codesOf = (seed: number): Uint16Array => codesOfLines({ topline: generateMelody(seed, 120) });

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

  it('keep lines apart that are aligned with each other only once', () => {
    const tune = generateMelody(4, 40);
    const once = codesOfLines({ topline: tune });
    expect(codesOfLines({ vocal: tune, topline: tune })).toEqual(once);
    expect(openRow(codesOfLines({})).codes).toHaveLength(0);
  });
});

describe('codes of a line without one of its notes', () => {
  const tune = generateMelody(4, 40).filter(
    (note, at, all) => at === 0 || note.midiPitch !== all[at - 1]!.midiPitch,
  );
  /** A grace note before every fourth note: five notes in a row always hold one. */
  const graced = tune.flatMap((note, at) => {
    const half = note.durationBeats / 2;
    return at % 4 === 3
      ? [
          { ...note, durationBeats: half, midiPitch: note.midiPitch + 2 },
          { ...note, onsetBeats: note.onsetBeats + half, durationBeats: half },
        ]
      : [note];
  });

  it('are those of the tune that has it not', () => {
    const known = new Set(ngramCodes(sequenceOf(tune)));
    const met = (codes: readonly number[]): number => codes.filter((code) => known.has(code)).length;
    const own = ngramCodes(sequenceOf(graced));
    expect(met(codesWithoutANote(sequenceOf(graced)))).toBeGreaterThan(met(own));
    expect(codesWithoutANote(sequenceOf(tune.slice(0, 5)))).toEqual([]);
    expect(codesWithoutANote(sequenceOf(tune.slice(0, 6)))).toHaveLength(4);
  });

  it('lead to a tune that is sung with a note more in every four, which no run of four intervals does', async () => {
    const others = Array.from({ length: 200 }, (_, seed) => codesOf(seed + 20));
    const bytes = encodeChunk([...others, scanRow(songOfLines({ topline: tune }))]);
    const query = scanQuery(songOfLines({ topline: graced }));
    const passageOf = async (asked: ScanQuery): Promise<number> => {
      const { candidates } = await searchChunks(asked, memoryReader([bytes]), limits(201));
      return candidates.find(({ song }) => song === 200)?.passage ?? 0;
    };
    expect(await passageOf(query)).toBeGreaterThan((await passageOf({ ...query, withoutANote: [] })) + 5);
  });

  it('count for two bits less than what is there as it is', () => {
    const holders = new Uint32Array(codeValues);
    const [exact, changed] = [17, 18];
    const weights = rarityWeights(Uint16Array.of(exact), holders, 1000, [changed, exact], noteLeftOutBits);
    expect((weights[exact]! - weights[changed]!) / stepsABit).toBeCloseTo(2, 2);
    expect(weights[exact]! / stepsABit).toBeCloseTo(Math.log2(1008 / 2) - 1, 2);
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
    addHolders(holders, openHead(bytes).holders, Uint16Array.from(new Set(query)));
    const weights = rarityWeights(query, holders, songs.length);
    const scores = createSongScanner(weights, [], 80).scan(openChunk(bytes));
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

  it('gives the same scores of a chunk that is read to its memory, of one elsewhere, and after a larger one', () => {
    const chunkOf = (first: number, count: number): Uint8Array =>
      encodeChunk(Array.from({ length: count }, (_, seed) => codesOf(first + seed)));
    const [bytes, larger] = [chunkOf(0, 12), chunkOf(40, 60)];
    const weights = rarityWeights(openRow(codesOf(7)).codes, new Uint32Array(codeValues), 100);
    const scanner = createSongScanner(weights, [], 60);
    const copied = (chunk: Uint8Array): number[] => [...scanner.scan(openChunk(chunk)).melody];
    const elsewhere = copied(bytes);
    expect(elsewhere).toHaveLength(12);
    expect(copied(larger)).toHaveLength(60);
    const room = scanner.room(bytes.length);
    room.set(bytes);
    expect([...scanner.scan(openChunk(room)).melody]).toEqual(elsewhere);
    expect(copied(bytes)).toEqual(elsewhere);
    expect(Math.max(...elsewhere)).toBe(elsewhere[7]);
  });

  it('leaves a chunk as it was, and takes no more memory for one that has room', () => {
    const bytes = encodeChunk(Array.from({ length: 20 }, (_, seed) => codesOf(seed)));
    const { chroma } = openRow(queryOf(3).row);
    const scanner = createSongScanner(new Uint16Array(codeValues).fill(9), [chroma, chroma, chroma], 20);
    const room = scanner.room(bytes.length);
    room.set(bytes);
    scanner.scan(openChunk(room));
    expect(room).toEqual(bytes);
    expect(scanner.room(bytes.length).buffer).toBe(room.buffer);
  });

  it('counts the songs that are searched elsewhere with its own', async () => {
    const bytes = encodeChunk(Array.from({ length: 20 }, (_, seed) => codesOf(seed)));
    const asked: number[] = [];
    const { songs, candidates } = await searchChunks(queryOf(7), memoryReader([bytes, bytes]), limits(5), {
      has: (index) => index === 1,
      holders: (codes) => {
        asked.push(codes.length);
        return Promise.resolve({ songs: 30, holders: new Uint32Array(codes.length) });
      },
      best: () => Promise.resolve({ best: [], products: [] }),
    });
    expect(songs).toBe(50);
    expect(asked).toHaveLength(1);
    expect(candidates[0]).toMatchObject({ chunk: 0, song: 7 });
  });

  it('finds a passage of a song among many, in whichever chunk it lies', async () => {
    const songs = Array.from({ length: 300 }, (_, seed) => codesOf(seed));
    const chunks = [0, 100, 200].map((start) => encodeChunk(songs.slice(start, start + 100)));
    for (const target of [3, 150, 299]) {
      const passage = generateMelody(target, 120).slice(40, 70);
      const query = scanQuery(songOfLines({ topline: passage }));
      const { candidates, songs: total } = await searchChunks(query, memoryReader(chunks), limits(5));
      expect(total).toBe(300);
      expect(candidates[0]!.chunk * 100 + candidates[0]!.song).toBe(target);
      expect(candidates.length).toBeLessThanOrEqual(5);
    }
  });

  describe('of chroma sequences', () => {
    const beats = 150;
    /** Two voices, a tone a beat; the notes of every beat last `pace` beats. */
    const mix = (seed: number, semitones = 0, pace = 1): ScannedSong => ({
      source: 'midi',
      melody: { vocal: [], instrumental: [], topline: [] },
      chords: [],
      notes: [generateMelody(seed, beats), generateMelody(seed + 9000, beats)]
        .flatMap((line, voice) =>
          line.map((note, beat) => ({
            ...note,
            onsetBeats: beat * pace,
            durationBeats: pace,
            midiPitch: note.midiPitch - 12 * voice + semitones,
          })),
        )
        .sort((a, b) => a.onsetBeats - b.onsetBeats),
      beats: Array.from({ length: beats * pace }, (_, beat) => beat),
    });
    const chunks = [0, 30].map((first) =>
      encodeChunk(Array.from({ length: 30 }, (_, song) => scanRow(mix(first + song)))),
    );
    const few = { melody: 5, harmony: 5, chroma: 3, otherTempo: 0 };

    it('finds a song of which no note pattern and no change of chord is left', async () => {
      const { candidates } = await searchChunks(scanQuery(mix(44, 5)), memoryReader(chunks), few);
      expect(candidates).toHaveLength(3);
      expect(candidates[0]).toMatchObject({ chunk: 1, song: 14, tempo: 1 });
      expect(candidates[0]!.similarity).toBeGreaterThan(5);
      expect(candidates[1]!.similarity).toBeLessThan(5);
    });

    it.each([
      [2, 0.5],
      [0.5, 2],
    ])('finds it counted at %f of its tempo, and says so', async (pace, tempo) => {
      const asked = scanQuery(mix(44, 5, pace));
      const { candidates } = await searchChunks(asked, memoryReader(chunks), {
        ...few,
        chroma: 0,
        otherTempo: 2,
      });
      const best = candidates.reduce((most, one) => (one.similarity > most.similarity ? one : most));
      expect(best).toMatchObject({ chunk: 1, song: 14, tempo });
    });

    it('gives the products of three sketches in one pass', () => {
      const chunk = openChunk(chunks[0]!);
      const query = scanQuery(mix(7, 3));
      const chromaSketches = [openRow(query.row).chroma, ...query.otherChroma];
      const scanner = createSongScanner(new Uint16Array(codeValues), chromaSketches, 30);
      const { chromaSketches: scores } = scanner.scan(chunk);
      chromaSketches.forEach((chroma, reading) => {
        for (let song = 0; song < 30; song++) {
          const own = chunk.chromaSketches.subarray(song * chroma.length, (song + 1) * chroma.length);
          expect(scores[reading]![song]).toBe(chroma.reduce((sum, part, at) => sum + part * own[at]!, 0));
        }
      });
    });
  });

  it('gives the same candidates however the songs are cut into chunks', async () => {
    const songs = Array.from({ length: 60 }, (_, seed) => codesOf(seed));
    const query = queryOf(17);
    const ids = async (size: number): Promise<number[]> => {
      const chunks = [];
      for (let start = 0; start < 60; start += size)
        chunks.push(encodeChunk(songs.slice(start, start + size)));
      const { candidates } = await searchChunks(query, memoryReader(chunks), limits(10));
      return candidates.map(({ chunk, song }) => chunk * size + song);
    };
    expect(await ids(7)).toEqual(await ids(60));
  });

  it('answers with nothing for an empty index, an empty query, and songs without melody', async () => {
    expect((await searchChunks(queryOf(1), memoryReader([]), limits(5))).candidates).toEqual([]);
    const chunk = encodeChunk([codesOfLines({}), codesOf(2)]);
    expect(
      (await searchChunks(scanQuery(songOfLines({})), memoryReader([chunk]), limits(5))).candidates,
    ).toEqual([]);
    expect((await searchChunks(queryOf(2), memoryReader([chunk]), limits(5))).candidates[0]!.song).toBe(1);
  });

  it('refuses a chunk that is cut short', () => {
    const chunk = encodeChunk([codesOf(1)]);
    expect(() => openChunk(chunk.slice(0, -2))).toThrow(RangeError);
    expect(() => openHead(chunk.slice(0, 100))).toThrow(RangeError);
  });
});
