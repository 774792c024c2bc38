import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { WhisperSettings } from './settings.js';

/** A decoder session as far as stepping needs it. */
export type DecoderSession = Pick<InferenceSession, 'inputNames' | 'outputNames' | 'run'>;

/**
 * What the decoder knows after some tokens, of one or several windows at once: the first dimension of every tensor is
 * the window, and all have seen equally many tokens. Never changed, so that decoding can branch off it.
 */
export interface DecoderState {
  readonly cache: Readonly<Record<string, Tensor>>;
  /** Tokens seen. */
  readonly length: number;
  /** Logits of the next token, `vocabularySize` of them a window. */
  readonly logits: Float32Array;
}

/** What a decoder is fed before its first step. */
export function emptyCache(
  pastNames: readonly string[],
  windows: number,
  { dimensions, heads }: WhisperSettings,
  TensorType: typeof Tensor,
): Record<string, Tensor> {
  const empty = new TensorType('float32', new Float32Array(0), [windows, heads, 0, dimensions / heads]);
  return Object.fromEntries(pastNames.map((name) => [name, empty]));
}
