import type { Tensor } from 'onnxruntime-node';

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
