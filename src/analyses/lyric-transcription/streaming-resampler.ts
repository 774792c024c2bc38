/** Resamples a stream block by block, each with enough of its neighbours that no seam can be found. */
import { resample } from '../../signal/resample.js';

const blockSeconds = 10;
const marginSeconds = 0.1;

/** Both rates must be whole multiples of 10 Hz. */
export class StreamingResampler {
  private readonly blockSamples: number;
  private readonly marginSamples: number;
  private readonly ratio: number;
  private readonly pending: Float32Array;
  private filled = 0;
  /** Samples at the front that were handed on already and are kept as context. */
  private context = 0;

  constructor(fromHz: number, toHz: number) {
    if (fromHz % 10 !== 0 || toHz % 10 !== 0 || fromHz <= 0 || toHz <= 0) {
      throw new RangeError('Sample rates must be multiples of 10 Hz.');
    }
    this.blockSamples = blockSeconds * fromHz;
    this.marginSamples = marginSeconds * fromHz;
    this.ratio = toHz / fromHz;
    this.pending = new Float32Array(this.blockSamples + 2 * this.marginSamples);
  }

  push(samples: Float32Array): Float32Array[] {
    const done: Float32Array[] = [];
    for (let at = 0; at < samples.length; ) {
      const take = Math.min(samples.length - at, this.pending.length - this.filled);
      this.pending.set(samples.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
      if (this.filled === this.pending.length) done.push(this.block(this.filled - this.marginSamples));
    }
    return done;
  }

  finish(): Float32Array {
    return this.block(this.filled);
  }

  /** Resamples all that is there and hands on what lies between the context and `end`. */
  private block(end: number): Float32Array {
    const all = resample(this.pending.subarray(0, this.filled), this.ratio);
    const done = all.slice(Math.round(this.context * this.ratio), Math.round(end * this.ratio));
    const keep = Math.min(end, this.marginSamples);
    this.pending.copyWithin(0, end - keep, this.filled);
    this.filled -= end - keep;
    this.context = keep;
    return done;
  }
}
