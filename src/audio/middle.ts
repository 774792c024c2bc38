import { InvertedChannel } from '../signal/inverted-channel.js';
import { safeSample } from '../signal/safe-sample.js';

/** The mean of two channels, whichever way round they are wired. */
export class Middle {
  private readonly inverted: InvertedChannel;
  private left = new Float32Array(0);
  private right = new Float32Array(0);

  constructor(sampleRateHz: number) {
    this.inverted = new InvertedChannel(sampleRateHz);
  }

  /** `interleaved`: left and right in turn, the next of the recording. The result holds until the next call. */
  of(interleaved: Float32Array): Float32Array {
    const count = interleaved.length >> 1;
    if (this.left.length < count) {
      this.left = new Float32Array(2 * count);
      this.right = new Float32Array(2 * count);
    }
    const left = this.left.subarray(0, count);
    const right = this.right.subarray(0, count);
    for (let n = 0; n < count; n++) {
      left[n] = safeSample(interleaved[2 * n]!);
      right[n] = safeSample(interleaved[2 * n + 1]!);
    }
    this.inverted.mend(left, right);
    for (let n = 0; n < count; n++) left[n] = 0.5 * (left[n]! + right[n]!);
    return left;
  }
}
