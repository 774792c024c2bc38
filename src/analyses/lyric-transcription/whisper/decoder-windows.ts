/** Takes windows out of a decoder's state, and puts windows together: the first dimension of each tensor. */
import type { Tensor } from 'onnxruntime-node';
import type { DecoderState } from './decoder-state.js';

/** A state of the chosen windows, in their order. The tensors are copied unless all are chosen. */
export function pickWindows(
  states: Tensor,
  state: DecoderState,
  windows: readonly number[],
  vocabularySize: number,
  TensorType: typeof Tensor,
): { states: Tensor; state: DecoderState } {
  const isAll = windows.length === states.dims[0] && windows.every((window, i) => window === i);
  if (isAll) return { states, state };
  const logits = new Float32Array(windows.length * vocabularySize);
  for (const [i, window] of windows.entries()) {
    logits.set(
      state.logits.subarray(window * vocabularySize, (window + 1) * vocabularySize),
      i * vocabularySize,
    );
  }
  const cache = Object.fromEntries(
    Object.entries(state.cache).map(([name, tensor]) => [name, pick(tensor, windows, TensorType)]),
  );
  return { states: pick(states, windows, TensorType), state: { cache, length: state.length, logits } };
}

function pick(tensor: Tensor, windows: readonly number[], TensorType: typeof Tensor): Tensor {
  const data = tensor.data as Float32Array;
  const size = data.length / tensor.dims[0]!;
  const picked = new Float32Array(windows.length * size);
  for (const [i, window] of windows.entries()) {
    picked.set(data.subarray(window * size, (window + 1) * size), i * size);
  }
  return new TensorType('float32', picked, [windows.length, ...tensor.dims.slice(1)]);
}

/** Tensors of one shape as one, window after window. */
export function joinWindows(tensors: readonly Tensor[], TensorType: typeof Tensor): Tensor {
  if (tensors.length === 1) return tensors[0]!;
  const dims = tensors[0]!.dims;
  const size = (tensors[0]!.data as Float32Array).length;
  const joined = new Float32Array(tensors.length * size);
  for (const [i, tensor] of tensors.entries()) joined.set(tensor.data as Float32Array, i * size);
  return new TensorType('float32', joined, [tensors.length * dims[0]!, ...dims.slice(1)]);
}
