/** What of two recordings' levels wavers, and how they do so together, by a WebAssembly SIMD kernel (wasm/unsteady-levels.ts). */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import type { BandLevels } from './band-levels.js';

/** Natural logarithms of power: what is less steady counts as this, or few frames would decide. */
const maxUnsteady = 0.1;
/** Of a vector of the kernel's: numbers, and bytes. */
const lanes = 4;
const numberBytes = 4;

/** One memory for all comparisons of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 16 });
const kernel = instantiateKernel('unsteady-levels', memory);

export interface ComparedLevels {
  /** Changes of level from frame to frame, of equally many bands. */
  readonly query: BandLevels;
  readonly song: BandLevels;
  /** The frames that count, rising. */
  readonly counted: readonly number[];
  /** Frames of a piece, and how many pieces there are. */
  readonly pieceFrames: number;
  readonly pieces: number;
}

/** Sums over a piece's frames, a row of bands a piece. Valid until the next ones. */
export interface LaggedSums {
  readonly products: Float32Array;
  readonly ofSong: Float32Array;
}

/** Of two recordings. The next instance takes its memory. */
export class UnsteadyLevels {
  /** Numbers of a row. */
  readonly stride: number;
  /** Squares of the query's, as of `LaggedSums`. */
  readonly ofQuery: Float32Array;
  private readonly pieces: number;
  private readonly count: number;
  private readonly queryAt: number;
  private readonly songAt: number;
  private readonly framesAt: number;
  private readonly endsAt: number;
  private readonly productsAt: number;
  private readonly squaresAt: number;

  constructor({ query, song, counted, pieceFrames, pieces }: ComparedLevels) {
    this.stride = lanes * Math.ceil(query.bands / lanes);
    this.pieces = pieces;
    this.count = counted.length;
    const rowBytes = numberBytes * this.stride;
    this.queryAt = 0;
    this.songAt = rowBytes * query.frames;
    const rawAt = this.songAt + rowBytes * song.frames;
    this.framesAt = rawAt + rowBytes * Math.max(query.frames, song.frames);
    this.endsAt = this.framesAt + numberBytes * this.count;
    this.productsAt = 16 * Math.ceil((this.endsAt + numberBytes * pieces) / 16);
    this.squaresAt = this.productsAt + rowBytes * pieces;
    reserveBytes(memory, this.squaresAt + rowBytes * pieces);
    this.write(query, rawAt, this.queryAt);
    this.write(song, rawAt, this.songAt);
    new Uint32Array(memory.buffer, this.framesAt, this.count).set(counted.map((frame) => frame * rowBytes));
    const ends = new Uint32Array(memory.buffer, this.endsAt, pieces);
    for (let piece = 0, at = 0; piece < pieces; piece++) {
      while (at < this.count && counted[at]! < (piece + 1) * pieceFrames) at++;
      ends[piece] = at;
    }
    this.centreQuery(counted);
    this.ofQuery = this.sumsOf(this.queryAt, 0).ofSong.slice();
  }

  /** The query's with the song's that many frames later, whose means are taken away. */
  at(lagFrames: number): LaggedSums {
    return this.sumsOf(this.songAt, lagFrames);
  }

  private sumsOf(laterAt: number, lagFrames: number): LaggedSums {
    const { queryAt, framesAt, count, endsAt, pieces, stride, productsAt, squaresAt } = this;
    const rowBytes = numberBytes * stride;
    kernel.correlate(
      ...([queryAt, laterAt, framesAt, count, endsAt, pieces] as const),
      ...([rowBytes, lagFrames * rowBytes, productsAt, squaresAt] as const),
    );
    return {
      products: new Float32Array(memory.buffer, productsAt, pieces * stride),
      ofSong: new Float32Array(memory.buffer, squaresAt, pieces * stride),
    };
  }

  /** What of each change is not its band's steady rise or decay about it. */
  private write({ frames, bands, values }: BandLevels, rawAt: number, to: number): void {
    const { stride } = this;
    const raw = new Float32Array(memory.buffer, rawAt, stride * frames);
    if (bands === stride) raw.set(values);
    else
      for (let frame = 0; frame < frames; frame++)
        raw
          .fill(0, frame * stride, (frame + 1) * stride)
          .set(values.subarray(frame * bands, (frame + 1) * bands), frame * stride);
    kernel.unsteady(rawAt, frames, numberBytes * stride, maxUnsteady, to);
  }

  /** Takes each band's mean over the counted frames away. */
  private centreQuery(counted: readonly number[]): void {
    const { stride, queryAt, count } = this;
    const [first, last] = [counted[0] ?? 0, counted[count - 1] ?? -1];
    const values = new Float32Array(memory.buffer, queryAt, stride * (last + 1));
    const means = new Float64Array(stride);
    for (const frame of counted)
      for (let band = 0; band < stride; band++) means[band]! += values[frame * stride + band]!;
    for (let frame = first; frame <= last; frame++)
      for (let band = 0; band < stride; band++) values[frame * stride + band]! -= means[band]! / count;
  }
}
