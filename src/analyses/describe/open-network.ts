/** Opens an ONNX network of the description: one thread, because a description runs beside others. */
import type { InferenceSession, Tensor } from 'onnxruntime-node';

export interface OpenNetwork {
  /** The caller releases it. */
  readonly session: InferenceSession;
  readonly Tensor: typeof Tensor;
}

/** `network`: the path or the content of an ONNX file. Rejects where it is none. */
export async function openNetwork(network: string | Uint8Array): Promise<OpenNetwork> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 } as const;
  const session = await (typeof network === 'string'
    ? InferenceSession.create(network, options)
    : InferenceSession.create(network, options));
  return { session, Tensor };
}
