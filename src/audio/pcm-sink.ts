import { writeSync } from 'node:fs';

const blockSamples = 16_384;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Writes all bytes, waiting where the pipe is full: that wait is the back pressure. */
export function writeFully(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(sleeper, 0, 0, 2);
    }
  }
}

/**
 * Takes decoded samples, makes them safe and passes them on in blocks of a fixed size.
 * Safe: finite (a float file can hold NaN and infinity, and one NaN poisons every later sum) and in −1 … 1.
 */
export class PcmSink {
  /** Largest magnitude seen, before limiting. */
  peak = 0;
  private readonly block = new Float32Array(blockSamples);
  private filled = 0;

  /** @param descriptor where blocks are written; null measures only */
  constructor(private readonly descriptor: number | null) {}

  push(samples: Float32Array): void {
    let peak = this.peak;
    for (let i = 0; i < samples.length; i += 1) {
      let sample = samples[i]!;
      const magnitude = Math.abs(sample);
      if (!(magnitude <= peak)) {
        if (magnitude < Number.POSITIVE_INFINITY) peak = magnitude;
        else sample = 0;
      }
      if (magnitude > 1) sample = Math.min(1, Math.max(-1, sample));
      this.block[this.filled] = sample;
      this.filled += 1;
      if (this.filled === blockSamples) this.flush();
    }
    this.peak = peak;
  }

  flush(): void {
    if (this.descriptor !== null && this.filled > 0) {
      writeFully(this.descriptor, new Uint8Array(this.block.buffer, 0, this.filled * 4));
    }
    this.filled = 0;
  }
}
