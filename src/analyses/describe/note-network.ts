/**
 * The note network on a stream of samples (Bittner et al., "A lightweight instrument-agnostic model for
 * polyphonic note transcription and multipitch estimation", ICASSP 2022), written as ONNX when the program is
 * built. It looks at windows of two seconds; windows overlap by 30 frames, of which either gives none of the half at
 * its end.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import {
  contourBinCount,
  keyCount,
  type PitchActivations,
} from '../../music/description/pitch-activations.js';
import { GrowingRows } from '../../signal/growing-rows.js';
import { openNetwork } from './open-network.js';

export const networkRateHz = 22_050;
export const networkHopSamples = 256;
/** Of the salience beside it: two of the network's. */
export const salienceHopSamples = 512;
const windowSamples = 43_844;
const margin = 15;
const framesKept = 172 - 2 * margin;
const hopSamples = framesKept * networkHopSamples;

/** Beside the compiled program, wherever this file was started from. */
function modelPath(): string {
  const places = [
    join(import.meta.dirname, '..', '..', 'models', 'note-network.onnx'),
    join(import.meta.dirname, '..', '..', '..', 'dist', 'models', 'note-network.onnx'),
  ];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error('The note network note-network.onnx is missing: run `npm run build`');
  return found;
}

export class NoteNetwork {
  /** Begins with silence, so that frame 0 is centred on the first sample. */
  private readonly window = new Float32Array(windowSamples);
  private filled = margin * networkHopSamples;
  private samples = 0;
  private readonly notes = new GrowingRows(keyCount, (length) => new Uint8Array(length));
  private readonly onsets = new GrowingRows(keyCount, (length) => new Uint8Array(length));
  private readonly contours = new GrowingRows(contourBinCount, (length) => new Uint8Array(length));

  private constructor(
    private readonly session: InferenceSession,
    private readonly Tensor: typeof OnnxTensor,
  ) {}

  static async open(): Promise<NoteNetwork> {
    const { session, Tensor } = await openNetwork(modelPath());
    return new NoteNetwork(session, Tensor);
  }

  /** Mono samples at networkRateHz. */
  async push(samples: Float32Array): Promise<void> {
    this.samples += samples.length;
    let at = 0;
    while (at < samples.length) {
      const take = Math.min(samples.length - at, windowSamples - this.filled);
      this.window.set(samples.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
      if (this.filled === windowSamples) await this.analyse();
    }
  }

  /** All frames up to the last sample; frees the network. */
  async finish(): Promise<PitchActivations> {
    const frames = Math.ceil(this.samples / networkHopSamples);
    while (this.notes.rows < frames) {
      this.window.fill(0, this.filled);
      await this.analyse();
    }
    await this.session.release();
    return {
      framesPerSecond: networkRateHz / networkHopSamples,
      frames,
      notes: this.notes.finish().subarray(0, frames * keyCount),
      onsets: this.onsets.finish().subarray(0, frames * keyCount),
      contours: this.contours.finish().subarray(0, frames * contourBinCount),
    };
  }

  private async analyse(): Promise<void> {
    const input = new this.Tensor('float32', this.window, [1, windowSamples, 1]);
    const output = await this.session.run({ samples: input });
    keep(output.contours!.data as Float32Array, this.contours);
    keep(output.notes!.data as Float32Array, this.notes);
    keep(output.onsets!.data as Float32Array, this.onsets);
    this.window.copyWithin(0, hopSamples);
    this.filled = Math.max(0, this.filled - hopSamples);
  }
}

/** Activations as bytes, rounded. */
function keep(rows: Float32Array, into: GrowingRows<Uint8Array>): void {
  const { width } = into;
  for (let row = 0, at = 0; row < framesKept; row++) {
    const target = into.append();
    for (let column = 0; column < width; column++, at++) {
      const value = rows[at]!;
      // Bytes are what is left of a number without its fraction.
      target[column] = value > 0 ? (value < 1 ? 255 * value + 0.5 : 255) : 0;
    }
  }
}
