/**
 * Silero's voice activity detector (MIT), where it is installed: a recurrent network of speech, which hears singers
 * too once the accompaniment is weaker, with scores far below those of speakers. 16 kHz, 512 samples a step with the
 * 64 before them.
 */
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { GrowingFloats } from '../presence/growing-floats.js';

const stepSamples = 512;
const contextSamples = 64;
const stateSize = 2 * 128;
const rateHz = 16_000;

export class Silero {
  private readonly frame = new Float32Array(contextSamples + stepSamples);
  private filled = contextSamples;
  private state: Float32Array = new Float32Array(stateSize);
  private readonly scores = new GrowingFloats();

  private constructor(
    private readonly session: InferenceSession,
    private readonly TensorType: typeof Tensor,
    private readonly rate: Tensor,
  ) {}

  /** Throws an error that names the file when it is no such model. */
  static async open(path: string): Promise<Silero> {
    const { InferenceSession, Tensor } = await import('onnxruntime-node');
    const session = await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
    }).catch((error: Error) => {
      throw new Error(`${path} is no usable ONNX model (${error.message.split('\n')[0]}).`);
    });
    if (!['input', 'state', 'sr'].every((name) => session.inputNames.includes(name))) {
      await session.release();
      throw new Error(`${path} is another model than Silero's detector, version 5 or later.`);
    }
    return new Silero(session, Tensor, new Tensor('int64', BigInt64Array.of(BigInt(rateHz)), []));
  }

  /** Mono samples at 16 kHz, in order. */
  async push(samples: Float32Array): Promise<void> {
    for (let at = 0; at < samples.length; ) {
      const take = Math.min(samples.length - at, this.frame.length - this.filled);
      this.frame.set(samples.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
      if (this.filled === this.frame.length) await this.step();
    }
  }

  /** Probability of speech in each step of 32 ms; the last is padded with silence. */
  async finish(): Promise<Float32Array> {
    if (this.filled > contextSamples) {
      this.frame.fill(0, this.filled);
      await this.step();
    }
    return this.scores.values();
  }

  close(): Promise<void> {
    return this.session.release();
  }

  private async step(): Promise<void> {
    const outputs = await this.session.run({
      input: new this.TensorType('float32', this.frame, [1, this.frame.length]),
      state: new this.TensorType('float32', this.state, [2, 1, stateSize / 2]),
      sr: this.rate,
    });
    const score = (outputs.output?.data as Float32Array | undefined)?.[0];
    const state = outputs.stateN?.data as Float32Array | undefined;
    if (score === undefined || !(score >= 0 && score <= 1) || state?.length !== stateSize) {
      throw new Error('Silero gave no usable numbers: its file is damaged.');
    }
    this.scores.push(score);
    this.state = state;
    this.frame.copyWithin(0, stepSamples);
    this.filled = contextSamples;
  }
}
