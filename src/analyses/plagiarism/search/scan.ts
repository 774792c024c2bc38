/**
 * Finds the songs to align by reading every song's codes once: no postings to keep sorted, so that adding,
 * replacing and removing songs costs nothing but the song itself, and 160,000 songs are a few hundred megabytes read
 * from front to back. A song's score is its best *passage*: an accumulator that earns each shared code's rarity and
 * loses a sixteenth a code, so that shared notes count together only where they lie together. Chords are scored the same way and apart: a song that shares only its
 * harmony would never be among the best by melody. So are the sketches of chroma sequences, for songs that were heard
 * so badly that neither notes nor chords lead to them. The loop over all songs is song-scanner.ts.
 */
import { lineEndCode } from '../../../music/melody/ngram-codes.js';
import { codeValues } from './code-chunk.js';

export interface Candidate {
  /** Which chunk, and which song in it. */
  readonly chunk: number;
  readonly song: number;
  /** Of what it was found by. */
  readonly score: number;
  /** Bits of its best passage of melody, whatever it was found by. */
  readonly passage: number;
  /** Products of its chroma sequence with the query's, one a reading (song-scanner.ts). */
  readonly chromaSketches: readonly number[];
}

/** Weights are whole numbers of this many to the bit: half the table of floats, and quicker to add up. */
export const stepsABit = 2048;
const maxSteps = 0xffff;

/**
 * log2(songs / holders) of the query's codes, less what is too common to say anything; 0 for all other codes. `changed`: codes that
 * the query would have with a note less, which count for `changedCost` bits less.
 */
export function rarityWeights(
  query: Uint16Array,
  holders: Uint32Array,
  songs: number,
  changed: readonly number[] = [],
  changedCost = 0,
): Uint16Array {
  const weights = new Uint16Array(codeValues);
  const add = (code: number, cost: number): void => {
    if (code === lineEndCode || weights[code] !== 0) return;
    const bits = Math.max(0, Math.log2((songs + 8) / (holders[code]! + 2)) - 1 - cost);
    weights[code] = Math.min(maxSteps, Math.round(bits * stepsABit));
  };
  for (const code of query) add(code, 0);
  for (const code of changed) add(code, changedCost);
  return weights;
}

/** `codes`: those that are asked for, each once. */
export function addHolders(sum: Uint32Array, holders: Uint16Array, codes: Uint16Array): void {
  for (const code of codes) sum[code]! += holders[code]!;
}

/** Scores in bits of the songs of a chunk, by what they were earned with. */
export interface PassageScores {
  readonly melody: Float32Array;
  readonly harmony: Float32Array;
}

/** Of the songs of a chunk. */
export interface SongScores extends PassageScores {
  /** One list a reading. */
  readonly chromaSketches: readonly Float32Array[];
}

/** Keeps the best `limit` of what it is offered. */
export class BestCandidates {
  private kept: Candidate[] = [];

  /** Only scores above `floor` count. */
  constructor(
    private readonly limit: number,
    private floor = 0,
  ) {}

  /** `all`: what is kept with a song, whatever it was found by. `places`: of the songs in their chunk, where that is not all of them. */
  offer(chunk: number, scores: Float32Array, all: SongScores, songs: number, places?: Uint32Array): void {
    for (let song = 0; song < songs; song++) {
      const score = scores[song]!;
      if (score <= this.floor) continue;
      const chromaSketches = all.chromaSketches.map((one) => one[song]!);
      const passage = all.melody[song]!;
      this.kept.push({ chunk, song: places?.[song] ?? song, score, passage, chromaSketches });
      if (this.kept.length >= this.limit * 4) this.prune();
    }
  }

  private prune(): void {
    this.kept.sort((a, b) => b.score - a.score);
    this.kept.length = Math.min(this.kept.length, this.limit);
    if (this.kept.length === this.limit) this.floor = this.kept.at(-1)?.score ?? Infinity;
  }

  /** Best first. */
  result(): Candidate[] {
    this.prune();
    return this.kept;
  }
}
