/** Networks that answer, frame by frame, whether a line leads and at which pitch: run over windows that overlap, because who leads is heard from what goes on around. */
import type { Tensor } from 'onnxruntime-node';
import { type LeadingPitch, leadingPitchCount } from '../../music/description/leading-pitch.js';
import { logistic } from '../../signal/logistic.js';
import { openNetwork } from './open-network.js';
import { softmaxRow } from './softmax-row.js';

const windowFrames = 1024;
/** Of both ends of a window; answers in it are dropped. */
const margin = 128;
const framesKept = windowFrames - 2 * margin;
/** The networks' slowest part has a quarter of the frames. */
const multiple = 4;

/** What a network is given: by the name of the input the values, and how they lie. */
export type WindowInputs = Readonly<
  Record<string, { readonly values: Float32Array; readonly shape: readonly number[] }>
>;

/**
 * `network`: the content of an ONNX file with the outputs `pitches` (rows × leadingPitchCount, logits) and `sounds` (rows, log-odds).
 * `inputsOf`: the frames `from` to `to`, and silence up to `rows` of them. Rejects where it is no such file.
 */
export async function leadingWindows(
  network: Uint8Array,
  { frames, framesPerSecond }: Pick<LeadingPitch, 'frames' | 'framesPerSecond'>,
  inputsOf: (from: number, to: number, rows: number) => WindowInputs,
): Promise<LeadingPitch> {
  const { session, Tensor: TensorOf } = await openNetwork(network);
  const pitches = new Uint8Array(frames * leadingPitchCount);
  const sounding = new Uint8Array(frames);
  try {
    for (let first = 0; first < frames; first += framesKept) {
      const from = Math.max(0, first - margin);
      const to = Math.min(frames, first + framesKept + margin);
      const rows = Math.ceil((to - from) / multiple) * multiple;
      const inputs: Record<string, Tensor> = {};
      for (const [name, { values, shape }] of Object.entries(inputsOf(from, to, rows)))
        inputs[name] = new TensorOf('float32', values, shape);
      const output = await session.run(inputs);
      const logits = output.pitches!.data as Float32Array;
      const odds = output.sounds!.data as Float32Array;
      for (let frame = first; frame < Math.min(frames, first + framesKept); frame++) {
        const at = (frame - from) * leadingPitchCount;
        softmaxRow(logits, at, pitches, frame * leadingPitchCount, leadingPitchCount);
        sounding[frame] = Math.round(255 * logistic(odds[frame - from]!));
      }
    }
  } finally {
    await session.release();
  }
  return { framesPerSecond, frames, pitches, sounding };
}
