/**
 * A query's level contrast summed over a song's sketch (song-sketch.ts), under assumed changes, by a WebAssembly SIMD kernel
 * (wasm/sketch-sums.ts): LevelSums in a small part of the time, to 256 ms or more.
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { centsPerBand, contrastBands, type LevelContrast } from './level-contrast.js';
import { type AssumedChange, type ScaledRows, writeLevels } from './level-rows.js';
import { drawnPeaks, minPeaks, overlappingPlaces } from './scoring.js';

/** Of a standard deviation in rows: a byte holds the sum of a step's peaks, five of them in a telephone's band. */
const unit = 5;
/** Steps of the query that the kernel adds at once. */
const lanes = 80;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('sketch-sums', memory);

export interface SketchSweep {
  /** Of the sketches. */
  readonly framesPerStep: number;
  readonly changes: readonly AssumedChange[];
}

/** Of one query. The next instance takes its memory. */
export class SketchSums {
  private readonly framesPerStep: number;
  /** Of each change where the row of a sketch's lowest band lies. */
  private readonly changed: readonly ScaledRows[];
  private readonly longestStride: number;
  private readonly sketchAt: number;

  constructor(contrast: LevelContrast, { framesPerStep, changes }: SketchSweep) {
    this.framesPerStep = framesPerStep;
    const shifts = changes.map(({ cents }) => Math.round(cents / centsPerBand));
    // Beside the rows as many of zeros: what a change moves out of the band is not known.
    const beside = Math.max(...shifts.map(Math.abs));
    const scaled = new Map<number, ScaledRows>();
    let at = 0;
    for (const { scale } of changes) {
      if (scaled.has(scale)) continue;
      const steps = Math.floor((contrast.frames * scale) / framesPerStep);
      const stride = Math.ceil(steps / lanes) * lanes;
      scaled.set(scale, { scale, steps, stride, rowsAt: at + beside * stride });
      at += (contrastBands + 2 * beside) * stride;
    }
    this.changed = changes.map(({ scale }, i) => {
      const rows = scaled.get(scale)!;
      return { ...rows, rowsAt: rows.rowsAt + shifts[i]! * rows.stride };
    });
    this.longestStride = Math.max(...this.changed.map(({ stride }) => stride));
    this.sketchAt = at;
    reserveBytes(memory, at);
    new Int8Array(memory.buffer, 0, at).fill(0);
    writeLevels(memory.buffer, [...scaled.values()], contrast, framesPerStep, unit);
  }

  /** The highest score of a song's places under any change; 0 where none is above chance. */
  highest(sketch: Uint8Array): number {
    const { sketchAt, longestStride, framesPerStep } = this;
    const sumsAt = 4 * Math.ceil((sketchAt + sketch.length) / 4);
    // A step of the song takes a byte at least.
    const maxPlaces = sketch.length + longestStride;
    const countsAt = sumsAt + 4 * maxPlaces;
    reserveBytes(memory, countsAt + maxPlaces);
    new Uint8Array(memory.buffer, sketchAt, sketch.length).set(sketch);
    let highest = 0;
    for (const { steps, stride, rowsAt } of this.changed) {
      const songSteps = kernel.add(sketchAt, sketch.length, rowsAt, stride, sumsAt, countsAt);
      const { first, end } = overlappingPlaces(songSteps, steps, framesPerStep);
      const score = kernel.highest(sumsAt, countsAt, steps, first, end, minPeaks, drawnPeaks) / unit;
      if (score > highest) highest = score;
    }
    return highest;
  }
}
