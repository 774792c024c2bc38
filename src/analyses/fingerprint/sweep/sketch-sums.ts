/**
 * A query's level contrast summed over a song's sketch (song-sketch.ts), under assumed changes, by a WebAssembly SIMD kernel
 * (wasm/sketch-sums.ts): LevelSums in a small part of the time, to 256 ms or more.
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { centsPerBand, contrastBands, type LevelContrast } from './level-contrast.js';
import { type AssumedChange, layOutScales, writeLevels } from './level-rows.js';
import { drawnPeaks, minPeaks, overlappingPlaces } from './scoring.js';
import { framesPerSketchStep } from './song-sketch.js';

/** Of a standard deviation in rows: a byte holds the sum of a step's peaks, five of them in a telephone's band. */
const unit = 5;
/** Bytes of a vector of the kernel's. */
const lanes = 16;
/** Bytes of a part of a row whose places' sums are held in registers at once, and of the rows of a block. */
const most = { ofPart: 5 * lanes, ofBlock: 6 * lanes } as const;
/** Shorter parts are filled up with zeros. */
const shortest = lanes + 1;
/** Places behind the last that the kernel reads. */
const placesBehind = 4;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('sketch-sums', memory);

export interface SketchSweep {
  /** Steps of a sketch that are taken together. */
  readonly together: number;
  readonly changes: readonly AssumedChange[];
}

/** A change, and the highest score of a song's places under it. */
export interface ScoredChange extends AssumedChange {
  readonly score: number;
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
  private readonly blocks: readonly Block[];
  /** Steps of the longest rows, with what they are filled up with. */
  private readonly longest: number;
  private readonly sketchAt: number;

  constructor(contrast: LevelContrast, { together, changes }: SketchSweep) {
    this.framesPerStep = together * framesPerSketchStep;
    this.together = together;
    this.blocks = blocksOf(contrast.frames, this.framesPerStep, changes);
    this.longest =
      Math.max(...this.blocks.flatMap(({ parts }) => parts.map(({ steps }) => steps))) + shortest;
    const { rowsAt, vectors } = this.blocks.at(-1)!;
    this.sketchAt = rowsAt + contrastBands * lanes * vectors;
    reserveBytes(memory, this.sketchAt);
    this.write(contrast, changes);
  }

  private write(contrast: LevelContrast, changes: readonly AssumedChange[]): void {
    const form = { framesPerStep: this.framesPerStep, lanes, zeros: { before: 0, behind: 0 } };
    const { scaled, bytes } = layOutScales(contrast.frames, changes, form);
    const levels = new Int8Array(bytes);
    writeLevels(levels.buffer, [...scaled.values()], contrast, this.framesPerStep, unit);
    const out = new Int8Array(memory.buffer, 0, this.sketchAt).fill(0);
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

  /** The highest score of a song's places under any change; 0 where none is above chance. */
  highest(sketch: Uint8Array): number {
    let highest = 0;
    this.each(sketch, (score) => {
      if (score > highest) highest = score;
    });
    return highest;
  }

  /** The change under which it is highest, with that score; null where none is above chance. */
  best(sketch: Uint8Array): ScoredChange | null {
    let best: ScoredChange | null = null;
    this.each(sketch, (score, change) => {
      if (score > (best?.score ?? 0)) best = { ...change, score };
    });
    return best;
  }

  /** Calls `visit` with the highest score under each change. */
  private each(sketch: Uint8Array, visit: (score: number, change: AssumedChange) => void): void {
    const { sketchAt, together, longest, framesPerStep } = this;
    // A step of the sketch takes a byte at least.
    const maxSteps = Math.ceil(sketch.length / together) + 1;
    // The kernel reads and writes 16 bands at once.
    const bandsAt = sketchAt + sketch.length + lanes;
    const countsAt = 16 * Math.ceil((bandsAt + sketch.length) / 16 + 1);
    const beforeAt = countsAt + 2 * maxSteps + 2;
    const sumsAt = beforeAt + 4 * (maxSteps + longest + placesBehind);
    const addedAt = 16 * Math.ceil((sumsAt + 4 * (maxSteps + longest + most.ofPart)) / 16);
    reserveBytes(memory, addedAt + most.ofBlock * maxSteps + lanes);
    new Uint8Array(memory.buffer, sketchAt, sketch.length).set(sketch);
    const songSteps = kernel.unpack(
      sketchAt,
      sketch.length,
      together,
      bandsAt,
      countsAt,
      beforeAt,
      longest + placesBehind,
    );
    for (const { parts, vectors, rowsAt } of this.blocks) {
      kernel.add(bandsAt, countsAt, songSteps, rowsAt, vectors, addedAt);
      for (const { change, steps, firstStep, count, at, isLast } of parts) {
        const cleared = firstStep === 0 ? songSteps + longest : 0;
        kernel.sumPlaces(addedAt + at, lanes * vectors, songSteps, count, sumsAt + 4 * firstStep, cleared);
        if (!isLast) continue;
        const { first, end } = overlappingPlaces(songSteps, steps, framesPerStep);
        const score = kernel.highest(sumsAt, beforeAt, steps, first, end, minPeaks, drawnPeaks) / unit;
        visit(score, change);
      }
    }
  }
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
