/**
 * Vocals by a trained network over a song of any length: windows that overlap by a quarter, each weighted by a
 * triangle, so that no seam is heard and two windows are all that is held.
 */
import { HybridSpectrum } from './hybrid-spectrum.js';
import type { SeparatorNetwork } from './ports.js';

const overlap = 0.25;

export class NetworkSeparator {
  private readonly samples: number;
  private readonly stride: number;
  /** Both channels of the window that fills up, one after the other. */
  private readonly waiting: Float32Array;
  private readonly spectrum: Float32Array | null;
  private readonly sums: Float32Array;
  private readonly weights: Float32Array;
  private filled = 0;
  private hasRun = false;

  private constructor(
    private readonly network: SeparatorNetwork,
    private readonly transform: HybridSpectrum | null,
  ) {
    this.samples = network.windowSamples;
    this.stride = Math.round(this.samples * (1 - overlap));
    this.waiting = new Float32Array(2 * this.samples);
    this.sums = new Float32Array(this.samples);
    this.weights = new Float32Array(this.samples);
    const shape = network.spectrum;
    this.spectrum = shape === null ? null : new Float32Array(4 * shape.bins * shape.frames);
  }

  /** Throws RangeError where the network's window and spectrum do not fit each other. */
  static async create(network: SeparatorNetwork): Promise<NetworkSeparator> {
    const transform =
      network.spectrum === null ? null : await HybridSpectrum.create(network.spectrum, network.windowSamples);
    return new NetworkSeparator(network, transform);
  }

  dispose(): void {
    this.transform?.dispose();
  }

  /** Interleaved stereo at the network's rate to the middle of the vocals, as far as it is final. */
  async push(interleaved: Float32Array): Promise<Float32Array> {
    const done: Float32Array[] = [];
    for (let at = 0; at + 1 < interleaved.length; at += 2) {
      this.waiting[this.filled] = finite(interleaved[at]!);
      this.waiting[this.samples + this.filled] = finite(interleaved[at + 1]!);
      this.filled += 1;
      if (this.filled === this.samples) {
        await this.window();
        done.push(this.take(this.stride));
      }
    }
    return concatenated(done);
  }

  /** The vocals of what is left. */
  async finish(): Promise<Float32Array> {
    const rest = this.filled;
    // What is there beyond the last whole window's share was heard already, by that window's end.
    if (rest === 0 || (this.hasRun && rest <= this.samples - this.stride)) return this.take(rest);
    this.waiting.fill(0, rest, this.samples);
    this.waiting.fill(0, this.samples + rest);
    await this.window();
    return this.take(rest);
  }

  /** Runs the network over the window and adds what it gave. */
  private async window(): Promise<void> {
    const { network, transform, spectrum, samples, waiting, sums, weights } = this;
    if (transform !== null) transform.forward(waiting, spectrum!);
    const answer = await network.run(waiting, spectrum);
    const vocals = answer.waveform ? Float32Array.from(answer.waveform) : new Float32Array(2 * samples);
    if (answer.spectrum !== null) {
      if (transform === null) throw new Error('The separator answers with a spectrum and takes none.');
      transform.addInverse(answer.spectrum, vocals);
    }
    for (let n = 0; n < samples; n++) {
      const weight = Math.min(n + 1, samples - n) / samples;
      const value = 0.5 * (vocals[n]! + vocals[samples + n]!);
      if (value - value !== 0) throw new Error('The separator gave no usable numbers: its file is damaged.');
      sums[n]! += weight * value;
      weights[n]! += weight;
    }
    this.hasRun = true;
  }

  /** Hands on the first `count` samples and moves the rest to the front. */
  private take(count: number): Float32Array {
    const { sums, weights, waiting, samples } = this;
    const done = new Float32Array(count);
    for (let n = 0; n < count; n++) done[n] = weights[n]! > 0 ? sums[n]! / weights[n]! : 0;
    for (const values of [sums, weights]) {
      values.copyWithin(0, count);
      values.fill(0, samples - count);
    }
    waiting.copyWithin(0, count, samples);
    waiting.copyWithin(samples, samples + count);
    this.filled -= count;
    return done;
  }
}

const finite = (sample: number): number => (sample - sample === 0 ? sample : 0);

function concatenated(parts: readonly Float32Array[]): Float32Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
