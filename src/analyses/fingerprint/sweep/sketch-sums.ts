/**
 * A query's level contrast summed over a song's sketch (song-sketch.ts), at unchanged speed and pitch, by a WebAssembly SIMD kernel
 * (wasm/sketch-sums.ts): LevelSums in a small part of the time, to 256 ms.
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { contrastBands, type LevelContrast } from './level-contrast.js';
import { writeLevels } from './level-rows.js';
import { drawnPeaks, minPeaks, overlappingPlaces } from './scoring.js';
import { framesPerSketchStep } from './song-sketch.js';

/** Of a standard deviation in rows: a byte holds the sum of a step's peaks, five of them in a telephone's band. */
const unit = 5;
/** Steps of the query that the kernel adds at once. */
const lanes = 80;

/** One memory for all sweeps of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('sketch-sums', memory);

/** Of one query. The next instance takes its memory. */
export class SketchSums {
  private readonly steps: number;
  private readonly stride: number;
  private readonly sketchAt: number;

  constructor(contrast: LevelContrast) {
    this.steps = Math.floor(contrast.frames / framesPerSketchStep);
    this.stride = Math.ceil(this.steps / lanes) * lanes;
    this.sketchAt = contrastBands * this.stride;
    reserveBytes(memory, this.sketchAt);
    new Int8Array(memory.buffer, 0, this.sketchAt).fill(0);
    const { steps, stride } = this;
    writeLevels(memory.buffer, [{ scale: 1, steps, stride, rowsAt: 0 }], contrast, framesPerSketchStep, unit);
  }

  /** The highest score of a song's places; 0 where none is above chance. */
  highest(sketch: Uint8Array): number {
    const { steps, stride, sketchAt } = this;
    const sumsAt = 4 * Math.ceil((sketchAt + sketch.length) / 4);
    // A step of the song takes a byte at least.
    const maxPlaces = sketch.length + stride;
    const countsAt = sumsAt + 4 * maxPlaces;
    reserveBytes(memory, countsAt + maxPlaces);
    new Uint8Array(memory.buffer, sketchAt, sketch.length).set(sketch);
    const songSteps = kernel.add(sketchAt, sketch.length, 0, stride, sumsAt, countsAt);
    const { first, end } = overlappingPlaces(songSteps, steps, framesPerSketchStep);
    return kernel.highest(sumsAt, countsAt, steps, first, end, minPeaks, drawnPeaks) / unit;
  }
}
