/**
 * A query's level contrast summed over a song's sketch (song-sketch.ts), under assumed changes, by a WebAssembly SIMD kernel
 * (wasm/sketch-sums.ts): LevelSums in a small part of the time, to 256 ms or more.
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { centsPerBand, contrastBands, type LevelContrast } from './level-contrast.js';
import { type AssumedChange, layOutScales, writeLevels } from './level-rows.js';
import { drawnPeaks, minOverlapSteps, minPeaks } from './scoring.js';
import type { CatalogueSketches } from './sketch-cache.js';
import { framesPerSketchStep } from './song-sketch.js';

/** Of a standard deviation in rows: a byte holds the sum of a step's peaks, five of them in a telephone's band. */
const unit = 5;
/** Bytes of a vector of the kernel's. */
const lanes = 16;
/** Bytes of a part of a row whose places' sums are held in registers at once, and of the rows of a block. */
const most = { ofPart: 5 * lanes, ofBlock: 6 * lanes } as const;
/** Shorter parts are filled up with zeros. */
const shortest = lanes + 1;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('sketch-sums', memory);

export interface SketchSweep {
  /** Steps of a sketch that are taken together. */
  readonly together: number;
  readonly changes: readonly AssumedChange[];
}

/** Of each song the highest score of its places under any change, 0 where none is above chance, and the change; null where none. */
export interface BestChanges {
  readonly scores: Float64Array;
  readonly changeOf: (song: number) => AssumedChange | null;
}

/** Part of the rows of one change. */
interface Part {
  readonly change: AssumedChange;
  /** Of the query under the change. */
  readonly steps: number;
  /** The first of the steps that the part has, counted from the query's end, and how many with those that it is filled up with. */
  readonly firstStep: number;
  readonly count: number;
  /** Where the part lies in its block's rows, in bytes. */
  readonly at: number;
  readonly isLast: boolean;
}

/** Rows that the kernel adds at once: of each band of a sketch the parts side by side. */
interface Block {
  readonly parts: readonly Part[];
  readonly vectors: number;
  readonly rowsAt: number;
}

/** Of one query. The next instance takes its memory. */
export class SketchSums {
  private readonly framesPerStep: number;
  private readonly together: number;
  private readonly changes: readonly AssumedChange[];
  private readonly overlap: number;
  private readonly blocks: readonly Block[];
  /** Steps of the longest rows, with what they are filled up with. */
  private readonly longest: number;
  /** Behind the rows: what the kernel does with each block. */
  private readonly planAt: number;
  private readonly planBytes: number;

  constructor(contrast: LevelContrast, { together, changes }: SketchSweep) {
    this.framesPerStep = together * framesPerSketchStep;
    this.together = together;
    this.changes = changes;
    this.overlap = minOverlapSteps(this.framesPerStep);
    this.blocks = blocksOf(contrast.frames, this.framesPerStep, changes);
    this.longest =
      Math.max(...this.blocks.flatMap(({ parts }) => parts.map(({ steps }) => steps))) + shortest;
    const { rowsAt, vectors } = this.blocks.at(-1)!;
    this.planAt = rowsAt + contrastBands * lanes * vectors;
    const plan = planOf(this.blocks);
    this.planBytes = plan.byteLength;
    reserveBytes(memory, this.planAt + this.planBytes);
    this.write(contrast, changes);
    new Int32Array(memory.buffer, this.planAt, plan.length).set(plan);
  }

  private write(contrast: LevelContrast, changes: readonly AssumedChange[]): void {
    const form = { framesPerStep: this.framesPerStep, lanes, zeros: { before: 0, behind: 0 } };
    const { scaled, bytes } = layOutScales(contrast.frames, changes, form);
    const levels = new Int8Array(bytes);
    writeLevels(levels.buffer, [...scaled.values()], contrast, this.framesPerStep, unit);
    const out = new Int8Array(memory.buffer, 0, this.planAt).fill(0);
    for (const { parts, vectors, rowsAt } of this.blocks)
      for (const { change, firstStep, count, at } of parts) {
        const { stride, rowsAt: from } = scaled.get(change.scale)!;
        const shift = Math.round(change.cents / centsPerBand);
        // What a change moves out of the band is not known: its row stays 0.
        for (let band = Math.max(0, -shift); band < Math.min(contrastBands, contrastBands - shift); band++) {
          const row = from + (band + shift) * stride + firstStep;
          out.set(
            levels.subarray(row, row + Math.min(stride - firstStep, count)),
            rowsAt + band * lanes * vectors + at,
          );
        }
      }
  }

  /** Of each song the change under which its places have the highest score, by sketches that end at `ends`, one behind the other. */
  ofSongs({ sketches, ends }: Pick<CatalogueSketches, 'sketches' | 'ends'>): BestChanges {
    const { planAt, planBytes, together, longest, overlap, changes } = this;
    const songs = ends.length;
    const sketchesAt = planAt + planBytes;
    // The kernel reads 16 bands at once.
    const scoresAt = 8 * Math.ceil((sketchesAt + sketches.length + lanes) / 8);
    const endsAt = scoresAt + 8 * songs;
    const foundAt = endsAt + 4 * songs;
    const workAt = lanes * Math.ceil((foundAt + 4 * songs) / lanes);
    reserveBytes(memory, workAt + workBytes(longestOf(ends), together, longest));
    const { buffer } = memory;
    new Uint8Array(buffer, sketchesAt, sketches.length).set(sketches);
    new Uint32Array(buffer, endsAt, songs).set(ends);
    kernel.bestOfSongs(
      ...([planAt, sketchesAt, sketchesAt, endsAt, songs, together, overlap, longest] as const),
      ...([minPeaks, drawnPeaks, workAt, scoresAt, foundAt] as const),
    );
    const scores = new Float64Array(buffer, scoresAt, songs).map((score) => score / unit);
    const found = new Int32Array(buffer, foundAt, songs).slice();
    return { scores, changeOf: (song) => changes[found[song]!] ?? null };
  }
}

/** What the kernel needs beside what is given to it, for sketches of `bytes` at most. */
function workBytes(bytes: number, together: number, longest: number): number {
  return 112 + bytes + 110 * (Math.ceil(bytes / together) + 2) + 8 * longest + 1200;
}

function longestOf(ends: Uint32Array): number {
  return ends.reduce((longest, end, song) => Math.max(longest, end - (ends[song - 1] ?? 0)), 0);
}

/** The parts of all changes' rows, in blocks one behind the other; all but the last are nearly full. */
function blocksOf(frames: number, framesPerStep: number, changes: readonly AssumedChange[]): Block[] {
  const groups: Part[][] = [[]];
  let used = 0;
  for (const change of changes) {
    const steps = Math.floor((frames * change.scale) / framesPerStep);
    for (let firstStep = 0; firstStep < steps; ) {
      if (used + shortest > most.ofBlock) {
        groups.push([]);
        used = 0;
      }
      const count = Math.min(most.ofPart, most.ofBlock - used, Math.max(shortest, steps - firstStep));
      groups.at(-1)!.push({ change, steps, firstStep, count, at: used, isLast: firstStep + count >= steps });
      used += count;
      firstStep += count;
    }
  }
  let rowsAt = 0;
  return groups.map((parts) => {
    const { at, count } = parts.at(-1)!;
    const vectors = Math.max(2, Math.ceil((at + count) / lanes));
    const block = { parts, vectors, rowsAt };
    rowsAt += contrastBands * lanes * vectors;
    return block;
  });
}

/** The numbers of the blocks and their parts that the kernel reads, in that order. */
function planOf(blocks: readonly Block[]): Int32Array {
  return Int32Array.from(
    blocks.flatMap(({ vectors, rowsAt, parts }) => [
      ...[vectors, rowsAt, parts.length],
      ...parts.flatMap(({ at, count, firstStep, steps, isLast }) => [
        ...[at, count, firstStep, steps, isLast ? 1 : 0],
      ]),
    ]),
  );
}
